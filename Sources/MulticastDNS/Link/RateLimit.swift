import NIOCore

/// So many per second, and so many at once (a token bucket).
struct RateLimit {
    let perSecond: Int
    let burst: Int
    private var tokens: Double
    private var filledAt: NIODeadline?

    init(perSecond: Int, burst: Int) {
        self.perSecond = max(1, perSecond)
        self.burst = max(1, burst)
        tokens = Double(max(1, burst))
    }

    /// Takes one if there is one.
    mutating func take(at now: NIODeadline) -> Bool {
        fill(at: now)
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Whether nothing was taken for so long that the limit is as new.
    mutating func isFull(at now: NIODeadline) -> Bool {
        fill(at: now)
        return tokens >= Double(burst)
    }

    private mutating func fill(at now: NIODeadline) {
        defer { filledAt = now }
        guard let filledAt, filledAt < now else { return }
        let seconds = Double((now - filledAt).nanoseconds) / 1e9
        tokens = min(Double(burst), tokens + seconds * Double(perSecond))
    }
}

/// A rate limit for each source, for a bounded number of sources.
struct SourceRateLimits {
    static let sourceLimit = 256

    let perSecond: Int
    let burst: Int
    private var limits: [[UInt8]: RateLimit] = [:]
    /// Shared by all sources beyond the limit on their number.
    private var others: RateLimit

    init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
        others = RateLimit(perSecond: perSecond, burst: burst)
    }

    /// Whether a datagram from the source is let in.
    mutating func admits(_ source: [UInt8], at now: NIODeadline) -> Bool {
        if limits[source] == nil {
            if limits.count >= Self.sourceLimit { forgetIdle(at: now) }
            guard limits.count < Self.sourceLimit else { return others.take(at: now) }
            limits[source] = RateLimit(perSecond: perSecond, burst: burst)
        }
        return limits[source]?.take(at: now) ?? false
    }

    private mutating func forgetIdle(at now: NIODeadline) {
        for (source, var limit) in limits where limit.isFull(at: now) {
            limits[source] = nil
        }
    }
}
