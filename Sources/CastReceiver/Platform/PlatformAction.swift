import CastWire

/// What the platform of a device orders.
enum PlatformAction: Sendable, Hashable {
    case send(CastMessage, to: SocketID)
    /// A challenge of device authentication, to be answered with the device's key.
    case authenticate(challenge: [UInt8], from: SenderAddress, to: String)
    /// A message for the running app.
    case deliver(namespace: CastNamespace, payload: JSONObject, from: SenderAddress)
    /// A sender left the running app: it is not to be answered any more.
    case senderLeft(SenderAddress)
    /// An app starts, in place of the one before it.
    case launched(RunningApplication)
    /// An app ends; its senders have been told.
    case stopped(RunningApplication)
    case deviceVolumeChanged(DeviceVolume)
}
