/// How media arrives. `buffered`, and the numbers 0, 1 and 2 for NONE, BUFFERED and LIVE, are read too.
public struct StreamType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A file of known length.
    public static let buffered = StreamType(rawValue: "BUFFERED")

    /// A stream without an end.
    public static let live = StreamType(rawValue: "LIVE")

    /// Unknown, or no stream at all (an image): the receiver decides by the duration.
    public static let none = StreamType(rawValue: "NONE")

    /// From old senders.
    public static let other = StreamType(rawValue: "OTHER")

    /// Reads a word, or the number that SharpCaster sends: 0 for none, 1 for live, 2 for buffered.
    public init?(json: JSONValue) {
        if let word = json.stringValue, Int(word) == nil {
            self.init(rawValue: Self.spelling(of: word))
            return
        }
        switch Int(json: json) {
        case 0: self = .none
        case 1: self = .live
        case 2: self = .buffered
        default: return nil
        }
    }
}
