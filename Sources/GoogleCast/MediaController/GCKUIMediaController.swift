// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import CastWire
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Binds an app's own controls to the media of the current session. Taps send requests, media statuses update the
/// controls, and each control is enabled only while it can have an effect.
///
/// The controller follows the context's current session, so it can be created before a session exists. The context must
/// exist. Any number of controllers can be used at the same time. Controls are held weakly. While a media request is
/// pending, all controls are disabled, except for a slider that the user is dragging.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIMediaController)@objcMembers
#endif
open class GCKUIMediaController: NSObject {
    // Members that subclasses may override must be in this file, because Swift can't override members of extensions.

    /// The delegate that is notified of media changes. Held weakly.
    weak open var delegate: (any GCKUIMediaControllerDelegate)?

    let widgets: ContextWidgets?
    let bindings = ControlBindings()
    private(set) lazy var positionSlider = PositionSlider(
        canSeek: { [weak self] in self?.canSeek ?? false },
        changed: { [weak self] in self?.update() },
        seek: { [weak self] in self?.seek(to: $0) }
    )
    let ticker = Ticker()
    private var isUpdating = false
    private var needsUpdate = false
    var isAssigning = false
    var pendingPosition: (value: TimeInterval, until: ContinuousClock.Instant)?
    var pendingRate: PendingControlValue<Double>?
    var pendingToggle: PendingControlValue<PlayToggle>?
    var writtenPosition: WrittenPosition?
    /// The values last reported to the delegate.
    var lastReported = ReportedMedia()
    var metadataViews: [MetadataView] = []
    /// The metadata that the bound views show. Nil forces an update.
    var shownMetadata: GCKMediaMetadata??
    var boundImages: [BoundImage] = []
    var seekControls: [SeekControl] = []
    var hidesForLive = false
    /// Whether the current call was caused by a tap.
    var isHandlingTap = false

    /// Creates a controller without controls, which follows the context's sessions.
    public override init() {
        requireMainThread(of: GCKUIMediaController.self)
        widgets = GCKCastContext.isSharedInstanceInitialized() ? GCKCastContext.sharedInstance().widgets : nil
        super.init()
        if widgets == nil {
            Log(of: "GCKUIMediaController").error("there is no Cast context, so the controls stay disabled")
        }
        guard let widgets else { return }
        lastReported = ReportedMedia(session?.remoteMediaClient?.status)
        // The presenter must exist to show the track selection.
        _ = widgets.context?.presenter
        widgets.observe(self) { controller, _ in controller.update() }
        widgets.observeMedia(self) { controller, status in controller.applyStatus(status) }
    }

    // MARK: State

    /// The current session, if any.
    open var session: GCKSession? {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.currentSession
    }

