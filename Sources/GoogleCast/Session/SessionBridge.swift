import CastSender
import CastWire
import Foundation

/// Between the engine's session manager and the API's: orders go down, events come up, one by one and in order.
///
/// A start is announced before the engine knows of it. What the engine says of an earlier session until it says
/// `willStart` is held back then: it is of no interest any more, unless the engine refuses the start.
@MainActor
final class SessionBridge {
    enum Event: Sendable {
        case engine(SessionEvent)
        case refused(CastError)
        case awaitsPerson
    }

    let engine: SessionManager
    weak var manager: GCKSessionManager?
    /// Channels that were added before the engine's session was there. It takes them on its own thread: what the
    /// application says in its first seconds is not lost while the main thread is busy.
    private let waitingChannels = Locked<[CastChannel]>([])
    private let mailbox: MainMailbox<Event>
    /// Whether leaving stops an application that nobody else is connected to: the widgets' way, for which the API has no
    /// action.
    var stopsIfAlone = false
    /// The session whose start the engine has not answered.
    private var awaited: GCKCastSession?
    private var held: [SessionEvent] = []
    /// The session that the engine was asked for.
    private weak var underWay: GCKSession?
    /// What a session is made of that the engine starts in place of resuming one.
    private var again: (device: GCKDevice, options: [String: any NSCoding & NSObjectProtocol]?)?

    init(engine: SessionManager) {
        self.engine = engine
        let owner = WeakBox<SessionBridge>()
        mailbox = MainMailbox(isOvertaken: Self.isOvertaken, deliver: { owner.value?.take($0) })
        owner.value = self
        engine.forward { [mailbox, waitingChannels] event in
            switch event {
            case .started(let session), .resumed(let session):
                for channel in waitingChannels.withLock(\.self) { try? session.add(channel) }
            default: break
            }
            mailbox.post(.engine(event))
        }
    }

    // MARK: Orders

    func isUnderWay(_ session: GCKSession) -> Bool { underWay === session }

    /// Starts a session that was announced.
    func start(
        _ session: GCKCastSession,
        _ choice: ApplicationChoice,
        options: LaunchOptions,
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) {
        awaited = session
        underWay = session
        held = []
        begin(choice, on: session.content.device.castDevice, options: options, onProgress: onProgress)
    }

