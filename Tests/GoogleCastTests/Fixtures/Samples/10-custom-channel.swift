import GoogleCast

/// A channel that collects the messages of its namespace.
class TextChannel: GCKCastChannel {
    var received: [String] = []

    override func didReceiveTextMessage(_ message: String) {
        received.append(message)
        print("received message: \(message)")
    }

    override func didConnect() { print("channel connected") }

    override func didDisconnect() { print("channel disconnected") }
}

/// An object that uses a channel without subclassing it.
class GenericOwner: NSObject, GCKGenericChannelDelegate {
    let channel = GCKGenericChannel(namespace: "urn:x-cast:com.example.custom")

    func cast(
        _ channel: GCKGenericChannel,
        didReceiveTextMessage message: String,
        withNamespace protocolNamespace: String
    ) {
        print(protocolNamespace, message)
    }

    func castChannelDidConnect(_ channel: GCKGenericChannel) { print("generic connected") }

    func castChannelDidDisconnect(_ channel: GCKGenericChannel) { print("generic disconnected") }
}

/// Adds a channel to the current session and sends a message.
@MainActor
func hello(_ manager: GCKSessionManager) -> TextChannel {
    let channel = TextChannel(namespace: "urn:x-cast:com.example.hello")
    manager.currentCastSession?.add(channel)
    var error: GCKError?
    channel.sendTextMessage("Hello World", error: &error)
    if let error = error { print("not sent:", error) }
    return channel
}
