// SPDX-License-Identifier: Apache-2.0

/// The rules for launching and ending apps.
struct ApplicationRules: Sendable {
    /// Whether senders may launch apps. Default allowed.
    var launchPolicy = LaunchPolicy.allowed
    /// Whether an app ends when its last strong sender sends CLOSE. The loss of a socket does not end it. Default true.
    var endsWithLastSender = true
    /// How long an app keeps running after the CLOSE of its last strong sender. Some senders disconnect from the app
    /// before they send STOP and expect the STOP to succeed. Default 3 s.
    var lastSenderGracePeriod = Duration.seconds(3)
    /// How long an app without senders keeps running while nothing is loaded; nil for no limit. Default 5 min.
    var idleTimeout: Duration? = .seconds(5 * 60)
    /// How long an app without senders keeps running while media is paused; nil for no limit. Default 20 min.
    var pausedTimeout: Duration? = .seconds(20 * 60)
    /// How long an app may take to become ready. Default 60 s.
    var readyTimeout = Duration.seconds(60)
}

/// Whether senders may launch apps.
public enum LaunchPolicy: Sendable, Hashable {
    /// Launches are allowed.
    case allowed
    /// Launches are refused as if by the user.
    case refused
    /// Launches are refused because the device cannot ask the user.
    case notificationsDisabled
    /// The device asks the user for each launch. A launch without an answer within the timeout is refused. Senders wait
    /// five minutes.
    case asks(timeout: Duration)
}

/// The sender that requested a launch, and the id of its request.
struct LaunchRequester: Sendable, Hashable {
    var sender: SenderAddress
    var requestID: Int
}

/// A launch that waits for the user's permission.
struct LaunchQuestion: Sendable, Hashable {
    /// The maximum number of senders that can wait for the answer.
    static let requesterLimit = 16

    var launch: ApplicationLaunch
    var application: RunningApplication
    var requesters: [LaunchRequester]
    var deadline: ContinuousClock.Instant
}
