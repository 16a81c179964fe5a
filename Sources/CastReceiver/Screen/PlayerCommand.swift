/// An order of the device to what renders its media.
package enum PlayerCommand: Sendable, Hashable {
    case load(PlayerItem)
    case play
    case pause
    /// Seconds from the beginning, or on the axis of live media.
    case seek(Double)
    /// 0.5 to 2.
    case setRate(Double)
    case setStreamVolume(level: Double, muted: Bool)
    case setTracks(PlayerTracks)
    case setDeviceVolume(level: Double, muted: Bool)
    /// What follows the item by itself; nil = nothing.
    case setUpNext(PlayerUpNext?)
    /// The page of the running app, which the screen shows in a frame until `show(.idle)`; nil for an app without one.
    case setAppPage(ScreenAppPage?)
    /// Ends the item; the screen shows the running app, ready for the next one.
    case stop
    /// Ends the item, if there is one, and shows this.
    case show(ScreenNotice)
}

/// What a screen shows when no media is loaded.
package enum ScreenNotice: Sendable, Hashable {
    /// No app runs.
    case idle
    /// An app was launched and is not ready yet.
    case launching(appName: String)
    /// An app runs and waits for media.
    case ready(appName: String)
}
