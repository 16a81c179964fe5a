public import Foundation

/// A conversation with the receiver's application in a namespace of its own: text, both ways.
///
/// Subclass it, or take a ``GCKGenericChannel``. It is connected while it is added to a session, the session is
/// connected, and the application lists the namespace. The methods to override do nothing of their own.
@preconcurrency
@MainActor
open class GCKCastChannel: NSObject {
    private let namespace: String
    private var connected = false
    private var writable = false
    /// The way out, while the channel is added to something.
    weak var link: (any ChannelLink)?

    /// - Parameter protocolNamespace: Begins with `urn:x-cast:` and has at most 128 bytes. A channel with another one, or
    ///   one of Google's own, can be made but not added to a session.
    public init(namespace protocolNamespace: String) {
        requireMainThread(of: GCKCastChannel.self)
        namespace = protocolNamespace
        super.init()
    }

    open var protocolNamespace: String {
        requireMainThread(of: GCKCastChannel.self)
        return namespace
    }

    /// Whether the application can be talked to.
    open var isConnected: Bool {
        requireMainThread(of: GCKCastChannel.self)
        return connected
    }

    /// Whether a message would be accepted now: connected, and not too much waits to be sent.
    open var isWritable: Bool {
        requireMainThread(of: GCKCastChannel.self)
        return writable
    }

    // MARK: To override

    /// The application said something.
    open func didReceiveTextMessage(_ message: String) {}

    /// ``isConnected`` is true now.
    open func didConnect() {}

    /// ``isConnected`` is false now.
    open func didDisconnect() {}

    /// ``isWritable`` has changed.
    open func didChangeWritableState(_ isWritable: Bool) {}

    // MARK: Sending

    /// Sends a text, which need not be JSON and may be empty.
    ///
    /// - Parameter error: Where the reason is written when it is not sent; may be nil.
    /// - Returns: Whether it was handed to the transport.
    @discardableResult
    open func sendTextMessage(_ message: String, error: UnsafeMutablePointer<GCKError?>?) -> Bool {
        requireMainThread(of: GCKCastChannel.self)
        guard connected, let link else {
            error?.pointee = GCKError(code: .channelNotConnected)
            return false
        }
        do {
            try link.send(message)
            return true
        } catch let refusal {
            error?.pointee = GCKError(refusal)
            return false
        }
    }

    /// A number for a request of this channel's own protocol; ``kGCKInvalidRequestID`` while it is not connected.
    open func generateRequestID() -> Int {
        requireMainThread(of: GCKCastChannel.self)
        return connected ? link?.makeRequestID() ?? kGCKInvalidRequestID : kGCKInvalidRequestID
    }

    /// ``generateRequestID()`` as an object; nil while the channel is not connected.
    open func generateRequestNumber() -> NSNumber? {
        requireMainThread(of: GCKCastChannel.self)
        let id = generateRequestID()
        return id == kGCKInvalidRequestID ? nil : NSNumber(value: id)
    }

    // MARK: What the link tells

    func linkChanged(isConnected: Bool, isWritable: Bool) {
        if isConnected, !connected {
            connected = true
            didConnect()
        }
        if isWritable != writable {
            writable = isWritable
            didChangeWritableState(isWritable)
        }
        if !isConnected, connected {
            connected = false
            didDisconnect()
        }
    }

    func linkReceived(_ text: String) {
        guard connected else { return }
        didReceiveTextMessage(text)
    }
}
