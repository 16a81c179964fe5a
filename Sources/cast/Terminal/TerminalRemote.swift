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
    /// Whether somebody chooses the device here; else the command has done so.
    private let choosesDevices: Bool
    /// What can be cast from here, by name, and what casts it or adds it to the queue.
    private let media: [String]
    private let cast: @MainActor (_ index: Int, _ isAdded: Bool) -> Void

    /// How long it says why a key did nothing.
    private static let hintDuration = Duration.seconds(3)
    /// How often it has to be drawn for the time to go on.
    nonisolated static let redraw = Duration.milliseconds(200)

    /// For a device that the command chooses.
    ///
    /// - Parameter hasKeys: Whether keys are read.
    init(console: Console, hasKeys: Bool) {
        self.console = console
        self.hasKeys = hasKeys
        choosesDevices = false
        media = []
        cast = { _, _ in }
        var options = CastUIOptions()
        // Who types the key that stops means what plays, whoever else is connected.
        options.stopsApplicationWhenEnding = true
        // Alarms come due with ``draw()``, which comes often.
        store = CastUIStore(state: CastUIState(options: options), clock: { .now }, setAlarm: { _ in })
        store.send(.discoveryStarted)
    }

    /// For whatever device somebody chooses here.
    ///
    /// - Parameters:
    ///   - hasKeys: Whether keys are read.
    ///   - media: What can be cast from here, by name.
    ///   - cast: Casts one of these, or adds it to the queue.
    init(
        console: Console,
        hasKeys: Bool,
        media: [String],
        cast: @escaping @MainActor (_ index: Int, _ isAdded: Bool) -> Void
    ) {
        self.console = console
        self.hasKeys = hasKeys
        self.media = media
        self.cast = cast
        choosesDevices = true
        var options = CastUIOptions()
        options.startsDiscoveryAfterFirstTap = false
        var surroundings = Surroundings()
        surroundings.network = .present
        let state = CastUIState(options: options, surroundings: surroundings)
        store = CastUIStore(state: state, clock: { .now }, setAlarm: { _ in })
    }

    // MARK: - What it controls

    /// Looks for devices, and controls the session of a manager on whichever is chosen.
    func attach(
        to manager: SessionManager,
        choice: ApplicationChoice,
        search: @escaping SenderInterpreter.Search
    ) {
        let interpreter = SenderInterpreter(for: store, manager: manager, choice: choice, search: search)
        store.add(interpreter)
        closeInterpreter = { await interpreter.close() }
        store.send(.launched)
    }

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
        var isTaken = true
        if store.state.openTracks != nil {
            choose(key)
        } else if let dialog = store.state.dialog(at: .now) {
            if key == .character("q"), !store.state.session.isConnected { return .leave }
            answer(dialog, key)
        } else if let kind = aside.list {
            browse(kind, key)
        } else {
            isTaken = false
        }
        if isTaken {
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
        switch action {
        case .keys: aside.showsAllKeys.toggle()
        case .devices: if choosesDevices { show(.devices) }
        case .media: if choosesDevices { show(.media) }
        default:
            if let reason = action.reason(store.state, at: instant) {
                if let text = reason.text { tell(Label(text)) }
            } else if action == .queue || action == .members {
                show(action == .queue ? .queue : .members)
            } else {
                for intent in action.intents(store.state, at: instant) { store.send(.intent(intent)) }
            }
        }
        draw()
    }

    /// Says something for a few seconds.
    func tell(_ label: Label) {
        aside.hint = label
        hintEnd = ContinuousClock.now.advanced(by: Self.hintDuration)
    }

    // MARK: - Lists

    /// Opens a list.
    func show(_ kind: TerminalList.Kind) {
        (aside.showsAllKeys, aside.focus) = (false, nil)
        if kind == .devices {
            store.send(.intent(.openDialog))
        } else {
            aside.list = kind
        }
    }

    /// While the cast dialog is open.
    private func answer(_ dialog: CastDialogView, _ key: Key) {
        let act = { (intent: Intent) in self.store.send(.intent(intent)) }
        let devices = TerminalList(.devices, store.state, at: .now, media: [])
        switch (dialog.content, key) {
        case (.connecting, .escape), (.waiting, .escape):
            if case .connecting = store.state.session { act(.cancelConnecting) } else { act(.dismissDialog) }
        case (_, .escape), (_, .character("d")), (_, .character("q")): act(.dismissDialog)
        case (.failed, .character("r")), (.failed, .enter): act(.retryConnecting)
        case (.noDevices, .character("r")), (.noDevices, .enter): act(.retryDiscovery)
        case (.connected, .character("x")): act(.stopCasting)
        case (.chooser, .enter), (.connected, .enter), (.chooser, .character(" ")), (.connected, .character(" ")):
            if let index = devices.index(of: aside.focus) { act(.selectDevice(devices.rows[index].id)) }
        case (.chooser, _), (.connected, _): move(in: devices, key)
        default: break
        }
        if store.state.openDialog == nil { aside.focus = nil }
    }

    /// While another list is open.
    private func browse(_ kind: TerminalList.Kind, _ key: Key) {
        let list = TerminalList(kind, store.state, at: .now, media: media)
        let isOwnKey = [.members: Key.character("g"), .queue: .character("u"), .media: .character("o")][kind] == key
        if key == .escape || key == .character("q") || isOwnKey {
            (aside.list, aside.focus) = (nil, nil)
            return
        }
        guard let index = list.index(of: aside.focus) else { return }
        let id = list.rows[index].id
        switch kind {
        case .queue: changeQueue(Int(id) ?? 0, at: index, key)
        case .members: changeVolume(ofMember: id, key)
        case .media where key == .enter || key == .character(" "):
            (aside.list, aside.focus) = (nil, nil)
            cast(index, false)
            return
        case .media where key == .character("a"): cast(index, true)
        case .media, .devices: break
        }
        move(in: list, key)
    }

    private func move(in list: TerminalList, _ key: Key) {
        switch key {
        case .up, .character("k"): aside.focus = list.focus(-1, from: aside.focus)
        case .down, .character("j"): aside.focus = list.focus(1, from: aside.focus)
        case .home: aside.focus = list.focus(-list.rows.count, from: aside.focus)
        case .end: aside.focus = list.focus(list.rows.count, from: aside.focus)
        default: break
        }
    }

    private func changeQueue(_ item: Int, at index: Int, _ key: Key) {
        // The focus goes with what it is moved with.
        if aside.focus == nil { aside.focus = TerminalList.Focus(id: "\(item)", index: index) }
        switch key {
        case .enter, .character(" "): store.send(.intent(.jumpToItem(item)))
        case .backspace: store.send(.intent(.removeItem(item)))
        case .left: store.send(.intent(.moveItem(item, toIndex: index - 1)))
        case .right: store.send(.intent(.moveItem(item, toIndex: index + 1)))
        default: break
        }
    }

    private func changeVolume(ofMember id: String, _ key: Key) {
        guard let member = store.state.members.first(where: { $0.id == id }) else { return }
        let step = VolumeView.defaultStep
        let level = member.level ?? 0
        switch key {
        case .left, .character("-"): store.send(.intent(.setMemberVolume(id, level - step)))
        case .right, .character("+"), .character("="): store.send(.intent(.setMemberVolume(id, level + step)))
        case .character("m"): store.send(.intent(.toggleMemberMute(id)))
        default: break
        }
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
        // A list of something that is gone goes, too.
        if aside.list == .queue || aside.list == .members, !store.state.session.isConnected { aside.list = nil }
        var skin = TerminalSkin(
            size: TerminalDevice.size,
            style: TerminalDevice.style,
            localizer: TerminalDevice.localizer,
            hasKeys: hasKeys
        )
        if choosesDevices { skin.ownActions = [.devices, .media] }
        skin.media = media
        if let programme, programme.index + 1 < programme.count { skin.ownActions.insert(.next) }
        if let programme, programme.index > 0 { skin.ownActions.insert(.previous) }
        let lines = skin.lines(store.state, at: instant, programme: programme, aside: aside)
        console.showPanel(lines)
    }
}
