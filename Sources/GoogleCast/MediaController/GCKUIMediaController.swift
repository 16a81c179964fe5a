import CastSender
import CastUI
import CastWire
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Binds an app's own controls to what plays in the session: touches become commands, statuses become what the controls
/// show, and each control is enabled while it can have an effect.
///
/// It follows the context's current session by itself, so it can be made before there is one; the context must exist.
/// Several controllers may be there at once. Controls are held weakly. While a request for media is in flight every
/// control is disabled, but for a slider that somebody is moving.
@preconcurrency
@MainActor
open class GCKUIMediaController: NSObject {
    // Whatever a subclass may override stands in this file: Swift allows that of nothing that an extension declares.

    /// Hears what happens to the media.
    weak open var delegate: (any GCKUIMediaControllerDelegate)?

    let widgets: ContextWidgets?
    let touches = ControlTouches()
    private(set) lazy var positionSlider = PositionSlider(
        canSeek: { [weak self] in self?.canSeek ?? false },
        changed: { [weak self] in self?.update() },
        seek: { [weak self] in self?.seek(to: $0) }
    )
    let ticker = Ticker()
    private var isUpdating = false
    private var needsUpdate = false
    var isAssigning = false
    var heldPosition: (value: TimeInterval, until: ContinuousClock.Instant)?
    var heldRate: HeldValue<Double>?
    var heldToggle: HeldValue<PlayToggle>?
    var writtenPosition: WrittenPosition?
    /// What the delegate was told last.
    var told = ToldMedia()
    var metadataViews: [MetadataView] = []
    /// What bound views show; nil when they are to be written anew.
    var shownMetadata: GCKMediaMetadata??
    var boundImages: [BoundImage] = []
    var seekControls: [SeekControl] = []
    var hidesForLive = false
    /// Whether what happens is the answer to a touch.
    var isTouched = false

    /// A controller for the context's sessions, without controls.
    public override init() {
        requireMainThread(of: GCKUIMediaController.self)
        widgets = GCKCastContext.isSharedInstanceInitialized() ? GCKCastContext.sharedInstance().widgets : nil
        super.init()
        if widgets == nil {
            Log(of: "GCKUIMediaController").error("there is no Cast context yet, so its controls will stay disabled")
        }
        guard let widgets else { return }
        told = ToldMedia(session?.remoteMediaClient?.status)
        // Whoever can choose tracks needs somebody who shows the choice.
        _ = widgets.context?.presenter
        widgets.observe(self) { controller, _ in controller.update() }
        widgets.observeMedia(self) { controller, status in controller.took(status) }
    }

    // MARK: State

    /// The session that is followed; nil without one.
    open var session: GCKSession? {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.currentSession
    }

