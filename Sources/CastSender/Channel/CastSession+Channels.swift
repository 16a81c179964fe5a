import CastWire

extension CastSession {
    /// Adds a channel, at any time in the session's life.
    ///
    /// When the application lists its namespace and can be reached, the channel is connected when this returns, and
    /// what the application said in it in the last five seconds (32 messages, 64 KiB) is delivered first. Otherwise it
    /// connects as soon as that is so.
    ///
    /// - Throws: ``CastError``: `invalidArgument` when the session has a channel for the namespace or the channel is on
    ///   another session; `sessionEnded`.
    public nonisolated func add(_ channel: CastChannel) throws(CastError) { try channels.add(channel) }

    /// Removes a channel, which is disconnected when this returns. What it accepted is still sent.
    ///
    /// - Returns: False when it was not on this session.
    @discardableResult
    public nonisolated func remove(_ channel: CastChannel) -> Bool { channels.remove(channel) }

    /// How many messages of the application's own namespaces were dropped, and why.
    public nonisolated var channelDrops: ChannelDrops { channels.drops }

    func received(_ message: CastMessage) { channels.received(message) }

    /// The application has closed the virtual connection; why is asked of the device.
    func transportLost() { channels.disconnected() }

    /// The socket has room again.
    func socketBecameWritable() { channels.drain() }
}
