import CastSender

// The reducer. It reads no clock, no locale and no file: what it knows is in the state and the event.

extension CastUIState {
    /// Takes what happened.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - instant: When; never before the instant of an earlier event.
    /// - Returns: What is to be done, in this order.
    public mutating func reduce(_ event: CastUIEvent, at instant: ContinuousClock.Instant) -> [CastUIEffect] {
        var effects: [CastUIEffect] = []
        switch event {
        case .launched:
            if options.startsDiscoveryAutomatically, !isFirstTapMode || surroundings.hasTappedButton {
                effects.append(.startDiscovery)
            }
        case .options(let options): self.options = options
        case .surroundings(let surroundings):
            self.surroundings = surroundings
            if surroundings.permission == .granted || surroundings.permission == .notApplicable {
                isExplainingNetwork = false
            }
        case .intent(let intent): take(intent, at: instant, &effects)
        case .alarm: break
        default: takeNews(event, at: instant, &effects)
        }
        settle(at: instant, &effects)
        return effects
    }

    /// When time alone will change something; then ``CastUIEvent/alarm`` is due. Nil when it will not.
    public var alarm: ContinuousClock.Instant? {
        var instants = [openExpanded?.deadline, notice?.until]
        if let openDialog, openDialog.failure == nil, session == .none, discovery.devices.isEmpty,
            !hasAnnouncedNoDevices
        {
            instants.append(searchEnd)
        }
        return instants.compactMap { $0 }.min()
    }

    /// What follows from the new state, whatever led to it.
    private mutating func settle(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        if let notice, notice.until <= instant { self.notice = nil }
        settleExpanded(at: instant, &effects)
        let panel = panel(at: instant)
        // A choice of tracks and a place are those of one film, and mean nothing to the next.
        if panel.subject != subject {
            if subject != nil {
                openTracks = nil
                openExpanded?.drag = nil
                lastSeek = nil
            }
            subject = panel.subject
        }
        if openTracks != nil, !panel.isLoaded { openTracks = nil }
        if openExpanded?.drag != nil, panel.reason(against: .seek) != nil { openExpanded?.drag = nil }
        if panel.isActive != wasMiniActive {
            wasMiniActive = panel.isActive
            effects.append(.tell(.miniShouldAppear(panel.isActive)))
        }
        if isListed || openDialog == nil { hasAnnouncedNoDevices = false }
        if openDialog != nil, openDialog?.failure == nil, hasFoundNothing(at: instant), !hasAnnouncedNoDevices {
            hasAnnouncedNoDevices = true
            effects.append(.announce(Phrase(.announceNoDevices), .polite))
        }
    }

    /// The expanded controller waits for media for a while, and goes when there is none any more.
    private mutating func settleExpanded(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        guard let expanded = openExpanded else { return }
        if panel(at: instant).isActive {
            openExpanded?.deadline = nil
        } else if let deadline = expanded.deadline {
            if deadline <= instant { closeExpanded(.mediaEnded, &effects) }
        } else if session == .none {
            closeExpanded(.sessionEnded, &effects)
        } else if session.isConnected {
            closeExpanded(.mediaEnded, &effects)
        }
    }

    mutating func closeExpanded(_ reason: CastUIEffect.CloseReason, _ effects: inout [CastUIEffect]) {
        guard openExpanded != nil else { return }
        openExpanded = nil
        openTracks = nil
        effects.append(.tell(.expandedDidHide(reason)))
    }

    mutating func showDialog(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        guard openDialog == nil else { return }
        openDialog = OpenDialog(openedAt: instant)
        effects.append(.tell(.dialogWillShow))
    }

    mutating func hideDialog(_ effects: inout [CastUIEffect]) {
        guard openDialog != nil else { return }
        openDialog = nil
        effects.append(.tell(.dialogDidHide))
    }

    mutating func show(_ phrase: Phrase, at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        notice = Notice(phrase: phrase, until: instant.advanced(by: Notice.duration))
        effects.append(.announce(phrase, .assertive))
    }

    /// The device's name, for a sentence.
    var deviceName: Phrase.Argument { .text(session.device?.friendlyName ?? "") }
}
