// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A color with components from 0 to 1. Two colors are equal if their components are equal in 8-bit precision.
#if canImport(ObjectiveC)
@objc(GCKColor)
@objcMembers
#endif
open class GCKColor: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        var red: CGFloat
        var green: CGFloat
        var blue: CGFloat
        var alpha: CGFloat

        var model: GCKColor { GCKColor(content: self) }

        /// The components as integers from 0 to 255.
        var bytes: [UInt8] { [red, green, blue, alpha].map { UInt8(($0 * 255).rounded()) } }

        static func == (lhs: Content, rhs: Content) -> Bool { lhs.bytes == rhs.bytes }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }

    let content: Content

    /// The red component, from 0 to 1.
    open var red: CGFloat { content.red }

    /// The green component, from 0 to 1.
    open var green: CGFloat { content.green }

    /// The blue component, from 0 to 1.
    open var blue: CGFloat { content.blue }

    /// The alpha component, from 0 (transparent) to 1 (opaque).
    open var alpha: CGFloat { content.alpha }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content(red: 0, green: 0, blue: 0, alpha: 0)) }

    /// Creates a color from its components. Values are clamped to the range 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        content = Content(
            red: red.component,
            green: green.component,
            blue: blue.component,
            alpha: alpha.component
        )
        super.init()
    }

    /// Creates an opaque color from its components. Values are clamped to the range 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        content = Content(red: red.component, green: green.component, blue: blue.component, alpha: 1)
        super.init()
    }

    /// Creates a color from a `UIColor`.
    #if canImport(ObjectiveC)
    @objc(initWithUIColor:)
    #endif
    public init(uiColor color: UIColor) {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        content = Content(
            red: red.component,
            green: green.component,
            blue: blue.component,
            alpha: alpha.component
        )
        super.init()
    }

    /// Creates a color from a `CGColor`. Gray becomes three equal components.
    #if canImport(ObjectiveC)
    @objc(initWithCGColor:)
    #endif
    public init(cgColor color: CGColor) {
        content = Content(color, alpha: color.alpha)
        super.init()
    }

    /// Creates a color from a `CGColor` with another alpha. Gray becomes three equal components.
    #if canImport(ObjectiveC)
    @objc(initWithCGColor:alpha:)
    #endif
    public init(cgColor color: CGColor, alpha: CGFloat) {
        content = Content(color, alpha: alpha)
        super.init()
    }

    /// Creates a color from a string of the form `#RRGGBB` or `#RRGGBBAA`. Case doesn't matter. Any other string gives
    /// opaque black and logs a warning.
    #if canImport(ObjectiveC)
    @objc(initWithCSSString:)
    #endif
    public init(cssString CSSString: String) {
        if let color = Content(css: CSSString) {
            content = color
        } else {
            Log(of: "GCKColor").warning("invalid color \"\(CSSString.prefix(20))\": expected #RRGGBB or #RRGGBBAA")
            content = .black
        }
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Returns the color in the form `#RRGGBBAA`, in uppercase.
    #if canImport(ObjectiveC)
    @objc(CSSString)
    #endif
    open func cssString() -> String {
        "#"
            + content.bytes.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// Opaque black.
    open class func black() -> GCKColor { GCKColor(red: 0, green: 0, blue: 0) }

    /// Opaque red.
    open class func red() -> GCKColor { GCKColor(red: 1, green: 0, blue: 0) }

    /// Opaque green.
    open class func green() -> GCKColor { GCKColor(red: 0, green: 1, blue: 0) }

    /// Opaque blue.
    open class func blue() -> GCKColor { GCKColor(red: 0, green: 0, blue: 1) }

    /// Opaque cyan.
    open class func cyan() -> GCKColor { GCKColor(red: 0, green: 1, blue: 1) }

    /// Opaque magenta.
    open class func magenta() -> GCKColor { GCKColor(red: 1, green: 0, blue: 1) }

    /// Opaque yellow.
    open class func yellow() -> GCKColor { GCKColor(red: 1, green: 1, blue: 0) }

    /// Opaque white.
    open class func white() -> GCKColor { GCKColor(red: 1, green: 1, blue: 1) }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

extension GCKColor.Content {
    static let black = Self(red: 0, green: 0, blue: 0, alpha: 1)

    /// Returns nil unless the string has the form `#RRGGBB` or `#RRGGBBAA`.
    init?(css text: String) {
        let digits = text.utf8.dropFirst().map {
            UInt8(ascii: "g") > $0 ? Character(Unicode.Scalar($0)).hexDigitValue : nil
        }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else { return nil }
        let values = digits.compactMap { $0 }
        guard values.count == digits.count else { return nil }
        func component(_ index: Int) -> CGFloat {
            guard values.count > index * 2 else { return 1 }
            return CGFloat(values[index * 2] * 16 + values[index * 2 + 1]) / 255
        }
        self.init(red: component(0), green: component(1), blue: component(2), alpha: component(3))
    }

    init(_ color: CGColor, alpha: CGFloat) {
        let components = color.components ?? []
        // Two components are gray and alpha. Four are red, green, blue and alpha.
        let isGray = components.count < 4
        func component(_ index: Int) -> CGFloat {
            let position = isGray ? 0 : index
            return components.indices.contains(position) ? components[position].component : 0
        }
        self.init(red: component(0), green: component(1), blue: component(2), alpha: alpha.component)
    }
}

extension CGFloat {
    /// The value clamped to the range 0 to 1. NaN becomes 0.
    fileprivate var component: CGFloat { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