    /// Goes on with a suspended session, or starts another one on its device, as the engine finds right.
    func startAgain(
        _ suspended: GCKCastSession,
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]?
    ) {
        again = (device, options)
        let wish = suspended.wish(with: options, credentials: manager?.context?.credentials)
        begin(wish.choice, on: device.castDevice, options: wish.options, onProgress: nil)
    }

    private func begin(
        _ choice: ApplicationChoice,
        on device: CastDevice,
        options: LaunchOptions,
        onProgress: (@Sendable (LaunchProgress) -> Void)?
    ) {
        engine.order { [mailbox] engine in
            do throws(CastError) {
                try engine.begin(choice, on: device, options: options) { progress in
                    onProgress?(progress)
                    if progress == .awaitingAuthorization { mailbox.post(.awaitsPerson) }
                }
            } catch {
                mailbox.post(.refused(error))
            }
        }
    }

    func end(_ action: GCKSessionEndAction) {
        let action: SessionEndAction =
            switch action {
            case .leave: stopsIfAlone ? .stopIfAlone : .leave
            case .disconnect: .disconnect
            case .stopCasting: .stop
            }
        engine.order { $0.beginEnd(action) }
    }

    func endSuspended() { engine.order { $0.beginEnd(.leave) } }

    func suspend(_ reason: GCKConnectionSuspendReason) {
        let isBackground = reason == .appBackgrounded
        engine.order { $0.suspend(isBackground ? .appBackgrounded : .requested) }
    }

    /// Has the engine keep these for the session that it is about to start.
    func keep(_ channels: [CastChannel]) { waitingChannels.withLock { $0 = channels } }

    // MARK: Events

    private nonisolated static func isOvertaken(_ old: Event, by new: Event) -> Bool {
        guard case .engine(let old) = old, case .engine(let new) = new else { return false }
        switch (old, new) {
        case (.volumeChanged, .volumeChanged), (.statusTextChanged, .statusTextChanged), (.inputChanged, .inputChanged):
            return true
        case (.deviceUpdated(let old), .deviceUpdated(let new)): return old.id == new.id
        default: return false
        }
    }

    private func take(_ event: Event) {
        switch event {
        case .refused(let error): refused(error)
        case .awaitsPerson: manager?.onAwaitsPerson()
        case .engine(let event):
            guard awaited != nil else { return tell(event) }
            if case .willStart = event {
                awaited = nil
                held = []
            } else {
                held.append(event)
            }
        }
    }

    private func refused(_ error: CastError) {
        again = nil
        guard let session = awaited else { return }
        awaited = nil
        session.startFailure = error
        manager?.failedToStart(session, GCKError(code: .invalidState, userInfo: [NSUnderlyingErrorKey: error]))
        let events = held
        held = []
        for event in events { tell(event) }
    }

    private func tell(_ event: SessionEvent) {
        guard let manager else { return }
        let current = manager.session as? GCKCastSession
        switch event {
        case .willStart: willStartAgain()
        case .started(let session):
            current?.connect(to: session)
            if let current { manager.started(current, id: session.sessionID) }
        case .failedToStart(_, let error):
            guard let current else { return }
            if !manager.isEnding { current.startFailure = error }
            manager.failedToStart(current, manager.isEnding ? GCKError(code: .cancelled) : current.failure(error))
        case .willEnd: if let session = current ?? suspended { manager.sayWillEnd(session) }
        case .ended(let information, let reason):
            guard let session = current ?? suspended else { return }
            session.isApplicationGone = reason.isApplicationGone
            let error = GCKError(reason, device: information.device)
            manager.ended(session, error, willTryToResume: false)
        case .suspended(_, let reason):
            guard let current else { return }
            manager.suspended(current, manager.requestedSuspension ?? GCKConnectionSuspendReason(reason))
        case .willResume(let information): willResume(information)
        case .resumed(let session):
            current?.connect(to: session)
            if let current { manager.started(current, id: session.sessionID) }
        case .deviceUpdated(let device):
            guard let current, current.content.device.deviceID == device.id else { return }
            current.content.device.take(over: GCKDevice(device))
            manager.deviceUpdated(current.content.device)
        case .volumeChanged(let volume):
            current?.refresh()
            current?.notifyDidReceiveDeviceVolume(Float(volume.level ?? 0), muted: volume.muted ?? false)
        case .statusTextChanged(let text):
            current?.refresh()
            current?.notifyDidReceiveDeviceStatus(text)
        case .inputChanged(let isActiveInput, let isStandBy):
            current?.refresh()
            current?.inputChanged(isActiveInput: isActiveInput, isStandBy: isStandBy)
        case .notStored: break
        }
    }

    private var suspended: GCKCastSession? { manager?.suspendedSession as? GCKCastSession }

    /// The engine starts a session where the app thought of going on with one.
    private func willStartAgain() {
        guard let manager, manager.session == nil, let again,
            let provider = manager.context?.discoveryManager.provider(forCategory: kGCKCastDeviceCategory)
        else { return }
        self.again = nil
        manager.suspendedSession = nil
        let session = provider.createSession(for: again.device, sessionID: nil, sessionOptions: again.options)
        manager.adopt(session)
        underWay = session
        manager.context?.refreshCastState()
        manager.tellWillStart(session)
    }

    private func willResume(_ information: SessionInformation) {
        guard let manager, manager.session == nil, let discovery = manager.context?.discoveryManager,
            let provider = discovery.provider(forCategory: kGCKCastDeviceCategory)
        else { return }
        let found = GCKDevice(information.device)
        let former = suspended
        let device: GCKDevice =
            discovery.device(withUniqueID: found.uniqueID)
            ?? (former?.content.device == found ? former?.content.device : nil)
            ?? found
        let session = provider.createSession(
            for: device,
            sessionID: information.sessionID,
            sessionOptions: again?.options ?? former?.content.options
        )
        again = nil
        underWay = session
        manager.willResume(session)
    }
}

extension SessionEndReason {
    /// Whether the connection outlived the application.
    fileprivate var isApplicationGone: Bool {
        switch self {
        case .connectionLost, .notResumed(.deviceUnreachable, _): false
        default: true
        }
    }
}
