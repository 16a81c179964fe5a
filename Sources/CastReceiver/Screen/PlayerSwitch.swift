package import NIOCore

/// The device's player: a page while one is there, else the clock, without a gap when that changes.
///
/// - A page comes: it takes over at the position of the clock.
/// - The page that plays goes: another page takes over, or the clock, at the last position.
///
/// Keeps the ``ScreenState`` that pages show. Confined to its event loop.
package final class PlayerSwitch: MediaPlayer {
    private enum Active {
        case clock
        case screen
    }

    private let eventLoop: any EventLoop
    private let clock: ClockPlayer
    private let screen: ScreenPlayer
    private var active = Active.clock
    /// The app that the screen names while no media is loaded.
    private var appName: String?
    /// The item that events may be about.
    private var generation: Int?
    /// Of that item. Messages about it have it in them.
    private var address = ""
    private var state: ScreenState

    package var onEvent: ((PlayerEvent, Int) -> Void)?
    /// The state has changed in a way that pages should show.
    var onStateChange: ((ScreenState) -> Void)?

    package init(
        eventLoop: any EventLoop,
        deviceName: String,
        form: DeviceForm = .television,
        inspector: any MediaInspector
    ) {
        self.eventLoop = eventLoop
        clock = ClockPlayer(eventLoop: eventLoop, inspector: inspector)
        screen = ScreenPlayer(eventLoop: eventLoop, inspector: inspector)
        state = ScreenState(deviceName: deviceName, form: form)
        clock.onEvent = { [weak self] event, generation in self?.received(event, generation: generation) }
        screen.onEvent = { [weak self] event, generation in self?.received(event, generation: generation) }
        screen.onPublish = { [weak self] in self?.publish() }
    }

    /// True while a page plays.
    package var isOnScreen: Bool { active == .screen }

    /// What pages show now.
    package var screenState: ScreenState {
        var state = state
        state.revision = screen.revision
        state.orders = screen.orders
        state.position = (isOnScreen ? screen.currentPosition : clock.currentPosition) ?? state.position
        return state
    }

    package func setDeviceName(_ name: String) {
        state.deviceName = name
        publish()
    }

    package func perform(_ command: PlayerCommand) {
        eventLoop.preconditionInEventLoop()
        switch command {
        case .load(let item):
            generation = item.generation
            address = item.url
            state.scene = .media(.loading)
            state.position = item.startTime ?? 0
            state.duration = item.duration
        case .stop:
            finish(showing: ready)
        case .show(let notice):
            if case .idle = notice {
                appName = nil
                state.appPage = nil
            }
            if case .launching(let name) = notice { appName = name }
            if case .ready(let name) = notice { appName = name }
            finish(showing: .notice(notice))
        case .setDeviceVolume(let level, let muted):
            state.deviceVolumeLevel = level
            state.isDeviceMuted = muted
        case .setUpNext(let upNext): state.upNext = upNext
        case .setAppPage(let page): state.appPage = page
        case .play, .pause, .seek, .setRate, .setStreamVolume, .setTracks:
            break
        }
        (isOnScreen ? screen as any MediaPlayer : clock).perform(command)
        publish()
    }

    private var ready: ScreenState.Scene { .notice(appName.map { .ready(appName: $0) } ?? .idle) }

    private func finish(showing scene: ScreenState.Scene) {
        generation = nil
        state.scene = scene
        state.upNext = nil
        state.position = 0
        state.duration = nil
    }

    private func publish() {
        onStateChange?(screenState)
    }
}

// MARK: Pages

extension PlayerSwitch {
    /// A page plays from now on, instead of the clock or of another page.
    func pageDidTakeOver() {
        let handover = isOnScreen ? screen.handOver() : clock.handOver()
        active = .screen
        if let handover { screen.resume(handover) }
        publish()
    }

    /// The page that played is gone, and there is no other.
    func lastPageDidLeave() {
        guard isOnScreen else { return }
        let handover = screen.handOver()
        active = .clock
        if let handover { clock.resume(handover) }
    }

    /// What the page that plays says.
    func received(_ report: ScreenReport) {
        guard isOnScreen else { return }
        screen.received(report)
    }
}

// MARK: Events

extension PlayerSwitch {
    private func received(_ event: PlayerEvent, generation: Int) {
        guard generation == self.generation else { return }
        let before = state
        switch event {
        case .metadataLoaded(let duration, _, _), .metadataChanged(let duration, _, _):
            state.duration = duration
        case .playing(let position): enter(.playing, at: position)
        case .paused(let position): enter(.paused, at: position)
        case .buffering(let position): enter(.buffering, at: position)
        case .seeked(let position), .position(let position): state.position = position
        case .ended: finish(showing: ready)
        case .failed(let code, let message, let obstacle):
            let shown = message.withoutSecrets(of: address)
            finish(showing: .error(detailedErrorCode: code, message: shown, obstacle: obstacle))
        case .seekableRange, .unbounded, .soundBlocked, .pressed: break
        }
        // The position alone goes with the next beat.
        if state.scene != before.scene || state.duration != before.duration { publish() }
        onEvent?(event, generation)
    }

    private func enter(_ phase: MediaPhase, at position: Double) {
        // While nothing has been shown yet, waiting for data is part of loading.
        if phase == .buffering, state.scene == .media(.loading) { return }
        state.scene = .media(phase)
        state.position = position
    }
}
