// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options for a ``SessionManager``.
public struct SessionManagerOptions: Sendable {
    /// Options for the manager's connections.
    public var connection = ConnectionOptions()
    /// How to reconnect after the connection was lost. Default ``ReconnectPolicy/standard``.
    public var reconnect = ReconnectPolicy.standard
    /// Whether to suspend the session while the application is in the background. Default true.
    public var suspendsInBackground = true
    /// How long to search other devices for a session whose application vanished, if its media could have been moved.
    /// Default 3 s; zero disables the search.
    public var transferSearch: Duration = .seconds(3)
    /// The time limit for stopping an application. Default 2 s.
    public var stopTimeout: Duration = .seconds(2)
    /// The maximum age of a session record that can be resumed. Default 24 h.
    public var recordLifetime: Duration = .seconds(24 * 3600)
    /// An identifier of this machine's current network, if the platform provides one. Records from another network are
    /// not resumed. Default nil.
    public var networkID: String?

    /// Creates the default options.
    public init() {}
}

/// The state of a ``SessionManager``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionManagerState: Sendable, Hashable {
    /// There is no session.
    case idle
    /// A session is being started.
    case starting
    /// A session is running.
    case running
    /// The session has no connection, and no attempt to reconnect is in progress.
    case suspended(SuspendReason)
    /// The session has no connection, and an attempt to reconnect is in progress.
    case resuming(SuspendReason)
    /// The session is ending.
    case ending
}

/// The external dependencies of a ``SessionManager``, which tests replace.
package struct SessionEnvironment: Sendable {
    package var connection: ConnectionEnvironment
    /// The wall clock, in seconds since 1970.
    package var wallClock: @Sendable () -> Double

    package init(connection: ConnectionEnvironment, wallClock: @escaping @Sendable () -> Double) {
        self.connection = connection
        self.wallClock = wallClock
    }

    /// The standard environment: TLS on one of the shared event loops of the process.
    package static var standard: SessionEnvironment {
        var connection = ConnectionEnvironment.standard
        connection.eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        return SessionEnvironment(connection: connection, wallClock: WallClock.now)
    }
}

/// The system's wall clock, which can be set and advances while the machine sleeps.
enum WallClock {
    /// Returns the current time, in seconds since 1970.
    static func now() -> Double {
        Date().timeIntervalSince1970
    }
}

/// Detects that this machine slept: the wall clock advanced while the monotonic clock stood still.
struct SleepDetector {
    /// The maximum difference in seconds that counts as a correction of the wall clock rather than as sleep.
    static let tolerance = 10.0
    /// The interval at which the clocks are compared.
    static let interval = TimeAmount.seconds(5)

    private var last: (monotonic: NIODeadline, wall: Double)?

    /// Compares the clocks; returns true when the machine slept since the last call.
    ///
    /// - Parameter wall: The wall clock, in seconds since any fixed time.
    mutating func tick(monotonic: NIODeadline, wall: Double) -> Bool {
        defer { last = (monotonic, wall) }
        guard let last else { return false }
        let passed = Double((monotonic - last.monotonic).nanoseconds) / 1e9
        return wall - last.wall > passed + Self.tolerance
    }

    mutating func stop() { last = nil }

    /// Whether a comparison was made since the last stop.
    var isRunning: Bool { last != nil }
}
