package import CastTransport
package import Logging
package import NIOCore

/// What a connection takes from the outside world, so that tests can give it another one.
package struct ConnectionEnvironment: Sendable {
    /// Opens the socket.
    package var connector: any CastConnector
    /// The loop on which the connection shall live; nil lets the connector choose.
    package var eventLoop: (any EventLoop)?
    /// The monotonic clock by which positions are carried forward.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// The number with which a socket's request ids begin.
    package var firstRequestID: @Sendable () -> Int
    package var logger: Logger

    package init(
        connector: any CastConnector,
        eventLoop: (any EventLoop)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        firstRequestID: @escaping @Sendable () -> Int = { .random(in: 1...(1 << 30)) },
        logger: Logger = Logger(label: "CastSender") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.connector = connector
        self.eventLoop = eventLoop
        self.now = now
        self.firstRequestID = firstRequestID
        self.logger = logger
    }
}
