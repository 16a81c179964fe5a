import CastSender
import CastUI

/// A remote control on a terminal: shows a store's state at the bottom of it, and turns keys into what is wanted.
@MainActor
final class TerminalRemote {
    let store: CastUIStore
    /// What the command itself plays, where it does.
    private var programme: Programme?
    private let console: Console
    private let hasKeys: Bool
    private var aside = TerminalSkin.Aside()
    private var hintEnd: ContinuousClock.Instant?
    private var closeInterpreter: (@MainActor () async -> Void)?

    /// How long it says why a key did nothing.
    private static let hintDuration = Duration.seconds(3)
    /// How often it has to be drawn for the time to go on.
    nonisolated static let redraw = Duration.milliseconds(200)

    /// - Parameter hasKeys: Whether keys are read.
    init(console: Console, hasKeys: Bool) {
        self.console = console
        self.hasKeys = hasKeys
        var options = CastUIOptions()
        // Who types the key that stops means what plays, whoever else is connected.
        options.stopsApplicationWhenEnding = true
        // Alarms come due with ``draw()``, which comes often.
        store = CastUIStore(state: CastUIState(options: options), clock: { .now }, setAlarm: { _ in })
        store.send(.discoveryStarted)
    }

    // MARK: - What it controls

    /// Controls the session of a manager.
    func attach(to manager: SessionManager) {
        let interpreter = SenderInterpreter(for: store, manager: manager, choice: .running) { () throws(CastError) in
            // Nothing here looks for devices.
            DeviceBrowser.start(from: [])
        }
        store.add(interpreter)
        closeInterpreter = { await interpreter.close() }
    }

    /// Controls whatever runs on a device.
    func attach(to connection: CastConnection) {
        let interpreter = ConnectionInterpreter(for: store, connection: connection)
        store.add(interpreter)
        closeInterpreter = { await interpreter.close() }
    }

    /// Lets go of what it controls, and takes itself off the terminal.
    func close() async {
        console.showPanel([])
        await closeInterpreter?()
        closeInterpreter = nil
    }

    // MARK: - Keys

    /// Takes a key.
    ///
    /// - Returns: What it means where the command may want to do that itself; it does so, or hands it to ``perform(_:)``.
    func press(_ key: Key) -> RemoteAction? {
        if store.state.openTracks != nil {
            choose(key)
            draw()
            return nil
        }
        if key == .escape, aside.showsAllKeys { return .keys }
        return RemoteAction(key)
    }

    /// Does what a key means.
    func perform(_ action: RemoteAction) {
        let instant = ContinuousClock.now
        aside.hint = nil
        if action == .keys {
            aside.showsAllKeys.toggle()
        } else if let reason = action.reason(store.state, at: instant)?.text {
            aside.hint = Label(reason)
            hintEnd = instant.advanced(by: Self.hintDuration)
        } else {
            for intent in action.intents(store.state, at: instant) { store.send(.intent(intent)) }
        }
        draw()
    }

    /// While the list of tracks is open.
    private func choose(_ key: Key) {
        guard let view = store.state.trackSelector(at: .now) else { return }
        let rows = view.tabs.first { $0.tab == view.selected }?.rows ?? []
        func move(_ step: Int) {
            let index = (rows.firstIndex(where: \.isSelected) ?? -step) + step
            guard rows.indices.contains(index) else { return }
            store.send(.intent(.selectTrack(view.selected, rows[index].id)))
        }
        switch key {
        case .up, .character("k"): move(-1)
        case .down, .character("j"): move(1)
        case .left, .right, .tab:
            let others = view.tabs.filter { $0.tab != view.selected && $0.isEnabled }
            if let other = others.first { store.send(.intent(.selectTab(other.tab))) }
        case .enter, .character(" "): store.send(.intent(.applyTracks))
        case .escape, .character("c"), .character("q"): store.send(.intent(.cancelTracks))
        default: break
        }
    }

    // MARK: - What it shows

    /// Draws it as it is now, with what the command itself has in mind.
    func show(_ programme: Programme) {
        self.programme = programme
        draw()
    }

    /// Draws it as it is now.
    func draw() {
        let instant = ContinuousClock.now
        if let alarm = store.state.alarm, alarm <= instant { store.send(.alarm) }
        if let end = hintEnd, end <= instant { (aside.hint, hintEnd) = (nil, nil) }
        var skin = TerminalSkin(
            size: TerminalDevice.size,
            style: TerminalDevice.style,
            localizer: TerminalDevice.localizer,
            hasKeys: hasKeys
        )
        if let programme, programme.index + 1 < programme.count { skin.ownActions.insert(.next) }
        if let programme, programme.index > 0 { skin.ownActions.insert(.previous) }
        let lines = skin.lines(store.state, at: instant, programme: programme, aside: aside)
        console.showPanel(lines)
    }
}
