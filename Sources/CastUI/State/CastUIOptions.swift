/// What the app that shows the widgets has chosen.
public struct CastUIOptions: Sendable, Equatable {
    /// Whether the search begins only after the cast button was touched for the first time. Means something only where
    /// the system guards the local network. Default true.
    public var startsDiscoveryAfterFirstTap = true
    /// Whether the search begins by itself at all. Default true.
    public var startsDiscoveryAutomatically = true
    /// Whether a tap on the button opens our dialog. Default true.
    public var usesDefaultDialog = true
    /// Whether the app explains the local network itself. Default false.
    public var appHandlesFirstTap = false
    /// Whether the app answers every later tap itself. Default false.
    public var appHandlesTaps = false
    /// The button's name for every state; nil leaves ours.
    public var buttonLabel: String?
    /// The button's name for single states; goes before ``buttonLabel``'s default, not before ``buttonLabel``.
    public var buttonLabels: [CastPhase: String] = [:]
    /// Whether the end of a session stops the application for everybody. Default false.
    public var stopsApplicationWhenEnding = false
    /// Whether the mini controller opens our expanded controller; false only tells the app. Default true.
    public var usesDefaultExpandedControls = true
    /// Whether position, duration and slider are hidden for live streams. Default false.
    public var hidesPositionForLive = false
    /// Whether remaining time is shown as a negative one. Default true.
    public var showsRemainingAsNegative = true
    /// Whether the mini controller shows a picture. Default true.
    public var miniShowsThumbnail = true
    /// Whether the container shows the mini controller by itself. Default false.
    public var isMiniItemEnabled = false
    /// Whether the keys of this machine change the device's volume while connected. Default false.
    public var keysChangeVolume = false
    /// The mini controller's three places, from the left; see ``setButton(_:at:of:)``.
    public private(set) var miniButtons: [BarButton] = [.none, .none, .playPause]
    /// The expanded controller's four places, two on each side of the central button, from the left.
    public private(set) var expandedButtons: [BarButton] = [.tracks, .rewind30, .forward30, .mute]
    /// The speeds to choose from.
    public var playbackRates: [Double] = [0.5, 0.75, 1, 1.25, 1.5, 2]

    public init() {}

    /// Changes a place of a bar.
    ///
    /// - Returns: False when there is no such place; then nothing has changed.
    @discardableResult
    public mutating func setButton(_ button: BarButton, at index: Int, of bar: ButtonBar) -> Bool {
        let path: WritableKeyPath<Self, [BarButton]> = bar == .mini ? \.miniButtons : \.expandedButtons
        guard self[keyPath: path].indices.contains(index) else { return false }
        self[keyPath: path][index] = button
        return true
    }

    /// What stands at a place of a bar; nil when there is no such place.
    public func button(at index: Int, of bar: ButtonBar) -> BarButton? {
        let buttons = bar == .mini ? miniButtons : expandedButtons
        return buttons.indices.contains(index) ? buttons[index] : nil
    }
}
