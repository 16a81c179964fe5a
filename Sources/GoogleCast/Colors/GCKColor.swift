public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A colour, as components between 0 and 1. Two are equal when they look the same with 256 steps for each component.
open class GCKColor: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        var red: CGFloat
        var green: CGFloat
        var blue: CGFloat
        var alpha: CGFloat

        var model: GCKColor { GCKColor(content: self) }

        /// The components in steps from 0 to 255.
        var bytes: [UInt8] { [red, green, blue, alpha].map { UInt8(($0 * 255).rounded()) } }

        static func == (lhs: Content, rhs: Content) -> Bool { lhs.bytes == rhs.bytes }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }

    let content: Content

    /// Between 0 and 1.
    open var red: CGFloat { content.red }

    /// Between 0 and 1.
    open var green: CGFloat { content.green }

    /// Between 0 and 1.
    open var blue: CGFloat { content.blue }

    /// Between 0, which cannot be seen, and 1.
    open var alpha: CGFloat { content.alpha }

    /// A colour by its components; values outside 0 to 1 become 0 or 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        content = Content(
            red: red.component,
            green: green.component,
            blue: blue.component,
            alpha: alpha.component
        )
        super.init()
    }

    /// An opaque colour by its components; values outside 0 to 1 become 0 or 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        content = Content(red: red.component, green: green.component, blue: blue.component, alpha: 1)
        super.init()
    }

    /// A colour of the platform's.
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

    /// A colour of the platform's; grey becomes three equal components.
    public init(cgColor color: CGColor) {
        content = Content(color, alpha: color.alpha)
        super.init()
    }

    /// A colour of the platform's with another alpha; grey becomes three equal components.
    public init(cgColor color: CGColor, alpha: CGFloat) {
        content = Content(color, alpha: alpha)
        super.init()
    }

    /// A colour as `#RRGGBB` or `#RRGGBBAA`, in capitals or not; opaque black for any other text.
    public init(cssString CSSString: String) {
        if let color = Content(css: CSSString) {
            content = color
        } else {
            Log(of: "GCKColor").warning("\"\(CSSString.prefix(20))\" is no colour of the form #RRGGBB or #RRGGBBAA")
            content = .black
        }
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// The colour as `#RRGGBBAA`, in capitals.
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

    /// The object itself, which never changes.
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

    /// Nil for anything but `#RRGGBB` and `#RRGGBBAA`.
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
        // Two components are grey and alpha, four are red, green, blue and alpha.
        let isGrey = components.count < 4
        func component(_ index: Int) -> CGFloat {
            let place = isGrey ? 0 : index
            return components.indices.contains(place) ? components[place].component : 0
        }
        self.init(red: component(0), green: component(1), blue: component(2), alpha: alpha.component)
    }
}

extension CGFloat {
    /// The number within 0 to 1; 0 where it is none.
    fileprivate var component: CGFloat { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
