// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The function of a key of the remote control, which is the same in every command.
enum RemoteAction: CaseIterable, Hashable, Sendable {
    case playPause, rewind, forward, rewindFar, forwardFar, beginning, live
    case volumeUp, volumeDown, mute, tracks, previous, next, skipAd, repeatMode, slower, faster
    case subtitlesEarlier, subtitlesLater
    case devices, members, queue, media
    case stop, keys, leave

    /// The step of the arrow keys, in seconds.
    static let step = 10.0
    /// The step of the keys j and l, in seconds.
    static let farStep = 30.0

    /// Creates the action of a key; nil for a key without a function. Uppercase letters work, too, because Caps Lock
    /// may be on.
    init?(_ key: Key) {
        switch key {
        case .left: self = .rewind
        case .right: self = .forward
        case .up: self = .volumeUp
        case .down: self = .volumeDown
        case .home: self = .beginning
        case .end: self = .live
        case .character(let character):
            switch character.lowercased() {
            case " ", "k": self = .playPause
            case "j": self = .rewindFar
            case "l": self = .forwardFar
            case "0": self = .beginning
            case "+", "=": self = .volumeUp
            case "-": self = .volumeDown
            case "m": self = .mute
            case "c": self = .tracks
            case "p": self = .previous
            case "n": self = .next
            case "s": self = .skipAd
            case "r": self = .repeatMode
            case "<", ",": self = .slower
            case ">", ".": self = .faster
            case "[": self = .subtitlesEarlier
            case "]": self = .subtitlesLater
            case "d": self = .devices
            case "g": self = .members
            case "u": self = .queue
            case "o": self = .media
            case "x": self = .stop
            case "?", "h": self = .keys
            case "q": self = .leave
            default: return nil
            }
        case .enter, .backspace, .escape, .tab: return nil
        }
    }

    /// Returns the intents that a tap on the corresponding control would send; none for actions of the command itself.
    func intents(_ state: CastUIState, at instant: ContinuousClock.Instant) -> [Intent] {
        let panel = state.panel(at: instant)
        switch self {
        case .playPause: return [.tap(Self.toggle(panel))]
        case .beginning: return [.seek(to: panel.liveRange?.lowerBound ?? 0)]
        case .live: return [.seekToLive]
        case .volumeUp: return [.nudgeVolume(1)]
        case .volumeDown: return [.nudgeVolume(-1)]
        case .mute: return [.toggleMute]
        case .slower: return rate(state, panel) { rates, now in rates.last { $0 < now } }
        case .faster: return rate(state, panel) { rates, now in rates.first { $0 > now } }
        case .stop: return [.stopCasting]
        case .devices: return [.openDialog]
        case .members, .queue, .media, .subtitlesEarlier, .subtitlesLater, .keys, .leave: return []
        case .rewind, .forward, .rewindFar, .forwardFar, .tracks, .previous, .next, .skipAd, .repeatMode:
            return slot.map { [.tap($0)] } ?? []
        }
    }

    /// Returns why the action is not available; nil if it is.
    func reason(_ state: CastUIState, at instant: ContinuousClock.Instant) -> DisabledReason? {
        switch self {
        case .volumeUp, .volumeDown: return state.volumeView.slider.reason
        case .mute: return state.volumeView.mute.reason
        case .live: return state.allControls(at: instant).jumpToLive.map(\.reason) ?? .unsupported
        case .stop: return state.session.isConnected ? nil : .noSession
        case .queue:
            return state.session.isConnected ? state.queueView(at: instant).rows.isEmpty ? .noMedia : nil : .noSession
        case .members: return !state.session.isConnected ? .noSession : state.members.isEmpty ? .already : nil
        // Does not depend on the device: the command decides whether it supports these actions.
        case .devices, .media, .subtitlesEarlier, .subtitlesLater: return .already
        case .keys, .leave: return nil
        default: return slot.flatMap { state.panel(at: instant).disabledReason(for: $0) }
        }
    }

    /// Returns the control that toggles playback. A live stream is paused if it can be, instead of stopped.
    static func toggle(_ panel: MediaPanel) -> MediaSlot {
        panel.toggle == .playingLive && panel.disabledReason(for: .pause) == nil ? .pause : .playPause
    }

    private var slot: MediaSlot? {
        switch self {
        case .playPause: .playPause
        case .rewind: .rewind(Self.step)
        case .forward: .forward(Self.step)
        case .rewindFar: .rewind(Self.farStep)
        case .forwardFar: .forward(Self.farStep)
        case .beginning: .seek
        case .tracks: .tracks
        case .previous: .previous
        case .next: .next
        case .skipAd: .skipAd
        case .repeatMode: .repeatMode
        case .slower, .faster: .rate
        case .live, .volumeUp, .volumeDown, .mute, .subtitlesEarlier, .subtitlesLater, .devices, .members, .queue,
            .media, .stop, .keys, .leave:
            nil
        }
    }

    private func rate(
        _ state: CastUIState,
        _ panel: MediaPanel,
        _ choose: ([Double], Double) -> Double?
    ) -> [Intent] {
        guard let now = panel.rate, let rate = choose(state.options.playbackRates.sorted(), now) else { return [] }
        return [.setRate(rate)]
    }
}
