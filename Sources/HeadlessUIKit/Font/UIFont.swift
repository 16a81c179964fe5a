// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A font, described by family, size and weight.
///
/// No font files are read. Metrics are fixed multiples of the size, and text widths are estimates.
open class UIFont: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // The conformance is unchecked because the class is open. Its only stored property is a Sendable constant.

    package struct Face: Hashable, Sendable {
        package var family: String
        package var size: CGFloat
        package var weight: Weight
        package var isItalic = false
        package var isMonospacedDigits = false
    }

    /// The weight of a font. 0 is regular; greater values are bolder.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)
    }

    /// The purpose of a text, which determines its size.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        /// The size in points for the default content size category.
        package var standardSize: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        }
    }

    package let face: Face

    package init(face: Face) {
        self.face = face
        super.init()
    }

    /// Creates a font with a name and a size in points. Returns `nil` for an empty name.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(face: Face(family: fontName, size: fontSize, weight: fontName.contains("Bold") ? .bold : .regular))
    }

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

    open class func systemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
        UIFont(face: Face(family: systemFamily, size: fontSize, weight: weight))
    }

    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(face: Face(family: systemFamily, size: fontSize, weight: .regular, isItalic: true))
    }

    /// Returns the system font with digits of equal width, which keeps the layout of a running time stable.
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
        UIFont(face: Face(family: systemFamily, size: fontSize, weight: weight, isMonospacedDigits: true))
    }

    /// Returns the font for a text style, scaled to the current content size category.
    open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont {
        preferredFont(forTextStyle: style, compatibleWith: nil)
    }

    open class func preferredFont(
        forTextStyle style: UIFont.TextStyle,
        compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        let size = UIFontMetrics(forTextStyle: style).scaledValue(
            for: style.standardSize,
            compatibleWith: traitCollection
        )
        return systemFont(ofSize: size, weight: style == .headline ? .semibold : .regular)
    }

    open class var labelFontSize: CGFloat { 17 }
    open class var buttonFontSize: CGFloat { 18 }
    open class var smallSystemFontSize: CGFloat { 12 }
    open class var systemFontSize: CGFloat { 14 }

    open func withSize(_ fontSize: CGFloat) -> UIFont {
        var face = face
        face.size = fontSize
        return UIFont(face: face)
    }

    open var familyName: String { face.family }
    open var fontName: String { face.family }
    open var pointSize: CGFloat { face.size }
    open var ascender: CGFloat { face.size * 0.95 }
    open var descender: CGFloat { -face.size * 0.24 }
    open var capHeight: CGFloat { face.size * 0.7 }
    open var xHeight: CGFloat { face.size * 0.52 }
    open var leading: CGFloat { 0 }
    open var lineHeight: CGFloat { face.size * 1.19 }

    private static let systemFamily = ".SFUI"

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.face == face }

    open override var hash: Int { face.hashValue }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(face.family as NSString, forKey: "UIFontFamily")
        coder.encode(Double(face.size), forKey: "UIFontPointSize")
        coder.encode(Double(face.weight.rawValue), forKey: "UIFontWeight")
    }

    public required init?(coder: NSCoder) {
        guard let family = coder.decodeObject(of: NSString.self, forKey: "UIFontFamily") else { return nil }
        face = Face(
            family: String(describing: family),
            size: CGFloat(coder.decodeDouble(forKey: "UIFontPointSize")),
            weight: Weight(CGFloat(coder.decodeDouble(forKey: "UIFontWeight")))
        )
        super.init()
    }
}

/// An object that scales sizes with the user's preferred text size.
open class UIFontMetrics: NSObject, @unchecked Sendable {
    // The conformance is unchecked because the class is open. It has no stored properties.

    open class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    public init(forTextStyle textStyle: UIFont.TextStyle) { super.init() }

    open func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }

    open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        font.withSize(scaledValue(for: font.pointSize, compatibleWith: traitCollection))
    }

    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        font.withSize(min(scaledValue(for: font.pointSize), maximumPointSize))
    }

    open func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        let category = (traitCollection ?? .current).preferredContentSizeCategory
        return (value * category.bodySize / 17).rounded()
    }
}
#endif
