import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// The looks of one place in the tree of widgets: 43 attributes.
///
/// What is not set here is taken from the nearest place above where it is, at last from the framework's own look; reading
/// gives what holds. Widgets that are on the screen change with ``GCKUIStyle/apply()``.
@preconcurrency
@MainActor
open class GCKUIStyleAttributes: NSObject {
    private let sheet: StyleSheet
    let node: StyleNode

    init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        self.node = node
        super.init()
    }

    private var look: Look { Look(sheet.tree, node) }

    private func set(_ value: StyleSetting, _ attribute: StyleAttribute) {
        sheet.tree.set(value, for: attribute, at: node)
    }

    /// Takes back what was set here; the original has no way to do so.
    func reset(_ attribute: StyleAttribute) { sheet.tree.set(nil, for: attribute, at: node) }

    // MARK: Images

    /// Opens the track selector.
    open var closedCaptionsImage: UIImage {
        get { look.image(.closedCaptionsImage) }
        set { set(.image(newValue), .closedCaptionsImage) }
    }

    /// Goes on by 30 seconds.
    open var forward30SecondsImage: UIImage {
        get { look.image(.forward30SecondsImage) }
        set { set(.image(newValue), .forward30SecondsImage) }
    }

    /// Goes back by 30 seconds.
    open var rewind30SecondsImage: UIImage {
        get { look.image(.rewind30SecondsImage) }
        set { set(.image(newValue), .rewind30SecondsImage) }
    }

    /// Stands beside a volume slider.
    open var volumeImage: UIImage {
        get { look.image(.volumeImage) }
        set { set(.image(newValue), .volumeImage) }
    }

    /// Shown while the receiver is mute: it is named after what a tap does.
    open var muteOffImage: UIImage {
        get { look.image(.muteOffImage) }
        set { set(.image(newValue), .muteOffImage) }
    }

    /// Shown while the receiver is not mute: it is named after what a tap does.
    open var muteOnImage: UIImage {
        get { look.image(.muteOnImage) }
        set { set(.image(newValue), .muteOnImage) }
    }

    /// Shown while media plays.
    open var pauseImage: UIImage {
        get { look.image(.pauseImage) }
        set { set(.image(newValue), .pauseImage) }
    }

    /// Shown while media is paused.
    open var playImage: UIImage {
        get { look.image(.playImage) }
        set { set(.image(newValue), .playImage) }
    }

    /// Goes to the next item.
    open var skipNextImage: UIImage {
        get { look.image(.skipNextImage) }
        set { set(.image(newValue), .skipNextImage) }
    }

    /// Goes to the previous item.
    open var skipPreviousImage: UIImage {
        get { look.image(.skipPreviousImage) }
        set { set(.image(newValue), .skipPreviousImage) }
    }

    /// The audio tracks in the track selector.
    open var audioTrackImage: UIImage {
        get { look.image(.audioTrackImage) }
        set { set(.image(newValue), .audioTrackImage) }
    }

    /// The text tracks in the track selector.
    open var subtitlesTrackImage: UIImage {
        get { look.image(.subtitlesTrackImage) }
        set { set(.image(newValue), .subtitlesTrackImage) }
    }

    /// Stops; shown instead of pause for a live stream.
    open var stopImage: UIImage {
        get { look.image(.stopImage) }
        set { set(.image(newValue), .stopImage) }
    }

    // MARK: Text

    /// Of buttons that are text.
    open var buttonTextFont: UIFont {
        get { look.font(.buttonTextFont) }
        set { set(.font(newValue), .buttonTextFont) }
    }

    /// Of ordinary text.
    open var bodyTextFont: UIFont {
        get { look.font(.bodyTextFont) }
        set { set(.font(newValue), .bodyTextFont) }
    }

    /// Of titles.
    open var headingTextFont: UIFont {
        get { look.font(.headingTextFont) }
        set { set(.font(newValue), .headingTextFont) }
    }

    /// Of second lines and small print.
    open var captionTextFont: UIFont {
        get { look.font(.captionTextFont) }
        set { set(.font(newValue), .captionTextFont) }
    }

    /// Of buttons that are text.
    open var buttonTextColor: UIColor {
        get { look.color(.buttonTextColor) }
        set { set(.color(newValue), .buttonTextColor) }
    }

    /// Of ordinary text.
    open var bodyTextColor: UIColor {
        get { look.color(.bodyTextColor) }
        set { set(.color(newValue), .bodyTextColor) }
    }

    /// Of titles.
    open var headingTextColor: UIColor {
        get { look.color(.headingTextColor) }
        set { set(.color(newValue), .headingTextColor) }
    }

    /// Of second lines and small print.
    open var captionTextColor: UIColor {
        get { look.color(.captionTextColor) }
        set { set(.color(newValue), .captionTextColor) }
    }

    /// The shadow of buttons' text.
    open var buttonTextShadowColor: UIColor {
        get { look.color(.buttonTextShadowColor) }
        set { set(.color(newValue), .buttonTextShadowColor) }
    }

    /// The shadow of ordinary text.
    open var bodyTextShadowColor: UIColor {
        get { look.color(.bodyTextShadowColor) }
        set { set(.color(newValue), .bodyTextShadowColor) }
    }

    /// The shadow of titles.
    open var headingTextShadowColor: UIColor {
        get { look.color(.headingTextShadowColor) }
        set { set(.color(newValue), .headingTextShadowColor) }
    }

    /// The shadow of second lines.
    open var captionTextShadowColor: UIColor {
        get { look.color(.captionTextShadowColor) }
        set { set(.color(newValue), .captionTextShadowColor) }
    }

    /// Where the shadow of buttons' text lies.
    open var buttonTextShadowOffset: CGSize {
        get { look.offset(.buttonTextShadowOffset) }
        set { set(.offset(newValue), .buttonTextShadowOffset) }
    }

    /// Where the shadow of ordinary text lies.
    open var bodyTextShadowOffset: CGSize {
        get { look.offset(.bodyTextShadowOffset) }
        set { set(.offset(newValue), .bodyTextShadowOffset) }
    }

    /// Where the shadow of titles lies.
    open var headingTextShadowOffset: CGSize {
        get { look.offset(.headingTextShadowOffset) }
        set { set(.offset(newValue), .headingTextShadowOffset) }
    }

    /// Where the shadow of second lines lies.
    open var captionTextShadowOffset: CGSize {
        get { look.offset(.captionTextShadowOffset) }
        set { set(.offset(newValue), .captionTextShadowOffset) }
    }

    // MARK: Surfaces, sliders and ads

    /// Behind everything.
    open var backgroundColor: UIColor {
        get { look.color(.backgroundColor) }
        set { set(.color(newValue), .backgroundColor) }
    }

    /// Of icons.
    open var iconTintColor: UIColor {
        get { look.color(.iconTintColor) }
        set { set(.color(newValue), .iconTintColor) }
    }

    /// What has been played, and the thumb.
    open var sliderProgressColor: UIColor {
        get { look.color(.sliderProgressColor) }
        set { set(.color(newValue), .sliderProgressColor) }
    }

    /// What can be sought to and has not been played.
    open var sliderSecondaryProgressColor: UIColor {
        get { look.color(.sliderSecondaryProgressColor) }
        set { set(.color(newValue), .sliderSecondaryProgressColor) }
    }

    /// What cannot be sought to.
    open var sliderUnseekableProgressColor: UIColor {
        get { look.color(.sliderUnseekableProgressColor) }
        set { set(.color(newValue), .sliderUnseekableProgressColor) }
    }

    /// Behind the time over a thumb that is held.
    open var sliderTooltipBackgroundColor: UIColor {
        get { look.color(.sliderTooltipBackgroundColor) }
        set { set(.color(newValue), .sliderTooltipBackgroundColor) }
    }

    /// The badge of a stream that shows what is broadcast now.
    open var liveIndicatorColor: UIColor {
        get { look.color(.liveIndicatorColor) }
        set { set(.color(newValue), .liveIndicatorColor) }
    }

    /// Of ad breaks that were watched.
    open var playedAdMarkerFillColor: UIColor {
        get { look.color(.playedAdMarkerFillColor) }
        set { set(.color(newValue), .playedAdMarkerFillColor) }
    }

    /// Of ad breaks that were not.
    open var unplayedAdMarkerFillColor: UIColor {
        get { look.color(.unplayedAdMarkerFillColor) }
        set { set(.color(newValue), .unplayedAdMarkerFillColor) }
    }

    /// The thumb of a volume slider.
    open var volumeSliderThumbTintColor: UIColor {
        get { look.color(.volumeSliderThumbTintColor) }
        set { set(.color(newValue), .volumeSliderThumbTintColor) }
    }

    /// A volume slider up to its thumb.
    open var volumeSliderMinimumTrackTintColor: UIColor {
        get { look.color(.volumeSliderMinimumTrackTintColor) }
        set { set(.color(newValue), .volumeSliderMinimumTrackTintColor) }
    }

    /// A volume slider beyond its thumb.
    open var volumeSliderMaximumTrackTintColor: UIColor {
        get { look.color(.volumeSliderMaximumTrackTintColor) }
        set { set(.color(newValue), .volumeSliderMaximumTrackTintColor) }
    }

    /// How an ad's picture fills its place: the raw value of a `UIView.ContentMode`.
    open var adImageContentMode: NSNumber {
        get { look.mode(.adImageContentMode) }
        set { set(.mode(newValue), .adImageContentMode) }
    }

    /// How the background picture fills its place: the raw value of a `UIView.ContentMode`.
    open var backgroundImageContentMode: NSNumber {
        get { look.mode(.backgroundImageContentMode) }
        set { set(.mode(newValue), .backgroundImageContentMode) }
    }
}
