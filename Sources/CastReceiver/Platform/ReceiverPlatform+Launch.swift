// SPDX-License-Identifier: Apache-2.0

import CastWire

/// LAUNCH, STOP and the user's permission.
extension ReceiverPlatform {
    /// Handles LAUNCH.
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
        // An app whose last sender has left is about to end; a launch replaces it with a new session.
        if application?.appID == appID, lastSenderDeadline == nil { return broadcastStatus(requestID) }
        if question?.launch.appID == appID { return addRequester(requester) }
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
        // A newer launch supersedes one that waits for the user's permission.
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

    /// Handles STOP.
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

    // MARK: - User permission

    /// Applies the user's answer to the pending launch. Does nothing if no launch is pending.
    mutating func userAnswered(isAllowed: Bool, at now: ContinuousClock.Instant) -> [PlatformAction] {
        advance(to: now)
        guard let question else { return [] }
        guard isAllowed else { return cancelQuestion(.userNotAllowed) }
        self.question = nil
        revision += 1
        do throws(LaunchRefusal) {
            let installed = try options.catalog.application(for: question.launch)
            return start(installed, question.launch, for: question.requesters)
        } catch {
            // The app's check refuses the launch now, although it accepted the request.
            return question.requesters.map { launchError(error, to: $0) }
        }
    }

    /// Refuses the launch that waits for the user's permission.
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

    /// Adds a requester to the launch that waits for the user's permission.
    private mutating func addRequester(_ requester: LaunchRequester) -> [PlatformAction] {
        guard let count = question?.requesters.count, count < LaunchQuestion.requesterLimit else {
            drops.count(.pendingRequestLimit)
            return [launchError(LaunchRefusal(.cancelled), to: requester)]
        }
        question?.requesters.append(requester)
        return [launchStatus(.userPendingAuthorization, to: requester)]
    }

    /// Removes the requesters on a socket. A pending launch without requesters is discarded.
    mutating func removeRequesters(on socket: SocketID) {
        if launcher?.sender.socket == socket { launcher = nil }
        question?.requesters.removeAll { $0.sender.socket == socket }
        if question?.requesters.isEmpty == true { question = nil }
    }

    // MARK: - Start and end

    /// Starts an app, in place of the running one.
    mutating func start(
        _ installed: InstalledApplication,
        _ launch: ApplicationLaunch,
        for requesters: [LaunchRequester]
    ) -> [PlatformAction] {
        let launched = numbered(RunningApplication(installed.information, launch: launch))
        var actions = show(launched, installed)
        launcher = requesters.first
        readyDeadline = launched.isReady ? nil : now + options.rules.readyTimeout
        actions += requesters.map { launchStatus(.userAllowed, to: $0) }
        actions += broadcastStatus(requesters.first?.requestID ?? 0)
        actions += requesters.dropFirst().map { reply(statusMessage($0.requestID), .receiver, to: $0.sender) }
        // The app's events come last, so that its messages follow these statuses.
        return actions + [.launched(launched, launch)]
    }

    /// Makes an app the running app, in place of the current one.
    mutating func show(_ shown: RunningApplication, _ installed: InstalledApplication?) -> [PlatformAction] {
        var actions = endApplication(.replaced)
        closeIdleApplication(&actions)
        application = shown
        self.installed = installed
        activity = .none
        inactivityLimit = nil
        busyUntil = now
        revision += 1
        // A launch wakes the screen and selects the device as input.
        (isStandby, isActiveInput) = (false, true)
        return actions
    }

    /// Ends the running app: its senders receive CLOSE, and the idle screen returns. Does nothing if no app is running.
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
        showIdleApplication()
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

/// The deadlines of the platform.
extension ReceiverPlatform {
    /// The time at which ``timeReached(_:)`` must be called; nil if no deadline is pending.
    var nextDeadline: ContinuousClock.Instant? {
        [question?.deadline, readyDeadline, lastSenderDeadline, idleDeadline].compactMap(\.self).min()
    }

    /// Handles the deadlines that have passed.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [PlatformAction] {
        advance(to: now)
        var actions: [PlatformAction] = []
        // Without an answer of the user, the launch is refused.
        if let question, question.deadline <= now { actions += cancelQuestion(.userNotAllowed) }
        if let readyDeadline, readyDeadline <= now {
            actions += endApplication(.notReady) + broadcastStatus()
        } else if let lastSenderDeadline, lastSenderDeadline <= now {
            actions += endApplication(.lastSenderLeft) + broadcastStatus()
        } else if let idleDeadline, idleDeadline <= now {
            actions += endApplication(.idle) + broadcastStatus()
        }
        return actions
    }

    /// Sets the time of the current event. State changes only at events, so an app that was in use after the previous
    /// event was in use until now.
    mutating func advance(to now: ContinuousClock.Instant) {
        self.now = now
        if !isIdle { busyUntil = now }
    }

    /// Whether the running app has neither senders nor playback, so that the idle timeout applies.
    private var isIdle: Bool {
        guard let application else { return false }
        return !application.ignoresIdleTimeout && activity != .playing && !isSenderConnected
    }

    private var idleDeadline: ContinuousClock.Instant? {
        let timeout = activity == .paused ? options.rules.pausedTimeout : options.rules.idleTimeout
        guard isIdle, let timeout, let busyUntil else { return nil }
        return busyUntil + timeout
    }
}
