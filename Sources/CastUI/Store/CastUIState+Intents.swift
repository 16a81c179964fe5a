// SPDX-License-Identifier: Apache-2.0

import CastSender

// Intents about devices and sessions.

extension CastUIState {
    mutating func apply(_ intent: Intent, at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        switch intent {
        case .tapCastButton: tapCastButton(at: instant, &effects)
        case .openDialog: showDialog(at: instant, &effects)
        case .dismissDialog: hideDialog(&effects)
        case .selectDevice(let id):
            guard let device = discovery.devices.first(where: { $0.id == id }) else { return }
            connect(to: device, &effects)
        case .cancelConnecting:
            // A suspended session is shown as connecting, so it can be canceled, too.
            switch session {
            case .connecting, .suspended: break
            case .none, .connected, .ending: return
            }
            switchTarget = nil
            effects.append(.endSession(.leave))
            hideDialog(&effects)
        case .retryConnecting:
            guard session == .none, let failure = openDialog?.failure else { return }
            // The device may have another address by now.
            connect(to: discovery.devices.first { $0.id == failure.device.id } ?? failure.device, &effects)
        case .retryDiscovery: effects.append(.startDiscovery)
        case .stopCasting: stopCasting(&effects)
        case .openSettings: effects.append(.openSystemSettings)
        case .openHelp: effects.append(.openHelp)
        case .explainNetwork:
            let permission = platformState.permission
            isExplainingNetwork = permission == .notRequested || permission == .denied
        case .acknowledgeNetworkExplanation:
            guard isExplainingNetwork else { return }
            if platformState.permission == .denied { return effects.append(.openSystemSettings) }
            isExplainingNetwork = false
            effects.append(.startDiscovery)
        case .dismissNetworkExplanation:
            guard isExplainingNetwork else { return }
            isExplainingNetwork = false
            effects.append(.startDiscovery)
        case .introduce(let canPoint):
            let isShown = canPoint && !platformState.hasShownIntroduction
            if isShown {
                isIntroducing = true
                platformState.hasShownIntroduction = true
                effects.append(.remember(.shownIntroduction(true)))
            }
            effects.append(.notify(.introduction(wasShown: isShown)))
        case .dismissIntroduction: isIntroducing = false
        case .tapIntroducedButton:
            guard isIntroducing else { return }
            isIntroducing = false
            tapCastButton(at: instant, &effects)
        case .clearIntroduction:
            platformState.hasShownIntroduction = false
            effects.append(.remember(.shownIntroduction(false)))
        default: applyMediaIntent(intent, at: instant, &effects)
        }
    }

    private mutating func tapCastButton(at instant: ContinuousClock.Instant, _ effects: inout [CastUIEffect]) {
        let action = tapAction
        if isFirstTapMode, !platformState.hasTappedButton, action != .nothing {
            platformState.hasTappedButton = true
            effects.append(.remember(.tappedButton))
        }
        switch action {
        case .explainNetwork: isExplainingNetwork = true
        case .openDialog: showDialog(at: instant, &effects)
        case .app(_, isFirst: true): effects.append(.notify(.firstTap))
        case .app(let phase, isFirst: false): effects.append(.notify(.tap(phase)))
        case .nothing: break
        }
    }

    /// Starts a session on a device, after ending the current one if there is one.
    private mutating func connect(to device: CastDevice, _ effects: inout [CastUIEffect]) {
        switch session {
        case .none:
            session = .connecting(device, awaitsUser: false)
            effects.append(.startSession(device))
        case .connecting(let current, _), .connected(let current), .suspended(let current), .ending(let current):
            // A session with a device that is ending does not continue; a new one follows it.
            if current.id == device.id, switchTarget == nil, session != .ending(current) { return }
            let isEnding = switchTarget != nil || session == .ending(current)
            switchTarget = device
            if !isEnding { effects.append(.endSession(session.isConnected ? endAction : .leave)) }
        }
        openDialog?.failure = nil
        openDialog?.closesWhenConnected = true
    }

    /// The action that ends the session: stops the application if the options require it, leaves it if other senders
    /// are known, and otherwise stops it only if the device reports no other sender at the end.
    var endAction: SessionEndAction {
        if options.stopsApplicationWhenEnding { return .stop }
        return hasOtherSenders ? .leave : .stopIfAlone
    }

    private mutating func stopCasting(_ effects: inout [CastUIEffect]) {
        // For a switch of devices, the end of the session was requested already.
        let isSwitching = switchTarget != nil
        switchTarget = nil
        switch session {
        case .connected, .suspended:
            if !isSwitching { effects.append(.endSession(endAction)) }
            hideDialog(&effects)
        case .connecting:
            effects.append(.endSession(.leave))
            hideDialog(&effects)
        case .none, .ending: break
        }
    }
}
