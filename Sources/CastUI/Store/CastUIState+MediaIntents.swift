// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

// Intents about the current media.

extension CastUIState {
    mutating func applyMediaIntent(
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
                effects.append(.notify(.expandedTriggered))
            }
        case .collapse: closeExpanded(.user, &effects)
        case .closeExpanded: closeExpanded(.app, &effects)
        case .beginDrag:
            guard panel.disabledReason(for: .seek) == nil else { return }
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
            if button == .mute { return applyVolumeIntent(.toggleMute, at: instant, &effects) }
            if let slot = button.slot { tap(slot, panel, &effects) }
        case .tap(let slot): tap(slot, panel, &effects)
        case .seek(let position): seek(to: position, panel, &effects)
        case .seekToLive:
            guard panel.liveRange != nil, panel.disabledReason(for: .seek) == nil else { return }
            sendCommand(.seekToLive, &effects)
        case .setRate(let rate):
            guard rate.isFinite, panel.disabledReason(for: .rate) == nil else { return }
            let limits = RateView.limits
            effects.append(.change(.playbackRate(min(max(rate, limits.lowerBound), limits.upperBound))))
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
            applyQueueIntent(intent, panel, at: instant, &effects)
        default: applyVolumeIntent(intent, at: instant, &effects)
        }
    }

    private mutating func showExpanded(_ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard openExpanded == nil else { return }
        let deadline = panel.isActive ? nil : panel.instant.advanced(by: OpenExpanded.timeout)
        openExpanded = OpenExpanded(deadline: deadline)
        effects.append(.notify(.expandedDidShow))
    }

    /// Handles a tap on a control. Taps on disabled controls are ignored, also when they come from the keyboard or a
    /// script.
    private mutating func tap(_ slot: MediaSlot, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard panel.disabledReason(for: slot) == nil else { return }
        switch slot {
        case .play: effects.append(.change(.playing(true)))
        case .pause: effects.append(.change(.playing(false)))
        case .playPause:
            switch panel.toggle {
            case .playing: effects.append(.change(.playing(false)))
            case .paused: effects.append(.change(.playing(true)))
            case .playingLive: sendCommand(.stop, &effects)
            case .none: break
            }
        case .stop: sendCommand(.stop, &effects)
        case .forward(let seconds): seek(by: seconds, panel, &effects)
        case .rewind(let seconds): seek(by: -seconds, panel, &effects)
        case .next: sendCommand(.next, &effects)
        case .previous: sendCommand(.previous, &effects)
        case .pauseAfterItem:
            if let id = panel.nextItem?.itemID { sendCommand(.setAutoplay(false, item: id), &effects) }
        case .repeatMode: effects.append(.change(.repeatMode(panel.repeatMode.nextMode)))
        case .tracks: openTracks = TrackChoice(panel)
        case .skipAd: sendCommand(.skipAd, &effects)
        case .seek, .rate: break
        }
    }

    private mutating func seek(by seconds: Double, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        // Seeking by a distance works even if the position is hidden.
        guard let position = lastSeek?.value(at: panel.instant) ?? panel.playbackPosition else { return }
        requestPosition(position + seconds, panel, &effects)
    }

    private mutating func seek(to position: Double, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard panel.disabledReason(for: .seek) == nil else { return }
        requestPosition(position, panel, &effects)
    }

    /// Requests the seekable position nearest to a position.
    private mutating func requestPosition(_ position: Double, _ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard let target = panel.reachable(position) else { return }
        lastSeek = RecentValue(requested: target, at: panel.instant)
        effects.append(.change(.position(target)))
    }

    private mutating func applyTracks(_ panel: MediaPanel, _ effects: inout [CastUIEffect]) {
        guard let choice = openTracks, panel.disabledReason(for: .tracks) == nil else { return }
        openTracks = nil
        let ids = choice.activeTracks(keeping: panel)
        effects.append(.notify(.tracksChosen(ids)))
        guard Set(ids) != Set(panel.controls?.activeTracks.shown ?? []) else { return }
        effects.append(.change(.activeTracks(ids)))
    }

    /// The maximum number of commands in flight.
    static var commandLimit: Int { 16 }

    /// Sends a command. Drops it if ``commandLimit`` commands are in flight, or if the same command is in flight and
    /// repeating it would have no effect.
    mutating func sendCommand(_ command: MediaCommand, _ effects: inout [CastUIEffect]) {
        guard inFlight.count < Self.commandLimit else { return }
        switch command {
        case .next, .previous: break
        // A later command may change the effect of the same command, so only the latest one is compared.
        case .move, .setAutoplay, .jump: if inFlight[lastTicket] == command { return }
        default: if inFlight.values.contains(command) { return }
        }
        lastTicket += 1
        inFlight[lastTicket] = command
        effects.append(.command(command, ticket: lastTicket))
    }
}

extension MediaPanel {
    /// Returns the seekable position nearest to a position; nil for NaN.
    func reachable(_ position: Double) -> Double? {
        guard !position.isNaN else { return nil }
        let range = seekableLiveRange ?? 0...max(0, duration ?? .greatestFiniteMagnitude)
        return min(max(position, range.lowerBound), range.upperBound)
    }
}

// MARK: Queue

extension CastUIState {
    mutating func applyQueueIntent(
        _ intent: Intent,
        _ panel: MediaPanel,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        if case .queueAdded(let title) = intent {
            let phrase = Phrase(.queueAdded, .text(title))
            notice = Notice(phrase: phrase, until: instant.advanced(by: Notice.duration))
            return effects.append(.announce(phrase, .polite))
        }
        let ids = queueItemIDs(panel)
        switch intent {
        case .jumpToItem(let id):
            if ids.contains(id), id != panel.controls?.snapshot?.currentItemID {
                sendCommand(.jump(toItem: id), &effects)
            }
        case .removeItem(let id):
            if ids.contains(id) { sendCommand(.remove(items: [id]), &effects) }
        case .moveItem(let id, let index):
            let others = ids.filter { $0 != id }
            guard others.count == ids.count - 1, (0...others.count).contains(index), ids.firstIndex(of: id) != index
            else { return }
            sendCommand(.move(item: id, before: index < others.count ? others[index] : nil), &effects)
        case .clearQueue:
            let others = ids.filter { $0 != panel.controls?.snapshot?.currentItemID }
            if !others.isEmpty { sendCommand(.remove(items: others), &effects) }
        case .upNext(let choice):
            guard let next = panel.nextItem, let id = next.itemID else { return }
            switch choice {
            case .wait: if next.autoplay == false { sendCommand(.setAutoplay(true, item: id), &effects) }
            // Between two items no media is loaded, but the next item can be started.
            case .play:
                let isBetween = panel.isActive && !panel.isLoaded
                if isBetween || panel.disabledReason(for: .next) == nil { sendCommand(.next, &effects) }
            case .stop: sendCommand(.setAutoplay(false, item: id), &effects)
            }
        default: break
        }
    }
}
