/// An enumeration's case, archived as its number.
@propertyWrapper
struct Numbered<Value: RawRepresentable & Hashable>: Hashable, Codable where Value.RawValue == Int {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(rawValue: try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(Value.self) has this number")
        }
        wrappedValue = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.rawValue)
    }
}

extension Numbered: Sendable where Value: Sendable {}
