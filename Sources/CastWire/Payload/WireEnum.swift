/// A word of the protocol: known ones have names, unknown ones survive.
///
/// Words are compared as read; reading turns them into the protocol's usual spelling, since some receivers write
/// `buffered` for `BUFFERED`. The ``WireObject`` keeps the spelling that arrived.
public protocol WireEnum: RawRepresentable, JSONConvertible, Hashable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)

    /// The protocol's spelling of a word as it arrived. Upper case unless the type says otherwise.
    static func spelling(of word: String) -> String
}

extension WireEnum {
    public static func spelling(of word: String) -> String { word.uppercased() }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(rawValue: Self.spelling(of: text))
    }

    public var json: JSONValue { .string(rawValue) }
    public var description: String { rawValue }
}
