public import Foundation

/// Hears what happens on a ``GCKGenericChannel``.
@preconcurrency
@MainActor
public protocol GCKGenericChannelDelegate: NSObjectProtocol {
    /// The application said something.
    func cast(
        _ channel: GCKGenericChannel,
        didReceiveTextMessage message: String,
        withNamespace protocolNamespace: String
    )

    func castChannelDidConnect(_ channel: GCKGenericChannel)

    func castChannelDidDisconnect(_ channel: GCKGenericChannel)

    func castChannel(_ channel: GCKCastChannel, didChangeWritableState writable: Bool)
}

extension GCKGenericChannelDelegate {
    public func castChannelDidConnect(_ channel: GCKGenericChannel) {}

    public func castChannelDidDisconnect(_ channel: GCKGenericChannel) {}

    public func castChannel(_ channel: GCKCastChannel, didChangeWritableState writable: Bool) {}
}
