// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import CastWire
import Foundation

/// The state of a context's widgets: one store, which receives the events of the context's objects in order.
///
/// Devices come from the discovery manager, sessions from the session manager, and media controls from the session's
/// client, which delivers them before it notifies its listeners. Therefore user actions in a widget have the same
/// effects as calls of the app (default session options apply, and listeners are notified), and widgets never show
/// less than listeners know. The engine's updates of volume, groups and queues are delivered by ``SessionInterpreter``.
/// Widgets draw only what is in the store. The remaining effects
/// (notifying the app, accessibility announcements, storing flags, opening Settings) are performed by presenters, which
/// add their own interpreters to the ``store``.
@MainActor
final class ContextWidgets: NSObject {
    let store: CastUIStore
    /// Returns the current time. The instants in the state refer to this clock.
    let now: @Sendable () -> ContinuousClock.Instant
    /// Waits for a duration. Tests replace it with manual time.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Localizes texts and values.
    let localizer: Localizer
    weak var context: GCKCastContext?
    private let session: SessionInterpreter
    private let timer: StoreTimer
    /// The media that ``metadata`` was created from.
    private var convertedMedia: (wire: MediaInformation, metadata: GCKMediaMetadata?)?
    /// The client whose statuses and requests are observed.
    private(set) weak var client: GCKRemoteMediaClient?
    /// The media observers. Each returns whether it still exists.
    private var mediaObservers: [@MainActor (GCKMediaStatus?) -> Bool] = []
    /// Whether the session manager is currently notifying its listeners.
    private var isNotifying = false
    /// A start that is delayed until the listeners were notified of the end of the previous session.
    private var delayedStart: Task<Void, Never>?

    init(_ context: GCKCastContext, _ environment: ContextEnvironment) {
        self.context = context
        let now = environment.session.connection.now
        let timer = StoreTimer(clock: now, sleep: environment.sleep)
        self.now = now
        self.timer = timer
        sleep = environment.sleep
        localizer = environment.localizer()
        store = CastUIStore(
            state: CastUIState(options: CastUIOptions(context.castOptions), platformState: context.platformState),
            clock: { now() },
            scheduleTimer: { timer.set($0) }
        )
        session = SessionInterpreter(for: store)
        super.init()
        timer.onFire = { [weak self] in self?.store.send(.deadlineReached) }
        store.add(session)
        store.add(self)
        context.discoveryManager.add(self)
        context.discoveryManager.onProblem = { [weak self] problem in
            self?.store.send(problem.map { .discoveryFailed($0) } ?? .discoveryStarted)
        }
        context.sessionManager.addOwn(self)
        context.sessionManager.onAwaitingUser = { [weak self] in self?.store.send(.session(.awaitsUser)) }
        sendInitialState(context)
    }

    /// Closes the store and removes all observers and interpreters, which breaks their reference cycles.
    func close() async {
        delayedStart?.cancel()
        stopObservingClient()
        mediaObservers = []
        store.close()
        await session.close()
    }

    // MARK: Interface for widgets

    var state: CastUIState { store.state }

    /// The current media and the available actions.
    var panel: MediaPanel { store.state.panel(at: now()) }

    /// The metadata of the current media; nil while no media is loaded.
    var metadata: GCKMediaMetadata? {
        guard let media = panel.media else { return nil }
        if let convertedMedia, convertedMedia.wire == media { return convertedMedia.metadata }
        let metadata = GCKMediaInformation.received(media)?.metadata
        convertedMedia = (media, metadata)
        return metadata
    }

    func act(_ intent: Intent) { store.send(.intent(intent)) }

    /// Changes the options that the app chose.
    func choose(_ change: (inout CastUIOptions) -> Void) {
        var options = store.state.options
        change(&options)
        if options != store.state.options { store.send(.options(options)) }
    }

    /// Changes the state of the platform.
    func updatePlatformState(_ change: (inout PlatformState) -> Void) {
        var platformState = store.state.platformState
        change(&platformState)
        if platformState != store.state.platformState { store.send(.platformState(platformState)) }
    }

    /// Adds an observer that is called for each media status after the store has processed it, and with nil when no
    /// media is loaded any more.
    ///
    /// - Parameter body: The observer. Returns false to be removed.
    func addMediaObserver(_ body: @escaping @MainActor (GCKMediaStatus?) -> Bool) { mediaObservers.append(body) }

    // MARK: Initial state

    private func sendInitialState(_ context: GCKCastContext) {
        let discovery = context.discoveryManager
        if discovery.discoveryActive { store.send(.discoveryStarted) }
        store.send(.devices(discovery.widgetDevices))
        let sessions = context.sessionManager
        guard let session = sessions.session ?? sessions.suspendedSession else { return }
        store.send(.session(.starting(session.content.device.widgetDevice)))
        if session === sessions.suspendedSession {
            store.send(.session(.running(session.content.device.widgetDevice, applicationName: nil)))
            store.send(.session(.suspended))
        } else if session.content.state != .connecting {
            sessionIsRunning(session)
            if session.content.state == .disconnecting { store.send(.session(.ending)) }
        }
    }

    // MARK: Sessions

