import CastWire

extension ReceiverPlatform {
    // MARK: - Discovery

    /// GET_DEVICE_INFO: who the device is, also for the prober of Android, which reads every key but
    /// `controlNotifications` as a required string.
    mutating func discoveryRequest(_ payload: JSONObject, from sender: SenderAddress) -> [PlatformAction] {
        guard let requestID = payload.integerRequestID else { return drop(.missingRequestID) }
        guard payload.messageType == GetDeviceInfoRequest.type else {
            return [refuseCommand(requestID, .discovery, to: sender)]
        }
        let description = options.description
        let info = DeviceInfoMessage(
            deviceID: description.id.filter { $0 != "-" },
            friendlyName: description.name,
            deviceModel: description.model,
            deviceCapabilities: options.capabilities,
            deviceIconURL: "/setup/icon.png",
            receiverMetricsID: options.receiverMetricsID,
            wifiProximityID: options.bootstrapAddress,
            controlNotifications: 1,
            requestID: requestID
        )
        return [reply(info, .discovery, to: sender)]
    }

    // MARK: - Set-up

    /// eureka_info, also for an empty payload, which is all that Android's prober sends.
    mutating func setupRequest(_ message: CastMessage, from sender: SenderAddress) -> [PlatformAction] {
        if case .text("") = message.payload {
            return [reply(EurekaInfoReply(data: eurekaInfo), .setup, to: sender)]
        }
        guard let payload = object(message) else { return [] }
        guard payload.messageType == EurekaInfoRequest.type else { return drop(.unknownType) }
        let request = EurekaInfoRequest(fields: payload)
        return [reply(EurekaInfoReply(data: eurekaInfo, requestID: request.requestID), .setup, to: sender)]
    }

    private var eurekaInfo: CastWire.EurekaInfo {
        let description = options.description
        return CastWire.EurekaInfo(fields: [
            "version": 12,
            "name": .string(description.name),
            "device_info": [
                "manufacturer": .string(description.manufacturer),
                "product_name": .string(description.model),
                "model_name": .string(description.model),
                "ssdp_udn": .string(description.id),
            ],
            "build_info": [
                "build_type": 2,
                "cast_build_revision": .string(description.castBuildRevision),
                "system_build_number": .string(description.systemBuildNumber),
            ],
        ])
    }

    // MARK: - Multizone

    /// The answers of a lone device, which is its own only member, or of the endpoint of a group.
    mutating func multizoneRequest(_ payload: JSONObject, from sender: SenderAddress) -> [PlatformAction] {
        guard let requestID = payload.integerRequestID else { return drop(.missingRequestID) }
        switch MultizoneRequest(payload) {
        case .getStatus:
            return [reply(MultizoneStatusMessage(status: zoneStatus, requestID: requestID), .multizone, to: sender)]
        case .setDeviceVolume(let request): return setMemberVolume(request, requestID, from: sender)
        // What CASTING_GROUPS looks like is not public.
        case .getCastingGroups, .unknown: return [refuseCommand(requestID, .multizone, to: sender)]
        }
    }

    private mutating func setMemberVolume(
        _ request: SetDeviceVolumeRequest,
        _ requestID: Int,
        from sender: SenderAddress
    ) -> [PlatformAction] {
        let id = MultizoneDevice(deviceID: request.deviceID ?? "").normalizedDeviceID
        guard let wanted = request.volume, wanted.level != nil || wanted.muted != nil,
            let addressed = zoneStatus.devices.first(where: { $0.normalizedDeviceID == id })
        else {
            let message = InvalidRequestMessage(reason: .invalidParameter, requestID: requestID)
            return [reply(message, .multizone, to: sender)]
        }
        if zone.members != nil {
            let deviceID = addressed.deviceID ?? ""
            return [
                .memberTurned(id: deviceID, level: wanted.level, isMuted: wanted.muted, requestID: requestID)
            ]
        }
        let changed = changeVolume(level: wanted.level, isMuted: wanted.muted)
        let updated = DeviceUpdatedMessage(device: member, requestID: requestID)
        return changed + broadcast(updated, .multizone) + (changed.isEmpty ? [] : broadcastStatus())
    }

    private func refuseCommand(
        _ requestID: Int,
        _ namespace: CastNamespace,
        to sender: SenderAddress
    ) -> PlatformAction {
        reply(InvalidRequestMessage(reason: .invalidCommand, requestID: requestID), namespace, to: sender)
    }
}
