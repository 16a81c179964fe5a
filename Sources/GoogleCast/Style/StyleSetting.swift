import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// What an app can set an attribute to.
enum StyleSetting {
    case image(UIImage)
    case font(UIFont)
    case color(UIColor)
    case offset(CGSize)
    case mode(NSNumber)
}

/// What an app has set.
@MainActor
final class StyleSheet {
    var tree = StyleTree<StyleSetting> { _ in nil }
}

/// What holds at one place of a style tree, as it was when this was made.
@MainActor
struct Look {
    private let tree: StyleTree<StyleSetting>
    let node: StyleNode

    init(_ tree: StyleTree<StyleSetting>, _ node: StyleNode) {
        self.tree = tree
        self.node = node
    }

    func image(_ attribute: StyleAttribute) -> UIImage {
        if case .image(let image)? = tree.resolved(attribute, at: node) { return image }
        guard case .image(let icon)? = BuiltInStyle.value(attribute) else { return UIImage() }
        return IconImages.image(icon)
    }

    func font(_ attribute: StyleAttribute) -> UIFont {
        if case .font(let font)? = tree.resolved(attribute, at: node) { return font }
        return BuiltInStyle.font(attribute)
    }

    func color(_ attribute: StyleAttribute) -> UIColor {
        if case .color(let color)? = tree.resolved(attribute, at: node) { return color }
        return BuiltInStyle.color(attribute)
    }

    func offset(_ attribute: StyleAttribute) -> CGSize {
        if case .offset(let offset)? = tree.resolved(attribute, at: node) { return offset }
        guard case .offset(let x, let y)? = BuiltInStyle.value(attribute) else { return .zero }
        return CGSize(width: x, height: y)
    }

    func mode(_ attribute: StyleAttribute) -> NSNumber {
        if case .mode(let mode)? = tree.resolved(attribute, at: node) { return mode }
        let mode: UIView.ContentMode =
            BuiltInStyle.value(attribute) == .contentMode(.fill) ? .scaleAspectFill : .scaleAspectFit
        return NSNumber(value: mode.rawValue)
    }

    /// The content mode of an attribute; that of the framework's own look where the app's number means none.
    func contentMode(_ attribute: StyleAttribute) -> UIView.ContentMode {
        UIView.ContentMode(rawValue: mode(attribute).intValue) ?? .scaleAspectFit
    }

    /// The picture of an icon: the app's, where it has set one for this purpose.
    ///
    /// - Parameters:
    ///   - side: How large the framework's own is, in points.
    ///   - other: An attribute that goes before the icon's own, where the app has set it.
    func image(_ icon: Icon, side: CGFloat = 24, or other: StyleAttribute? = nil) -> UIImage {
        if let other, case .image(let image)? = tree.resolved(other, at: node) { return image }
        guard let attribute = icon.attribute else { return IconImages.image(icon, side: side) }
        // What the framework's own look has for an attribute may be another shape than this icon, such as a louder one.
        if case .image(let image)? = tree.resolved(attribute, at: node) { return image }
        return IconImages.image(icon, side: side)
    }
}

extension Icon {
    /// Where an app can set another picture for it; nil where it cannot.
    ///
    /// `muteOffImage` is shown while the receiver is mute.
    fileprivate var attribute: StyleAttribute? {
        switch self {
        case .tracks: .closedCaptionsImage
        case .audioTrack: .audioTrackImage
        case .forward(30): .forward30SecondsImage
        case .rewind(30): .rewind30SecondsImage
        case .volumeHigh, .volumeLow: .muteOnImage
        case .volumeMuted: .muteOffImage
        case .pause: .pauseImage
        case .play: .playImage
        case .stop: .stopImage
        case .next: .skipNextImage
        case .previous: .skipPreviousImage
        default: nil
        }
    }
}

/// The framework's own look in UIKit's terms.
@MainActor
enum BuiltInStyle {
    private static let standard = StyleTree<StyleValue>.standard
    /// One object for each colour, so that equal ones are equal.
    private static var colors: [ThemeColor: UIColor] = [:]

    static func value(_ attribute: StyleAttribute) -> StyleValue? { standard.resolved(attribute, at: .castViews) }

    /// Read anew each time: it grows with the size of text that a person has chosen.
    static func font(_ attribute: StyleAttribute) -> UIFont {
        guard case .font(let role)? = value(attribute) else { return .preferredFont(forTextStyle: .body) }
        return switch role {
        case .button: .preferredFont(forTextStyle: .headline)
        case .body: .preferredFont(forTextStyle: .body)
        case .heading: .preferredFont(forTextStyle: .headline)
        case .caption: .preferredFont(forTextStyle: .subheadline)
        }
    }

    static func color(_ attribute: StyleAttribute) -> UIColor {
        guard case .color(let theme)? = value(attribute) else { return .clear }
        if let color = colors[theme] { return color }
        let (light, dark) = (UIColor(theme.light), UIColor(theme.dark))
        let color = theme.light == theme.dark ? light : UIColor { $0.userInterfaceStyle == .dark ? dark : light }
        colors[theme] = color
        return color
    }
}

extension UIColor {
    fileprivate convenience init(_ shade: ThemeColor.Shade) {
        self.init(
            red: CGFloat(shade.red) / 255,
            green: CGFloat(shade.green) / 255,
            blue: CGFloat(shade.blue) / 255,
            alpha: CGFloat(shade.alpha)
        )
    }
}
