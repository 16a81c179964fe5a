// SPDX-License-Identifier: Apache-2.0

import CastWire

/// An action that the platform of a device requests.
enum PlatformAction: Sendable, Hashable {
    case send(CastMessage, to: SocketID)
    /// Answer an authentication challenge with the device's key.
    case authenticate(challenge: [UInt8], from: SenderAddress, to: String)
    /// Deliver a message to the media receiver of the running app.
    case deliver(namespace: CastNamespace, payload: JSONObject, from: SenderAddress)
    /// Deliver an unmodified message to the running app.
    case message(ApplicationMessage)
    /// A visible sender has connected to the running app.
    case senderJoined(ApplicationSender)
    /// A sender has left the running app, which must no longer answer it.
    case senderLeft(SenderAddress, SenderDeparture)
    /// An app has started, in place of the previous one.
    case launched(RunningApplication, ApplicationLaunch)
    /// The running app is ready.
    case ready(RunningApplication)
    /// An app has ended; its senders have been notified.
    case stopped(RunningApplication, ApplicationEnd.Reason)
    case deviceVolumeChanged(DeviceVolume)
    /// On the endpoint of a group: the volume of the members has changed.
    case zoneVolumeChanged
    /// The standby state or the active input has changed.
    case displayChanged
    /// On the endpoint of a group: change the volume of a member and report the change with this request id.
    case memberVolumeRequested(id: String, level: Double?, isMuted: Bool?, requestID: Int)
    /// On the leader of a group: stop the group's app.
    case groupStopped
}
