// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI

/// A remote control at the bottom of a terminal: displays the state of a store and converts keys to actions.
@MainActor
final class TerminalRemote {
    let store: CastUIStore
    /// The list that the command plays, if it has one.
    private var playlist: PlaylistState?
    private let console: Console
    private let hasKeys: Bool
    private var displayState = TerminalSkin.DisplayState()
    private var hintEnd: ContinuousClock.Instant?
    private var closeInterpreter: (@MainActor () async -> Void)?
    /// Whether the user chooses the device in this remote control; otherwise the command has chosen it.
    private let choosesDevices: Bool
    /// The names of the items that can be cast.
    private let media: [String]
    private let cast: @MainActor (_ index: Int, _ isAdded: Bool) -> Void

    /// How long a hint is displayed, for example why a key has no effect.
    private static let hintDuration = Duration.seconds(3)
    /// The interval at which the remote control is redrawn to update the position.
    nonisolated static let redraw = Duration.milliseconds(200)

    /// Creates a remote control for a device that the command chooses.
    ///
    /// - Parameter hasKeys: Whether keys are read.
    init(console: Console, hasKeys: Bool) {
        self.console = console
        self.hasKeys = hasKeys
        choosesDevices = false
        media = []
        cast = { _, _ in }
        var options = CastUIOptions()
        // The stop key stops the application even if other senders are connected.
        options.stopsApplicationWhenEnding = true
        // ``draw()`` checks the deadlines, because it is called frequently.
        store = CastUIStore(state: CastUIState(options: options), clock: { .now }, scheduleTimer: { _ in })
        store.send(.discoveryStarted)
    }

