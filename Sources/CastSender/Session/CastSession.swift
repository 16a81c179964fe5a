public import CastWire
import NIOConcurrencyHelpers

/// One application on one device, as seen by this sender: from the virtual connection to its end.
///
/// Made by ``CastConnection/launch(_:options:onProgress:)`` and the `join` methods. It ends once, for one of the
/// ``SessionEndReason``s, and is of no use afterwards. It shares its executor with its ``connection``.
///
/// A session of a ``SessionManager`` is suspended when its connection is lost, and goes on over another one. Without a
/// manager it ends.
public actor CastSession {
    /// Where a session is in its one life.
    public enum State: Sendable, Hashable {
        /// Requests can be made. Next: ``suspended(_:)`` or ``ended(_:)``.
        case running
        /// The connection is lost, and another one is looked for; requests fail. Next: ``running`` or ``ended(_:)``.
        case suspended(SuspendReason)
        /// Over. Final.
        case ended(SessionEndReason)
    }

    /// Gets why the way to the application is lost, and over which connection it went.
    typealias Keeper = @Sendable (SessionEndReason, CastConnection) -> Void

    /// The connection over which the application is reached; another one after each suspension.
    public nonisolated var connection: CastConnection { route.connection }
    /// The application's id.
    public nonisolated let appID: String
    /// The id of this run of the application, the same for every sender. Another one only after the session has
    /// moved to another device.
    public nonisolated var sessionID: String { route.sessionID }
    /// The device on which the application runs, as it was last described; another one after a transfer.
    public nonisolated var device: CastDevice { route.device }
    /// Where messages to the application go.
    public nonisolated var transportID: String { route.transportID }
    /// The application's name.
    public nonisolated let displayName: String
    /// What the application plays. Requests fail with `notSupported` when it does not offer the media namespace.
    public nonisolated let media: MediaController
    /// Whether others were connected to the application when this sender joined it, as the device said then
    /// (`senderConnected`); false for one that was launched. Who comes and goes later no message tells.
    public nonisolated let joinedOthers: Bool

    nonisolated let route: SessionRoute
    nonisolated let channels: SessionChannels
    /// Told when the way to the application is lost, on the event loop. It then decides what becomes of the session:
    /// without a keeper, a session ends with its connection.
    var keeper: Keeper?
    private nonisolated let lastSnapshot = NIOLockedValueBox<MediaSnapshot?>(nil)
    private nonisolated let currentState = CurrentValue<State>(.running)
    private nonisolated let currentApplication: CurrentValue<Application>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(
        connection: CastConnection,
        application: Application,
        sessionID: String,
        transportID: String,
        joinedOthers: Bool = false
    ) {
        route = SessionRoute(connection: connection, transportID: transportID, sessionID: sessionID)
        appID = application.appID ?? ""
        displayName = application.displayName ?? ""
        self.joinedOthers = joinedOthers
        currentApplication = CurrentValue(application)
        media = MediaController(route: route)
        channels = SessionChannels(route: route)
    }

    /// Whether the session is over, and why.
    public nonisolated var state: State { currentState.value ?? .running }

    /// ``state`` now and when it changes. Ends after ``State/ended(_:)``.
    public nonisolated var states: LatestValues<State> { currentState.latestValues }

    /// What played when the session was last suspended, or when it ended; nil when nothing did.
    public nonisolated var lastMedia: MediaSnapshot? { lastSnapshot.withLockedValue { $0 } }

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
        guard let keeper else { return finish(reason) }
        // Whoever keeps the session says what becomes of it.
        if case .connectionLost(let lost) = reason { suspend(.connectionLost(lost)) } else { disconnected() }
        keeper(reason, connection)
    }

    /// The session is over.
    func finish(_ reason: SessionEndReason) {
        if case .ended = state { return }
        keepLastMedia()
        channels.ended()
        media.assumeIsolated { $0.sessionEnded() }
        currentState.publish(.ended(reason))
        currentState.finish()
        currentApplication.finish()
    }

    /// There is no way to the application for a while.
    func suspend(_ reason: SuspendReason) {
        guard state == .running else { return }
        keepLastMedia()
        // First, so that nobody takes the media that goes with the connection for media that has ended.
        currentState.publish(.suspended(reason))
        disconnected()
    }

    /// There is another way to the application; whether it is still there is not known yet.
    func move(to connection: CastConnection, transportID: String, sessionID: String) {
        route.move(to: connection, transportID: transportID, sessionID: sessionID)
    }

    /// Requests can be made again.
    func resumed(_ application: Application) {
        currentApplication.publish(application)
        channels.connected(offering: application.namespaces)
        currentState.publish(.running)
    }

    /// Discovery describes the device anew.
    func deviceUpdated(_ device: CastDevice) { route.device = device }

    private func disconnected() {
        keepLastMedia()
        channels.disconnected()
        media.assumeIsolated { $0.sessionSuspended() }
    }

    private func keepLastMedia() {
        guard let snapshot = media.assumeIsolated({ $0.status }) else { return }
        lastSnapshot.withLockedValue { $0 = snapshot }
    }
}
