import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The buttons of a bar: which stand where, as the app chose, and how they look.
@MainActor
final class ButtonSlots {
    let bar: ButtonBar
    /// What the bar shows at each place.
    private(set) var types: [GCKUIMediaButtonType]
    private var custom: [UIButton?]
    private let own: [UIButton]
    private let name: String
    /// How large its icons are, in points.
    private var side: CGFloat { bar == .mini ? 32 : 40 }
    /// Called when what stands somewhere has changed.
    var changed: () -> Void = {}

    /// - Parameter touched: A button of the framework's own was touched, at this place.
    init(_ bar: ButtonBar, _ types: [GCKUIMediaButtonType], name: String, _ touched: @escaping @MainActor (Int) -> Void)
    {
        self.bar = bar
        self.types = types
        self.name = name
        custom = types.map { _ in nil }
        own = types.indices.map { index in UIButton { touched(index) } }
    }

    /// What stands at each place now, from the left; nil for nothing.
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
        guard let place = place(index) else { return }
        types[place] = type
        changed()
    }

    func type(at index: UInt) -> GCKUIMediaButtonType { Int(exactly: index).flatMap { types[safe: $0] } ?? .none }

    func set(_ button: UIButton?, at index: UInt) {
        guard let place = place(index) else { return }
        custom[place]?.removeFromSuperview()
        custom[place] = button
        changed()
    }

    func customButton(at index: UInt) -> UIButton? {
        guard let place = Int(exactly: index), types[safe: place] == .custom else { return nil }
        return custom[place]
    }

    private func place(_ index: UInt) -> Int? {
        guard let place = Int(exactly: index), types.indices.contains(place) else {
            Log(of: name).error("there is no place \(index) in a bar of \(types.count)")
            return nil
        }
        return place
    }

    /// The state's options with what stands in this bar.
    func options(over options: CastUIOptions) -> CastUIOptions {
        var options = options
        for (index, type) in types.enumerated() { options.setButton(type.button, at: index, of: bar) }
        return options
    }

    /// Draws the framework's own buttons.
    func show(_ slots: [BarSlotView], _ look: Look, _ localizer: Localizer) {
        for (button, slot) in zip(own, slots) {
            guard let control = slot.control, let icon = slot.icon else { continue }
            button.accessibilityIdentifier =
                (bar == .mini ? "mini-controller-" : "expanded-controller-") + slot.button.identifier
            button.tintColor = look.color(.iconTintColor)
            button.show(control, image: look.image(icon, side: side), localizer)
        }
    }

    /// Puts the buttons into a view, in frames from the left, whichever way lines run: transport icons are not mirrored.
    func lay(_ frames: [CGRect], in view: UIView) {
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

extension Array {
    /// The element, where there is one.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension BarButton {
    /// What it is called in the names of views.
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
