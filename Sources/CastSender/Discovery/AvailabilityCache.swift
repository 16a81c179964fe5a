import CastWire

/// Which devices can run one of some applications, and when to ask them (CASTV2 availability filter).
///
/// A device is asked after a random delay of up to 5 s, so that a network of many devices is not asked at once.
/// *Available* holds as long as the device is there. *Unavailable* is asked again after 60 s: devices say so for
/// half a minute after they have started. No answer means *unknown*: asked again after 15 s, two times, and then
/// every 60 s. A device that went and came back is asked again.
struct AvailabilityCache {
    enum Step: Equatable {
        case ask
        case wait(until: ContinuousClock.Instant)
        /// The answer is final, or the device is gone.
        case stop
    }

    private struct Entry {
        /// Tells apart the device and the one with its id that came after it.
        let visit: Int
        var answers: [String: AppAvailability] = [:]
        var nextAsk: ContinuousClock.Instant
        var failures = 0
        var isAsking = false
    }

    static let unavailableLifetime = Duration.seconds(60)
    static let retryDelay = Duration.seconds(15)
    static let quickRetries = 2

    let appIDs: Set<String>
    private var entries: [String: Entry] = [:]
    private var visits = 0

    init(appIDs: Set<String>) { self.appIDs = appIDs }

    func isAvailable(_ id: String) -> Bool {
        appIDs.isEmpty || entries[id]?.answers.values.contains(.available) == true
    }

    /// A device is there: to be followed by ``step(_:visit:now:)`` under this visit.
    mutating func found(_ id: String, askAt instant: ContinuousClock.Instant) -> Int {
        visits += 1
        entries[id] = Entry(visit: visits, nextAsk: instant)
        return visits
    }

    mutating func lost(_ id: String) { entries[id] = nil }

    /// What to do next about a device.
    mutating func step(_ id: String, visit: Int, now: ContinuousClock.Instant) -> Step {
        guard let entry = entries[id], entry.visit == visit, !entry.isAsking else { return .stop }
        guard !appIDs.allSatisfy({ entry.answers[$0] == .available }) else { return .stop }
        guard entry.nextAsk <= now else { return .wait(until: entry.nextAsk) }
        entries[id]?.isAsking = true
        return .ask
    }

    /// A device answered, or, with nil, did not.
    mutating func answered(
        _ id: String,
        visit: Int,
        _ answers: [String: AppAvailability]?,
        now: ContinuousClock.Instant
    ) {
        guard var entry = entries[id], entry.visit == visit else { return }
        entry.isAsking = false
        let isComplete = answers.map { answers in appIDs.allSatisfy { answers[$0] != nil } } ?? false
        for (appID, answer) in answers ?? [:] where entry.answers[appID] != .available {
            entry.answers[appID] = answer
        }
        if isComplete {
            entry.failures = 0
            entry.nextAsk = now + Self.unavailableLifetime
        } else {
            entry.failures += 1
            entry.nextAsk = now + (entry.failures <= Self.quickRetries ? Self.retryDelay : Self.unavailableLifetime)
        }
        entries[id] = entry
    }
}
