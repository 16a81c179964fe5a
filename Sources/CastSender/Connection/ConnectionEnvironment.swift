package import CastTransport
package import Logging
package import NIOCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What a connection takes from the outside world, so that tests can give it another one.
package struct ConnectionEnvironment: Sendable {
    /// Opens the socket.
    package var connector: any CastConnector
    /// The loop on which the connection shall live; nil lets the connector choose.
    package var eventLoop: (any EventLoop)?
    /// The monotonic clock by which positions are carried forward.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// The time of day, by which certificates are valid or not.
    package var wallClock: @Sendable () -> Date
    /// The number with which a socket's request ids begin.
    package var firstRequestID: @Sendable () -> Int
    package var logger: Logger

    package init(
        connector: any CastConnector,
        eventLoop: (any EventLoop)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        wallClock: @escaping @Sendable () -> Date = { Date() },
        firstRequestID: @escaping @Sendable () -> Int = { .random(in: 1...(1 << 30)) },
        logger: Logger = Logger(label: "CastSender") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.connector = connector
        self.eventLoop = eventLoop
        self.now = now
        self.wallClock = wallClock
        self.firstRequestID = firstRequestID
        self.logger = logger
    }
}
