// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// The buttons of a button bar, as configured by the app.
@MainActor
final class ButtonSlots {
    let bar: ButtonBar
    /// The button type of each position.
    private(set) var types: [GCKUIMediaButtonType]
    private var custom: [UIButton?]
    private let own: [UIButton]
    private let name: String
    /// The size of the icons in points.
    private var side: CGFloat { bar == .mini ? 32 : 40 }
    /// Called when the button at a position changed.
    var changed: () -> Void = {}

    /// Creates the buttons of a bar.
    ///
    /// - Parameters:
    ///   - bar: The bar.
    ///   - types: The button types, from left to right.
    ///   - name: The class name for log messages.
    ///   - tapped: Called with the position when one of the framework's buttons is tapped.
    init(_ bar: ButtonBar, _ types: [GCKUIMediaButtonType], name: String, _ tapped: @escaping @MainActor (Int) -> Void)
    {
        self.bar = bar
        self.types = types
        self.name = name
        custom = types.map { _ in nil }
        own = types.indices.map { index in UIButton { tapped(index) } }
    }

    /// The current button of each position, from left to right. Nil for an empty position.
    var views: [UIButton?] {
        types.indices.map { index in
            switch types[index] {
            case .none: nil
            case .custom: custom[index]
            default: own[index]
            }
        }
    }

    func set(_ type: GCKUIMediaButtonType, at index: UInt) {
        guard let position = position(index) else { return }
        types[position] = type
        changed()
    }

    func type(at index: UInt) -> GCKUIMediaButtonType { Int(exactly: index).flatMap { types[safe: $0] } ?? .none }

    func set(_ button: UIButton?, at index: UInt) {
        guard let position = position(index) else { return }
        custom[position]?.removeFromSuperview()
        custom[position] = button
        changed()
    }

    func customButton(at index: UInt) -> UIButton? {
        guard let position = Int(exactly: index), types[safe: position] == .custom else { return nil }
        return custom[position]
    }

    private func position(_ index: UInt) -> Int? {
        guard let position = Int(exactly: index), types.indices.contains(position) else {
            Log(of: name).error("button index \(index) is out of range: the bar has \(types.count) positions")
            return nil
        }
        return position
    }

    /// Returns options that contain the buttons of this bar.
    func options(over options: CastUIOptions) -> CastUIOptions {
        var options = options
        for (index, type) in types.enumerated() { options.setButton(type.button, at: index, of: bar) }
        return options
    }

    /// Updates the framework's buttons.
    func show(_ slots: [BarSlotView], _ look: Look, _ localizer: Localizer) {
        for (button, slot) in zip(own, slots) {
            guard let control = slot.control, let icon = slot.icon else { continue }
            button.accessibilityIdentifier =
                (bar == .mini ? "mini-controller-" : "expanded-controller-") + slot.button.identifier
            button.tintColor = look.color(.iconTintColor)
            button.show(control, image: look.image(icon, side: side), localizer)
        }
    }

    /// Places the buttons into a view. The frames are ordered from left to right in every language, because transport
    /// controls aren't mirrored.
    func layOut(_ frames: [CGRect], in view: UIView) {
        let views = views
        for button in own + custom.compactMap(\.self) where button.superview === view && !views.contains(button) {
            button.removeFromSuperview()
        }
        for (button, frame) in zip(views, frames) {
            guard let button else { continue }
            if button.superview !== view { view.addSubview(button) }
            button.frame = frame
        }
    }
}

/// A bar of button positions that the app can configure. Indexes start with 0 at the left.
#if canImport(ObjectiveC)
@objc(GCKUIMediaButtonBarProtocol)
#endif
@preconcurrency
@MainActor
public protocol GCKUIMediaButtonBarProtocol: NSObjectProtocol {
    /// Returns the number of positions.
    func buttonCount() -> UInt

    /// Sets the button type of a position. An index that is out of range is ignored and logged.
    #if canImport(ObjectiveC)
    @objc(setButtonType:atIndex:)
    #endif
    func setButtonType(_ buttonType: GCKUIMediaButtonType, at index: UInt)

    /// Returns the button type of a position, or ``GCKUIMediaButtonType/none`` if the index is out of range.
    #if canImport(ObjectiveC)
    @objc(buttonTypeAtIndex:)
    #endif
    func buttonType(at index: UInt) -> GCKUIMediaButtonType

    /// Sets the button of a position with the type ``GCKUIMediaButtonType/custom``. Nil leaves the position empty.
    #if canImport(ObjectiveC)
    @objc(setCustomButton:atIndex:)
    #endif
    func setCustomButton(_ customButton: UIButton?, at index: UInt)

    /// Returns the custom button of a position. Nil if it has none, or if the index is out of range.
    #if canImport(ObjectiveC)
    @objc(customButtonAtIndex:)
    #endif
    func customButton(at index: UInt) -> UIButton?
}

/// The type of a button in a button bar.
#if canImport(ObjectiveC)
@objc(GCKUIMediaButtonType)
#endif
public enum GCKUIMediaButtonType: Int, Sendable {
    /// No button. The position stays empty.
    case none = 0
    /// A button that plays and pauses, or plays and stops a live stream.
    case playPauseToggle = 1
    /// A button that jumps to the next item of the queue.
    case skipNext = 2
    /// A button that jumps to the previous item of the queue.
    case skipPrevious = 3
    /// A button that skips 30 seconds backward.
    case rewind30Seconds = 4
    /// A button that skips 30 seconds forward.
    case forward30Seconds = 5
    /// A button that mutes and unmutes the device.
    case muteToggle = 6
    /// A button that opens the track selection.
    case closedCaptions = 7
    /// A button that stops playback and clears the queue.
    case stop = 8
    /// A custom button of the app.
    case custom = 9

    var button: BarButton {
        switch self {
        case .none: .none
        case .playPauseToggle: .playPause
        case .skipNext: .next
        case .skipPrevious: .previous
        case .rewind30Seconds: .rewind30
        case .forward30Seconds: .forward30
        case .muteToggle: .mute
        case .closedCaptions: .tracks
        case .stop: .stop
        case .custom: .custom(nil)
        }
    }
}

extension BarButton {
    /// The name of the button in accessibility identifiers.
    fileprivate var identifier: String {
        switch self {
        case .none: "none"
        case .playPause: "play-pause"
        case .next: "next"
        case .previous: "previous"
        case .rewind30: "rewind"
        case .forward30: "forward"
        case .mute: "mute"
        case .tracks: "tracks"
        case .stop: "stop"
        case .custom: "custom"
        }
    }
}

extension Array {
    /// Returns the element at an index, or nil if the index is out of range.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
