// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
#else
public import Foundation
#endif

/// A channel that forwards all events to a delegate.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKGenericChannel)@objcMembers
#endif
open class GCKGenericChannel: GCKCastChannel {
    private weak var listener: (any GCKGenericChannelDelegate)?

    /// The delegate that receives later events. Held weakly. Without a delegate, messages are dropped.
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
        listener?.implemented.cast(self, didReceiveTextMessage: message, withNamespace: protocolNamespace)
    }

    open override func didConnect() { listener?.implemented.castChannelDidConnect(self) }

    open override func didDisconnect() { listener?.implemented.castChannelDidDisconnect(self) }

    open override func didChangeWritableState(_ isWritable: Bool) {
        listener?.implemented.castChannel(self, didChangeWritableState: isWritable)
    }
}

#if !canImport(ObjectiveC)
/// Receives the events of a ``GCKGenericChannel``.
@preconcurrency
@MainActor
public protocol GCKGenericChannelDelegate: NSObjectProtocol {
    /// Called when the application sends a message.
    func cast(
        _ channel: GCKGenericChannel,
        didReceiveTextMessage message: String,
        withNamespace protocolNamespace: String
    )

    /// Called when the channel connects to the application.
    func castChannelDidConnect(_ channel: GCKGenericChannel)

    /// Called when the channel disconnects from the application.
    func castChannelDidDisconnect(_ channel: GCKGenericChannel)

    /// Called when the channel's ``GCKCastChannel/isWritable`` changes.
    func castChannel(_ channel: GCKCastChannel, didChangeWritableState writable: Bool)
}

extension GCKGenericChannelDelegate {
    public func castChannelDidConnect(_ channel: GCKGenericChannel) {}

    public func castChannelDidDisconnect(_ channel: GCKGenericChannel) {}

    public func castChannel(_ channel: GCKCastChannel, didChangeWritableState writable: Bool) {}
}
#endif
