import CastWire

/// LAUNCH and STOP, and a person's word in between.
extension ReceiverPlatform {
    mutating func launch(
        _ request: LaunchRequest,
        _ requestID: Int,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        let requester = LaunchRequester(sender: sender, requestID: requestID)
        guard connection.isVisible else { return [launchError(LaunchRefusal(.notAllowed), to: requester)] }
        guard let appID = request.appID, !appID.isEmpty else {
            return [launchError(LaunchRefusal(.badParameter), to: requester)]
        }
        // An app whose last sender has left is about to end, and a launch starts it anew.
        if application?.appID == appID, lastSenderDeadline == nil { return broadcastStatus(requestID) }
        if question?.launch.appID == appID { return waitForPerson(requester) }
        let launch = ApplicationLaunch(
            appID: appID,
            sessionID: makeSessionID(),
            sender: ApplicationSender(sender, userAgent: connection.userAgent),
            language: request.language,
            parameters: request.appParams ?? JSONObject(),
            supportedAppTypes: request.supportedAppTypes ?? ["WEB"]
        )
        let installed: InstalledApplication
        do throws(LaunchRefusal) {
            installed = try options.catalog.application(for: launch)
        } catch {
            return [launchError(error, to: requester)]
        }
        // A newer wish takes the place of one that nobody has answered.
        let superseded = cancelQuestion(LaunchRefusal(.cancelled))
        switch launchPolicy {
        case .allowed: return superseded + start(installed, launch, for: [requester])
        case .refused:
            return superseded + [
                launchStatus(.userNotAllowed, to: requester), launchError(.userNotAllowed, to: requester),
            ]
        case .notificationsDisabled: return superseded + [launchError(.notificationsDisabled, to: requester)]
        case .asks(let timeout):
            question = LaunchQuestion(
                launch: launch,
                application: RunningApplication(installed.information, launch: launch),
                requesters: [requester],
                deadline: now + timeout
            )
            revision += 1
            return superseded + [launchStatus(.userPendingAuthorization, to: requester)]
        }
    }

    mutating func stop(
        _ request: StopRequest,
        _ requestID: Int,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        guard connection.isVisible else { return [refuse(.invalidCommand, requestID, to: sender)] }
        if application == nil, zone.role?.isLeader == true,
            request.fields["sessionId"]?.stringValue == zone.listed?.sessionID
        {
            return [reply(statusMessage(requestID), .receiver, to: sender), .groupStopped]
        }
        if let sessionID = request.fields["sessionId"], !sessionID.isNull,
            sessionID.stringValue != application?.sessionID
        {
            return [refuse(.invalidSessionID, requestID, to: sender)]
        }
        guard application != nil else { return [reply(statusMessage(requestID), .receiver, to: sender)] }
        return endApplication(.stoppedBySender) + broadcastStatus(requestID)
    }

    // MARK: - A person

    /// A person's word on the launch that waits for it; nothing when none does.
    mutating func personAnswered(isAllowed: Bool, at now: ContinuousClock.Instant) -> [PlatformAction] {
        advance(to: now)
        guard let question else { return [] }
        guard isAllowed else { return cancelQuestion(.userNotAllowed) }
        self.question = nil
        revision += 1
        do throws(LaunchRefusal) {
            let installed = try options.catalog.application(for: question.launch)
            return start(installed, question.launch, for: question.requesters)
        } catch {
            // What the app's check allowed before, it does not any more.
            return question.requesters.map { launchError(error, to: $0) }
        }
    }

    /// The launch that waits for a person does not happen.
    mutating func cancelQuestion(_ refusal: LaunchRefusal) -> [PlatformAction] {
        guard let question else { return [] }
        self.question = nil
        revision += 1
        return question.requesters.flatMap { requester in
            refusal == .userNotAllowed
                ? [launchStatus(.userNotAllowed, to: requester), launchError(refusal, to: requester)]
                : [launchError(refusal, to: requester)]
        }
    }

