// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The state of a member of a group, or of the endpoint of a group.
struct PlatformZone: Sendable {
    /// The device's role while a group plays on it.
    var role: ZoneRole?
    /// The app that the device lists for its role.
    var listed: RunningApplication?
    /// The members of the group; nil unless the device is the endpoint of a group.
    var members: [MultizoneDevice]?
}

extension ReceiverPlatform {
    /// The members that senders see. A device that is not the endpoint of a group is its own only member.
    var zoneStatus: MultizoneStatus {
        MultizoneStatus(devices: zone.members ?? [member], isMultichannel: false, playbackSession: playback)
    }

    /// The device as a member of a group.
    var member: MultizoneDevice {
        MultizoneDevice(
            deviceID: options.description.id,
            name: options.description.name,
            capabilities: options.capabilities,
            volume: CastVolume(level: volume.level, muted: volume.isMuted)
        )
    }

    /// Creates the MULTIZONE_STATUS for all senders on a socket, after one of them has connected.
    func membersAfterConnect(to sender: SenderAddress) -> PlatformAction {
        let message = MultizoneStatusMessage(status: zoneStatus, requestID: 0)
        return .send(
            CastMessage(
                from: CastMessage.receiverID,
                to: CastMessage.broadcastID,
                namespace: .multizone,
                json: message
            ),
            to: sender.socket
        )
    }

    // MARK: - Member

    /// Sets or ends the device's role in a group. Senders connected to the app that it listed before receive CLOSE.
    mutating func setZoneRole(_ role: ZoneRole?) -> [PlatformAction] {
        guard role != zone.role else { return [] }
        let before = zone.listed
        let sessionID = before.flatMap { zone.role?.isLeader == false ? $0.sessionID : nil } ?? makeSessionID()
        zone.role = role
        zone.listed = role?.listed(sessionID: sessionID)
        revision += 1
        var actions: [PlatformAction] = []
        if let before, before.transportID != zone.listed?.transportID {
            for sender in connections.closeAll(to: before.transportID) {
                actions.append(reply(CloseMessage(), .connection, to: sender, from: before.transportID))
            }
        }
        return application == nil && before != zone.listed ? actions + broadcastStatus() : actions
    }

    /// Handles a message for the app that a member lists while the group plays. Playback cannot be controlled on a
    /// member.
    mutating func zoneMessage(_ message: CastMessage, from sender: SenderAddress) -> [PlatformAction] {
        guard message.namespace == .media else { return drop(.unknownNamespace) }
        guard let payload = object(message) else { return [] }
        guard let requestID = payload.integerRequestID else { return drop(.missingRequestID) }
        if payload.messageType == GetMediaStatusRequest.type {
            let status = MediaStatusMessage(statuses: [], requestID: requestID)
            return [reply(status, .media, to: sender, from: message.destinationID)]
        }
        let refusal = InvalidRequestMessage(reason: .invalidCommand, requestID: requestID)
        return [reply(refusal, .media, to: sender, from: message.destinationID)]
    }

    // MARK: - Endpoint

    /// Notifies senders of a change of the members.
    func membersChanged(_ change: GroupMachine.MembershipChange) -> [PlatformAction] {
        switch change {
        case .added(let device): broadcast(DeviceAddedMessage(device: device, requestID: 0), .multizone)
        case .updated(let device, let requestID):
            broadcast(DeviceUpdatedMessage(device: device, requestID: requestID), .multizone)
        case .removed(let id): broadcast(DeviceRemovedMessage(deviceID: id, requestID: 0), .multizone)
        }
    }

    /// Sets the common volume of the members.
    mutating func setZoneVolume(level: Double, isMuted: Bool) -> [PlatformAction] {
        guard volume.level != level || volume.isMuted != isMuted else { return [] }
        volume.level = level
        volume.isMuted = isMuted
        revision += 1
        return broadcastStatus() + [.zoneVolumeChanged]
    }
}

/// The role of a device while a group plays on it.
struct ZoneRole: Sendable, Hashable {
    static let leaderAppID = "531A4F84"
    static let followerAppID = "705D30C6"

    var groupID: String
    var groupName: String
    var isLeader: Bool
    /// The app that is running on the group's endpoint.
    var application: RunningApplication

    /// Returns the app that the device lists. It has the session id of the group on the leader, and its own on a
    /// follower.
    func listed(sessionID: String) -> RunningApplication {
        guard isLeader else { return .follower(named: application.displayName, sessionID) }
        return RunningApplication(
            appID: Self.leaderAppID,
            displayName: application.displayName,
            sessionID: application.sessionID,
            namespaces: [],
            statusText: application.statusText,
            isIdleScreen: false
        )
    }
}

extension RunningApplication {
    /// Creates the app that a member of a group lists while the group plays on another device.
    static func follower(named name: String, _ sessionID: String) -> RunningApplication {
        RunningApplication(
            appID: ZoneRole.followerAppID,
            displayName: name,
            sessionID: sessionID,
            namespaces: [.media],
            statusText: "",
            isIdleScreen: false
        )
    }
}
