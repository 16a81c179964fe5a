/// A number that equals itself, also when it is none.
///
/// NaN says "not set" in this API, and two objects that both leave something unset are equal.
@propertyWrapper
struct Real<Value: BinaryFloatingPoint & Codable>: Hashable, Codable {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    static func == (lhs: Real, rhs: Real) -> Bool {
        lhs.wrappedValue == rhs.wrappedValue || lhs.wrappedValue.isNaN && rhs.wrappedValue.isNaN
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue.isNaN ? nil : wrappedValue)
    }
}

extension Real: Sendable where Value: Sendable {}
