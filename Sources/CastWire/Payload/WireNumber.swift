/// A number of the protocol whose values have names.
public protocol WireNumber: RawRepresentable, JSONConvertible, Hashable where RawValue == Int {}

extension WireNumber {
    /// Nil for no number and, where the type is an enumeration, for a value without a name.
    public init?(json: JSONValue) {
        guard let number = Int(json: json) else { return nil }
        self.init(rawValue: number)
    }

    public var json: JSONValue { rawValue.json }
}
