// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire
import NIOConcurrencyHelpers

/// A session with an application on a Cast device, from the start of its virtual connection to its end.
///
/// Create one with ``CastConnection/launch(_:options:onProgress:)`` or a `join` method. A session ends once, for one of
/// the ``SessionEndReason``s, and cannot be used afterward. It shares its executor with its ``connection``.
///
/// A session of a ``SessionManager`` is suspended when its connection is lost, and resumes over another one. Without a
/// manager, it ends.
public actor CastSession {
    /// The state of a session.
    public enum State: Sendable, Hashable {
        /// Requests can be sent. Next: ``suspended(_:)`` or ``ended(_:)``.
        case running
        /// The connection is lost, and the manager tries to reconnect; requests fail. Next: ``running`` or
        /// ``ended(_:)``.
        case suspended(SuspendReason)
        /// The session has ended. Final.
        case ended(SessionEndReason)
    }

    /// A callback that receives the reason why the application is no longer reachable, and the connection it was
    /// reached over.
    typealias LossHandler = @Sendable (SessionEndReason, CastConnection) -> Void

    /// The connection to the device. It is replaced after each suspension.
    public nonisolated var connection: CastConnection { route.connection }
    /// The application's id.
    public nonisolated let appID: String
    /// The id of this application session, which all senders share. It changes only when the session moves to another
    /// device.
    public nonisolated var sessionID: String { route.sessionID }
    /// The device that runs the application, as last described. It changes when the session is transferred.
    public nonisolated var device: CastDevice { route.device }
    /// The destination id for messages to the application.
    public nonisolated var transportID: String { route.transportID }
    /// The application's name.
    public nonisolated let displayName: String
    /// The media controller for the application. Without a media session, which an application that does not list the
    /// media namespace never has, commands throw `noMediaSession`.
    public nonisolated let media: MediaController
    /// Whether other senders were connected to the application when this sender joined it, as reported by the device
    /// (`senderConnected`); false for an application that this sender launched. Later changes are not reported by
    /// devices.
    public nonisolated let joinedOthers: Bool

    nonisolated let route: SessionRoute
    nonisolated let channels: SessionChannels
    /// Called on the event loop when the application is no longer reachable. The callback then decides how the session
    /// continues; without one, the session ends with its connection.
    var lossHandler: LossHandler?
    private nonisolated let lastSnapshot = NIOLockedValueBox<MediaSnapshot?>(nil)
    private nonisolated let currentState = CurrentValue<State>(.running)
    private nonisolated let currentApplication: CurrentValue<ApplicationStatus>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(
        connection: CastConnection,
        application: ApplicationStatus,
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

    /// The current state.
    public nonisolated var state: State { currentState.value ?? .running }

    /// The values of ``state``: the current one, then each change. The sequence ends after ``State/ended(_:)``.
    public nonisolated var states: LatestValues<State> { currentState.latestValues }

    /// The media status when the session was last suspended or ended; nil when nothing was loaded.
    public nonisolated var lastMedia: MediaSnapshot? { lastSnapshot.withLockedValue { $0 } }

    /// The latest description of the application: status text, namespaces.
    public nonisolated var application: ApplicationStatus { currentApplication.value ?? ApplicationStatus(fields: [:]) }

    /// The values of ``application``: the current one, then each change. A slow reader gets only the newest. The
    /// sequence ends with the session.
    public nonisolated var applications: LatestValues<ApplicationStatus> { currentApplication.latestValues }

    /// Leaves the application, which keeps running without this sender. An application may end itself when its last
    /// sender has left.
    public func leave() async { await connection.leave(transportID) }

    /// Stops the application for all senders. Returns once the device no longer lists it.
    ///
    /// - Throws: ``CastError``: `sessionEnded` when the session has already ended, `requestTimedOut`,
    ///   `connectionClosed`.
    public func stop() async throws(CastError) {
        if case .ended = state {
            throw CastError.sessionEnded(during: StopRequest.type, device: connection.device.friendlyName)
        }
        try await connection.stopApp(sessionID: sessionID)
    }

    func updated(_ application: ApplicationStatus) {
        currentApplication.publish(application)
        channels.namespacesChanged(application.namespaces)
    }

    func received(_ object: JSONObject, in namespace: CastNamespace, settles requestID: Int?) {
        guard namespace == .media else { return }
        media.assumeIsolated { $0.received(object, settles: requestID) }
    }

    /// Handles the end of this session's application, or of the connection.
    func ended(_ reason: SessionEndReason) {
        guard let lossHandler else { return finish(reason) }
        // The loss handler decides how the session continues.
        if case .connectionLost(let lost) = reason { suspend(.connectionLost(lost)) } else { disconnected() }
        lossHandler(reason, connection)
    }

    /// Ends the session.
    func finish(_ reason: SessionEndReason) {
        if case .ended = state { return }
        saveLastMedia()
        channels.ended()
        media.assumeIsolated { $0.sessionEnded() }
        currentState.publish(.ended(reason))
        currentState.finish()
        currentApplication.finish()
    }

    /// Suspends the session while the application is not reachable.
    func suspend(_ reason: SuspendReason) {
        guard state == .running else { return }
        saveLastMedia()
        // Published first, so that observers do not mistake the loss of the media status for the end of the media.
        currentState.publish(.suspended(reason))
        disconnected()
    }

    /// Moves the session to another connection. It is not known yet whether the application is still running.
    func move(to connection: CastConnection, transportID: String, sessionID: String) {
        route.move(to: connection, transportID: transportID, sessionID: sessionID)
    }

    /// Resumes the session, so that requests can be sent again.
    func resumed(_ application: ApplicationStatus) {
        currentApplication.publish(application)
        channels.connected(listing: application.namespaces)
        currentState.publish(.running)
    }

    /// Updates the description of the device from discovery.
    func deviceUpdated(_ device: CastDevice) { route.device = device }

    private func disconnected() {
        saveLastMedia()
        channels.disconnected()
        media.assumeIsolated { $0.sessionSuspended() }
    }

    private func saveLastMedia() {
        guard let snapshot = media.assumeIsolated({ $0.status }) else { return }
        lastSnapshot.withLockedValue { $0 = snapshot }
    }
}
