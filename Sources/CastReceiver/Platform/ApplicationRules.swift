/// When apps may start and when they end.
struct ApplicationRules: Sendable {
    /// Default allowed.
    var launchPolicy = LaunchPolicy.allowed
    /// Whether an app ends when its last strong sender says CLOSE. Losing its socket is no leaving. Default true.
    var endsWithLastSender = true
    /// How long an app goes on after the CLOSE of its last strong sender. Some senders disconnect from the app before they
    /// STOP it, and expect that to succeed. Default 3 s.
    var lastSenderGracePeriod = Duration.seconds(3)
    /// How long an app stays without senders while nothing is loaded; nil for ever. Default 5 min.
    var idleTimeout: Duration? = .seconds(5 * 60)
    /// The same while something is loaded and paused. Default 20 min.
    var pausedTimeout: Duration? = .seconds(20 * 60)
    /// How long an app may take to get ready. Default 60 s.
    var readyTimeout = Duration.seconds(60)
}

/// Whether senders may start apps.
public enum LaunchPolicy: Sendable, Hashable {
    /// At once.
    case allowed
    /// Never: as if the person in front of the device said no.
    case refused
    /// Never: the device cannot ask anybody.
    case notificationsDisabled
    /// A person is asked with each launch, and has said no when the time is over. Senders wait five minutes.
    case asks(timeout: Duration)
}

/// Who asked for a launch, and under which number the answer is expected.
struct LaunchRequester: Sendable, Hashable {
    var sender: SenderAddress
    var requestID: Int
}

/// A launch that a person has to allow.
struct LaunchQuestion: Sendable, Hashable {
    /// How many senders may wait for the answer.
    static let requesterLimit = 16

    var launch: ApplicationLaunch
    var application: RunningApplication
    var requesters: [LaunchRequester]
    var deadline: ContinuousClock.Instant
}