    /// Whether media is loaded or being loaded; false without a session.
    open var mediaLoaded: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.isLoaded ?? false
    }

    /// Whether the queue has a current item.
    open var hasCurrentQueueItem: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.hasCurrentItem ?? false
    }

    /// Whether an item of the queue is being loaded.
    open var hasLoadingQueueItem: Bool {
        requireMainThread(of: GCKUIMediaController.self)
        return widgets?.panel.hasLoadingItem ?? false
    }

    /// What the player does; without a session what it did when the last one ended, so that the app can go on by itself.
    open var lastKnownPlayerState: GCKMediaPlayerState {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return .unknown }
        if widgets.panel.isConnected { return widgets.panel.playerState.map { GCKMediaPlayerState($0) } ?? .idle }
        return GCKMediaPlayerState(widgets.state.lastPlayed?.playerState)
    }

    /// The position in seconds; without a session the one when the last one ended. ``kGCKInvalidTimeInterval`` where there
    /// is none.
    open var lastKnownStreamPosition: TimeInterval {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return kGCKInvalidTimeInterval }
        if widgets.panel.isConnected { return widgets.panel.position ?? kGCKInvalidTimeInterval }
        return widgets.state.lastPlayed?.position ?? kGCKInvalidTimeInterval
    }

    // MARK: Transport controls

    /// Plays; enabled while something is loaded and does not play.
    weak open var playButton: UIButton? { didSet { bind(playButton, "play", .play) } }
    /// Pauses.
    weak open var pauseButton: UIButton? { didSet { bind(pauseButton, "pause", .pause) } }
    /// Pauses what plays and plays what is paused; stops a live stream. Its states are ``GCKUIButtonStatePlay``,
    /// ``GCKUIButtonStatePause`` and ``GCKUIButtonStatePlayLive``, named after what happens now.
    weak open var playPauseToggleButton: GCKUIMultistateButton? {
        didSet { bind(playPauseToggleButton, "playPause", .playPause) }
    }
    /// Stands for ``playPauseToggleButton`` with a control of the app's own kind.
    open var playPauseToggleController: GCKUIPlayPauseToggleController? {
        didSet { adopt(playPauseToggleController, insteadOf: oldValue) }
    }
    /// Stops, which drops the queue.
    weak open var stopButton: UIButton? { didSet { bind(stopButton, "stop", .stop) } }
    /// Goes 30 seconds forward.
    weak open var forward30SecondsButton: UIButton? { didSet { bind(forward30SecondsButton, "forward", .forward(30)) } }
    /// Goes 30 seconds back.
    weak open var rewind30SecondsButton: UIButton? { didSet { bind(rewind30SecondsButton, "rewind", .rewind(30)) } }
    /// Lets the item that follows wait once the current one has ended.
    weak open var pauseQueueButton: UIButton? { didSet { bind(pauseQueueButton, "pauseQueue", .pauseAfterItem) } }
    /// Goes to the next item.
    weak open var nextButton: UIButton? { didSet { bind(nextButton, "next", .next) } }
    /// Goes to the previous item.
    weak open var previousButton: UIButton? { didSet { bind(previousButton, "previous", .previous) } }
    /// Goes through the repeat modes; its states are ``GCKUIButtonStateRepeatOff`` and so on.
    weak open var repeatModeButton: GCKUIMultistateButton? {
        didSet { bind(repeatModeButton, "repeat", .repeatMode) }
    }
    /// Stands for a control of the app's own kind for the speed.
    open var playbackRateController: GCKUIPlaybackRateController? {
        didSet { adopt(playbackRateController, insteadOf: oldValue) }
    }

    // MARK: Position

    /// Shows the position, and seeks when it is let go. Its range is the media's, in seconds.
    weak open var streamPositionSlider: UISlider? {
        didSet {
            positionSlider.slider = streamPositionSlider
            rebound(streamPositionSlider, insteadOf: oldValue)
        }
    }
    /// Shows the position as a share of the length; empty for live streams.
    weak open var streamProgressView: UIProgressView? {
        didSet { rebound(streamProgressView, insteadOf: oldValue) }
    }
    /// Shows the position.
    weak open var streamPositionLabel: UILabel? { didSet { rebound(streamPositionLabel, insteadOf: oldValue) } }
    /// Shows the length.
    weak open var streamDurationLabel: UILabel? { didSet { rebound(streamDurationLabel, insteadOf: oldValue) } }
    /// Shows how much is left.
    weak open var streamTimeRemainingLabel: UILabel? { didSet { update() } }
    /// Stands for a seek bar of the app's own kind.
    open var streamPositionController: GCKUIStreamPositionController? {
        didSet { adopt(streamPositionController, insteadOf: oldValue) }
    }
    /// Whether the remaining time is shown as a negative one. Default true.
    open var displayTimeRemainingAsNegativeValue: Bool = true { didSet { update() } }
    /// Whether slider, progress, position and duration are hidden for live streams. Default false.
    open var hideStreamPositionControlsForLiveContent: Bool = false { didSet { update() } }

    // MARK: Tracks, texts, ads

    /// Opens the choice of tracks.
    weak open var tracksButton: UIButton? { didSet { bind(tracksButton, "tracks", .tracks) } }
    /// Shows the subtitle, or what suits the kind of media.
    weak open var smartSubtitleLabel: UILabel? { didSet { update() } }
    /// Turns while media is being loaded or fetched.
    weak open var mediaLoadingIndicator: UIActivityIndicatorView? { didSet { update() } }
    /// Counts down until the ad may be skipped; hidden otherwise.
    weak open var skipAdLabel: UILabel? { didSet { update() } }
    /// Skips the ad; enabled from the moment on when that is possible.
    weak open var skipAdButton: UIButton? { didSet { bind(skipAdButton, "skipAd", .skipAd) } }

    // MARK: Metadata

    /// Shows a value of the media's metadata in a label, now and whenever it changes. A view has one binding, the latest.
    open func bindLabel(_ label: UILabel, toMetadataKey key: String) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.label(WeakView(label)), key, nil)
    }

    /// As ``bindLabel(_:toMetadataKey:)``, with text of the app's making.
    ///
    /// - Parameter formatter: Gets the value as the receiver told it; not called where there is none.
    open func bindLabel(
        _ label: UILabel,
        toMetadataKey key: String,
        withFormatter formatter: @escaping GCKUIValueFormatter
    ) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.label(WeakView(label)), key, formatter)
    }

    /// Shows a value of the media's metadata in a text view, now and whenever it changes.
    open func bindTextView(_ textView: UITextView, toMetadataKey key: String) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.textView(WeakView(textView)), key, nil)
    }

    /// As ``bindTextView(_:toMetadataKey:)``, with text of the app's making.
    open func bindTextView(
        _ textView: UITextView,
        toMetadataKey key: String,
        withFormatter formatter: @escaping GCKUIValueFormatter
    ) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(.textView(WeakView(textView)), key, formatter)
    }

    /// Shows the picture that the context's picker chooses by these hints, now and whenever the media changes.
    ///
    /// The former picture stays until the new one has been fetched; one that arrives late is not shown.
    open func bindImageView(_ imageView: UIImageView, to imageHints: GCKUIImageHints) {
        requireMainThread(of: GCKUIMediaController.self)
        unbindView(imageView)
        boundImages.append(BoundImage(imageView, imageHints))
        update()
    }

    /// Goes back by so many seconds when a control is touched. The controller puts its own closure on the control.
    open func bindControlView(_ control: UIControl, toRewindForTime rewindSeconds: TimeInterval) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(control, seekingBy: .rewind(rewindSeconds))
    }

    /// Goes forward by so many seconds when a control is touched. The controller puts its own closure on the control.
    open func bindControlView(_ control: UIControl, toForwardForTime forwardSeconds: TimeInterval) {
        requireMainThread(of: GCKUIMediaController.self)
        bind(control, seekingBy: .forward(forwardSeconds))
    }

    /// Ends the binding of a view by one of the methods above. It stays as it is.
    open func unbindView(_ view: UIView) {
        requireMainThread(of: GCKUIMediaController.self)
        metadataViews.removeAll { $0.view == nil || $0.view === view }
        boundImages.removeAll { $0.view == nil || $0.view === view }
        for bound in seekControls where bound.control == nil || bound.control === view { touches.unbind(bound.name) }
        seekControls.removeAll { $0.control == nil || $0.control === view }
    }

    /// Ends the binding of every view that was bound by one of the methods above.
    open func unbindAllViews() {
        requireMainThread(of: GCKUIMediaController.self)
        metadataViews = []
        boundImages = []
        for bound in seekControls { touches.unbind(bound.name) }
        seekControls = []
    }

    // MARK: Commands

    /// Goes to the next repeat mode: off, all, one, all and shuffled, off.
    ///
    /// - Returns: The new mode, or the present one where it cannot be changed.
    open func cycleRepeatMode() -> GCKMediaRepeatMode {
        requireMainThread(of: GCKUIMediaController.self)
        guard let widgets else { return .unchanged }
        let panel = widgets.panel
        guard panel.reason(against: .repeatMode) == nil else { return GCKMediaRepeatMode(panel.repeatMode) }
        widgets.act(.tap(.repeatMode))
        return GCKMediaRepeatMode(panel.repeatMode.following)
    }

    /// Lets a person choose the tracks, where there are any to choose from.
    open func selectTracks() {
        requireMainThread(of: GCKUIMediaController.self)
        if !isTouched { widgets?.context?.presenter.forgetAnchor() }
        widgets?.act(.openTracks)
    }

    /// Skips the ad, where it may be skipped.
    open func skipAd() {
        requireMainThread(of: GCKUIMediaController.self)
        widgets?.act(.tap(.skipAd))
    }

    // MARK: Drawing

    /// Brings every control into line with the state.
    ///
    /// - Parameter isTick: Whether a second has gone by.
    func update(isTick: Bool = false) {
        // An app's own setter may come back here.
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
