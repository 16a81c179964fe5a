// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import CastWire

/// The localized content of the remote control at one moment, before its layout.
struct TerminalStage: Sendable {
    typealias Span = TerminalLine.Span

    private(set) var line: ProgressLine
    /// Additional information.
    private(set) var details: [Span] = []
    /// An error or another notice.
    private(set) var notice: Span?

    /// - Parameter isChosenHere: Whether the user chooses the device; otherwise the command searches for it.
    init(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        playlist: PlaylistState?,
        isChosenHere: Bool = false,
        text: TerminalText
    ) {
        line = ProgressLine(state: Span(text: ""), title: playlist.map { text.untrusted($0.title) } ?? "")
        let device = Phrase.Argument.text(state.session.device?.friendlyName ?? "")
        func setState(_ label: ControlLabel, _ role: TerminalLine.Role = .waiting) {
            line.state = Span(text: text.line(label), role: role)
        }
        switch state.session {
        case .none where isChosenHere: setState(ControlLabel(.reasonNoSession), .faint)
        case .none: setState(ControlLabel(.dialogSearching))
        case .connecting(_, awaitsUser: false): setState(ControlLabel(.dialogConnecting, device))
        case .connecting(_, awaitsUser: true): setState(ControlLabel(.dialogWaitHint, device))
        case .suspended:
            setState(ControlLabel(.reconnectingTo, device), .bad)
            showLast(state, text)
        case .ending(let device):
            setState(ControlLabel(.dialogEnding))
            line.device = text.untrusted(device.friendlyName)
            showLast(state, text)
        case .connected(let device):
            line.device = text.untrusted(device.friendlyName)
            showVolume(state.volumeView, text)
            show(state, at: instant, playlist, text)
        }
        if let phrase = state.notice?.phrase { notice = Span(text: text.line(.phrase(phrase)), role: .bad) }
        if details.isEmpty { details = position(in: playlist, text) }
    }

    /// Shows the media that played before the connection was lost or closed.
    private mutating func showLast(_ state: CastUIState, _ text: TerminalText) {
        if let title = state.media?.snapshot?.title { line.title = text.untrusted(title) }
        line.elapsed = text.line(.value(.time(state.lastPlayed?.position)))
    }

    private mutating func showVolume(_ volume: VolumeView, _ text: TerminalText) {
        guard let level = volume.level else { return }
        let percent = text.line(.value(.percent(level)))
        line.shortVolume = volume.isMuted ? text.line(ControlLabel(.volumeMuted)) : percent
        line.volume = volume.isMuted ? line.shortVolume : "\(text.line(ControlLabel(.volume))) \(percent)"
    }

    /// Shows the media of a connected device.
    private mutating func show(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        _ playlist: PlaylistState?,
        _ text: TerminalText
    ) {
        let view = state.allControls(at: instant)
        let panel = state.panel(at: instant)
        guard view.stage != .waiting else {
            let isLoading = playlist?.isLoading == true
            line.state = Span(
                text: text.line(ControlLabel(isLoading ? .stateLoading : .stateIdle)),
                role: isLoading ? .waiting : .faint
            )
            if playlist == nil, let application = state.applicationName { line.title = text.untrusted(application) }
            line.elapsed = text.line(.value(.time(nil)))
            return
        }
        let isLoading = view.stage == .loading
        let role: TerminalLine.Role = view.stage == .active && panel.playerState == .playing ? .good : .waiting
        line.state = Span(text: text.line(isLoading ? ControlLabel(.stateLoading) : view.state), role: role)
        // For media without a title, the title of the view is the state of the player, which is already displayed.
        let title = view.ad?.title ?? (view.title == view.state ? nil : view.title)
        line.title = title.map { text.line($0) } ?? line.title
        showPosition(view, panel, text)
        showDetails(state, view, panel, at: instant, playlist, text)
    }

