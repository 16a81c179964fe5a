/// A channel that hands everything to a delegate.
@preconcurrency
@MainActor
open class GCKGenericChannel: GCKCastChannel {
    private weak var listener: (any GCKGenericChannelDelegate)?

    /// Hears everything from now on. Held weakly; without one, messages are dropped.
    weak open var delegate: (any GCKGenericChannelDelegate)? {
        get {
            requireMainThread(of: GCKGenericChannel.self)
            return listener
        }
        set {
            requireMainThread(of: GCKGenericChannel.self)
            listener = newValue
        }
    }

    public override init(namespace protocolNamespace: String) { super.init(namespace: protocolNamespace) }

    open override func didReceiveTextMessage(_ message: String) {
        listener?.cast(self, didReceiveTextMessage: message, withNamespace: protocolNamespace)
    }

    open override func didConnect() { listener?.castChannelDidConnect(self) }

    open override func didDisconnect() { listener?.castChannelDidDisconnect(self) }

    open override func didChangeWritableState(_ isWritable: Bool) {
        listener?.castChannel(self, didChangeWritableState: isWritable)
    }
}
