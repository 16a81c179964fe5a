// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// An app of a virtual device, which answers the messages that senders address to it.
///
/// Install a conforming type by ``InstalledApplication``; each launch creates a new value. The device calls every
/// method on its event loop, one after the other. The app requests actions from the ``ApplicationContext``; they are
/// executed when the method returns. Methods must not block. Run longer work elsewhere and deliver its result through
/// ``ApplicationContext/inbox``.
///
/// ```swift
/// struct Echo: ReceiverApplication {
///     mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
///         context.send(message.payload, in: message.namespace, to: message.sender)
///     }
/// }
/// let echo = InstalledApplication(
///     ApplicationInformation(appIDs: ["EC400000"], name: "Echo", namespaces: ["urn:x-cast:org.example.echo"])
/// ) { _ in Echo() }
/// let device = try await VirtualDevice.start(DeviceConfiguration(applications: [echo]))
/// ```
///
/// The device limits each app. An error that the app throws ends it, as a crash would. Actions beyond its budget are
/// dropped and counted (``DropReason/applicationFlood``). An app that does not become ready in time is stopped.
/// ``DeviceSnapshot/lastApplicationEnd`` has the reason of the last end.
public protocol ReceiverApplication {
    /// Called first, when the app has been launched.
    mutating func launched(context: inout ApplicationContext) throws

    /// Called when a sender has connected. Not called for invisible senders.
    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) throws

    /// Called when a sender has disconnected that ``senderConnected(_:context:)`` reported.
    mutating func senderDisconnected(
        _ sender: ApplicationSender,
        reason: SenderDeparture,
        context: inout ApplicationContext
    ) throws

    /// Called for each message of a connected sender in one of the app's namespaces. Text is passed on without being
    /// parsed.
    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws

    /// Called when a timer of the app has expired.
    mutating func timerFired(_ name: String, context: inout ApplicationContext) throws

    /// Called for each value posted to the app's ``ApplicationInbox``.
    mutating func posted(_ value: any Sendable, context: inout ApplicationContext) throws

    /// Called when the volume, the standby state or the active input of the device has changed.
    mutating func deviceChanged(_ device: ApplicationDevice, context: inout ApplicationContext) throws

    /// Called last. The app can no longer request actions; the device has already notified its senders.
    mutating func stopped(_ reason: ApplicationEnd.Reason)
}

extension ReceiverApplication {
    public mutating func launched(context: inout ApplicationContext) throws {}
    public mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) throws {}
    public mutating func senderDisconnected(
        _ sender: ApplicationSender,
        reason: SenderDeparture,
        context: inout ApplicationContext
    ) throws {}
    public mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws {}
    public mutating func timerFired(_ name: String, context: inout ApplicationContext) throws {}
    public mutating func posted(_ value: any Sendable, context: inout ApplicationContext) throws {}
    public mutating func deviceChanged(_ device: ApplicationDevice, context: inout ApplicationContext) throws {}
    public mutating func stopped(_ reason: ApplicationEnd.Reason) {}
}

/// A message from a sender to an app.
public struct ApplicationMessage: Sendable, Hashable {
    /// The namespace of the message.
    public var namespace: CastNamespace
    /// The text or the bytes of the message.
    public var payload: CastMessage.Payload
    /// The sender of the message.
    public var sender: ApplicationSender
}

/// The state of the device that an app can read.
public struct ApplicationDevice: Sendable, Hashable {
    /// The volume level, 0 to 1.
    public var volumeLevel: Double
    /// Whether the device is muted.
    public var isMuted: Bool
    /// Whether the screen is in standby; nil on a device without a screen.
    public var isStandby: Bool?
    /// Whether the screen shows the device; nil on a device without a screen.
    public var isActiveInput: Bool?
}

/// A sender that is connected to an app.
///
/// Senders on different sockets can use the same id, such as `sender-0`, so a sender is identified by its socket number
/// and its id.
public struct ApplicationSender: Sendable, Hashable {
    /// The id that the sender chose.
    public let id: String
    /// The number of the sender's socket, never reused while the device runs.
    public let connection: Int
    /// The user agent that the sender reported; at most 512 characters.
    public let userAgent: String

    public static func == (lhs: ApplicationSender, rhs: ApplicationSender) -> Bool {
        lhs.id == rhs.id && lhs.connection == rhs.connection
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(connection)
    }
}

extension ApplicationSender {
    init(_ address: SenderAddress, userAgent: String) {
        self.init(id: address.id, connection: address.socket.number, userAgent: userAgent)
    }

    var address: SenderAddress { SenderAddress(socket: SocketID(connection), id: id) }
}

/// Why a sender disconnected from an app.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SenderDeparture: String, Sendable, Hashable {
    /// It sent CLOSE.
    case requestedBySender
    /// Its socket closed.
    case connectionLost
    /// It violated the protocol, and the device closed its socket.
    case invalidMessage
    /// It was silent for too long, and the device closed its socket.
    case inactive
}

/// An app that consists of the device's media receiver only.
struct MediaOnlyApplication: ReceiverApplication {}
