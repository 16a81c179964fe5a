// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ReceiverPlatform {
    // MARK: - Discovery

    /// Answers GET_DEVICE_INFO. Android's prober reads every key except `controlNotifications` as a required string.
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

    // MARK: - Setup

    /// Answers eureka_info, also for an empty payload, which is all that Android's prober sends.
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
                "product_name": .string(description.product ?? description.model),
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

    /// Answers a multizone request, as a single device, which is its own only member, or as the endpoint of a group.
    mutating func multizoneRequest(_ payload: JSONObject, from sender: SenderAddress) -> [PlatformAction] {
        guard let requestID = payload.integerRequestID else { return drop(.missingRequestID) }
        switch MultizoneRequest(payload) {
        case .getStatus:
            return [reply(MultizoneStatusMessage(status: zoneStatus, requestID: requestID), .multizone, to: sender)]
        case .setDeviceVolume(let request): return setMemberVolume(request, requestID, from: sender)
        // The format of CASTING_GROUPS is not public.
        case .getCastingGroups, .unknown: return [refuseCommand(requestID, .multizone, to: sender)]
        }
    }

    private mutating func setMemberVolume(
        _ request: SetDeviceVolumeRequest,
        _ requestID: Int,
        from sender: SenderAddress
    ) -> [PlatformAction] {
        let id = MultizoneDevice(deviceID: request.deviceID ?? "").normalizedDeviceID
        guard let requested = request.volume, requested.level != nil || requested.muted != nil,
            let addressed = zoneStatus.devices.first(where: { $0.normalizedDeviceID == id })
        else {
            let message = InvalidRequestMessage(reason: .invalidParameter, requestID: requestID)
            return [reply(message, .multizone, to: sender)]
        }
        if zone.members != nil {
            let deviceID = addressed.deviceID ?? ""
            return [
                .memberVolumeRequested(
                    id: deviceID,
                    level: requested.level,
                    isMuted: requested.muted,
                    requestID: requestID
                )
            ]
        }
        let changed = changeVolume(level: requested.level, isMuted: requested.muted)
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
