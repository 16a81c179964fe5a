import CastSender
import CastUI
import Foundation

/// What the widgets of a context show: one store, fed by the context's own objects in their order.
///
/// Devices come from the discovery manager and sessions from the session manager, so that whatever a person does in a
/// widget goes the way that an app's call goes: by default session options, with the listeners told. What a session says
/// of its media, volume, group and queue comes from the engine by ``SessionInterpreter``. What is left of the effects
/// (to tell the app, to announce, to remember, to open settings) belongs to those who present: they add an interpreter of
/// their own to the ``store``.
@MainActor
final class ContextWidgets: NSObject {
    let store: CastUIStore
    /// By which instants of the state are meant.
    let now: @Sendable () -> ContinuousClock.Instant
    /// For what is due later: in tests, time that is turned by hand.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Turns texts and values into those of this machine's language.
    let localizer: Localizer
    weak var context: GCKCastContext?
    private let session: SessionInterpreter
    private let alarm: WidgetAlarm
    /// The client whose statuses and requests are heard.
    private(set) weak var client: GCKRemoteMediaClient?
    /// Each says whether it is there still.
    private var mediaObservers: [@MainActor (GCKMediaStatus?) -> Bool] = []
    /// Whether the session manager is telling its listeners of something.
    private var isTold = false
    /// Starts that wait until its listeners have heard of the end before.
    private var starting: Task<Void, Never>?

    init(_ context: GCKCastContext, _ environment: ContextEnvironment) {
        self.context = context
        let now = environment.session.connection.now
        let alarm = WidgetAlarm(now: now, sleep: environment.sleep)
        self.now = now
        self.alarm = alarm
        sleep = environment.sleep
        localizer = environment.localizer()
        store = CastUIStore(
            state: CastUIState(options: CastUIOptions(context.castOptions), surroundings: context.surroundings),
            clock: { now() },
            setAlarm: { alarm.set($0) }
        )
        session = SessionInterpreter(for: store)
        super.init()
        alarm.ring = { [weak self] in self?.store.send(.alarm) }
        store.add(session)
        store.add(self)
        context.discoveryManager.add(self)
        context.discoveryManager.onProblem = { [weak self] reason in
            self?.store.send(.discoveryFailed(.blocked(reason)))
        }
        context.sessionManager.addOwn(self)
        context.sessionManager.onAwaitsPerson = { [weak self] in self?.store.send(.session(.awaitsPerson)) }
        showPresent(context)
    }

    /// Ends the widgets: the store lets go of those who are held by it, and they of the store.
    func close() async {
        starting?.cancel()
        release()
        mediaObservers = []
        store.close()
        await session.close()
    }

    // MARK: For widgets

    var state: CastUIState { store.state }

    /// What plays and what can be done with it, now.
    var panel: MediaPanel { store.state.panel(at: now()) }

    func act(_ intent: Intent) { store.send(.intent(intent)) }

    /// Changes what the app has chosen.
    func choose(_ change: (inout CastUIOptions) -> Void) {
        var options = store.state.options
        change(&options)
        if options != store.state.options { store.send(.options(options)) }
    }

    /// Changes what the platform says.
    func surround(_ change: (inout Surroundings) -> Void) {
        var surroundings = store.state.surroundings
        change(&surroundings)
        if surroundings != store.state.surroundings { store.send(.surroundings(surroundings)) }
    }

    /// Tells of each status of the media, when the store has taken it; nil when nothing is loaded any more.
    ///
    /// - Parameter body: Returns false when it is not to be called again.
    func addMediaObserver(_ body: @escaping @MainActor (GCKMediaStatus?) -> Bool) { mediaObservers.append(body) }

    // MARK: What there is already