    private mutating func waitForPerson(_ requester: LaunchRequester) -> [PlatformAction] {
        guard let count = question?.requesters.count, count < LaunchQuestion.requesterLimit else {
            drops.count(.pendingRequestLimit)
            return [launchError(LaunchRefusal(.cancelled), to: requester)]
        }
        question?.requesters.append(requester)
        return [launchStatus(.userPendingAuthorization, to: requester)]
    }

    /// Nobody on this socket waits for an answer any more; a question that nobody waits for is not asked.
    mutating func forgetRequester(on socket: SocketID) {
        if launcher?.sender.socket == socket { launcher = nil }
        question?.requesters.removeAll { $0.sender.socket == socket }
        if question?.requesters.isEmpty == true { question = nil }
    }

    // MARK: - Start and end

    /// Starts an app, in place of what runs.
    mutating func start(
        _ installed: InstalledApplication,
        _ launch: ApplicationLaunch,
        for requesters: [LaunchRequester]
    ) -> [PlatformAction] {
        let launched = RunningApplication(installed.information, launch: launch)
        var actions = show(launched, installed)
        launcher = requesters.first
        readyDeadline = launched.isReady ? nil : now + options.rules.readyTimeout
        actions += requesters.map { launchStatus(.userAllowed, to: $0) }
        actions += broadcastStatus(requesters.first?.requestID ?? 0)
        actions += requesters.dropFirst().map { reply(statusMessage($0.requestID), .receiver, to: $0.sender) }
        // The app comes last: what it says at once is newer than these statuses.
        return actions + [.launched(launched, launch)]
    }

    /// An app is what the device runs from here on, in place of what ran.
    mutating func show(_ shown: RunningApplication, _ installed: InstalledApplication?) -> [PlatformAction] {
        var actions = endApplication(.replaced)
        closeIdleApplication(&actions)
        application = shown
        self.installed = installed
        activity = .none
        inactivityLimit = nil
        busyUntil = now
        revision += 1
        // Whoever casts wants to see it.
        (isStandby, isActiveInput) = (false, true)
        return actions
    }

    /// Ends the running app: its senders get CLOSE, the idle screen comes back. Nothing when nothing runs.
    mutating func endApplication(_ reason: ApplicationEnd.Reason) -> [PlatformAction] {
        guard let ended = application else { return [] }
        var actions: [PlatformAction] = []
        if !ended.isReady, let launcher {
            let refusal = LaunchRefusal(reason == .notReady ? .castInitTimeout : .cancelled)
            actions.append(launchError(refusal, to: launcher))
        }
        let senders = connections.closeAll(to: ended.transportID)
        actions += senders.map { reply(CloseMessage(), .connection, to: $0, from: ended.transportID) }
        lastApplicationEnd = ApplicationEnd(appID: ended.appID, sessionID: ended.sessionID, reason: reason)
        application = nil
        installed = nil
        launcher = nil
        playback = nil
        readyDeadline = nil
        lastSenderDeadline = nil
        inactivityLimit = nil
        activity = .none
        revision += 1
        if options.idleScreen == .backdrop {
            idleApplication = options.catalog.backdrop(sessionID: makeSessionID())
        }
        return actions + [.stopped(ended, reason)]
    }

    mutating func closeIdleApplication(_ actions: inout [PlatformAction]) {
        guard let idle = idleApplication else { return }
        idleApplication = nil
        for sender in connections.closeAll(to: idle.transportID) {
            actions.append(reply(CloseMessage(), .connection, to: sender, from: idle.transportID))
        }
    }

    private func launchError(_ refusal: LaunchRefusal, to requester: LaunchRequester) -> PlatformAction {
        let message = LaunchErrorMessage(
            reason: refusal.reason,
            extendedError: refusal.extendedError,
            requestID: requester.requestID
        )
        return reply(message, .receiver, to: requester.sender)
    }

    private func launchStatus(_ status: LaunchStatus, to requester: LaunchRequester) -> PlatformAction {
        reply(
            LaunchStatusMessage(launchRequestID: requester.requestID, status: status),
            .receiver,
            to: requester.sender
        )
    }
}
