// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Sends the intents of the bound controls.

extension GCKUIMediaController {
    /// Binds a button to a media slot.
    func bind(_ button: UIButton?, _ name: String, _ slot: MediaSlot) {
        bindings.bind(
            button,
            as: name,
            (
                .chosen,
                { [weak self, weak button] in
                    guard let self else { return }
                    widgets?.context?.presenter.anchor = button
                    let wasHandlingTap = isHandlingTap
                    isHandlingTap = true
                    defer { isHandlingTap = wasHandlingTap }
                    switch slot {
                    case .tracks: selectTracks()
                    case .skipAd: skipAd()
                    case .repeatMode: _ = cycleRepeatMode()
                    default: widgets?.act(.tap(slot))
                    }
                }
            )
        )
        update()
    }

    func bind(_ control: UIControl, seekingBy slot: MediaSlot) {
        unbindView(control)
        let name = "seek.\(ObjectIdentifier(control).hashValue)"
        bindings.bind(control, as: name, (.chosen, { [weak self] in self?.widgets?.act(.tap(slot)) }))
        seekControls.append(SeekControl(control: control, slot: slot, name: name))
        update()
    }

    var canSeek: Bool { widgets.map { $0.panel.disabledReason(for: .seek) == nil } ?? false }

    /// Seeks to a position that the user or the app requested.
    func seek(to position: TimeInterval) {
        guard let widgets, canSeek, !position.isNaN else { return update() }
        let panel = widgets.panel
        let range = panel.liveRange ?? 0...max(0, panel.duration ?? .greatestFiniteMagnitude)
        let target = min(max(position, range.lowerBound), range.upperBound)
        pendingPosition = (target, panel.instant.advanced(by: .seconds(1)))
        widgets.act(.seek(to: target))
        update()
    }
}

/// A control that seeks by a number of seconds.
struct SeekControl {
    weak var control: UIControl?
    let slot: MediaSlot
    let name: String
}
