import CastWire

/// What the platform of a device orders.
enum PlatformAction: Sendable, Hashable {
    case send(CastMessage, to: SocketID)
    /// A challenge of device authentication, to be answered with the device's key.
    case authenticate(challenge: [UInt8], from: SenderAddress, to: String)
    /// A message for the media receiver of the running app.
    case deliver(namespace: CastNamespace, payload: JSONObject, from: SenderAddress)
    /// A message for the running app itself, as it came.
    case message(ApplicationMessage)
    /// A sender that the running app may know about is there.
    case senderJoined(ApplicationSender)
    /// A sender left the running app: it is not to be answered any more.
    case senderLeft(SenderAddress, SenderDeparture)
    /// An app starts, in place of the one before it.
    case launched(RunningApplication, ApplicationLaunch)
    /// The running app can be used.
    case ready(RunningApplication)
    /// An app ends; its senders have been told.
    case stopped(RunningApplication, ApplicationEnd.Reason)
    case deviceVolumeChanged(DeviceVolume)
    /// On the endpoint of a group, its members have become louder or quieter together.
    case zoneVolumeChanged
    /// Stand-by or input changed.
    case displayChanged
    /// On the endpoint of a group, a member is to be turned, and to be reported with the request's id.
    case memberTurned(id: String, level: Double?, isMuted: Bool?, requestID: Int)
    /// On the leader of a group, what the group plays is to stop.
    case groupStopped
}
