/// What `cast play` was asked to do.
struct PlayRequest: Sendable {
    var items: [PlayItem]
    /// Set before anything plays.
    var volume: VolumeChange?
    /// False ends the command as soon as it plays.
    var waits = true
    /// Stops at this position, in seconds.
    var until: Double?
    /// How long an item may take from being loaded until it plays.
    var startTimeout: Duration
    /// For how long a device whose connection was lost is looked for.
    var reconnectWindow = Duration.seconds(180)
    var finder: DeviceFinder
}
