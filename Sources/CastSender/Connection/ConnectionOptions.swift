// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import Logging
package import NIOCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Time limits and settings of a ``CastConnection``.
///
/// Time limits assume a network without delay. The measured round-trip time extends them (RFC 6298), by 20 s at most.
public struct ConnectionOptions: Sendable {
    /// The time limit for name resolution, TCP and TLS together, for each of the device's addresses. Default 10 s.
    public var connectTimeout: Duration = .seconds(10)
    /// The time limit for the reply to an ordinary request. Default 10 s.
    public var requestTimeout: Duration = .seconds(10)
    /// The time limit for a launch until the application is ready, not counting the time in which the user is asked to
    /// allow it (five minutes at most). Default 60 s.
    public var launchTimeout: Duration = .seconds(60)
    /// The time limit for the first reply to LOAD, which old receivers send only after the media has opened. Default 30
    /// s.
    public var loadTimeout: Duration = .seconds(30)
    /// Whether the device must authenticate itself, and what counts as proof. By default the device is challenged, and
    /// the connection opens regardless of the result.
    public var authentication = DeviceAuthenticationOptions()
    /// When a silent device is considered lost. Default ``HeartbeatOptions/standard``.
    public var heartbeat: HeartbeatOptions = .standard
    /// How long media may play without a status before one is requested. Default 30 s; nil never requests one.
    public var statusRefresh: Duration? = .seconds(30)
    /// How long opening a connection to an address waits for the device's description, which contains its name. The
    /// description is requested together with the status, so it delays the connection only when a device does not
    /// answer. Default nil: the device is known by its address, unless ``CastDevice/identify(_:options:)`` is used.
    public var descriptionTimeout: Duration?
    /// The logger of the connection. Messages are constant texts of the levels `debug` and, for each message on the wire,
    /// `trace`; metadata has the details. User credentials are removed. Default nil: nothing is logged.
    public var logger: Logger?
    /// The user agent, free text that the device passes to receiver applications.
    public var userAgent: String = "swift-cast"
    /// Receives all messages of the connection's socket, for example to record them. Called on the event loop of the
    /// connection, which waits for it. Default none.
    public var observer: (any CastSocketObserver)?
    /// How long to wait for the reply with the right request id after a status without an id that evidently answers the
    /// request. Some receivers omit the id.
    var unnumberedReplyGrace: Duration = .milliseconds(300)
    /// How long the media session counts as running after an empty media status, unless that status answers a request.
    /// Some receivers send an empty status between two statuses of the same session.
    var emptyStatusGrace: Duration = .seconds(1)

    /// Creates the default options.
    public init() {}

    /// Options for a short connection that only queries the device. A device takes longer to sign a challenge than to
    /// answer the query, so the challenge is sent only when authentication is required.
    var forQueries: ConnectionOptions {
        var options = self
        if authentication.policy == .preferred { options.authentication.policy = .off }
        return options
    }
}

/// How long a device may send nothing before it is pinged, and before it is considered lost.
public struct HeartbeatOptions: Sendable, Hashable {
    /// The time without any message after which a PING is sent.
    public var silenceBeforePing: Duration
    /// The time without any message after which the connection is closed with ``CloseReason/heartbeatLost``.
    public var silenceBeforeClose: Duration

    /// Creates options. `silenceBeforeClose` includes `silenceBeforePing`.
    public init(silenceBeforePing: Duration, silenceBeforeClose: Duration) {
        self.silenceBeforePing = silenceBeforePing
        self.silenceBeforeClose = silenceBeforeClose
    }

    /// 5 s and 10 s, as in Chrome.
    public static let standard = HeartbeatOptions(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))
    /// 10 s and 30 s, for slow or lossy networks; similar to pychromecast.
    public static let patient = HeartbeatOptions(silenceBeforePing: .seconds(10), silenceBeforeClose: .seconds(30))
}

/// The external dependencies of a connection, which tests replace.
package struct ConnectionEnvironment: Sendable {
    /// Opens the socket.
    package var connector: any CastConnector
    /// The event loop to run the connection on; nil lets the connector choose.
    package var eventLoop: (any EventLoop)?
    /// The monotonic clock that positions are extrapolated with.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// The time of day, for the validity of certificates.
    package var wallClock: @Sendable () -> Date
    /// The first request id on a socket.
    package var firstRequestID: @Sendable () -> Int
    package var logger: Logger
    /// How late the time limits of a connection may be noticed. Those of thousands of connections are checked together then.
    package var timerGranularity: TimeAmount

    package init(
        connector: any CastConnector,
        eventLoop: (any EventLoop)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        wallClock: @escaping @Sendable () -> Date = { Date() },
        firstRequestID: @escaping @Sendable () -> Int = { .random(in: 1...(1 << 30)) },
        logger: Logger = Logger(label: "CastSender") { _ in SwiftLogNoOpLogHandler() },
        timerGranularity: TimeAmount = .zero
    ) {
        self.connector = connector
        self.eventLoop = eventLoop
        self.now = now
        self.wallClock = wallClock
        self.firstRequestID = firstRequestID
        self.logger = logger
        self.timerGranularity = timerGranularity
    }
}
