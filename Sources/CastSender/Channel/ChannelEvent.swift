/// What happens on a ``CastChannel``, in order.
public enum ChannelEvent: Sendable, Hashable {
    /// The channel is in this state now.
    case state(ChannelState)
    /// The application said something. Comes only between a connected state and the next disconnected one.
    case message(ChannelMessage)
}