    private func showPresent(_ context: GCKCastContext) {
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
            isRunning(session)
            if session.content.state == .disconnecting { store.send(.session(.ending)) }
        }
    }

    // MARK: Sessions

    private func isRunning(_ session: GCKSession) {
        let name = (session as? GCKCastSession)?.applicationMetadata?.applicationName
        store.send(.session(.running(session.content.device.widgetDevice, applicationName: name)))
        guard let engine = (session as? GCKCastSession)?.engine else { return showVolume(of: session) }
        self.session.follow(engine)
        release()
        client = session.remoteMediaClient
        client?.onStatus = { [weak self] status in self?.took(status) }
        client?.onRequests = { [weak self] hasAny in self?.store.send(.otherRequests(hasAny)) }
        if client?.requests.isEmpty == false { store.send(.otherRequests(true)) }
    }

    /// The client has taken a status, and is about to tell its listeners.
    private func took(_ status: GCKMediaStatus?) {
        session.refresh()
        // Those who come meanwhile hear of the next one.
        let present = mediaObservers
        let isThere = present.map { $0(status) }
        let new = mediaObservers.dropFirst(present.count)
        mediaObservers = zip(present, isThere).compactMap { $1 ? $0 : nil } + new
    }

    private func release() {
        client?.onStatus = nil
        client?.onRequests = nil
        client = nil
    }

    /// A session of another kind: the app's own class says what its volume is.
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

    private func tell(_ news: SessionNews) {
        isTold = true
        store.send(.session(news))
        isTold = false
    }

    /// Starts a session, as an app does.
    private func start(on device: CastDevice) {
        guard let context else { return }
        let listed = context.discoveryManager.list.first { $0.widgetDevice.id == device.id } ?? GCKDevice(device)
        guard !context.sessionManager.startSession(with: listed) else { return }
        let reason = "There is a session already, or nobody brings devices of this kind."
        store.send(.session(.failedToStart(device, CastError(.sessionExists, reason, device: device.friendlyName))))
    }

    private func end(_ action: SessionEndAction) {
        guard let sessions = context?.sessionManager else { return }
        let hasBegun =
            switch action {
            case .stop: sessions.endSessionAndStopCasting(true)
            // Who else is connected only a Cast device can say.
            case .stopIfAlone where (sessions.session ?? sessions.suspendedSession) is GCKCastSession:
                sessions.endSession(stopsIfAlone: true)
            case .stopIfAlone: sessions.endSessionAndStopCasting(true)
            case .leave, .disconnect: sessions.endSession()
            }
        // There was none to end: nobody else will say so.
        if !hasBegun, sessions.session == nil, sessions.suspendedSession == nil {
            store.send(.session(.ended(reason: nil)))
        }
    }
}

extension ContextWidgets: EffectInterpreter {
    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startDiscovery: context?.discoveryManager.searchAnew()
        case .startSession(let device):
            guard isTold else { return start(on: device) }
            starting?.cancel()
            starting = Task { [weak self] in if !Task.isCancelled { self?.start(on: device) } }
        case .endSession(let action): end(action)
        case .setVolume(let level): otherSession?.setDeviceVolume(Float(level))
        case .setMuted(let isMuted): otherSession?.setDeviceMuted(isMuted)
        default: break
        }
    }

    /// The session, if it is none with a Cast device.
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
        tell(.starting(session.content.device.widgetDevice))
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) { isRunning(session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession) {
        // What was suspended is shown as that until it goes on; what another process began is new here.
        if store.state.session == .none { tell(.starting(session.content.device.widgetDevice)) }
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession) {
        isRunning(session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession) {
        self.session.conclude()
        tell(.ending)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKSession,
        withError error: (any Error)?
    ) {
        self.session.conclude()
        self.session.leave()
        release()
        tell(.ended(reason: error?.localizedDescription))
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) {
        let failure = (session as? GCKCastSession)?.startFailure ?? CastError(error)
        tell(.failedToStart(session.content.device.widgetDevice, failure))
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) {
        self.session.conclude()
        self.session.pause()
        tell(.suspended)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice) {
        tell(.deviceUpdated(device.widgetDevice))
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
