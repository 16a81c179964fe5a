import CastSender
import CastUI
import CastWire

/// What there is to say at one moment, in the words of a language, before it is known how much room there is.
struct TerminalStage: Sendable {
    typealias Span = TerminalLine.Span

    private(set) var line: ProgressLine
    /// What is good to know beside it.
    private(set) var details: [Span] = []
    /// What somebody should read.
    private(set) var notice: Span?

    /// - Parameter isChosenHere: Whether somebody chooses the device; else it is looked for.
    init(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        programme: Programme?,
        isChosenHere: Bool = false,
        text: TerminalText
    ) {
        line = ProgressLine(state: Span(text: ""), title: programme.map { text.outside($0.title) } ?? "")
        let device = Phrase.Argument.text(state.session.device?.friendlyName ?? "")
        func say(_ label: Label, _ role: TerminalLine.Role = .waiting) {
            line.state = Span(text: text.line(label), role: role)
        }
        switch state.session {
        case .none where isChosenHere: say(Label(.reasonNoSession), .faint)
        case .none: say(Label(.dialogSearching))
        case .connecting(_, awaitsPerson: false): say(Label(.dialogConnecting, device))
        case .connecting(_, awaitsPerson: true): say(Label(.dialogWaitHint, device))
        case .suspended:
            say(Label(.reconnectingTo, device), .bad)
            showLast(state, text)
        case .ending(let device):
            say(Label(.dialogEnding))
            line.device = text.outside(device.friendlyName)
            showLast(state, text)
        case .connected(let device):
            line.device = text.outside(device.friendlyName)
            showVolume(state.volumeView, text)
            show(state, at: instant, programme, text)
        }
        if let phrase = state.notice?.phrase { notice = Span(text: text.line(.phrase(phrase)), role: .bad) }
        if details.isEmpty { details = position(in: programme, text) }
    }

    /// What played while there was a connection.
    private mutating func showLast(_ state: CastUIState, _ text: TerminalText) {
        if let title = state.media?.snapshot?.title { line.title = text.outside(title) }
        line.elapsed = text.line(.value(.time(state.lastPlayed?.position)))
    }

    private mutating func showVolume(_ volume: VolumeView, _ text: TerminalText) {
        guard let level = volume.level else { return }
        let percent = text.line(.value(.percent(level)))
        line.shortVolume = volume.isMuted ? text.line(Label(.volumeMuted)) : percent
        line.volume = volume.isMuted ? line.shortVolume : "\(text.line(Label(.volume))) \(percent)"
    }

    /// What plays on a device that is connected.
    private mutating func show(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        _ programme: Programme?,
        _ text: TerminalText
    ) {
        let view = state.allControls(at: instant)
        let panel = state.panel(at: instant)
        guard view.stage != .waiting else {
            let isLoading = programme?.isLoading == true
            line.state = Span(
                text: text.line(Label(isLoading ? .stateLoading : .stateIdle)),
                role: isLoading ? .waiting : .faint
            )
            if programme == nil, let application = state.applicationName { line.title = text.outside(application) }
            line.elapsed = text.line(.value(.time(nil)))
            return
        }
        let isLoading = view.stage == .loading
        let role: TerminalLine.Role = view.stage == .active && panel.playerState == .playing ? .good : .waiting
        line.state = Span(text: text.line(isLoading ? Label(.stateLoading) : view.state), role: role)
        // Where media has no title the view names what the player does, which stands here already.
        let title = view.ad?.title ?? (view.title == view.state ? nil : view.title)
        line.title = title.map { text.line($0) } ?? line.title
        showPosition(view, panel, text)
        showDetails(state, view, panel, at: instant, programme, text)
    }

