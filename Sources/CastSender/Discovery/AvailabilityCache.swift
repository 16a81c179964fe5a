// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The availability of applications on devices, and the schedule of availability requests (CASTV2 availability filter).
///
/// A device is queried after a random delay of up to 5 s, so that a network with many devices is not queried all at
/// once. *Available* is cached as long as the device is present. *Unavailable* is queried again after 60 s, because
/// devices report it for half a minute after they start. Without an answer the state is *unknown* and the query is
/// repeated after 15 s, two times, and then every 60 s. A device that disappears and returns is queried again.
struct AvailabilityCache {
    enum Step: Equatable {
        case query
        case wait(until: ContinuousClock.Instant)
        /// The answer is final, or the device is gone.
        case stop
    }

    private struct Entry {
        /// Distinguishes this appearance of the device from a later one with the same id.
        let visit: Int
        var answers: [String: AppAvailability] = [:]
        var nextQuery: ContinuousClock.Instant
        var failures = 0
        var isQueryPending = false
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

    /// Handles a device that appeared. The caller then calls ``step(_:visit:now:)`` with the returned visit.
    mutating func found(_ id: String, queryAt instant: ContinuousClock.Instant) -> Int {
        visits += 1
        entries[id] = Entry(visit: visits, nextQuery: instant)
        return visits
    }

    mutating func lost(_ id: String) { entries[id] = nil }

    /// Returns what to do next for a device.
    mutating func step(_ id: String, visit: Int, now: ContinuousClock.Instant) -> Step {
        guard let entry = entries[id], entry.visit == visit, !entry.isQueryPending else { return .stop }
        guard !appIDs.allSatisfy({ entry.answers[$0] == .available }) else { return .stop }
        guard entry.nextQuery <= now else { return .wait(until: entry.nextQuery) }
        entries[id]?.isQueryPending = true
        return .query
    }

    /// Handles a device's answer; nil means that the device did not answer.
    mutating func answered(
        _ id: String,
        visit: Int,
        _ answers: [String: AppAvailability]?,
        now: ContinuousClock.Instant
    ) {
        guard var entry = entries[id], entry.visit == visit else { return }
        entry.isQueryPending = false
        let isComplete = answers.map { answers in appIDs.allSatisfy { answers[$0] != nil } } ?? false
        for (appID, answer) in answers ?? [:] where entry.answers[appID] != .available {
            entry.answers[appID] = answer
        }
        if isComplete {
            entry.failures = 0
            entry.nextQuery = now + Self.unavailableLifetime
        } else {
            entry.failures += 1
            entry.nextQuery = now + (entry.failures <= Self.quickRetries ? Self.retryDelay : Self.unavailableLifetime)
        }
        entries[id] = entry
    }
}
