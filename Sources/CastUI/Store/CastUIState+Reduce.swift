// SPDX-License-Identifier: Apache-2.0

import CastSender

// The reducer. It reads no clock, locale or file; its inputs are the state, the event and the instant.

extension CastUIState {
    /// Applies an event to the state.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - instant: The time of the event; never earlier than that of a previous event.
    /// - Returns: The effects to execute, in order.
    public mutating func reduce(_ event: CastUIEvent, at instant: ContinuousClock.Instant) -> [CastUIEffect] {
        var effects: [CastUIEffect] = []
        switch event {
        case .launched:
            if options.startsDiscoveryAutomatically, !isFirstTapMode || platformState.hasTappedButton {
                effects.append(.startDiscovery)
            }
        case .options(let options): self.options = options
        case .platformState(let platformState):
            self.platformState = platformState
            if platformState.permission == .granted || platformState.permission == .notApplicable {
                isExplainingNetwork = false
            }
        case .intent(let intent): apply(intent, at: instant, &effects)
        case .deadlineReached: break
        default: applyEngineEvent(event, at: instant, &effects)
        }
        settle(at: instant, &effects)
        return effects
    }

    /// The instant at which the state changes without another event. Send ``CastUIEvent/deadlineReached`` then. Nil if
    /// there is none.
    public var nextDeadline: ContinuousClock.Instant? {
        var instants = [openExpanded?.deadline, notice?.until]
        if let openDialog, openDialog.failure == nil, session == .none, discovery.devices.isEmpty,
            !hasAnnouncedNoDevices
        {
            instants.append(searchEnd)
        }
        return instants.compactMap { $0 }.min()
    }

    /// Updates everything that depends on the new state, after every event: views that close, and announcements.
    private mutating func settle(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        if let notice, notice.until <= instant { self.notice = nil }
        settleExpanded(at: instant, &effects)
        let panel = panel(at: instant)
        // The track selection and the drag position belong to one item, and are invalid for the next.
        if panel.subject != subject {
            if subject != nil {
                openTracks = nil
                openExpanded?.drag = nil
                lastSeek = nil
            }
            subject = panel.subject
        }
        if openTracks != nil, !panel.isLoaded { openTracks = nil }
        if openExpanded?.drag != nil, panel.disabledReason(for: .seek) != nil { openExpanded?.drag = nil }
        if panel.isActive != wasMiniActive {
            wasMiniActive = panel.isActive
            effects.append(.notify(.miniShouldAppear(panel.isActive)))
        }
        if isListed || openDialog == nil { hasAnnouncedNoDevices = false }
        if openDialog != nil, openDialog?.failure == nil, hasFoundNothing(at: instant), !hasAnnouncedNoDevices {
            hasAnnouncedNoDevices = true
            effects.append(.announce(Phrase(.announceNoDevices), .polite))
        }
    }

    /// Closes the expanded controller when there is no media, or when none has loaded by the deadline.
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
        effects.append(.notify(.expandedDidHide(reason)))
    }

    mutating func showDialog(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        guard openDialog == nil else { return }
        openDialog = OpenDialog(openedAt: instant)
        effects.append(.notify(.dialogWillShow))
    }

    mutating func hideDialog(_ effects: inout [CastUIEffect]) {
        guard openDialog != nil else { return }
        openDialog = nil
        effects.append(.notify(.dialogDidHide))
    }

    mutating func show(_ phrase: Phrase, at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        notice = Notice(phrase: phrase, until: instant.advanced(by: Notice.duration))
        effects.append(.announce(phrase, .assertive))
    }

    /// The device's name, as an argument of a phrase.
    var deviceName: Phrase.Argument { .text(session.device?.friendlyName ?? "") }
}
