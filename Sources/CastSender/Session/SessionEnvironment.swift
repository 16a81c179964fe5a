import NIOPosix

/// What a ``SessionManager`` takes from the outside world.
package struct SessionEnvironment: Sendable {
    package var connection: ConnectionEnvironment
    /// Seconds since 1970, by the clock on the wall.
    package var wallClock: @Sendable () -> Double

    package init(connection: ConnectionEnvironment, wallClock: @escaping @Sendable () -> Double) {
        self.connection = connection
        self.wallClock = wallClock
    }

    /// TLS, on one of the process's shared event loops.
    package static var standard: SessionEnvironment {
        var connection = ConnectionEnvironment.standard
        connection.eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        return SessionEnvironment(connection: connection, wallClock: WallClock.now)
    }
}
