// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// A channel that exchanges text messages with the receiver application in a namespace.
///
/// Subclass this class, or use ``GCKGenericChannel``. A channel is connected while it is added to a session, the
/// session is connected, and the application lists the namespace. The default implementations of the overridable
/// methods do nothing.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKCastChannel)@objcMembers
#endif
open class GCKCastChannel: NSObject {
    private let namespace: String
    private var connected = false
    private var writable = false
    /// The connection to the application while the channel is added to a session or device manager.
    weak var link: (any ChannelLink)?

    /// Creates a channel.
    ///
    /// - Parameter protocolNamespace: The namespace. It must begin with `urn:x-cast:` and have at most 128 bytes. A
    ///   channel with another namespace, or with a namespace that Google reserves, can be created but not added to a
    ///   session.
    public init(namespace protocolNamespace: String) {
        requireMainThread(of: GCKCastChannel.self)
        namespace = protocolNamespace
        super.init()
    }

    /// The namespace of the channel.
    open var protocolNamespace: String {
        requireMainThread(of: GCKCastChannel.self)
        return namespace
    }

    /// Whether the channel is connected to the application.
    open var isConnected: Bool {
        requireMainThread(of: GCKCastChannel.self)
        return connected
    }

    /// Whether the channel accepts a message now: it is connected and its send queue isn't full.
    open var isWritable: Bool {
        requireMainThread(of: GCKCastChannel.self)
        return writable
    }

    // MARK: Methods to override

    /// Called when the application sends a message.
    open func didReceiveTextMessage(_ message: String) {}

    /// Called when the channel connects. `isConnected` is true.
    open func didConnect() {}

    /// Called when the channel disconnects. `isConnected` is false.
    open func didDisconnect() {}

    /// Called when `isWritable` changes.
    open func didChangeWritableState(_ isWritable: Bool) {}

    // MARK: Sending

    #if canImport(ObjectiveC)
    /// Sends a text message. The text may be empty and need not be JSON.
    ///
    /// - Parameters:
    ///   - message: The text to send.
    ///   - error: Receives the error if the message can't be sent. May be nil.
    /// - Returns: Whether the message was passed to the transport.
    @discardableResult
    open func sendTextMessage(_ message: String, error: AutoreleasingUnsafeMutablePointer<GCKError?>?) -> Bool {
        guard let failure = failureToSend(message) else { return true }
        error?.pointee = failure
        return false
    }
    #else
    /// Sends a text message. The text may be empty and need not be JSON.
    ///
    /// - Parameters:
    ///   - message: The text to send.
    ///   - error: Receives the error if the message can't be sent. May be nil.
    /// - Returns: Whether the message was passed to the transport.
    @discardableResult
    open func sendTextMessage(_ message: String, error: UnsafeMutablePointer<GCKError?>?) -> Bool {
        guard let failure = failureToSend(message) else { return true }
        error?.pointee = failure
        return false
    }
    #endif

    /// Sends a text message. Returns the error if it can't be sent.
    private func failureToSend(_ message: String) -> GCKError? {
        requireMainThread(of: GCKCastChannel.self)
        guard connected, let link else { return GCKError(code: .channelNotConnected) }
        do {
            try link.send(message)
            return nil
        } catch {
            return GCKError(error)
        }
    }

    /// Returns a request ID for this channel's own protocol, or ``kGCKInvalidRequestID`` if the channel isn't
    /// connected.
    open func generateRequestID() -> Int {
        requireMainThread(of: GCKCastChannel.self)
        return connected ? link?.makeRequestID() ?? kGCKInvalidRequestID : kGCKInvalidRequestID
    }

    /// Returns ``generateRequestID()`` as an object, or nil if the channel isn't connected.
    open func generateRequestNumber() -> NSNumber? {
        requireMainThread(of: GCKCastChannel.self)
        let id = generateRequestID()
        return id == kGCKInvalidRequestID ? nil : NSNumber(value: id)
    }

    // MARK: Link events

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

/// The connection of a ``GCKCastChannel`` to a receiver application.
@MainActor
protocol ChannelLink: AnyObject {
    /// Passes a text message to the transport.
    func send(_ text: String) throws(CastError)

    /// Returns a request ID for the channel's own protocol, or nil if no message can be sent.
    func makeRequestID() -> Int?
}

/// The registration of a ``GCKCastChannel`` with a session, and the engine's channel behind it. Retains the channel
/// until it is removed.
@MainActor
final class ChannelRegistration: ChannelLink {
    let channel: GCKCastChannel
    /// The engine's channel. Each registration has its own.
    let engine: CastChannel
    private let drainRequests: MainMailbox<Void>
    private var hasEnded = false

    /// Returns nil if the namespace is malformed or reserved, or if the channel is registered with another session.
    init?(_ channel: GCKCastChannel) {
        let namespace = CastNamespace(rawValue: channel.protocolNamespace)
        guard channel.link == nil, let engine = try? CastChannel(namespace) else { return nil }
        self.channel = channel
        self.engine = engine
        let owner = WeakBox<ChannelRegistration>()
        drainRequests = MainMailbox(isSuperseded: { _, _ in true }, deliver: { owner.value?.drain() })
        owner.value = self
        engine.onEvents { [drainRequests] in drainRequests.post(()) }
        channel.link = self
    }

    /// Delivers pending events to the channel, in order. Called wherever the order relative to other events matters.
    func drain() {
        while !hasEnded, let event = engine.takeEvent() {
            switch event {
            case .state(let state): channel.linkChanged(isConnected: state.isConnected, isWritable: state.isWritable)
            case .message(let message): if let text = message.text { channel.linkReceived(text) }
            }
        }
    }

    /// Ends the registration and disconnects the channel. Undelivered events are dropped.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        channel.link = nil
        channel.linkChanged(isConnected: false, isWritable: false)
    }

    func send(_ text: String) throws(CastError) { try engine.send(text) }

    func makeRequestID() -> Int? { engine.makeRequestID() }
}
