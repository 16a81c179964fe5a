// SPDX-License-Identifier: Apache-2.0

#if !canImport(CoreGraphics)
public import Foundation

/// A color as in Core Graphics: components, the last of which is alpha.
public final class CGColor: Sendable {
    /// Gray and alpha, or red, green, blue and alpha.
    public let components: [CGFloat]?

    /// Creates a color from red, green, blue and alpha.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    /// Creates a gray.
    public init(gray: CGFloat, alpha: CGFloat) {
        components = [gray, alpha]
    }

    /// The number of components, alpha included.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// The opacity from 0 (transparent) to 1 (opaque).
    public var alpha: CGFloat { components?.last ?? 1 }
}
#endif
