public import CastWire

/// An app of a virtual device: what answers the messages that senders address to it.
///
/// A type conforms and is installed by ``InstalledApplication``; each launch makes a new value of it. Every method is
/// an event, called on the device's event loop, one after the other; what the app wants is ordered from the
/// ``ApplicationContext`` and carried out when the method returns. Methods must not block. Work of its own goes on
/// elsewhere and comes back through ``ApplicationContext/inbox``.
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
/// An app cannot harm the device: an error that it throws ends it, as a crash would; orders beyond its budget are
/// dropped and counted (``DropReason/applicationFlood``); one that does not get ready in time is stopped. Why an app
/// ended is in ``DeviceSnapshot/lastApplicationEnd``.
public protocol ReceiverApplication {
    /// It runs. The first event.
    mutating func launched(context: inout ApplicationContext) throws

    /// A sender connected to it. Invisible senders are not announced.
    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) throws

    /// A sender that was announced is gone.
    mutating func senderDisconnected(
        _ sender: ApplicationSender,
        reason: SenderDeparture,
        context: inout ApplicationContext
    ) throws

    /// A message of a connected sender in one of the app's namespaces, as it came: text is not looked into.
    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws

    /// A timer that it started has run out.
    mutating func timerFired(_ name: String, context: inout ApplicationContext) throws

    /// Something was put into its ``ApplicationInbox``.
    mutating func posted(_ value: any Sendable, context: inout ApplicationContext) throws

    /// The volume, the stand-by or the input of the device changed.
    mutating func deviceChanged(_ device: ApplicationDevice, context: inout ApplicationContext) throws

    /// The last event. Nothing can be ordered any more; its senders have been told.
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

/// A message of a sender for an app.
public struct ApplicationMessage: Sendable, Hashable {
    public var namespace: CastNamespace
    public var payload: CastMessage.Payload
    public var sender: ApplicationSender
}

/// The device as an app sees it.
public struct ApplicationDevice: Sendable, Hashable {
    /// 0 to 1.
    public var volumeLevel: Double
    public var isMuted: Bool
    /// Nil on a device that does not know, as speakers.
    public var isStandby: Bool?
    /// Nil on a device that does not know, as speakers.
    public var isActiveInput: Bool?
}

/// An app that plays media and nothing else: the media receiver is all there is to it.
struct MediaOnlyApplication: ReceiverApplication {}
