// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The value that an app set for a style attribute.
enum StyleSetting {
    case image(UIImage)
    case font(UIFont)
    case color(UIColor)
    case offset(CGSize)
    case mode(NSNumber)
}

/// The style values that an app has set.
@MainActor
final class StyleSheet {
    var tree = StyleTree<StyleSetting> { _ in nil }
}

/// A snapshot of the effective style of one node.
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

    /// Returns the content mode of an attribute, or aspect fit if the app set an invalid number.
    func contentMode(_ attribute: StyleAttribute) -> UIView.ContentMode {
        UIView.ContentMode(rawValue: mode(attribute).intValue) ?? .scaleAspectFit
    }

    /// Returns the image of an icon. An image that the app set for the icon's purpose takes precedence.
    ///
    /// - Parameters:
    ///   - icon: The icon.
    ///   - side: The size of the framework's own image in points.
    ///   - other: An attribute that takes precedence over the icon's own attribute, if the app has set it.
    func image(_ icon: Icon, side: CGFloat = 24, or other: StyleAttribute? = nil) -> UIImage {
        if let other, case .image(let image)? = tree.resolved(other, at: node) { return image }
        guard let attribute = icon.attribute else { return IconImages.image(icon, side: side) }
        // The default image of the attribute may differ from this icon, for example for different volume levels.
        if case .image(let image)? = tree.resolved(attribute, at: node) { return image }
        return IconImages.image(icon, side: side)
    }
}

extension Icon {
    /// The attribute with which an app can replace the icon's image, if any. The name of `muteOffImage` is the original
    /// framework's: it is shown while the receiver is muted.
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

/// The framework's default style in the types of UIKit.
@MainActor
enum BuiltInStyle {
    private static let standard = StyleTree<StyleValue>.standard
    /// Caches one object per color, so that equal colors are equal objects.
    private static var colors: [ThemeColor: UIColor] = [:]

    static func value(_ attribute: StyleAttribute) -> StyleValue? { standard.resolved(attribute, at: .castViews) }

    /// Returns the font for an attribute. Not cached, because it changes with the user's text size.
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
