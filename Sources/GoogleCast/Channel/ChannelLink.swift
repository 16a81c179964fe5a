import CastSender

/// The way from a ``GCKCastChannel`` to an application.
@MainActor
protocol ChannelLink: AnyObject {
    /// Hands a text to the transport.
    func send(_ text: String) throws(CastError)

    /// A number for a request of the channel's own protocol; nil when nothing can be sent.
    func makeRequestID() -> Int?
}
