/// What can be styled, at every ``StyleNode``. The raw value is the name in the GCK classes.
///
/// `muteOffImage` is shown while the receiver is mute: it is named after what a tap does.
public enum StyleAttribute: String, Sendable, Hashable, CaseIterable {
    case closedCaptionsImage, forward30SecondsImage, rewind30SecondsImage, volumeImage, muteOffImage, muteOnImage
    case pauseImage, playImage, skipNextImage, skipPreviousImage, audioTrackImage, subtitlesTrackImage, stopImage
    case buttonTextFont, bodyTextFont, headingTextFont, captionTextFont
    case buttonTextColor, bodyTextColor, headingTextColor, captionTextColor
    case buttonTextShadowColor, bodyTextShadowColor, headingTextShadowColor, captionTextShadowColor
    case buttonTextShadowOffset, bodyTextShadowOffset, headingTextShadowOffset, captionTextShadowOffset
    case backgroundColor, iconTintColor
    case sliderProgressColor, sliderSecondaryProgressColor, sliderUnseekableProgressColor
    case sliderTooltipBackgroundColor, liveIndicatorColor
    case adImageContentMode, backgroundImageContentMode
    case playedAdMarkerFillColor, unplayedAdMarkerFillColor
    case volumeSliderThumbTintColor, volumeSliderMinimumTrackTintColor, volumeSliderMaximumTrackTintColor
}
