/// How long to wait before each try of a series: nothing, then a first delay that doubles up to a limit.
public struct BackOff: Sendable, Hashable {
    /// Before the second try; at least 1 ms. Default 1 s.
    public var firstDelay: Duration
    /// No wait is longer. Default 30 s.
    public var longestDelay: Duration
    /// How many delays were handed out.
    public private(set) var tries = 0

    public init(firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(30)) {
        self.firstDelay = max(firstDelay, .milliseconds(1))
        self.longestDelay = max(longestDelay, firstDelay)
    }

    /// The wait before the next try: 0, 1, 2, 4 s … with the defaults.
    public mutating func next() -> Duration {
        defer { tries += 1 }
        guard tries > 0 else { return .zero }
        var delay = firstDelay
        for _ in 1..<tries {
            delay *= 2
            if delay >= longestDelay { return longestDelay }
        }
        return min(delay, longestDelay)
    }

    /// Begins the series anew.
    public mutating func reset() { tries = 0 }
}
