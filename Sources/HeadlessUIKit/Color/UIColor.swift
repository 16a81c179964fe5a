// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A color: components in the extended sRGB space, or a function of the traits.
open class UIColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // The conformance is unchecked because the class is open. Its only stored property is a Sendable constant.

    package struct Components: Hashable, Sendable {
        package var red: CGFloat
        package var green: CGFloat
        package var blue: CGFloat
        package var alpha: CGFloat

        fileprivate func withAlpha(_ alpha: CGFloat) -> Self {
            var changed = self
            changed.alpha = alpha
            return changed
        }
    }

    private enum Source: Sendable {
        case components(Components)
        case pair(light: Components, dark: Components)
        case dynamic(@Sendable (UITraitCollection) -> UIColor)
    }

    private let source: Source

    /// Creates a color from its components. Values outside 0 to 1 are kept.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        source = .components(Components(red: red, green: green, blue: blue, alpha: alpha))
        super.init()
    }

    /// Creates a gray.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a color from hue, saturation and brightness. Hues 0 and 1 are both red.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let sector = (hue - hue.rounded(.down)) * 6
        func component(_ offset: CGFloat) -> CGFloat {
            let position = (sector + offset).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(position, 4 - position, 1))
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    /// Creates a color from a `CGColor` with two components (gray, alpha) or four (red, green, blue, alpha).
    public convenience init(cgColor: CGColor) {
        let parts = cgColor.components ?? []
        if parts.count >= 4 {
            self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        } else {
            self.init(white: parts.first ?? 0, alpha: cgColor.alpha)
        }
    }

    /// Creates a color that is computed for each trait collection.
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        source = .dynamic(dynamicProvider)
        super.init()
    }

    /// Returns the color for a trait collection. The result does not depend on traits.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        switch source {
        case .components: self
        case .pair: UIColor(components(in: traitCollection))
        case .dynamic(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
        }
    }

    package func components(in traits: UITraitCollection) -> Components {
        switch source {
        case .components(let components): components
        case .pair(let light, let dark): traits.userInterfaceStyle == .dark ? dark : light
        case .dynamic(let provider): provider(traits).components(in: traits)
        }
    }

    package init(light: Components, dark: Components) {
        source = .pair(light: light, dark: dark)
        super.init()
    }

    private convenience init(_ parts: Components) {
        self.init(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.alpha)
    }

    private var components: Components { components(in: .current) }

    /// Returns the color with another alpha. A color that depends on traits continues to do so.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        switch source {
        case .components(let parts):
            UIColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: alpha)
        case .pair(let light, let dark):
            UIColor(light: light.withAlpha(alpha), dark: dark.withAlpha(alpha))
        case .dynamic(let provider):
            UIColor { provider($0).resolvedColor(with: $0).withAlphaComponent(alpha) }
        }
    }

    /// Writes the current components to the pointers that are not `nil`. Always returns `true`.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?,
        green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// Writes the gray value and alpha. Returns `false` and writes nothing if the color is not gray.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let components = components
        guard components.red == components.green, components.green == components.blue else { return false }
        white?.pointee = components.red
        alpha?.pointee = components.alpha
        return true
    }

    /// Writes hue, saturation, brightness and alpha to the pointers that are not `nil`. Always returns `true`.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?,
        saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let (red, green, blue) = (components.red, components.green, components.blue)
        let (top, bottom) = (max(red, green, blue), min(red, green, blue))
        let spread = top - bottom
        var turn: CGFloat = 0
        if spread > 0 {
            if top == red {
                turn = (green - blue) / spread
            } else if top == green {
                turn = (blue - red) / spread + 2
            } else {
                turn = (red - green) / spread + 4
            }
            if turn < 0 { turn += 6 }
        }
        hue?.pointee = turn / 6
        saturation?.pointee = top == 0 ? 0 : spread / top
        brightness?.pointee = top
        alpha?.pointee = components.alpha
        return true
    }

    open var cgColor: CGColor {
        let parts = components
        return CGColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.alpha)
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if self === other { return true }
        switch (source, other.source) {
        case (.components(let mine), .components(let others)): return mine == others
        case (.pair(let light, let dark), .pair(let otherLight, let otherDark)):
            return light == otherLight && dark == otherDark
        default: return false
        }
    }

    open override var hash: Int {
        switch source {
        case .components(let components): components.hashValue
        case .pair(let light, let dark): [light, dark].hashValue
        case .dynamic: ObjectIdentifier(self).hashValue
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let parts = components
        for (key, value) in zip(Self.keys, [parts.red, parts.green, parts.blue, parts.alpha]) {
            coder.encode(Double(value), forKey: key)
        }
    }

    public required init?(coder: NSCoder) {
        guard Self.keys.allSatisfy(coder.containsValue(forKey:)) else { return nil }
        let values = Self.keys.map { CGFloat(coder.decodeDouble(forKey: $0)) }
        source = .components(Components(red: values[0], green: values[1], blue: values[2], alpha: values[3]))
        super.init()
    }

    private static let keys = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"]
}

extension UIColor {
    /// Makes this color the fill and stroke color of the current canvas.
    public func set() {
        setFill()
        setStroke()
    }

    /// Makes this color the fill color of the current canvas.
    public func setFill() { Canvas.current?.setFill(self) }

    /// Makes this color the stroke color of the current canvas.
    public func setStroke() { Canvas.current?.setStroke(self) }
}
#endif
