// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// The 43 style attributes of one node in the tree of widgets.
///
/// An attribute that isn't set is inherited from the nearest parent that sets it, and finally from the framework's
/// default style. Reading an attribute returns the effective value. Visible widgets are updated by
/// ``GCKUIStyle/apply()``.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributes)@objcMembers
#endif
open class GCKUIStyleAttributes: NSObject {
    private let sheet: StyleSheet
    let node: StyleNode

    /// Creates attributes that belong to no style. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(StyleSheet(), .castViews) }

    init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        self.node = node
        super.init()
    }

    private var look: Look { Look(sheet.tree, node) }

    private func set(_ value: StyleSetting, _ attribute: StyleAttribute) {
        sheet.tree.set(value, for: attribute, at: node)
    }

    /// Removes the value that was set for this node. The original framework has no such method.
    func reset(_ attribute: StyleAttribute) { sheet.tree.set(nil, for: attribute, at: node) }

    // MARK: Images

    /// The image of the button that opens the track selection.
    open var closedCaptionsImage: UIImage {
        get { look.image(.closedCaptionsImage) }
        set { set(.image(newValue), .closedCaptionsImage) }
    }

    /// The image of the button that skips 30 seconds forward.
    open var forward30SecondsImage: UIImage {
        get { look.image(.forward30SecondsImage) }
        set { set(.image(newValue), .forward30SecondsImage) }
    }

    /// The image of the button that skips 30 seconds backward.
    open var rewind30SecondsImage: UIImage {
        get { look.image(.rewind30SecondsImage) }
        set { set(.image(newValue), .rewind30SecondsImage) }
    }

    /// The image next to a volume slider.
    open var volumeImage: UIImage {
        get { look.image(.volumeImage) }
        set { set(.image(newValue), .volumeImage) }
    }

    /// The image shown while the receiver is muted. It is named after the effect of a tap.
    open var muteOffImage: UIImage {
        get { look.image(.muteOffImage) }
        set { set(.image(newValue), .muteOffImage) }
    }

    /// The image shown while the receiver isn't muted. It is named after the effect of a tap.
    open var muteOnImage: UIImage {
        get { look.image(.muteOnImage) }
        set { set(.image(newValue), .muteOnImage) }
    }

    /// The image shown while media is playing.
    open var pauseImage: UIImage {
        get { look.image(.pauseImage) }
        set { set(.image(newValue), .pauseImage) }
    }

    /// The image shown while media is paused.
    open var playImage: UIImage {
        get { look.image(.playImage) }
        set { set(.image(newValue), .playImage) }
    }

    /// The image of the button that jumps to the next item.
    open var skipNextImage: UIImage {
        get { look.image(.skipNextImage) }
        set { set(.image(newValue), .skipNextImage) }
    }

    /// The image of the button that jumps to the previous item.
    open var skipPreviousImage: UIImage {
        get { look.image(.skipPreviousImage) }
        set { set(.image(newValue), .skipPreviousImage) }
    }

    /// The image of audio tracks in the track selection.
    open var audioTrackImage: UIImage {
        get { look.image(.audioTrackImage) }
        set { set(.image(newValue), .audioTrackImage) }
    }

    /// The image of text tracks in the track selection.
    open var subtitlesTrackImage: UIImage {
        get { look.image(.subtitlesTrackImage) }
        set { set(.image(newValue), .subtitlesTrackImage) }
    }

    /// The image of the stop button, which replaces the pause button for a live stream.
    open var stopImage: UIImage {
        get { look.image(.stopImage) }
        set { set(.image(newValue), .stopImage) }
    }

    // MARK: Text

    /// The font of text buttons.
    open var buttonTextFont: UIFont {
        get { look.font(.buttonTextFont) }
        set { set(.font(newValue), .buttonTextFont) }
    }

    /// The font of body text.
    open var bodyTextFont: UIFont {
        get { look.font(.bodyTextFont) }
        set { set(.font(newValue), .bodyTextFont) }
    }

    /// The font of headings.
    open var headingTextFont: UIFont {
        get { look.font(.headingTextFont) }
        set { set(.font(newValue), .headingTextFont) }
    }

    /// The font of captions, such as subtitles and notes.
    open var captionTextFont: UIFont {
        get { look.font(.captionTextFont) }
        set { set(.font(newValue), .captionTextFont) }
    }

    /// The color of text buttons.
    open var buttonTextColor: UIColor {
        get { look.color(.buttonTextColor) }
        set { set(.color(newValue), .buttonTextColor) }
    }

    /// The color of body text.
    open var bodyTextColor: UIColor {
        get { look.color(.bodyTextColor) }
        set { set(.color(newValue), .bodyTextColor) }
    }

    /// The color of headings.
    open var headingTextColor: UIColor {
        get { look.color(.headingTextColor) }
        set { set(.color(newValue), .headingTextColor) }
    }

    /// The color of captions.
    open var captionTextColor: UIColor {
        get { look.color(.captionTextColor) }
        set { set(.color(newValue), .captionTextColor) }
    }

    /// The shadow color of text buttons.
    open var buttonTextShadowColor: UIColor {
        get { look.color(.buttonTextShadowColor) }
        set { set(.color(newValue), .buttonTextShadowColor) }
    }

    /// The shadow color of body text.
    open var bodyTextShadowColor: UIColor {
        get { look.color(.bodyTextShadowColor) }
        set { set(.color(newValue), .bodyTextShadowColor) }
    }

    /// The shadow color of headings.
    open var headingTextShadowColor: UIColor {
        get { look.color(.headingTextShadowColor) }
        set { set(.color(newValue), .headingTextShadowColor) }
    }

    /// The shadow color of captions.
    open var captionTextShadowColor: UIColor {
        get { look.color(.captionTextShadowColor) }
        set { set(.color(newValue), .captionTextShadowColor) }
    }

    /// The shadow offset of text buttons.
    open var buttonTextShadowOffset: CGSize {
        get { look.offset(.buttonTextShadowOffset) }
        set { set(.offset(newValue), .buttonTextShadowOffset) }
    }

    /// The shadow offset of body text.
    open var bodyTextShadowOffset: CGSize {
        get { look.offset(.bodyTextShadowOffset) }
        set { set(.offset(newValue), .bodyTextShadowOffset) }
    }

    /// The shadow offset of headings.
    open var headingTextShadowOffset: CGSize {
        get { look.offset(.headingTextShadowOffset) }
        set { set(.offset(newValue), .headingTextShadowOffset) }
    }

    /// The shadow offset of captions.
    open var captionTextShadowOffset: CGSize {
        get { look.offset(.captionTextShadowOffset) }
        set { set(.offset(newValue), .captionTextShadowOffset) }
    }

    // MARK: Surfaces, sliders and ads

    /// The background color.
    open var backgroundColor: UIColor {
        get { look.color(.backgroundColor) }
        set { set(.color(newValue), .backgroundColor) }
    }

    /// The tint color of icons.
    open var iconTintColor: UIColor {
        get { look.color(.iconTintColor) }
        set { set(.color(newValue), .iconTintColor) }
    }

    /// The color of the played part of a seek bar and of its thumb.
    open var sliderProgressColor: UIColor {
        get { look.color(.sliderProgressColor) }
        set { set(.color(newValue), .sliderProgressColor) }
    }

    /// The color of the seekable part of a seek bar that hasn't been played.
    open var sliderSecondaryProgressColor: UIColor {
        get { look.color(.sliderSecondaryProgressColor) }
        set { set(.color(newValue), .sliderSecondaryProgressColor) }
    }

    /// The color of the part of a seek bar that isn't seekable.
    open var sliderUnseekableProgressColor: UIColor {
        get { look.color(.sliderUnseekableProgressColor) }
        set { set(.color(newValue), .sliderUnseekableProgressColor) }
    }

    /// The background color of the time label above a thumb that is being dragged.
    open var sliderTooltipBackgroundColor: UIColor {
        get { look.color(.sliderTooltipBackgroundColor) }
        set { set(.color(newValue), .sliderTooltipBackgroundColor) }
    }

    /// The color of the badge of a live stream that plays at the live edge.
    open var liveIndicatorColor: UIColor {
        get { look.color(.liveIndicatorColor) }
        set { set(.color(newValue), .liveIndicatorColor) }
    }

    /// The color of the markers of ad breaks that were watched.
    open var playedAdMarkerFillColor: UIColor {
        get { look.color(.playedAdMarkerFillColor) }
        set { set(.color(newValue), .playedAdMarkerFillColor) }
    }

    /// The color of the markers of ad breaks that weren't watched.
    open var unplayedAdMarkerFillColor: UIColor {
        get { look.color(.unplayedAdMarkerFillColor) }
        set { set(.color(newValue), .unplayedAdMarkerFillColor) }
    }

    /// The color of a volume slider's thumb.
    open var volumeSliderThumbTintColor: UIColor {
        get { look.color(.volumeSliderThumbTintColor) }
        set { set(.color(newValue), .volumeSliderThumbTintColor) }
    }

    /// The color of a volume slider's track before the thumb.
    open var volumeSliderMinimumTrackTintColor: UIColor {
        get { look.color(.volumeSliderMinimumTrackTintColor) }
        set { set(.color(newValue), .volumeSliderMinimumTrackTintColor) }
    }

    /// The color of a volume slider's track after the thumb.
    open var volumeSliderMaximumTrackTintColor: UIColor {
        get { look.color(.volumeSliderMaximumTrackTintColor) }
        set { set(.color(newValue), .volumeSliderMaximumTrackTintColor) }
    }

    /// The content mode of an ad's image: the raw value of a `UIView.ContentMode`.
    open var adImageContentMode: NSNumber {
        get { look.mode(.adImageContentMode) }
        set { set(.mode(newValue), .adImageContentMode) }
    }

    /// The content mode of the background image: the raw value of a `UIView.ContentMode`.
    open var backgroundImageContentMode: NSNumber {
        get { look.mode(.backgroundImageContentMode) }
        set { set(.mode(newValue), .backgroundImageContentMode) }
    }
}