    /// Creates a remote control in which the user chooses the device.
    ///
    /// - Parameters:
    ///   - hasKeys: Whether keys are read.
    ///   - media: The names of the items that can be cast.
    ///   - cast: Casts an item, or adds it to the queue.
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
        var platformState = PlatformState()
        platformState.network = .present
        let state = CastUIState(options: options, platformState: platformState)
        store = CastUIStore(state: state, clock: { .now }, scheduleTimer: { _ in })
    }

    // MARK: - Connection

    /// Searches for devices, and controls the session of a manager on the device that the user chooses.
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
            // This remote control does not search for devices.
            DeviceBrowser.start(from: [])
        }
        store.add(interpreter)
        closeInterpreter = { await interpreter.close() }
    }

    /// Controls the running application of a device.
    func attach(to connection: CastConnection) {
        let interpreter = ConnectionInterpreter(for: store, connection: connection)
        store.add(interpreter)
        closeInterpreter = { await interpreter.close() }
    }

    /// Detaches from the session or connection, and removes the remote control from the terminal.
    func close() async {
        console.showPanel([])
        await closeInterpreter?()
        closeInterpreter = nil
    }

    // MARK: - Keys

    /// Handles a key in lists and dialogs.
    ///
    /// - Returns: The action of any other key, which the command executes itself or passes to ``perform(_:)``.
    func press(_ key: Key) -> RemoteAction? {
        var isHandled = true
        if store.state.openTracks != nil {
            handleTrackKey(key)
        } else if let dialog = store.state.dialog(at: .now) {
            if key == .character("q"), !store.state.session.isConnected { return .leave }
            handleDialogKey(dialog, key)
        } else if let kind = displayState.list {
            handleListKey(kind, key)
        } else {
            isHandled = false
        }
        if isHandled {
            draw()
            return nil
        }
        if key == .escape, displayState.showsAllKeys { return .keys }
        return RemoteAction(key)
    }

    /// Executes the action of a key.
    func perform(_ action: RemoteAction) {
        let instant = ContinuousClock.now
        displayState.hint = nil
        switch action {
        case .keys: displayState.showsAllKeys.toggle()
        case .devices: if choosesDevices { show(.devices) }
        case .media: if choosesDevices { show(.media) }
        // Commands with subtitles of their own handle these keys.
        case .subtitlesEarlier, .subtitlesLater: notify(ControlLabel(.reasonNoSubtitles))
        default:
            if let reason = action.reason(store.state, at: instant) {
                if let text = reason.text { notify(ControlLabel(text)) }
            } else if action == .queue || action == .members {
                show(action == .queue ? .queue : .members)
            } else {
                for intent in action.intents(store.state, at: instant) { store.send(.intent(intent)) }
            }
        }
        draw()
    }

    /// Displays a hint for a few seconds.
    func notify(_ label: ControlLabel) {
        displayState.hint = label
        hintEnd = ContinuousClock.now.advanced(by: Self.hintDuration)
    }

    // MARK: - Lists

    /// Opens a list.
    func show(_ kind: TerminalList.Kind) {
        (displayState.showsAllKeys, displayState.focus) = (false, nil)
        if kind == .devices {
            store.send(.intent(.openDialog))
        } else {
            displayState.list = kind
        }
    }

    /// Handles a key while the cast dialog is open.
    private func handleDialogKey(_ dialog: CastDialogView, _ key: Key) {
        let send = { (intent: Intent) in self.store.send(.intent(intent)) }
        let devices = TerminalList(.devices, store.state, at: .now, media: [])
        switch (dialog.content, key) {
        case (.connecting, .escape), (.waiting, .escape):
            if case .connecting = store.state.session { send(.cancelConnecting) } else { send(.dismissDialog) }
        case (_, .escape), (_, .character("d")), (_, .character("q")): send(.dismissDialog)
        case (.failed, .character("r")), (.failed, .enter): send(.retryConnecting)
        case (.noDevices, .character("r")), (.noDevices, .enter): send(.retryDiscovery)
        case (.connected, .character("x")): send(.stopCasting)
        case (.chooser, .enter), (.connected, .enter), (.chooser, .character(" ")), (.connected, .character(" ")):
            if let index = devices.index(of: displayState.focus) { send(.selectDevice(devices.rows[index].id)) }
        case (.chooser, _), (.connected, _): move(in: devices, key)
        default: break
        }
        if store.state.openDialog == nil { displayState.focus = nil }
    }

    /// Handles a key while another list is open.
    private func handleListKey(_ kind: TerminalList.Kind, _ key: Key) {
        let list = TerminalList(kind, store.state, at: .now, media: media)
        let isOwnKey = [.members: Key.character("g"), .queue: .character("u"), .media: .character("o")][kind] == key
        if key == .escape || key == .character("q") || isOwnKey {
            (displayState.list, displayState.focus) = (nil, nil)
            return
        }
        guard let index = list.index(of: displayState.focus) else { return }
        let id = list.rows[index].id
        switch kind {
        case .queue: changeQueue(Int(id) ?? 0, at: index, key)
        case .members: changeVolume(ofMember: id, key)
        case .media where key == .enter || key == .character(" "):
            (displayState.list, displayState.focus) = (nil, nil)
            cast(index, false)
            return
        case .media where key == .character("a"): cast(index, true)
        case .media, .devices: break
        }
        move(in: list, key)
    }

    private func move(in list: TerminalList, _ key: Key) {
        switch key {
        case .up, .character("k"): displayState.focus = list.focus(-1, from: displayState.focus)
        case .down, .character("j"): displayState.focus = list.focus(1, from: displayState.focus)
        case .home: displayState.focus = list.focus(-list.rows.count, from: displayState.focus)
        case .end: displayState.focus = list.focus(list.rows.count, from: displayState.focus)
        default: break
        }
    }

    private func changeQueue(_ item: Int, at index: Int, _ key: Key) {
        // The focus follows the item that is moved.
        if displayState.focus == nil { displayState.focus = TerminalList.Focus(id: "\(item)", index: index) }
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

    /// Handles a key while the list of tracks is open.
    private func handleTrackKey(_ key: Key) {
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

    // MARK: - Display

    /// Redraws the remote control with the command's list.
    func show(_ playlist: PlaylistState) {
        self.playlist = playlist
        draw()
    }

    /// Redraws the remote control.
    func draw() {
        let instant = ContinuousClock.now
        if let deadline = store.state.nextDeadline, deadline <= instant { store.send(.deadlineReached) }
        if let end = hintEnd, end <= instant { (displayState.hint, hintEnd) = (nil, nil) }
        // The lists of a session close with the session.
        if displayState.list == .queue || displayState.list == .members, !store.state.session.isConnected {
            displayState.list = nil
        }
        var skin = TerminalSkin(
            size: TerminalDevice.size,
            style: TerminalDevice.style,
            localizer: TerminalDevice.localizer,
            hasKeys: hasKeys
        )
        if choosesDevices { skin.ownActions = [.devices, .media] }
        skin.media = media
        if let playlist, playlist.index + 1 < playlist.count { skin.ownActions.insert(.next) }
        if let playlist, playlist.index > 0 { skin.ownActions.insert(.previous) }
        if playlist?.subtitlesDelay != nil { skin.ownActions.insert(.subtitlesLater) }
        let lines = skin.lines(store.state, at: instant, playlist: playlist, displayState: displayState)
        console.showPanel(lines)
    }
}
