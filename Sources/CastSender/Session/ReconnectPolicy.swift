// SPDX-License-Identifier: Apache-2.0

/// The policy for reconnecting a session after its connection was lost.
public struct ReconnectPolicy: Sendable, Hashable {
    /// How long the session tries to reconnect, counted from the loss of the connection. The window restarts when the
    /// network becomes reachable again, the application returns to the foreground, or this machine wakes. Default 15 s,
    /// as in Google's senders; values of hours are possible.
    public var window: Duration
    /// The delays between attempts.
    public var backOff: BackOff
    /// The maximum time for one attempt to connect. Default 5 s, which allows for several attempts in the default
    /// window.
    public var attemptTimeout: Duration

    /// Creates a policy.
    public init(
        window: Duration = .seconds(15),
        backOff: BackOff = BackOff(),
        attemptTimeout: Duration = .seconds(5)
    ) {
        self.window = window
        self.backOff = backOff
        self.attemptTimeout = attemptTimeout
    }

    /// Attempts at once, then after delays of 1, 2, 4 … s, for 15 s.
    public static let standard = ReconnectPolicy()
    /// For programs that hold sessions with many devices: tries for a day, with delays of which half is random. When all
    /// devices vanish at once, they are not all tried again in the same moment.
    public static let manyDevices = ReconnectPolicy(window: .seconds(24 * 3600), backOff: BackOff(jitter: 0.5))
    /// Ends the session when its connection is lost.
    public static let never = ReconnectPolicy(window: .zero)
}

/// An exponential back-off: no delay before the first attempt, then a first delay that doubles up to a limit.
public struct BackOff: Sendable, Hashable {
    /// The delay before the second attempt; at least 1 ms. Default 1 s.
    public var firstDelay: Duration
    /// The maximum delay. Default 30 s.
    public var longestDelay: Duration
    /// The part of each delay that is random, 0…1. Default 0: the delays are exact. With 0.5, a delay of 4 s is one between 2 and
    /// 4 s. The first attempt then follows after a random part of the first delay, if many sessions could have been lost for the
    /// same reason: a connection was lost, the network is back, or this machine woke.
    /// Values outside 0…1 are limited to that range.
    public var jitter: Double {
        didSet { jitter = Self.limited(jitter) }
    }
    /// The number of delays that have been returned.
    public private(set) var tries = 0

    /// Creates delays that double from the first to the longest.
    ///
    /// - Parameters:
    ///   - firstDelay: The delay before the second attempt; at least 1 ms.
    ///   - longestDelay: The maximum delay.
    ///   - jitter: The part of each delay that is random, 0…1.
    public init(firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(30), jitter: Double = 0) {
        self.firstDelay = max(firstDelay, .milliseconds(1))
        self.longestDelay = max(longestDelay, firstDelay)
        self.jitter = Self.limited(jitter)
    }

    /// Returns 0 for NaN, too.
    private static func limited(_ jitter: Double) -> Double { jitter >= 0 ? min(jitter, 1) : 0 }

    /// Returns the delay before the next attempt: 0, 1, 2, 4 s … with the defaults.
    public mutating func next() -> Duration {
        defer { tries += 1 }
        guard tries > 0 else { return firstDelay * (jitter * .random(in: 0...1)) }
        var delay = firstDelay
        for _ in 1..<tries where delay < longestDelay { delay *= 2 }
        return min(delay, longestDelay) * (1 - jitter * .random(in: 0...1))
    }

    /// Restarts the series.
    public mutating func reset() { tries = 0 }
}
