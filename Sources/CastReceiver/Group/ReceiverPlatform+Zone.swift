import CastWire

/// A device within a group, and the endpoint of one.
struct PlatformZone: Sendable {
    /// What the device does for a group that plays.
    var role: ZoneRole?
    /// What it lists as its app for that.
    var listed: RunningApplication?
    /// The members, on the endpoint of a group.
    var members: [MultizoneDevice]?
}

extension ReceiverPlatform {
    /// The group as senders of its endpoint see it; a lone device is its own only member.
    var zoneStatus: MultizoneStatus {
        MultizoneStatus(devices: zone.members ?? [member], isMultichannel: false, playbackSession: playback)
    }

    /// The device as a member.
    var member: MultizoneDevice {
        MultizoneDevice(
            deviceID: options.description.id,
            name: options.description.name,
            capabilities: options.capabilities,
            volume: Volume(level: volume.level, muted: volume.isMuted)
        )
    }

    /// MULTIZONE_STATUS to everyone on a socket, after somebody connected there.
    func zoneGreeting(to sender: SenderAddress) -> PlatformAction {
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

    // MARK: - A member

    /// Plays for a group from now on, or no more; whoever was connected to what it listed before gets CLOSE.
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

    /// A message for what a member lists while the group plays: nothing of it can be controlled here.
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

    // MARK: - The endpoint

    /// Something about the members has changed.
    func zoneNews(_ news: GroupMachine.News) -> [PlatformAction] {
        switch news {
        case .added(let device): broadcast(DeviceAddedMessage(device: device, requestID: 0), .multizone)
        case .updated(let device, let requestID):
            broadcast(DeviceUpdatedMessage(device: device, requestID: requestID), .multizone)
        case .removed(let id): broadcast(DeviceRemovedMessage(deviceID: id, requestID: 0), .multizone)
        }
    }

    /// The members are as loud as this together.
    mutating func setZoneVolume(level: Double, isMuted: Bool) -> [PlatformAction] {
        guard volume.level != level || volume.isMuted != isMuted else { return [] }
        volume.level = level
        volume.isMuted = isMuted
        revision += 1
        return broadcastStatus() + [.zoneVolumeChanged]
    }
}
