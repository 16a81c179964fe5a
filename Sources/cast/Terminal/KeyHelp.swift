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
            Entry(keys: "c", label: Label(.tracks), action: .tracks),
            Entry(keys: "m", label: state.volumeView.mute.label, action: .mute),
            Entry(keys: "x", label: Label(.stop), action: .stop),
        ]
        return entries.filter { ownActions.contains($0.action) || $0.action.reason(state, at: instant) == nil }
    }

    /// Every key.
    func all(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Entry] {
        let panel = state.panel(at: instant)
        return [
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
            Entry(keys: "x", label: Label(.stop), action: .stop),
            Entry(keys: "?", label: Label(.keysLess), action: .keys),
            Entry(keys: "q", label: Label(.keyLeave), action: .leave),
        ]
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

    private func arrows(_ unicode: String, _ ascii: String) -> String { style == .unicode ? unicode : ascii }
}
