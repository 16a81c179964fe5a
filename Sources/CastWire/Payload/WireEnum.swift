/// A word of the protocol: known ones have names, unknown ones survive.
///
/// Words are compared as read; reading turns lower case into upper case, since some receivers write `buffered`.
/// The ``WireObject`` keeps the spelling that arrived.
public protocol WireEnum: RawRepresentable, JSONConvertible, Hashable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension WireEnum {
    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(rawValue: text.uppercased())
    }

    public var json: JSONValue { .string(rawValue) }
    public var description: String { rawValue }
}
