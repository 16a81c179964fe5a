import CastSender
import CastWire

// What a person does about what plays.

extension CastUIState {
    mutating func takeMediaIntent(
        _ intent: Intent,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        let panel = panel(at: instant)
        switch intent {
        case .openExpanded: showExpanded(panel, &effects)
        case .tapMini:
            guard panel.isActive else { return }
            if options.usesDefaultExpandedControls {
                showExpanded(panel, &effects)
            } else {
                effects.append(.tell(.expandedTriggered))
            }
        case .collapse: closeExpanded(.person, &effects)
        case .closeExpanded: closeExpanded(.app, &effects)
        case .beginDrag:
            guard panel.reason(against: .seek) == nil else { return }
            openExpanded?.drag = panel.position
        case .drag(let position):
            guard openExpanded?.drag != nil, let target = panel.reachable(position) else { return }
            openExpanded?.drag = target
        case .cancelDrag: openExpanded?.drag = nil
        case .endDrag:
            guard let drag = openExpanded?.drag else { return }
            openExpanded?.drag = nil
            seek(to: drag, panel, &effects)
        case .tapBar(let bar, let index):
            guard let button = options.button(at: index, of: bar) else { return }
            if button == .mute { return takeVolumeIntent(.toggleMute, at: instant, &effects) }
            if let slot = button.slot { tap(slot, panel, &effects) }
        case .tap(let slot): tap(slot, panel, &effects)
        case .seek(let position): seek(to: position, panel, &effects)
        case .seekToLive:
            guard panel.liveRange != nil, panel.reason(against: .seek) == nil else { return }
            order(.seekToLive, &effects)
        case .setRate(let rate):
            guard rate.isFinite, panel.reason(against: .rate) == nil else { return }
            let limits = RateView.limits
            effects.append(.wish(.playbackRate(min(max(rate, limits.lowerBound), limits.upperBound))))
        case .openTracks: tap(.tracks, panel, &effects)
        case .selectTab(let tab): openTracks?.tab = tab
        case .selectTrack(let tab, let id):
            guard let choice = openTracks else { return }
            guard id == nil || choice.rows(tab, of: panel.selectableTracks).contains(where: { $0.id == id }) else {
                return
            }
            if tab == .text { openTracks?.text = id } else { openTracks?.audio = id }
        case .applyTracks: applyTracks(panel, &effects)
        case .cancelTracks: openTracks = nil
        case .jumpToItem, .removeItem, .moveItem, .clearQueue, .queueAdded, .upNext:
            takeQueueIntent(intent, panel, at: instant, &effects)
        default: takeVolumeIntent(intent, at: instant, &effects)
        }
    }

    private mutating func showExpanded(_ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard openExpanded == nil else { return }
        let deadline = panel.isActive ? nil : panel.instant.advanced(by: OpenExpanded.patience)
        openExpanded = OpenExpanded(deadline: deadline)
        effects.append(.tell(.expandedDidShow))
    }

    /// A control was touched. One that cannot be used does nothing, however the touch came about.
    private mutating func tap(_ slot: MediaSlot, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard panel.reason(against: slot) == nil else { return }
        switch slot {
        case .play: effects.append(.wish(.playing(true)))
        case .pause: effects.append(.wish(.playing(false)))
        case .playPause:
            switch panel.toggle {
            case .playing: effects.append(.wish(.playing(false)))
            case .paused: effects.append(.wish(.playing(true)))
            case .playingLive: order(.stop, &effects)
            case .none: break
            }
        case .stop: order(.stop, &effects)
        case .forward(let seconds): seek(by: seconds, panel, &effects)
        case .rewind(let seconds): seek(by: -seconds, panel, &effects)
        case .next: order(.next, &effects)
        case .previous: order(.previous, &effects)
        case .pauseAfterItem:
            if let id = panel.nextItem?.itemID { order(.setAutoplay(false, item: id), &effects) }
        case .repeatMode: effects.append(.wish(.repeatMode(panel.repeatMode.following)))
        case .tracks: openTracks = TrackChoice(panel)
        case .skipAd: order(.skipAd, &effects)
        case .seek, .rate: break
        }
    }

    private mutating func seek(by seconds: Double, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard let position = lastSeek?.value(at: panel.instant) ?? panel.position else { return }
        seek(to: position + seconds, panel, &effects)
    }

    private mutating func seek(to position: Double, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard panel.reason(against: .seek) == nil, let target = panel.reachable(position) else { return }
        lastSeek = HastyWish(wanted: target, at: panel.instant)
        effects.append(.wish(.position(target)))
    }

    private mutating func applyTracks(_ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard let choice = openTracks, panel.reason(against: .tracks) == nil else { return }
        openTracks = nil
        let ids = choice.activeTracks(keeping: panel)
        effects.append(.tell(.tracksChosen(ids)))
        guard Set(ids) != Set(panel.controls?.activeTracks.shown ?? []) else { return }
        effects.append(.wish(.activeTracks(ids)))
    }

    /// The most commands that wait for an answer at once.
    static var orderLimit: Int { 16 }

    /// Sends a command. One that is on its way and would do the same again is not sent twice.
    mutating func order(_ command: MediaCommand, _ effects: inout [CastUIEffect]) {
        guard inFlight.count < Self.orderLimit else { return }
        switch command {
        case .next, .previous: break
        // Another one that came between changes what the same words do.
        case .move, .setAutoplay: if inFlight[lastTicket] == command { return }
        default: if inFlight.values.contains(command) { return }
        }
        lastTicket += 1
        inFlight[lastTicket] = command
        effects.append(.command(command, ticket: lastTicket))
    }
}

extension MediaPanel {
    /// The place nearest to a position that can be sought to; nil for what is no position.
    func reachable(_ position: Double) -> Double? {
        guard !position.isNaN else { return nil }
        let range = liveRange ?? 0...max(0, duration ?? .greatestFiniteMagnitude)
        return min(max(position, range.lowerBound), range.upperBound)
    }
}
