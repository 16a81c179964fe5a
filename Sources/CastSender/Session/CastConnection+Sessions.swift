public import CastWire
import NIOCore

extension CastConnection {
    /// Starts an application, or joins it when it already runs.
    ///
    /// Returns once the application offers what ``LaunchOptions/requiredNamespaces`` asks for and this sender is
    /// connected to it, within ``ConnectionOptions/launchTimeout``. Whatever else ran is ended by the device. When
    /// a person must allow the launch, five more minutes are given and `onProgress` tells.
    ///
    /// - Parameters:
    ///   - appID: Eight hex digits, such as `Application.defaultMediaReceiverID`.
    ///   - options: How it is started; by default in the device's language, joining what runs.
    ///   - onProgress: Called on the connection's executor; must return quickly.
    /// - Throws: ``CastError``: `launchFailed`, `launchDenied`, `requestTimedOut`, `connectionClosed`.
    public func launch(
        _ appID: String,
        options: LaunchOptions = LaunchOptions(),
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> CastSession {
        if let running = status.runningApplication, running.matches(appID: appID), running.isJoinable {
            guard options.relaunchIfRunning else {
                return try await join(running, namespaces: options.namespaces(of: appID), onProgress: onProgress)
            }
            try await stopApp(sessionID: running.sessionID)
        }
        let request = options.request(for: appID)
        let id = machine.requests.reserveID()
        let application = try await ask(
            request.fields,
            id: id,
            type: LaunchRequest.type,
            namespace: .receiver,
            to: CastMessage.receiverID,
            completion: .onEffect,
            wait: ApplicationWait(
                .running(appID: appID, sessionID: nil, namespaces: options.namespaces(of: appID)),
                ignoring: status
            ),
            timeout: self.options.launchTimeout,
            progress: onProgress
        )
        let named = try await naming(Application(fields: application), within: options.namespaceWait)
        return try await session(for: named, launchRequestID: id)
    }

    /// Joins the application with this id, which must run.
    ///
    /// - Parameters:
    ///   - appID: The application's id, or its family's.
    ///   - namespaces: What it must offer before this returns.
    /// - Throws: ``CastError``: `appNotRunning` when nothing or something else runs.
    public func join(appID: String, namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        let running = try await refreshStatus().applications.first { $0.matches(appID: appID) }
        guard let running else { throw notRunning("The application \(appID)") }
        return try await join(running, namespaces: namespaces)
    }

    /// Joins the application session with this id, which must run.
    ///
    /// - Parameters:
    ///   - sessionID: The id of that run of the application.
    ///   - namespaces: What it must offer before this returns.
    /// - Throws: ``CastError``: `appNotRunning` when it does not.
    public func join(sessionID: String, namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        let running = try await refreshStatus().applications.first { $0.sessionID == sessionID }
        guard let running else { throw notRunning("The session \(sessionID)") }
        return try await join(running, namespaces: namespaces)
    }

    /// Joins whatever runs, idle screens apart.
    ///
    /// - Throws: ``CastError``: `appNotRunning` when nothing does.
    public func joinRunningApp(namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        guard let running = try await refreshStatus().runningApplication else { throw notRunning("An application") }
        return try await join(running, namespaces: namespaces)
    }

    /// Stops an application for everybody. Returns once the device no longer lists it.
    ///
    /// - Parameter sessionID: Which; nil stops whatever runs.
    /// - Throws: ``CastError``: `invalidRequest` when the device does not know the session, `requestTimedOut`.
    public func stopApp(sessionID: String? = nil) async throws(CastError) {
        try await stopApp(sessionID: sessionID, within: options.requestTimeout)
    }

    func stopApp(sessionID: String?, within timeout: Duration) async throws(CastError) {
        let sessionID = sessionID ?? status.runningApplication?.sessionID
        _ = try await ask(
            StopRequest(sessionID: sessionID).fields,
            type: StopRequest.type,
            namespace: .receiver,
            to: CastMessage.receiverID,
            completion: .onEffect,
            wait: ApplicationWait(.gone(sessionID: sessionID), ignoring: status),
            timeout: timeout
        )
    }

    private func join(
        _ application: Application,
        namespaces: [CastNamespace],
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> CastSession {
        guard application.isJoinable else {
            throw CastError.notJoinable(application, device: device.friendlyName)
        }
        let ready = try await wait(
            ApplicationWait(.running(appID: nil, sessionID: application.sessionID, namespaces: namespaces)),
            for: "joining",
            within: options.launchTimeout,
            progress: onProgress
        )
        return try await session(for: ready, launchRequestID: nil)
    }

    /// The application once its page has said what it speaks, or as it is when that takes too long.
    func naming(_ application: Application, within limit: Duration) async throws(CastError) -> Application {
        guard limit > .zero, !application.hasOwnNamespaces, let sessionID = application.sessionID else {
            return application
        }
        do throws(CastError) {
            return try await wait(ApplicationWait(.naming(sessionID: sessionID)), for: "launching", within: limit)
        } catch {
            guard error.code == .requestTimedOut else { throw error }
            return application
        }
    }

    /// Whether an application that this sender launched has not listed the media namespace yet.
    func awaitsMedia(_ transportID: String) -> Bool {
        guard let joined = machine.joined[transportID], joined.launchRequestID != nil else { return false }
        return !joined.application.namespaces.contains(.media)
    }

    /// Waits until a launched application lists the media namespace, within ``ConnectionOptions/launchTimeout``.
    func waitForMedia(sessionID: String) async throws(CastError) {
        _ = try await wait(
            ApplicationWait(.running(appID: nil, sessionID: sessionID, namespaces: [.media])),
            for: "loading",
            within: options.launchTimeout
        )
    }

    /// Waits for what an application becomes without anything being asked of the device.
    private func wait(
        _ wait: ApplicationWait,
        for purpose: String,
        within limit: Duration,
        progress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> Application {
        var wait = wait
        switch wait.statusReceived(status, isReply: false) {
        case .ready(let application): return application
        // It went before anybody waited: no status will come that says so.
        case .vanished: throw CastError.closedWhileStarting(device: device.friendlyName)
        case .wait, .starting, .gone: break
        }
        let id = try machine.waitMade(
            for: purpose,
            namespace: .receiver,
            to: CastMessage.receiverID,
            timeout: .init(limit),
            now: eventLoop.now
        )
        machine.waitBegun(wait, id: id)
        perform([])
        return Application(fields: try await answer(to: id, progress: progress))
    }

    /// Connects to a running application and learns what it plays.
    private func session(for application: Application, launchRequestID: Int?) async throws(CastError) -> CastSession {
        guard let transportID = application.transportID, let sessionID = application.sessionID else {
            throw CastError.notJoinable(application, device: device.friendlyName)
        }
        if let session = sessions[transportID] { return session }
        if let reason = machine.closeReason { throw CastError.closed(reason, device: device.friendlyName) }
        let session = CastSession(
            connection: self,
            application: application,
            sessionID: sessionID,
            transportID: transportID,
            joinedOthers: launchRequestID == nil && application.senderConnected == true
        )
        try await begin(session, application, transportID: transportID, launchRequestID: launchRequestID)
        return session
    }

    private func begin(
        _ session: CastSession,
        _ application: Application,
        transportID: String,
        launchRequestID: Int?
    ) async throws(CastError) {
        sessions[transportID] = session
        perform(machine.applicationJoined(application, launchRequestID: launchRequestID))
        session.channels.connected(offering: application.namespaces)
        guard application.namespaces.contains(.media) else { return }
        do throws(CastError) {
            _ = try await session.media.refreshStatus()
        } catch {
            // An application that is slow to tell what it plays can still be used; one that is gone cannot.
            guard error.code == .requestTimedOut || error.code == .invalidRequest else { throw error }
        }
    }

    /// Says CLOSE to an application.
    func leave(_ transportID: String) {
        sessions[transportID]?.channels.drain(isLast: true)
        perform(machine.applicationLeft(transportID))
    }

    private func notRunning(_ wanted: String) -> CastError {
        CastError.appNotRunning(wanted, running: status.runningApplication, device: device.friendlyName)
    }
}
