import CastWire

extension ReceiverPlatform {
    /// The receiver namespace.
    mutating func receiverRequest(
        _ payload: JSONObject,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        guard let requestID = payload.integerRequestID else { return drop(.missingRequestID) }
        switch ReceiverRequest(payload) {
        case .getStatus: return [reply(statusMessage(requestID), .receiver, to: sender)]
        case .launch(let request): return launch(request, requestID, from: sender, over: connection)
        case .stop(let request): return stop(request, requestID, from: sender, over: connection)
        case .setVolume(let request): return setVolume(request, requestID, from: sender)
        case .getAppAvailability(let request): return availability(request, requestID, from: sender)
        case .unknown: return [refuse(.invalidCommand, requestID, to: sender)]
        }
    }

    func refuse(
        _ reason: InvalidRequestReason,
        _ requestID: Int,
        to sender: SenderAddress
    ) -> PlatformAction {
        reply(InvalidRequestMessage(reason: reason, requestID: requestID), .receiver, to: sender)
    }

    // MARK: - Status

    /// The device as RECEIVER_STATUS describes it.
    var status: ReceiverStatus {
        var status = ReceiverStatus(
            applications: listedApplication.map { [$0.wire(senderConnected: isSenderConnected)] } ?? [],
            volume: effectiveVolume.wire,
            userEq: JSONObject()
        )
        if options.capabilities.contains(.videoOut) {
            status.isActiveInput = isActiveInput
            status.isStandBy = isStandby
        }
        // Real devices leave the key out; senders must not see an empty list where none of them sends one.
        if listedApplication == nil { status.fields["applications"] = nil }
        return status
    }

    func statusMessage(_ requestID: Int) -> ReceiverStatusMessage {
        ReceiverStatusMessage(status: status, requestID: requestID)
    }

    /// Tells everyone; `requestID` is that of whoever caused the change.
    func broadcastStatus(_ requestID: Int = 0) -> [PlatformAction] {
        broadcast(statusMessage(requestID), .receiver)
    }

    // MARK: - Volume

    /// The volume as it is heard. Full and fixed while an app runs whose sound the device cannot change; the volume of
    /// the device comes back when that app ends.
    var effectiveVolume: DeviceVolume {
        guard let application, !application.appliesVolume else { return volume }
        return DeviceVolume(level: 1, controlType: .fixed, stepInterval: volume.stepInterval)
    }

    private mutating func setVolume(
        _ request: SetReceiverVolumeRequest,
        _ requestID: Int,
        from sender: SenderAddress
    ) -> [PlatformAction] {
        guard let wanted = request.volume else { return [refuse(.badParameter, requestID, to: sender)] }
        guard wanted.level != nil || wanted.muted != nil else {
            return [refuse(.invalidParameter, requestID, to: sender)]
        }
        let changed = changeVolume(level: wanted.level, isMuted: wanted.muted)
        return broadcastStatus(requestID) + changed
    }

    /// Takes what was asked for into the range; nothing happens to a fixed volume.
    mutating func changeVolume(level: Double?, isMuted: Bool?) -> [PlatformAction] {
        guard !effectiveVolume.isFixed else { return [] }
        let before = volume
        if let level { volume.level = min(max(level, 0), 1) }
        if let isMuted { volume.isMuted = isMuted }
        guard volume != before else { return [] }
        revision += 1
        return [.deviceVolumeChanged(volume)]
    }

    // MARK: - Availability

    private func availability(
        _ request: GetAppAvailabilityRequest,
        _ requestID: Int,
        from sender: SenderAddress
    ) -> [PlatformAction] {
        guard let value = request.fields["appId"], !value.isNull else {
            return [refuse(.badParameter, requestID, to: sender)]
        }
        // Some senders ask about one app without a list.
        let appIDs = value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue)
        guard let appIDs, appIDs.count <= options.availabilityLimit else {
            return [refuse(.invalidParameter, requestID, to: sender)]
        }
        var availability: [String: AppAvailability] = [:]
        for appID in appIDs {
            availability[appID] = options.catalog.contains(appID) ? .available : .unavailable
        }
        return [reply(AppAvailabilityReply(availability: availability, requestID: requestID), .receiver, to: sender)]
    }
}