    /// Whether media is loaded or loading. False without a session.
    open var mediaLoaded: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.isLoaded ?? false
    }

    /// Whether the queue has a current item.
    open var hasCurrentQueueItem: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.hasCurrentItem ?? false
    }

    /// Whether an item of the queue is loading.
    open var hasLoadingQueueItem: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.hasLoadingItem ?? false
    }

    /// The player state. Without a session, the state when the last session ended, so that the app can continue
    /// playback locally.
    open var lastKnownPlayerState: GCKMediaPlayerState {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return .unknown }
        if widgets.panel.isConnected { return widgets.panel.playerState.map { GCKMediaPlayerState($0) } ?? .idle }
        return GCKMediaPlayerState(widgets.state.lastPlayed?.playerState)
    }

    /// The position in seconds. Without a session, the position when the last session ended.
    /// ``kGCKInvalidTimeInterval`` if unknown.
    open var lastKnownStreamPosition: TimeInterval {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return kGCKInvalidTimeInterval }
        if widgets.panel.isConnected { return widgets.panel.position ?? kGCKInvalidTimeInterval }
        return widgets.state.lastPlayed?.position ?? kGCKInvalidTimeInterval
    }

    // MARK: Transport controls

    /// Starts or resumes playback. Enabled while media is loaded and not playing.
    weak open var playButton: UIButton? { didSet { bind(playButton, "play", .play) } }
    /// Pauses playback.
    weak open var pauseButton: UIButton? { didSet { bind(pauseButton, "pause", .pause) } }
    /// Pauses or resumes playback, and stops a live stream. Its states are ``GCKUIButtonStatePlay``,
    /// ``GCKUIButtonStatePause`` and ``GCKUIButtonStatePlayLive``, which describe the current playback.
    weak open var playPauseToggleButton: GCKUIMultistateButton? {
        didSet { bind(playPauseToggleButton, "playPause", .playPause) }
    }
    /// The controller of a custom control that takes the place of ``playPauseToggleButton``.
    open var playPauseToggleController: GCKUIPlayPauseToggleController? {
        didSet { adopt(playPauseToggleController, insteadOf: oldValue) }
    }
    /// Stops playback and clears the queue.
    weak open var stopButton: UIButton? { didSet { bind(stopButton, "stop", .stop) } }
    /// Skips 30 seconds forward.
    weak open var forward30SecondsButton: UIButton? { didSet { bind(forward30SecondsButton, "forward", .forward(30)) } }
    /// Skips 30 seconds backward.
    weak open var rewind30SecondsButton: UIButton? { didSet { bind(rewind30SecondsButton, "rewind", .rewind(30)) } }
    /// Pauses the queue when the current item ends.
    weak open var pauseQueueButton: UIButton? { didSet { bind(pauseQueueButton, "pauseQueue", .pauseAfterItem) } }
    /// Jumps to the next item.
    weak open var nextButton: UIButton? { didSet { bind(nextButton, "next", .next) } }
    /// Jumps to the previous item.
    weak open var previousButton: UIButton? { didSet { bind(previousButton, "previous", .previous) } }
    /// Cycles through the repeat modes. Its states are ``GCKUIButtonStateRepeatOff`` and the other repeat states.
    weak open var repeatModeButton: GCKUIMultistateButton? {
        didSet { bind(repeatModeButton, "repeat", .repeatMode) }
    }
    /// The controller of a custom control for the playback rate.
    open var playbackRateController: GCKUIPlaybackRateController? {
        didSet { adopt(playbackRateController, insteadOf: oldValue) }
    }

    // MARK: Position

    #if !os(tvOS)
    /// Shows the position, and seeks when the user releases it. Its range is set to that of the media, in seconds.
    weak open var streamPositionSlider: UISlider? {
        didSet {
            positionSlider.slider = streamPositionSlider
            rebound(streamPositionSlider, insteadOf: oldValue)
        }
    }
    #endif
    /// Shows the position as a fraction of the duration. Empty for live streams.
    weak open var streamProgressView: UIProgressView? {
        didSet { rebound(streamProgressView, insteadOf: oldValue) }
    }
    /// Shows the position.
    weak open var streamPositionLabel: UILabel? { didSet { rebound(streamPositionLabel, insteadOf: oldValue) } }
    /// Shows the duration.
    weak open var streamDurationLabel: UILabel? { didSet { rebound(streamDurationLabel, insteadOf: oldValue) } }
    /// Shows the remaining time.
    weak open var streamTimeRemainingLabel: UILabel? { didSet { update() } }
    /// The controller of a custom seek bar.
    open var streamPositionController: GCKUIStreamPositionController? {
        didSet { adopt(streamPositionController, insteadOf: oldValue) }
    }
    /// Whether the remaining time is shown as a negative value. Default true.
    open var displayTimeRemainingAsNegativeValue: Bool = true { didSet { update() } }
    /// Whether the slider, the progress view and the labels for position and duration are hidden for live streams.
    /// Default false.
    open var hideStreamPositionControlsForLiveContent: Bool = false { didSet { update() } }

    // MARK: Tracks, texts, ads

    /// Opens the track selection.
    weak open var tracksButton: UIButton? { didSet { bind(tracksButton, "tracks", .tracks) } }
    /// Shows the subtitle, or another text that suits the type of media.
    weak open var smartSubtitleLabel: UILabel? { didSet { update() } }
    /// Animates while media is loading or buffering.
    weak open var mediaLoadingIndicator: UIActivityIndicatorView? { didSet { update() } }
    /// Shows a countdown until the ad can be skipped. Hidden otherwise.
    weak open var skipAdLabel: UILabel? { didSet { update() } }
    /// Skips the ad. Enabled when the ad can be skipped.
    weak open var skipAdButton: UIButton? { didSet { bind(skipAdButton, "skipAd", .skipAd) } }

    // MARK: Metadata

    /// Binds a label to a value of the metadata. A view has one binding: a new one replaces the previous one.
    open func bindLabel(_ label: UILabel, toMetadataKey key: String) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.label(WeakView(label)), key, nil)
    }

    /// Binds a label to a value of the metadata, with a formatter.
    ///
    /// - Parameters:
    ///   - label: The label, which is not retained.
    ///   - key: The key of the value in the metadata.
    ///   - formatter: Formats the value. It isn't called if there is no value.
    open func bindLabel(
        _ label: UILabel,
        toMetadataKey key: String,
        withFormatter formatter: @escaping GCKUIValueFormatter
    ) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.label(WeakView(label)), key, formatter)
    }

    /// Binds a text view to a value of the metadata.
    open func bindTextView(_ textView: UITextView, toMetadataKey key: String) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.textView(WeakView(textView)), key, nil)
    }

    /// Binds a text view to a value of the metadata, with a formatter.
    open func bindTextView(
        _ textView: UITextView,
        toMetadataKey key: String,
        withFormatter formatter: @escaping GCKUIValueFormatter
    ) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.textView(WeakView(textView)), key, formatter)
    }

    /// Binds an image view to the image that the context's image picker chooses for these hints.
    ///
    /// The previous image stays until the new one is loaded. An image that arrives after the media changed is not
    /// shown.
    #if canImport(ObjectiveC)
    @objc(bindImageView:toImageHints:)
    #endif
    open func bindImageView(_ imageView: UIImageView, to imageHints: GCKUIImageHints) {
        requireMainThread(of: GCKUIMediaController.self)
        unbindView(imageView)
        boundImages.append(BoundImage(imageView, imageHints))
        update()
    }

    /// Binds a control to rewinding by a number of seconds. The controller adds its own action to the control.
    open func bindControlView(_ control: UIControl, toRewindForTime rewindSeconds: TimeInterval) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(control, seekingBy: .rewind(rewindSeconds))
    }

    /// Binds a control to skipping forward by a number of seconds. The controller adds its own action to the control.
    open func bindControlView(_ control: UIControl, toForwardForTime forwardSeconds: TimeInterval) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(control, seekingBy: .forward(forwardSeconds))
    }

    /// Removes the binding of a view. The view keeps its contents.
    open func unbindView(_ view: UIView) {
        requireMainThread(of: GCKUIMediaController.self)
        metadataViews.removeAll { $0.view == nil || $0.view === view }
        boundImages.removeAll { $0.view == nil || $0.view === view }
        for bound in seekControls where bound.control == nil || bound.control === view { bindings.unbind(bound.name) }
        seekControls.removeAll { $0.control == nil || $0.control === view }
    }

    /// Removes the bindings of all views that were bound by one of the methods above.
    open func unbindAllViews() {
        requireMainThread(of: GCKUIMediaController.self)
        metadataViews = []
        boundImages = []
        for bound in seekControls { bindings.unbind(bound.name) }
        seekControls = []
    }

    // MARK: Commands

    /// Sets the next repeat mode, in the order off, all, one, all and shuffle.
    ///
    /// - Returns: The new mode, or the current mode if it can't be changed.
    open func cycleRepeatMode() -> GCKMediaRepeatMode {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return .unchanged }
        let panel = widgets.panel
        guard panel.disabledReason(for: .repeatMode) == nil else { return GCKMediaRepeatMode(panel.repeatMode) }
        widgets.act(.tap(.repeatMode))
        return GCKMediaRepeatMode(panel.repeatMode.nextMode)
    }

    /// Presents the track selection if there are tracks to choose from.
    open func selectTracks() {
        requireMainThread(of: GCKUIMediaController.self)
        if !isHandlingTap { widgets?.context?.presenter.forgetAnchor() }
        widgets?.act(.openTracks)
    }

    /// Skips the ad if it can be skipped.
    open func skipAd() {
        requireMainThread(of: GCKUIMediaController.self)
        widgets?.act(.tap(.skipAd))
    }

    // MARK: Rendering

    /// Updates every control to match the state.
    ///
    /// - Parameter isTick: Whether the update was caused by the timer that fires every second.
    func update(isTick: Bool = false) {
        // A setter of an app's subclass may call this method recursively.
        guard !isUpdating else {
            needsUpdate = true
            return
        }
        isUpdating = true
        defer { isUpdating = false }
        render(isTick: isTick)
        var rounds = 0
        while needsUpdate, rounds < 3 {
            needsUpdate = false
            rounds += 1
            render(isTick: false)
        }
        needsUpdate = false
    }
}
