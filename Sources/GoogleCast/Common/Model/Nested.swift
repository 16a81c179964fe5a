/// An object of the media model inside another, archived as its state.
@propertyWrapper
struct Nested<Model: ContentModel>: Hashable, Codable where Model.Content.Model == Model {
    var wrappedValue: Model?

    init(wrappedValue: Model? = nil) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Model.Content.self).model
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue?.content)
    }
}

/// Objects of the media model inside another, archived as their states.
@propertyWrapper
struct NestedList<Model: ContentModel>: Hashable, Codable where Model.Content.Model == Model {
    var wrappedValue: [Model]?

    init(wrappedValue: [Model]? = nil) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode([Model.Content].self).map(\.model)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue?.map(\.content))
    }
}
