// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ReceiverPlatform {
    /// Handles the receiver namespace.
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

    /// The status in RECEIVER_STATUS.
    var status: ReceiverStatus {
        var status = ReceiverStatus(
            applications: listedApplication.map { [$0.applicationStatus(senderConnected: isSenderConnected)] } ?? [],
            volume: effectiveVolume.castVolume,
            userEq: JSONObject()
        )
        if options.capabilities.contains(.videoOut) {
            status.isActiveInput = isActiveInput
            status.isStandBy = isStandby
        }
        // Real devices omit the key. Senders must not see an empty list, which no real device sends.
        if listedApplication == nil { status.fields["applications"] = nil }
        return status
    }

    func statusMessage(_ requestID: Int) -> ReceiverStatusMessage {
        ReceiverStatusMessage(status: status, requestID: requestID)
    }

    /// Sends the status to all senders. `requestID` is the id of the request that caused the change; 0 for none.
    func broadcastStatus(_ requestID: Int = 0) -> [PlatformAction] {
        broadcast(statusMessage(requestID), .receiver)
    }

    // MARK: - Volume

    /// The volume that senders see. Full and fixed while the device cannot apply its volume to the sound of the running
    /// app; the device's own volume is reported again when that app ends.
    var effectiveVolume: DeviceVolume {
        guard let application, !application.appliesVolume else { return volume }
        return DeviceVolume(level: 1, controlType: .fixed, stepInterval: volume.stepInterval)
    }

    private mutating func setVolume(
        _ request: SetReceiverVolumeRequest,
        _ requestID: Int,
        from sender: SenderAddress
    ) -> [PlatformAction] {
        guard let requestedVolume = request.volume else { return [refuse(.badParameter, requestID, to: sender)] }
        guard requestedVolume.level != nil || requestedVolume.muted != nil else {
            return [refuse(.invalidParameter, requestID, to: sender)]
        }
        let changed = changeVolume(level: requestedVolume.level, isMuted: requestedVolume.muted)
        return broadcastStatus(requestID) + changed
    }

    /// Changes the volume, with the level clamped to its range. Has no effect on a fixed volume.
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
        // Some senders send the id of one app instead of a list.
        let appIDs = value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue)
        guard let appIDs, appIDs.count <= options.availabilityLimit else {
            return [refuse(.invalidParameter, requestID, to: sender)]
        }
        var availability: [String: AppAvailability] = [:]
        for appID in appIDs {
            let isAvailable = options.catalog.contains(appID) && now >= availabilityStart
            availability[appID] = isAvailable ? .available : .unavailable
        }
        return [reply(AppAvailabilityReply(availability: availability, requestID: requestID), .receiver, to: sender)]
    }
}