    private mutating func showPosition(_ view: ExpandedControllerView, _ panel: MediaPanel, _ text: TerminalText) {
        let bar = view.seekBar
        let length = bar.range.upperBound - bar.range.lowerBound
        func time(_ seconds: Double?) -> String { text.line(.value(.time(seconds))) }
        switch bar.kind {
        case .hidden:
            line.elapsed = panel.isLive ? text.line(ControlLabel(.live)) : time(panel.position)
        case .live:
            line.elapsed = text.line(ControlLabel(.live))
        case .recorded:
            (line.elapsed, line.total) = (time(bar.position), time(bar.range.upperBound))
            line.share = bar.position / length
            line.markers = bar.markers.map { $0.position / length }
        case .liveWindow:
            line.elapsed = view.right == .live(isAtEdge: true) ? "" : time(bar.position - bar.range.upperBound)
            line.total = text.line(ControlLabel(.live))
            line.share = length > 0 ? (bar.position - bar.range.lowerBound) / length : 1
        }
    }

    private mutating func showDetails(
        _ state: CastUIState,
        _ view: ExpandedControllerView,
        _ panel: MediaPanel,
        at instant: ContinuousClock.Instant,
        _ playlist: PlaylistState?,
        _ text: TerminalText
    ) {
        func add(_ label: ControlLabel?, _ role: TerminalLine.Role = .plain) {
            if let label { details.append(Span(text: text.line(label), role: role)) }
        }
        if let ad = view.ad {
            add(ad.count)
            switch ad.skip {
            case .never: add(ad.message, .faint)
            case .countdown: add(ad.countdown, .waiting)
            case .ready: add(ControlLabel(.skipAdNow), .good)
            }
        }
        let behind = view.seekBar.range.upperBound - view.seekBar.position
        if view.seekBar.kind == .liveWindow, view.right != .live(isAtEdge: true) {
            add(ControlLabel(.positionLiveValue, .time(behind)))
        }
        if let rate = view.rate?.rate, rate != 1 { add(ControlLabel(.rateValue, .decimal(rate))) }
        if panel.repeatMode != .off, let mode = panel.control(.repeatMode).value {
            details.append(Span(text: "\(text.line(ControlLabel(.repeatMode))) \(text.line(mode))"))
        }
        if let track = panel.shownText { add(.text(track)) }
        if let delay = playlist?.subtitlesDelay, delay != 0 || playlist?.isDelayChanging == true {
            add(
                ControlLabel(.subtitlesDelayValue, .text(SubtitleDelayChange.text(delay))),
                playlist?.isDelayChanging == true ? .waiting : .plain
            )
        }
        if let upNext = view.upNext {
            add(upNext.message)
        } else {
            details += position(in: playlist, text)
            if playlist.map({ $0.count < 2 }) ?? true {
                addQueue(state.queueView(at: instant), repeatsOne: panel.repeatMode == .single, text)
            }
        }
        if view.ad == nil { add(view.subtitle, .faint) }
    }

    /// Adds the position in the device's queue.
    private mutating func addQueue(_ queue: QueueView, repeatsOne: Bool, _ text: TerminalText) {
        guard queue.rows.count > 1, let index = queue.rows.firstIndex(where: { $0.role == .current }) else { return }
        let label = ControlLabel(.itemOf, .number(index + 1), .number(queue.rows.count))
        details.append(Span(text: text.line(label)))
        if !repeatsOne, queue.rows.indices.contains(index + 1) {
            let next = queue.rows[index + 1].title.argument
            details.append(Span(text: text.line(ControlLabel(.followedBy, next))))
        }
    }

    /// Returns the position in the command's own list.
    private func position(in playlist: PlaylistState?, _ text: TerminalText) -> [Span] {
        guard let playlist, playlist.count > 1 else { return [] }
        var spans = [
            Span(text: text.line(ControlLabel(.itemOf, .number(playlist.index + 1), .number(playlist.count))))
        ]
        if let next = playlist.next { spans.append(Span(text: text.line(ControlLabel(.followedBy, .text(next))))) }
        return spans
    }
}

extension MediaPanel {
    /// The name of the subtitles that are shown.
    fileprivate var shownText: String? {
        let active = controls?.activeTracks.shown ?? []
        let track = selectableTracks.first { track in
            track.type == .text && track.trackID.map(active.contains) == true
        }
        return track.flatMap { $0.name ?? $0.language }
    }
}

extension ControlLabel {
    /// The label as an argument of a phrase.
    fileprivate var argument: Phrase.Argument {
        switch self {
        case .phrase(let phrase): .phrase(phrase)
        case .text(let text): .text(text)
        case .value(let value): value
        }
    }
}
