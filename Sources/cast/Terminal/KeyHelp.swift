import CastUI

/// Which keys there are, in a few words.
struct KeyHelp: Sendable {
    /// Keys with one meaning.
    struct Entry: Hashable, Sendable {
        var keys: String
        var label: Label
        /// What has to be possible for the entry to be worth its room.
        var action: RemoteAction
    }

    var style: TextStyle
    /// What the command itself can do that the device cannot: go on in its own list.
    var ownActions: Set<RemoteAction>

    /// What is of use at this moment, the most useful first.
    func useful(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Entry] {
        let panel = state.panel(at: instant)
        let pause = Entry(keys: "space", label: panel.control(RemoteAction.toggle(panel)).label, action: .playPause)
        let skip = Entry(keys: "s", label: Label(.skipAd), action: .skipAd)
        let entries = [
            skip, pause,
            Entry(keys: arrows("←/→", "left/right"), label: .value(.spokenTime(RemoteAction.step)), action: .forward),
            Entry(keys: arrows("↑/↓", "up/down"), label: Label(.volume), action: .louder),
            Entry(keys: "n", label: Label(.next), action: .next),
            Entry(keys: "d", label: Label(.keyDevices), action: .devices),
            Entry(keys: "o", label: Label(.keyCastFile), action: .media),
            Entry(keys: "c", label: Label(.tracks), action: .tracks),
            Entry(keys: "u", label: Label(.queue), action: .queue),
            Entry(keys: "g", label: Label(.keyMembers), action: .members),
            Entry(keys: "m", label: state.volumeView.mute.label, action: .mute),
            Entry(keys: "x", label: stop(state), action: .stop),
        ]
        return entries.filter { entry in
            // A list of one is none.
            if entry.action == .queue, state.queueView(at: instant).rows.count < 2 { return false }
            return ownActions.contains(entry.action) || entry.action.reason(state, at: instant) == nil
        }
    }

    /// Every key.
    func all(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Entry] {
        let panel = state.panel(at: instant)
        let entries = [
            Entry(keys: "space", label: panel.control(RemoteAction.toggle(panel)).label, action: .playPause),
            Entry(keys: arrows("←/→", "left/right"), label: .value(.spokenTime(RemoteAction.step)), action: .forward),
            Entry(keys: "j/l", label: .value(.spokenTime(RemoteAction.farStep)), action: .forwardFar),
            Entry(keys: "0", label: Label(.keyBeginning), action: .beginning),
            Entry(keys: "end", label: Label(.jumpToLive), action: .live),
            Entry(keys: arrows("↑/↓", "up/down"), label: Label(.volume), action: .louder),
            Entry(keys: "m", label: state.volumeView.mute.label, action: .mute),
            Entry(keys: "c", label: Label(.tracks), action: .tracks),
            Entry(keys: "p", label: Label(.previous), action: .previous),
            Entry(keys: "n", label: Label(.next), action: .next),
            Entry(keys: "s", label: Label(.skipAd), action: .skipAd),
            Entry(keys: "r", label: Label(.repeatMode), action: .repeatMode),
            Entry(keys: "<", label: Label(.keySlower), action: .slower),
            Entry(keys: ">", label: Label(.keyFaster), action: .faster),
            Entry(keys: "u", label: Label(.queue), action: .queue),
            Entry(keys: "g", label: Label(.keyMembers), action: .members),
            Entry(keys: "d", label: Label(.keyDevices), action: .devices),
            Entry(keys: "o", label: Label(.keyCastFile), action: .media),
            Entry(keys: "x", label: stop(state), action: .stop),
            Entry(keys: "?", label: Label(.keysLess), action: .keys),
            Entry(keys: "q", label: Label(.keyLeave), action: .leave),
        ]
        return entries.filter { entry in
            switch entry.action {
            case .devices, .media: ownActions.contains(entry.action)
            case .members: !state.members.isEmpty
            default: true
            }
        }
    }

    /// What it is called that ends what the device does, or only this remote's part in it.
    private func stop(_ state: CastUIState) -> Label {
        ownActions.contains(.devices) ? state.stopControl.label : Label(.stop)
    }

    /// What stands at the end of every line of keys.
    var last: [Entry] {
        [
            Entry(keys: "?", label: Label(.keysMore), action: .keys),
            Entry(keys: "q", label: Label(.keyLeave), action: .leave),
        ]
    }

    /// While the list of tracks is open.
    var choosing: [Entry] {
        [
            Entry(keys: arrows("↑/↓", "up/down"), label: Label(.keyChoose), action: .tracks),
            Entry(keys: "tab", label: Label(.keyOtherTab), action: .tracks),
            Entry(keys: "enter", label: Label(.done), action: .tracks),
            Entry(keys: "esc", label: Label(.cancel), action: .tracks),
        ]
    }

    /// While a list is open.
    func browsing(_ kind: TerminalList.Kind, _ state: CastUIState) -> [Entry] {
        let choose = Entry(keys: arrows("↑/↓", "up/down"), label: Label(.keyChoose), action: .keys)
        let sideways = arrows("←/→", "left/right")
        let own: [Entry]
        switch kind {
        case .devices:
            own = [Entry(keys: "enter", label: Label(.castAddressCast), action: .devices)] + leaving(state)
        case .members:
            own = [
                Entry(keys: sideways, label: Label(.volume), action: .members),
                Entry(keys: "m", label: Label(.mute), action: .members),
            ]
        case .queue:
            own = [
                Entry(keys: "enter", label: Label(.upNextPlay), action: .queue),
                Entry(keys: sideways, label: Label(.keyMove), action: .queue),
                Entry(keys: "del", label: Label(.keyRemove), action: .queue),
            ]
        case .media:
            own = [
                Entry(keys: "enter", label: Label(.castAddressCast), action: .media),
                Entry(keys: "a", label: Label(.castAddressAdd), action: .media),
            ]
        }
        return [choose] + own
    }

    /// Beside what there is to do in a dialog without a list.
    func answering(_ content: CastDialogView.Content, _ state: CastUIState) -> [Entry] {
        switch content {
        case .noDevices, .failed(_, retry: _?): [Entry(keys: "r", label: Label(.tryAgain), action: .devices)]
        default: leaving(state)
        }
    }

    /// What closes a list or a dialog, and what ends the command where nothing else is to be seen.
    func closing(_ label: Label, _ state: CastUIState) -> [Entry] {
        let close = Entry(keys: "esc", label: label, action: .keys)
        return state.openDialog != nil && !state.session.isConnected
            ? [close, Entry(keys: "q", label: Label(.keyLeave), action: .leave)] : [close]
    }

    private func leaving(_ state: CastUIState) -> [Entry] {
        state.session.isConnected ? [Entry(keys: "x", label: stop(state), action: .stop)] : []
    }

    private func arrows(_ unicode: String, _ ascii: String) -> String { style == .unicode ? unicode : ascii }
}
