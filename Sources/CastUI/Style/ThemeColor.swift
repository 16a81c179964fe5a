/// A colour in light and in dark surroundings.
public struct ThemeColor: Sendable, Hashable {
    /// sRGB, each 0…255, and how much it covers, 0…1.
    public struct Shade: Sendable, Hashable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8
        public var alpha: Double

        /// - Parameter rgb: `0xRRGGBB`.
        public init(_ rgb: UInt32, alpha: Double = 1) {
            red = UInt8(truncatingIfNeeded: rgb >> 16)
            green = UInt8(truncatingIfNeeded: rgb >> 8)
            blue = UInt8(truncatingIfNeeded: rgb)
            self.alpha = alpha
        }

        /// What is seen of it on an opaque colour, when it covers as much of that as its alpha says.
        public func over(_ below: Shade) -> Shade {
            func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
                UInt8((Double(top) * alpha + Double(bottom) * (1 - alpha)).rounded())
            }
            var seen = self
            (seen.red, seen.green, seen.blue) = (mix(red, below.red), mix(green, below.green), mix(blue, below.blue))
            seen.alpha = 1
            return seen
        }

        /// Two opaque colours' contrast, 1…21 (WCAG 2.2, contrast ratio).
        public func contrast(with other: Shade) -> Double {
            let (one, two) = (luminance, other.luminance)
            return (max(one, two) + 0.05) / (min(one, two) + 0.05)
        }

        private var luminance: Double {
            func linear(_ part: UInt8) -> Double {
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : Self.power((share + 0.055) / 1.055)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        /// `base` to the power of 2.4, by the fifth root of its square: 2.4 is 2 and two fifths.
        private static func power(_ base: Double) -> Double {
            guard base > 0 else { return 0 }
            let square = base * base
            var root = 1.0
            for _ in 0..<40 { root = (4 * root + square / (root * root * root * root)) / 5 }
            return square * root
        }
    }

    public var light: Shade
    public var dark: Shade

    public init(light: Shade, dark: Shade) {
        self.light = light
        self.dark = dark
    }

    /// The same in both.
    public init(_ shade: Shade) { self.init(light: shade, dark: shade) }
}
