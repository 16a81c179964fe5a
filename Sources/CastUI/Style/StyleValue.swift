// SPDX-License-Identifier: Apache-2.0

/// The value of a style attribute in the skins of this package.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StyleValue: Sendable, Hashable {
    /// The role of a text, which determines its font.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum TextRole: Sendable, Hashable {
        case button, body, heading, caption
    }

    /// How an image fills its frame.
    public enum ContentMode: Sendable, Hashable {
        case fit, fill
    }

    case color(ThemeColor)
    /// A font, which scales with the user's text size.
    case font(TextRole)
    case image(Icon)
    case offset(x: Double, y: Double)
    case contentMode(ContentMode)
}

extension StyleTree where Value == StyleValue {
    /// The opacity of the background color over artwork that has text and controls on it. It is high enough that all
    /// default colors have sufficient contrast on any artwork.
    public static var scrimOpacity: Double { 0.9 }

    /// The default style of this package. All of its values can be changed.
    public static var standard: StyleTree { StyleTree { StyleValue.builtIn($0) } }
}

extension StyleValue {
    static func builtIn(_ attribute: StyleAttribute) -> StyleValue? {
        let text = ThemeColor(light: .init(0x202124), dark: .init(0xF1F3F4))
        let secondary = ThemeColor(light: .init(0x5F6368), dark: .init(0xBDC1C6))
        let accent = ThemeColor(light: .init(0x185ABC), dark: .init(0x8AB4F8))
        let track = ThemeColor(light: .init(0x70757A), dark: .init(0x80868B))
        let yellow = ThemeColor(.init(0xFFEB3B))
        return switch attribute {
        case .closedCaptionsImage, .subtitlesTrackImage: .image(.tracks)
        case .forward30SecondsImage: .image(.forward(30))
        case .rewind30SecondsImage: .image(.rewind(30))
        case .volumeImage, .muteOnImage: .image(.volumeHigh)
        case .muteOffImage: .image(.volumeMuted)
        case .pauseImage: .image(.pause)
        case .playImage: .image(.play)
        case .skipNextImage: .image(.next)
        case .skipPreviousImage: .image(.previous)
        case .audioTrackImage: .image(.audioTrack)
        case .stopImage: .image(.stop)
        case .buttonTextFont: .font(.button)
        case .bodyTextFont: .font(.body)
        case .headingTextFont: .font(.heading)
        case .captionTextFont: .font(.caption)
        case .buttonTextColor, .iconTintColor: .color(accent)
        case .bodyTextColor, .headingTextColor: .color(text)
        case .captionTextColor: .color(secondary)
        case .buttonTextShadowColor, .bodyTextShadowColor, .headingTextShadowColor, .captionTextShadowColor:
            .color(ThemeColor(.init(0, alpha: 0)))
        case .buttonTextShadowOffset, .bodyTextShadowOffset, .headingTextShadowOffset, .captionTextShadowOffset:
            .offset(x: 0, y: 0)
        case .backgroundColor: .color(ThemeColor(light: .init(0xFFFFFF), dark: .init(0x202124)))
        case .sliderProgressColor, .volumeSliderThumbTintColor, .volumeSliderMinimumTrackTintColor: .color(accent)
        case .sliderSecondaryProgressColor, .sliderUnseekableProgressColor, .volumeSliderMaximumTrackTintColor:
            .color(track)
        case .sliderTooltipBackgroundColor: .color(ThemeColor(light: .init(0x202124), dark: .init(0xF1F3F4)))
        case .liveIndicatorColor: .color(ThemeColor(light: .init(0xC5221F), dark: .init(0xF28B82)))
        case .adImageContentMode, .backgroundImageContentMode: .contentMode(.fit)
        case .playedAdMarkerFillColor, .unplayedAdMarkerFillColor: .color(yellow)
        }
    }
}

/// A color with variants for light and dark mode.
public struct ThemeColor: Sendable, Hashable {
    /// An sRGB color, with components of 0…255 and an alpha value of 0…1.
    public struct Shade: Sendable, Hashable {
        /// The red component, 0…255.
        public var red: UInt8
        /// The green component, 0…255.
        public var green: UInt8
        /// The blue component, 0…255.
        public var blue: UInt8
        /// The opacity, 0…1.
        public var alpha: Double

        /// Creates a color.
        ///
        /// - Parameters:
        ///   - rgb: `0xRRGGBB`.
        ///   - alpha: The opacity, 0…1. Default 1.
        public init(_ rgb: UInt32, alpha: Double = 1) {
            red = UInt8(truncatingIfNeeded: rgb >> 16)
            green = UInt8(truncatingIfNeeded: rgb >> 8)
            blue = UInt8(truncatingIfNeeded: rgb)
            self.alpha = alpha
        }

        /// Returns the opaque color that results from drawing this color over an opaque one.
        public func over(_ below: Shade) -> Shade {
            func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
                UInt8((Double(top) * alpha + Double(bottom) * (1 - alpha)).rounded())
            }
            var mixed = self
            (mixed.red, mixed.green, mixed.blue) = (mix(red, below.red), mix(green, below.green), mix(blue, below.blue))
            mixed.alpha = 1
            return mixed
        }

        /// Returns the contrast ratio of two opaque colors, 1…21 (WCAG 2.2, contrast ratio).
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

        /// Returns `base` to the power of 2.4, as its square times the fifth root of its square.
        private static func power(_ base: Double) -> Double {
            guard base > 0 else { return 0 }
            let square = base * base
            var root = 1.0
            for _ in 0..<40 { root = (4 * root + square / (root * root * root * root)) / 5 }
            return square * root
        }
    }

    /// The color in light mode.
    public var light: Shade
    /// The color in dark mode.
    public var dark: Shade

    /// Creates a color.
    public init(light: Shade, dark: Shade) {
        self.light = light
        self.dark = dark
    }

    /// Creates a color that is the same in light and dark mode.
    public init(_ shade: Shade) { self.init(light: shade, dark: shade) }
}
