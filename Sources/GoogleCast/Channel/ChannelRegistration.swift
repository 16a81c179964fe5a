import CastSender
import CastWire

/// A ``GCKCastChannel`` on a session, and the engine's channel behind it. Holds the channel until it is removed.
@MainActor
final class ChannelRegistration: ChannelLink {
    let channel: GCKCastChannel
    /// The engine's channel; one for each registration.
    let engine: CastChannel
    private let wakes: MainMailbox<Void>
    private var isOver = false

    /// Nil when the namespace is not well-formed or is reserved, or the channel is registered elsewhere.
    init?(_ channel: GCKCastChannel) {
        let namespace = CastNamespace(rawValue: channel.protocolNamespace)
        guard channel.link == nil, let engine = try? CastChannel(namespace) else { return nil }
        self.channel = channel
        self.engine = engine
        let owner = WeakBox<ChannelRegistration>()
        wakes = MainMailbox(isOvertaken: { _, _ in true }, deliver: { owner.value?.drain() })
        owner.value = self
        engine.onEvents { [wakes] in wakes.post(()) }
        channel.link = self
    }

    /// Gives the channel what happened, in order. Called whenever the order to other events matters.
    func drain() {
        while !isOver, let event = engine.takeEvent() {
            switch event {
            case .state(let state): channel.linkChanged(isConnected: state.isConnected, isWritable: state.isWritable)
            case .message(let message): if let text = message.text { channel.linkReceived(text) }
            }
        }
    }

    /// The registration is over: the channel is disconnected, without what had not been delivered yet.
    func end() {
        guard !isOver else { return }
        isOver = true
        channel.link = nil
        channel.linkChanged(isConnected: false, isWritable: false)
    }

    func send(_ text: String) throws(CastError) { try engine.send(text) }

    func makeRequestID() -> Int? { engine.makeRequestID() }
}
