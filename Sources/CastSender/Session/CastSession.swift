public import CastWire

/// One application on one device, as seen by this sender: from the virtual connection to its end.
///
/// Made by ``CastConnection/launch(_:options:onProgress:)`` and the `join` methods. It ends once, for one of the
/// ``SessionEndReason``s, and is of no use afterwards. It shares its executor with its ``connection``.
///
/// A session that somebody keeps is suspended when its connection is lost, and goes on over another one; without a
/// keeper it ends.
public actor CastSession {
    /// Where a session is in its one life.
    public enum State: Sendable, Hashable {
        /// Requests can be made. Next: ``suspended(_:)`` or ``ended(_:)``.
        case running
        /// The connection is lost, and another one is looked for; requests fail. Next: ``running`` or ``ended(_:)``.
        case suspended(CloseReason)
        /// Over. Final.
        case ended(SessionEndReason)
    }

    /// The connection over which the application is reached; another one after each suspension.
    public nonisolated var connection: CastConnection { route.connection }
    /// The application's id.
    public nonisolated let appID: String
    /// The id of this run of the application, the same for every sender.
    public nonisolated let sessionID: String
    /// Where messages to the application go.
    public nonisolated var transportID: String { route.transportID }
    /// The application's name.
    public nonisolated let displayName: String
    /// What the application plays. Requests fail with `notSupported` when it does not offer the media namespace.
    public nonisolated let media: MediaController

    nonisolated let route: SessionRoute
    nonisolated let channels: SessionChannels
    /// Whether the loss of the connection suspends the session instead of ending it.
    var isKept = false
    private nonisolated let currentState = CurrentValue<State>(.running)
    private nonisolated let currentApplication: CurrentValue<Application>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(connection: CastConnection, application: Application, sessionID: String, transportID: String) {
        self.sessionID = sessionID
        route = SessionRoute(connection: connection, transportID: transportID)
        appID = application.appID ?? ""
        displayName = application.displayName ?? ""
        currentApplication = CurrentValue(application)
        media = MediaController(route: route)
        channels = SessionChannels(route: route)
    }

    /// Whether the session is over, and why.
    public nonisolated var state: State { currentState.value ?? .running }

    /// ``state`` now and when it changes. Ends after ``State/ended(_:)``.
    public nonisolated var states: LatestValues<State> { currentState.latestValues }

    /// The application as the device last described it: status text, namespaces.
    public nonisolated var application: Application { currentApplication.value ?? Application(fields: [:]) }

    /// ``application`` now and whenever its description changes; the newest only. Ends with the session.
    public nonisolated var applications: LatestValues<Application> { currentApplication.latestValues }

    /// Leaves the application, which goes on without this sender. An application may still end itself when its
    /// last sender has left.
    public func leave() async { await connection.leave(transportID) }

    /// Stops the application for everybody. Returns once the device no longer lists it.
    ///
    /// - Throws: ``CastError``: `sessionEnded` when it is over already, `requestTimedOut`, `connectionClosed`.
    public func stop() async throws(CastError) {
        if case .ended = state {
            throw CastError.sessionEnded(during: StopRequest.type, device: connection.device.friendlyName)
        }
        try await connection.stopApp(sessionID: sessionID)
    }

    func updated(_ application: Application) {
        currentApplication.publish(application)
        channels.offering(application.namespaces)
    }

    func received(_ object: JSONObject, in namespace: CastNamespace, settles requestID: Int?) {
        guard namespace == .media else { return }
        media.assumeIsolated { $0.received(object, settles: requestID) }
    }

    /// The connection reports the end of this session's application, or its own.
    func ended(_ reason: SessionEndReason) {
        if isKept, case .connectionLost(let reason) = reason { return suspended(reason) }
        channels.ended()
        media.assumeIsolated { $0.sessionEnded() }
        currentState.publish(.ended(reason))
        currentState.finish()
        currentApplication.finish()
    }

    private func suspended(_ reason: CloseReason) {
        channels.disconnected()
        media.assumeIsolated { $0.sessionSuspended() }
        currentState.publish(.suspended(reason))
    }

    /// There is another way to the application.
    func resumed(on connection: CastConnection, application: Application, transportID: String) {
        route.move(to: connection, transportID: transportID)
        currentApplication.publish(application)
        currentState.publish(.running)
    }
}
