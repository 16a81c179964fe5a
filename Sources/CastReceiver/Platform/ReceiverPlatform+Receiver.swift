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

    private func refuse(
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
            volume: volume.wire,
            userEq: JSONObject()
        )
        if options.capabilities.contains(.videoOut) {
            status.isActiveInput = true
            status.isStandBy = false
        }
        // Real devices leave the key out; senders must not see an empty list where none of them sends one.
        if listedApplication == nil { status.fields["applications"] = nil }
        return status
    }

    private func statusMessage(_ requestID: Int) -> ReceiverStatusMessage {
        ReceiverStatusMessage(status: status, requestID: requestID)
    }

    /// Tells everyone; `requestID` is that of whoever caused the change.
    func broadcastStatus(_ requestID: Int = 0) -> [PlatformAction] {
        broadcast(statusMessage(requestID), .receiver)
    }

    // MARK: - Apps

    private mutating func launch(
        _ request: LaunchRequest,
        _ requestID: Int,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        func refuse(_ reason: LaunchErrorReason) -> [PlatformAction] {
            [reply(LaunchErrorMessage(reason: reason, requestID: requestID), .receiver, to: sender)]
        }
        guard connection.isVisible else { return refuse(.notAllowed) }
        guard let appID = request.appID, !appID.isEmpty else { return refuse(.badParameter) }
        if application?.appID == appID { return broadcastStatus(requestID) }
        guard let launched = options.catalog.launch(appID, sessionID: makeSessionID()) else {
            return refuse(.notFound)
        }
        var actions = endApplication()
        closeIdleApplication(&actions)
        application = launched
        revision += 1
        actions.append(.launched(launched))
        actions.append(
            reply(LaunchStatusMessage(launchRequestID: requestID, status: .userAllowed), .receiver, to: sender)
        )
        return actions + broadcastStatus(requestID)
    }

    private mutating func stop(
        _ request: StopRequest,
        _ requestID: Int,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        guard connection.isVisible else { return [refuse(.invalidCommand, requestID, to: sender)] }
        if let sessionID = request.fields["sessionId"], !sessionID.isNull,
            sessionID.stringValue != application?.sessionID
        {
            return [refuse(.invalidSessionID, requestID, to: sender)]
        }
        guard application != nil else { return [reply(statusMessage(requestID), .receiver, to: sender)] }
        return endApplication() + broadcastStatus(requestID)
    }

    /// Ends the running app: its senders get CLOSE, the idle screen comes back. Nothing when nothing runs.
    private mutating func endApplication() -> [PlatformAction] {
        guard let ended = application else { return [] }
        let senders = connections.closeAll(to: ended.transportID)
        application = nil
        playback = nil
        revision += 1
        if options.idleScreen == .backdrop {
            idleApplication = options.catalog.backdrop(sessionID: makeSessionID())
        }
        return senders.map { reply(CloseMessage(), .connection, to: $0, from: ended.transportID) }
            + [.stopped(ended)]
    }

    private mutating func closeIdleApplication(_ actions: inout [PlatformAction]) {
        guard let idle = idleApplication else { return }
        idleApplication = nil
        for sender in connections.closeAll(to: idle.transportID) {
            actions.append(reply(CloseMessage(), .connection, to: sender, from: idle.transportID))
        }
    }

    // MARK: - Volume

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
        return changed + broadcastStatus(requestID)
    }

    /// Takes what was asked for into the range; nothing happens to a fixed volume.
    mutating func changeVolume(level: Double?, isMuted: Bool?) -> [PlatformAction] {
        guard !volume.isFixed else { return [] }
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
