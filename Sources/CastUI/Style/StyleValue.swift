/// What our own skins style with.
public enum StyleValue: Sendable, Hashable {
    public enum TextRole: Sendable, Hashable {
        case button, body, heading, caption
    }

    public enum ContentMode: Sendable, Hashable {
        case fit, fill
    }

    case color(ThemeColor)
    /// Grows with the size of text that a person has chosen.
    case font(TextRole)
    case image(Icon)
    case offset(x: Double, y: Double)
    case contentMode(ContentMode)
}

extension StyleTree where Value == StyleValue {
    /// How much of a picture the background colour covers where text and controls lie on it: so much that all of our own
    /// colours can be told from any picture behind it.
    public static var veil: Double { 0.9 }

    /// Our own look, of which each part may be changed.
    public static var standard: StyleTree { StyleTree { StyleValue.builtIn($0) } }
}

extension StyleValue {
    static func builtIn(_ attribute: StyleAttribute) -> StyleValue? {
        let text = ThemeColor(light: .init(0x202124), dark: .init(0xF1F3F4))
        let quiet = ThemeColor(light: .init(0x5F6368), dark: .init(0xBDC1C6))
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
        case .captionTextColor: .color(quiet)
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
