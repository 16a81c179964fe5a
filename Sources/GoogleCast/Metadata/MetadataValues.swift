import CastWire

/// The fields of metadata in the order in which they were set, archived as JSON text.
struct MetadataValues: Hashable, Codable {
    var fields = JSONObject()

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        fields = try JSONValue(parsing: container.decode(String.self), limits: .local).objectValue ?? JSONObject()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fields.jsonString)
    }

    /// Equal numbers are equal in whatever form, and what is no number equals itself.
    static func == (lhs: MetadataValues, rhs: MetadataValues) -> Bool {
        JSONValue.object(lhs.fields).isEquivalent(to: .object(rhs.fields))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(Set(fields.keys)) }
}
