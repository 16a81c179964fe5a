public import CastWire

/// What an application said in a channel's namespace.
public struct ChannelMessage: Sendable, Hashable {
    /// Text of any kind, or bytes.
    public var payload: CastMessage.Payload
    /// Whether it was said to every sender (`*`) and not to this one alone.
    public var isBroadcast: Bool
    /// How many messages were dropped between the one before and this one, because nobody read them in time.
    public var missed: Int

    public init(_ payload: CastMessage.Payload, isBroadcast: Bool = false, missed: Int = 0) {
        self.payload = payload
        self.isBroadcast = isBroadcast
        self.missed = missed
    }

    /// The text; nil for bytes.
    public var text: String? {
        guard case .text(let text) = payload else { return nil }
        return text
    }

    /// The bytes; nil for text.
    public var bytes: [UInt8]? {
        guard case .binary(let bytes) = payload else { return nil }
        return bytes
    }

    var byteCount: Int {
        switch payload {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