    private mutating func showPosition(_ view: ExpandedControllerView, _ panel: MediaPanel, _ text: TerminalText) {
        let bar = view.seekBar
        let length = bar.range.upperBound - bar.range.lowerBound
        func time(_ seconds: Double?) -> String { text.line(.value(.time(seconds))) }
        switch bar.kind {
        case .hidden:
            line.elapsed = panel.isLive ? text.line(Label(.live)) : time(panel.position)
        case .live:
            line.elapsed = text.line(Label(.live))
        case .recorded:
            (line.elapsed, line.total) = (time(bar.position), time(bar.range.upperBound))
            line.share = bar.position / length
            line.markers = bar.markers.map { $0.position / length }
        case .liveWindow:
            line.elapsed = view.right == .live(isAtEdge: true) ? "" : time(bar.position - bar.range.upperBound)
            line.total = text.line(Label(.live))
            line.share = length > 0 ? (bar.position - bar.range.lowerBound) / length : 1
        }
    }

    private mutating func showDetails(
        _ state: CastUIState,
        _ view: ExpandedControllerView,
        _ panel: MediaPanel,
        at instant: ContinuousClock.Instant,
        _ programme: Programme?,
        _ text: TerminalText
    ) {
        func add(_ label: Label?, _ role: TerminalLine.Role = .plain) {
            if let label { details.append(Span(text: text.line(label), role: role)) }
        }
        if let ad = view.ad {
            add(ad.count)
            switch ad.skip {
            case .never: add(ad.message, .faint)
            case .countdown: add(ad.countdown, .waiting)
            case .ready: add(Label(.skipAdNow), .good)
            }
        }
        let behind = view.seekBar.range.upperBound - view.seekBar.position
        if view.seekBar.kind == .liveWindow, view.right != .live(isAtEdge: true) {
            add(Label(.positionLiveValue, .time(behind)))
        }
        if let rate = view.rate?.rate, rate != 1 { add(Label(.rateValue, .decimal(rate))) }
        if panel.repeatMode != .off, let mode = panel.control(.repeatMode).value {
            details.append(Span(text: "\(text.line(Label(.repeatMode))) \(text.line(mode))"))
        }
        if let track = panel.shownText { add(.text(track)) }
        if let upNext = view.upNext {
            add(upNext.message)
        } else {
            details += position(in: programme, text)
            if programme.map({ $0.count < 2 }) ?? true {
                addQueue(state.queueView(at: instant), repeatsOne: panel.repeatMode == .single, text)
            }
        }
        if view.ad == nil { add(view.subtitle, .faint) }
    }

    /// Where in the device's own queue it is.
    private mutating func addQueue(_ queue: QueueView, repeatsOne: Bool, _ text: TerminalText) {
        guard queue.rows.count > 1, let index = queue.rows.firstIndex(where: { $0.role == .current }) else { return }
        let place = Label(.itemOf, .number(index + 1), .number(queue.rows.count))
        details.append(Span(text: text.line(place)))
        if !repeatsOne, queue.rows.indices.contains(index + 1) {
            let next = queue.rows[index + 1].title.argument
            details.append(Span(text: text.line(Label(.followedBy, next))))
        }
    }

    /// Where in the command's own list it is.
    private func position(in programme: Programme?, _ text: TerminalText) -> [Span] {
        guard let programme, programme.count > 1 else { return [] }
        var spans = [Span(text: text.line(Label(.itemOf, .number(programme.index + 1), .number(programme.count))))]
        if let next = programme.next { spans.append(Span(text: text.line(Label(.followedBy, .text(next))))) }
        return spans
    }
}

extension MediaPanel {
    /// What the subtitles that are shown are called.
    fileprivate var shownText: String? {
        let active = controls?.activeTracks.shown ?? []
        let track = selectableTracks.first { track in
            track.type == .text && track.trackID.map(active.contains) == true
        }
        return track.flatMap { $0.name ?? $0.language }
    }
}

extension Label {
    /// The same as part of a sentence.
    fileprivate var argument: Phrase.Argument {
        switch self {
        case .phrase(let phrase): .phrase(phrase)
        case .text(let text): .text(text)
        case .value(let value): value
        }
    }
}
