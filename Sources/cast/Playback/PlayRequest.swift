import CastSender

/// What `cast play` was asked to do.
struct PlayRequest: Sendable {
    /// What to play; one that stands for what plays already with ``resumes``.
    var items: [PlayItem]
    /// Goes back to what an earlier play left, and loads nothing.
    var resumes = false
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
    /// Where files of this machine are served; nil is any free port.
    var mediaPorts: PortRange?
    var finder: DeviceFinder
    /// Where the session's record is kept for `cast play --resume`; nil keeps none.
    var store: (any SessionStore)?

    /// How the session is held on to.
    var sessionOptions: SessionManagerOptions {
        var options = SessionManagerOptions()
        options.connection = finder.options
        options.reconnect.window = reconnectWindow
        return options
    }
}
