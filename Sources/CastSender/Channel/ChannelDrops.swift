/// How many messages of an application's own namespaces were dropped, by reason.
public struct ChannelDrops: Sendable, Hashable {
    /// The channel's reader was too slow; see ``CastChannel/unreadLimit``.
    public var unread = 0
    /// No channel was there for them, and too many waited for one already.
    public var tooManyEarly = 0
    /// No channel was there for them within five seconds.
    public var expired = 0

    public init() {}

    public var total: Int { unread + tooManyEarly + expired }
}
