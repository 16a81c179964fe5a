// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOCore

extension CastConnection {
    /// Launches an application, or joins it if it is already running.
    ///
    /// Returns once the application lists ``LaunchOptions/requiredNamespaces`` and this sender is connected to it,
    /// within ``ConnectionOptions/launchTimeout``. The device ends any other running application. If the user must
    /// allow the launch, the time limit is extended by five minutes, and `onProgress` reports it.
    ///
    /// - Parameters:
    ///   - appID: The application id, eight hexadecimal digits, such as `ApplicationStatus.defaultMediaReceiverID`.
    ///   - options: Options for the launch. By default, the application uses the device's language, and a running
    ///     application is joined.
    ///   - onProgress: A callback for the progress, called on the connection's executor. It must return quickly.
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
        let named = try await awaitNamespaces(ApplicationStatus(fields: application), within: options.namespaceWait)
        return try await session(for: named, launchRequestID: id)
    }

    /// Joins the running application with an application id.
    ///
    /// - Parameters:
    ///   - appID: The id of the application, or of its family.
    ///   - namespaces: The namespaces that the application must list before this method returns.
    /// - Throws: ``CastError``: `appNotRunning` when no application or another one is running.
    public func join(appID: String, namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        let running = try await refreshStatus().applications.first { $0.matches(appID: appID) }
        guard let running else { throw notRunning("The application \(appID)") }
        return try await join(running, namespaces: namespaces)
    }

    /// Joins the running application with a session id.
    ///
    /// - Parameters:
    ///   - sessionID: The session id of the running application.
    ///   - namespaces: The namespaces that the application must list before this method returns.
    /// - Throws: ``CastError``: `appNotRunning` when the session does not exist.
    public func join(sessionID: String, namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        let running = try await refreshStatus().applications.first { $0.sessionID == sessionID }
        guard let running else { throw notRunning("The session \(sessionID)") }
        return try await join(running, namespaces: namespaces)
    }

    /// Joins the running application, whichever it is, other than an idle screen.
    ///
    /// - Parameter namespaces: The namespaces that the application must list before this method returns.
    /// - Throws: ``CastError``: `appNotRunning` when no application is running.
    public func joinRunningApp(namespaces: [CastNamespace] = []) async throws(CastError) -> CastSession {
        guard let running = try await refreshStatus().runningApplication else { throw notRunning("An application") }
        return try await join(running, namespaces: namespaces)
    }

    /// Stops an application for all senders. Returns once the device no longer lists it.
    ///
    /// - Parameter sessionID: The session to stop; nil stops the running application.
    /// - Throws: ``CastError``: `invalidRequest` when the session does not exist, `requestTimedOut`.
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
        _ application: ApplicationStatus,
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

    /// Waits until the application lists namespaces of its own; returns it unchanged when that takes too long.
    func awaitNamespaces(
        _ application: ApplicationStatus,
        within limit: Duration
    ) async throws(CastError) -> ApplicationStatus {
        guard limit > .zero, !application.hasOwnNamespaces, let sessionID = application.sessionID else {
            return application
        }
        do throws(CastError) {
            return try await wait(
                ApplicationWait(.namespacesListed(sessionID: sessionID)),
                for: "launching",
                within: limit
            )
        } catch {
            guard error.code == .requestTimedOut else { throw error }
            return application
        }
    }

    /// Whether this sender launched the application and it has not listed the media namespace yet.
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

    /// Waits for a state of an application without sending a request.
    private func wait(
        _ wait: ApplicationWait,
        for purpose: String,
        within limit: Duration,
        progress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> ApplicationStatus {
        var wait = wait
        switch wait.statusReceived(status, isReply: false) {
        case .ready(let application): return application
        // The application ended before the wait started, so no further status will report it.
        case .vanished: throw CastError.closedWhileStarting(device: device.friendlyName)
        case .wait, .starting, .gone: break
        }
        let id = try machine.waitAdded(
            for: purpose,
            namespace: .receiver,
            to: CastMessage.receiverID,
            timeout: .init(limit),
            now: eventLoop.now
        )
        machine.waitStarted(wait, id: id)
        perform([])
        return ApplicationStatus(fields: try await answer(to: id, progress: progress))
    }

    /// Connects to a running application and requests its media status.
    private func session(
        for application: ApplicationStatus,
        launchRequestID: Int?
    ) async throws(CastError) -> CastSession {
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

    /// Registers a session, connects to its application and requests the media status.
    private func begin(
        _ session: CastSession,
        _ application: ApplicationStatus,
        transportID: String,
        launchRequestID: Int?
    ) async throws(CastError) {
        sessions[transportID] = session
        perform(machine.applicationJoined(application, launchRequestID: launchRequestID))
        session.channels.connected(listing: application.namespaces)
        guard application.namespaces.contains(.media) else { return }
        do throws(CastError) {
            _ = try await session.media.refreshStatus()
        } catch {
            // An application that is slow to report its media can still be used; one that has ended cannot.
            guard error.code == .requestTimedOut || error.code == .invalidRequest else { throw error }
        }
    }

    /// Sends CLOSE to an application.
    func leave(_ transportID: String) {
        sessions[transportID]?.channels.drain(isLast: true)
        perform(machine.applicationLeft(transportID))
    }

    private func notRunning(_ subject: String) -> CastError {
        CastError.appNotRunning(subject, running: status.runningApplication, device: device.friendlyName)
    }
}
