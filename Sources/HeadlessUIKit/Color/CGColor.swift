#if !canImport(CoreGraphics)
public import Foundation

/// A colour as Core Graphics has it: components, of which the last is alpha.
public final class CGColor: Sendable {
    /// Two components for grey, four for red, green and blue.
    public let components: [CGFloat]?

    /// A colour by its components.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    /// A grey.
    public init(gray: CGFloat, alpha: CGFloat) {
        components = [gray, alpha]
    }

    /// How many components there are.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// Between 0, which cannot be seen, and 1.
    public var alpha: CGFloat { components?.last ?? 1 }
}
#endif
