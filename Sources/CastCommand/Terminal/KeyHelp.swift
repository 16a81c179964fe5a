// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The descriptions of keys at the bottom of the remote control.
struct KeyHelp: Sendable {
    /// One or more keys with the same function.
    struct Entry: Hashable, Sendable {
        var keys: String
        var label: ControlLabel
        /// The action that has to be possible for the entry to be shown.
        var action: RemoteAction
    }

    var style: TextStyle
    /// Actions that the command supports itself, such as the next item of its own list.
    var ownActions: Set<RemoteAction>

    /// Returns the keys that are useful in a state, in order of importance.
    func useful(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Entry] {
        let panel = state.panel(at: instant)
        let pause = Entry(keys: "space", label: panel.control(RemoteAction.toggle(panel)).label, action: .playPause)
        let skip = Entry(keys: "s", label: ControlLabel(.skipAd), action: .skipAd)
        let entries = [
            skip, pause,
            Entry(keys: arrows("←/→", "left/right"), label: .value(.spokenTime(RemoteAction.step)), action: .forward),
            Entry(keys: arrows("↑/↓", "up/down"), label: ControlLabel(.volume), action: .volumeUp),
            Entry(keys: "n", label: ControlLabel(.next), action: .next),
            Entry(keys: "d", label: ControlLabel(.keyDevices), action: .devices),
            Entry(keys: "o", label: ControlLabel(.keyCastFile), action: .media),
            Entry(keys: "c", label: ControlLabel(.tracks), action: .tracks),
            Entry(keys: "u", label: ControlLabel(.queue), action: .queue),
            Entry(keys: "g", label: ControlLabel(.keyMembers), action: .members),
            Entry(keys: "m", label: state.volumeView.mute.label, action: .mute),
            Entry(keys: "x", label: stop(state), action: .stop),
        ]
        return entries.filter { entry in
            // A queue with one item is not shown.
            if entry.action == .queue, state.queueView(at: instant).rows.count < 2 { return false }
            return ownActions.contains(entry.action) || entry.action.reason(state, at: instant) == nil
        }
    }

    /// Returns all keys.
    func all(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Entry] {
        let panel = state.panel(at: instant)
        let entries = [
            Entry(keys: "space", label: panel.control(RemoteAction.toggle(panel)).label, action: .playPause),
            Entry(keys: arrows("←/→", "left/right"), label: .value(.spokenTime(RemoteAction.step)), action: .forward),
            Entry(keys: "j/l", label: .value(.spokenTime(RemoteAction.farStep)), action: .forwardFar),
            Entry(keys: "0", label: ControlLabel(.keyBeginning), action: .beginning),
            Entry(keys: "end", label: ControlLabel(.jumpToLive), action: .live),
            Entry(keys: arrows("↑/↓", "up/down"), label: ControlLabel(.volume), action: .volumeUp),
            Entry(keys: "m", label: state.volumeView.mute.label, action: .mute),
            Entry(keys: "c", label: ControlLabel(.tracks), action: .tracks),
            Entry(keys: "p", label: ControlLabel(.previous), action: .previous),
            Entry(keys: "n", label: ControlLabel(.next), action: .next),
            Entry(keys: "s", label: ControlLabel(.skipAd), action: .skipAd),
            Entry(keys: "r", label: ControlLabel(.repeatMode), action: .repeatMode),
            Entry(keys: "<", label: ControlLabel(.keySlower), action: .slower),
            Entry(keys: ">", label: ControlLabel(.keyFaster), action: .faster),
            Entry(keys: "[/]", label: ControlLabel(.keySubtitlesDelay), action: .subtitlesLater),
            Entry(keys: "u", label: ControlLabel(.queue), action: .queue),
            Entry(keys: "g", label: ControlLabel(.keyMembers), action: .members),
            Entry(keys: "d", label: ControlLabel(.keyDevices), action: .devices),
            Entry(keys: "o", label: ControlLabel(.keyCastFile), action: .media),
            Entry(keys: "x", label: stop(state), action: .stop),
            Entry(keys: "?", label: ControlLabel(.keysLess), action: .keys),
            Entry(keys: "q", label: ControlLabel(.keyLeave), action: .leave),
        ]
        return entries.filter { entry in
            switch entry.action {
            case .devices, .media, .subtitlesLater: ownActions.contains(entry.action)
            case .members: !state.members.isEmpty
            default: true
            }
        }
    }

    /// Returns the label of the stop key, which stops the application or only disconnects.
    private func stop(_ state: CastUIState) -> ControlLabel {
        ownActions.contains(.devices) ? state.stopControl.label : ControlLabel(.stop)
    }

    /// The last keys of every line.
    var last: [Entry] {
        [
            Entry(keys: "?", label: ControlLabel(.keysMore), action: .keys),
            Entry(keys: "q", label: ControlLabel(.keyLeave), action: .leave),
        ]
    }

    /// The keys while the list of tracks is open.
    var trackEntries: [Entry] {
        [
            Entry(keys: arrows("↑/↓", "up/down"), label: ControlLabel(.keyChoose), action: .tracks),
            Entry(keys: "tab", label: ControlLabel(.keyOtherTab), action: .tracks),
            Entry(keys: "enter", label: ControlLabel(.done), action: .tracks),
            Entry(keys: "esc", label: ControlLabel(.cancel), action: .tracks),
        ]
    }

    /// Returns the keys while a list is open.
    func listEntries(_ kind: TerminalList.Kind, _ state: CastUIState) -> [Entry] {
        let choose = Entry(keys: arrows("↑/↓", "up/down"), label: ControlLabel(.keyChoose), action: .keys)
        let sideways = arrows("←/→", "left/right")
        let own: [Entry]
        switch kind {
        case .devices:
            own = [Entry(keys: "enter", label: ControlLabel(.castAddressCast), action: .devices)] + leaving(state)
        case .members:
            own = [
                Entry(keys: sideways, label: ControlLabel(.volume), action: .members),
                Entry(keys: "m", label: ControlLabel(.mute), action: .members),
            ]
        case .queue:
            own = [
                Entry(keys: "enter", label: ControlLabel(.upNextPlay), action: .queue),
                Entry(keys: sideways, label: ControlLabel(.keyMove), action: .queue),
                Entry(keys: "del", label: ControlLabel(.keyRemove), action: .queue),
            ]
        case .media:
            own = [
                Entry(keys: "enter", label: ControlLabel(.castAddressCast), action: .media),
                Entry(keys: "a", label: ControlLabel(.castAddressAdd), action: .media),
            ]
        }
        return [choose] + own
    }

    /// Returns the keys of a dialog without a list.
    func dialogEntries(_ content: CastDialogView.Content, _ state: CastUIState) -> [Entry] {
        switch content {
        case .noDevices, .failed(_, retry: _?): [Entry(keys: "r", label: ControlLabel(.tryAgain), action: .devices)]
        default: leaving(state)
        }
    }

    /// Returns the key that closes a list or a dialog, and the key that quits if only the dialog is displayed.
    func closeEntries(_ label: ControlLabel, _ state: CastUIState) -> [Entry] {
        let close = Entry(keys: "esc", label: label, action: .keys)
        return state.openDialog != nil && !state.session.isConnected
            ? [close, Entry(keys: "q", label: ControlLabel(.keyLeave), action: .leave)] : [close]
    }

    private func leaving(_ state: CastUIState) -> [Entry] {
        state.session.isConnected ? [Entry(keys: "x", label: stop(state), action: .stop)] : []
    }

    private func arrows(_ unicode: String, _ ascii: String) -> String { style == .unicode ? unicode : ascii }
}
