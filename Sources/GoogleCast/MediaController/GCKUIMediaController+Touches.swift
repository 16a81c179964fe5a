import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// From touches to intents.

/// A control that goes by a number of seconds.
struct SeekControl {
    weak var control: UIControl?
    let slot: MediaSlot
    let name: String
}

extension GCKUIMediaController {
    /// Makes a button the one of a slot.
    func bind(_ button: UIButton?, _ name: String, _ slot: MediaSlot) {
        touches.bind(
            button,
            as: name,
            (
                .touchUpInside,
                { [weak self, weak button] in
                    guard let self else { return }
                    widgets?.context?.presenter.anchor = button
                    let wasTouched = isTouched
                    isTouched = true
                    defer { isTouched = wasTouched }
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
        touches.bind(control, as: name, (.touchUpInside, { [weak self] in self?.widgets?.act(.tap(slot)) }))
        seekControls.append(SeekControl(control: control, slot: slot, name: name))
        update()
    }

    var canSeek: Bool { widgets.map { $0.panel.reason(against: .seek) == nil } ?? false }

    /// Seeks to where a person or the app wants.
    func seek(to position: TimeInterval) {
        guard let widgets, canSeek, !position.isNaN else { return update() }
        let panel = widgets.panel
        let range = panel.liveRange ?? 0...max(0, panel.duration ?? .greatestFiniteMagnitude)
        let target = min(max(position, range.lowerBound), range.upperBound)
        heldPosition = (target, panel.instant.advanced(by: .seconds(1)))
        widgets.act(.seek(to: target))
        update()
    }
}