    private func sessionIsRunning(_ session: GCKSession) {
        let name = (session as? GCKCastSession)?.applicationMetadata?.applicationName
        store.send(.session(.running(session.content.device.widgetDevice, applicationName: name)))
        guard let engine = (session as? GCKCastSession)?.engine else { return showVolume(of: session) }
        self.session.follow(engine, observesControls: false)
        stopObservingClient()
        client = session.remoteMediaClient
        client?.onControls = { [weak self] controls in self?.session.controlsReceived(controls) }
        client?.onStatus = { [weak self] status in self?.statusReceived(status) }
        client?.onRequests = { [weak self] hasAny in self?.store.send(.otherRequests(hasAny)) }
        if client?.requests.isEmpty == false { store.send(.otherRequests(true)) }
    }

    /// Called when the client has received a media status, after its controls and before it notifies its listeners.
    private func statusReceived(_ status: GCKMediaStatus?) {
        // Observers that are added during these calls are called for the next status.
        let observers = mediaObservers
        let areActive = observers.map { $0(status) }
        let new = mediaObservers.dropFirst(observers.count)
        mediaObservers = zip(observers, areActive).compactMap { $1 ? $0 : nil } + new
    }

    private func stopObservingClient() {
        client?.onControls = nil
        client?.onStatus = nil
        client?.onRequests = nil
        client = nil
    }

    /// Shows the volume of a session that isn't a Cast session, as reported by the app's subclass.
    private func showVolume(of session: GCKSession) {
        let content = session.content
        let traits = content.traits ?? GCKSessionTraits()
        store.send(
            .volume(
                VolumeControls(
                    level: Double(content.volume),
                    isMuted: content.isMuted,
                    isFixed: traits.isFixedVolume(),
                    stepInterval: Double(traits.volumeIncrement),
                    range: Double(traits.minimumVolume)...Double(traits.maximumVolume),
                    canMute: traits.supportsMuting
                )
            )
        )
    }

    private func notify(_ change: SessionChange) {
        isNotifying = true
        store.send(.session(change))
        isNotifying = false
    }

    /// Starts a session, as an app would.
    private func start(on device: CastDevice) {
        guard let context else { return }
        let listed = context.discoveryManager.list.first { $0.widgetDevice.id == device.id } ?? GCKDevice(device)
        guard !context.sessionManager.startSession(with: listed) else { return }
        let reason = "A session already exists, or no provider supports devices of this kind."
        store.send(.session(.failedToStart(device, CastError(.sessionExists, reason, device: device.friendlyName))))
    }

    private func end(_ action: SessionEndAction) {
        guard let sessions = context?.sessionManager else { return }
        let hasBegun =
            switch action {
            case .stop: sessions.endSessionAndStopCasting(true)
            // Only Cast devices report whether other senders are connected.
            case .stopIfAlone where (sessions.session ?? sessions.suspendedSession) is GCKCastSession:
                sessions.endSession(stopsIfAlone: true)
            case .stopIfAlone: sessions.endSessionAndStopCasting(true)
            case .leave, .disconnect: sessions.endSession()
            }
        // There was no session to end, so no other event will be sent.
        if !hasBegun, sessions.session == nil, sessions.suspendedSession == nil {
            store.send(.session(.ended(reason: nil)))
        }
    }
}

extension ContextWidgets: EffectInterpreter {
    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startDiscovery: context?.discoveryManager.restartDiscovery()
        case .startSession(let device):
            guard isNotifying else { return start(on: device) }
            delayedStart?.cancel()
            delayedStart = Task { [weak self] in if !Task.isCancelled { self?.start(on: device) } }
        case .endSession(let action): end(action)
        case .setVolume(let level): otherSession?.setDeviceVolume(Float(level))
        case .setMuted(let isMuted): otherSession?.setDeviceMuted(isMuted)
        default: break
        }
    }

    /// The current session, if it isn't a Cast session.
    private var otherSession: GCKSession? {
        guard let session = context?.sessionManager.session, !(session is GCKCastSession) else { return nil }
        return session
    }
}

extension ContextWidgets: GCKDiscoveryManagerListener {
    func didStartDiscovery(forDeviceCategory deviceCategory: String) { store.send(.discoveryStarted) }

    func didUpdateDeviceList() {
        if let discovery = context?.discoveryManager { store.send(.devices(discovery.widgetDevices)) }
    }
}

extension ContextWidgets: GCKSessionManagerListener {
    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession) {
        notify(.starting(session.content.device.widgetDevice))
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) { sessionIsRunning(session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession) {
        // A suspended session is shown as suspended until it is resumed. A session that another process started is new
        // here.
        if store.state.session == .none { notify(.starting(session.content.device.widgetDevice)) }
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession) {
        sessionIsRunning(session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession) {
        self.session.reportLastMedia()
        notify(.ending)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKSession,
        withError error: (any Error)?
    ) {
        self.session.reportLastMedia()
        self.session.leave()
        stopObservingClient()
        notify(.ended(reason: error?.localizedDescription))
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) {
        let failure = (session as? GCKCastSession)?.startFailure ?? CastError(error)
        notify(.failedToStart(session.content.device.widgetDevice, failure))
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) {
        self.session.reportLastMedia()
        self.session.pause()
        notify(.suspended)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice) {
        notify(.deviceUpdated(device.widgetDevice))
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) {
        if !(session is GCKCastSession) { showVolume(of: session) }
    }
}

extension ContextWidgets {
    /// The current session, from the moment it starts. Nil if the session is suspended or has ended.
    var currentSession: GCKSession? { context?.sessionManager.session }

    /// Whether the media client is connected.
    var isClientConnected: Bool { client?.isConnected ?? false }
}
