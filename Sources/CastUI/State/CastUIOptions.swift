// SPDX-License-Identifier: Apache-2.0

/// The options that an app sets for the widgets.
public struct CastUIOptions: Sendable, Equatable {
    /// Whether automatic discovery waits for the first tap on the cast button. Has an effect only if
    /// ``startsDiscoveryAutomatically`` is true and the system requires permission to access the local network. Default
    /// true.
    public var startsDiscoveryAfterFirstTap = true
    /// Whether discovery starts automatically. Default true.
    public var startsDiscoveryAutomatically = true
    /// Whether a tap on the cast button has its default effect: it explains local network access or opens the cast
    /// dialog. If false, taps have no effect and the app observes the button. Default true.
    public var usesDefaultDialog = true
    /// Whether the app is notified of the first tap instead of the explanation of local network access being shown.
    /// Requires ``usesDefaultDialog``. Default false.
    public var appHandlesFirstTap = false
    /// Whether the app is notified of taps instead of the cast dialog being opened. Does not apply to a first tap that
    /// explains local network access. Requires ``usesDefaultDialog``. Default false.
    public var appHandlesTaps = false
    /// The accessibility label of the cast button in all phases; nil uses the default labels.
    public var buttonLabel: String?
    /// The accessibility labels of the cast button for individual phases. Phases without an entry use the default
    /// label. ``buttonLabel`` takes precedence.
    public var buttonLabels: [CastPhase: String] = [:]
    /// Whether ending a session stops the application for all senders. Default false.
    public var stopsApplicationWhenEnding = false
    /// Whether a tap on the mini controller opens the expanded controller of this package; if false, the app is
    /// notified instead. Default true.
    public var usesDefaultExpandedControls = true
    /// Whether the position, the duration and the slider are hidden for live streams. Default false.
    ///
    /// While they are hidden, seeking to a position and to the live edge is disabled. Seeking by a distance is not.
    public var hidesPositionForLive = false
    /// Whether the remaining time is shown as a negative time. Default true.
    public var showsRemainingAsNegative = true
    /// Whether the mini controller shows a thumbnail. Default true.
    public var miniShowsThumbnail = true
    /// Whether a container view controller shows the mini controller while media is active. Default false.
    public var isMiniItemEnabled = false
    /// Whether the volume keys of this machine change the device's volume while connected. Default false.
    public var keysChangeVolume = false
    /// The three slots of the mini controller, from the left; see ``setButton(_:at:of:)``.
    public private(set) var miniButtons: [BarButton] = [.none, .none, .playPause]
    /// The four slots of the expanded controller, two on each side of the central button, from the left.
    public private(set) var expandedButtons: [BarButton] = [.tracks, .rewind30, .forward30, .mute]
    /// The playback rates that the user can select, from 0.5 to 2; 1 is normal speed. Default 0.5, 0.75, 1, 1.25, 1.5
    /// and 2.
    public var playbackRates: [Double] = [0.5, 0.75, 1, 1.25, 1.5, 2]

    /// Creates the default options.
    public init() {}

    /// Sets the button in a slot of a bar.
    ///
    /// - Returns: False if the bar has no such slot; then nothing has changed.
    @discardableResult
    public mutating func setButton(_ button: BarButton, at index: Int, of bar: ButtonBar) -> Bool {
        let path: WritableKeyPath<Self, [BarButton]> = bar == .mini ? \.miniButtons : \.expandedButtons
        guard self[keyPath: path].indices.contains(index) else { return false }
        self[keyPath: path][index] = button
        return true
    }

    /// Returns the button in a slot of a bar; nil if the bar has no such slot.
    public func button(at index: Int, of bar: ButtonBar) -> BarButton? {
        let buttons = bar == .mini ? miniButtons : expandedButtons
        return buttons.indices.contains(index) ? buttons[index] : nil
    }
}

/// The button in a slot of a bar.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum BarButton: Sendable, Hashable {
    case none, playPause, next, previous, rewind30, forward30, mute, tracks, stop
    /// A button of the app, with the app's name for it; nil until the app has provided one.
    case custom(String?)

    /// The intent of a tap on the button; nil for a custom button and an empty slot.
    public var intent: Intent? { self == .mute ? .toggleMute : slot.map(Intent.tap) }

    /// The transport control of the button; nil for mute, a custom button and an empty slot.
    var slot: MediaSlot? {
        switch self {
        case .playPause: .playPause
        case .next: .next
        case .previous: .previous
        case .rewind30: .rewind(30)
        case .forward30: .forward(30)
        case .tracks: .tracks
        case .stop: .stop
        case .none, .mute, .custom: nil
        }
    }
}

/// A bar with configurable buttons.
public enum ButtonBar: Sendable, Hashable {
    /// The mini controller, with three slots.
    case mini
    /// The expanded controller, with four slots around a fixed central button.
    case expanded
}
