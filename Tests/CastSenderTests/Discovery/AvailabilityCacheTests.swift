// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Availability cache")
struct AvailabilityCacheTests {
    private func cache() -> (AvailabilityCache, Int) {
        var cache = AvailabilityCache(appIDs: ["CC1AD845"])
        let visit = cache.found("tv", queryAt: .at(3))
        return (cache, visit)
    }

    @Test("A device is queried after its delay, and available remains valid")
    func available() {
        var (cache, visit) = cache()
        #expect(cache.step("tv", visit: visit, now: .at(0)) == .wait(until: .at(3)))
        #expect(cache.step("tv", visit: visit, now: .at(3)) == .query)
        #expect(!cache.isAvailable("tv"))
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(3.1))
        #expect(cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(3600)) == .stop)
    }

    @Test("An unavailable application is queried again after 60 s, as devices report it shortly after starting")
    func unavailable() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.answered("tv", visit: visit, ["CC1AD845": .unavailable], now: .at(4))
        #expect(cache.step("tv", visit: visit, now: .at(5)) == .wait(until: .at(64)))
        #expect(cache.step("tv", visit: visit, now: .at(64)) == .query)
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(65))
        #expect(cache.isAvailable("tv"))
    }

    @Test("Without an answer the availability is unknown and queried again after 15 s, twice, then every 60 s")
    func unknown() {
        var (cache, visit) = cache()
        var now = 3.0
        for delay in [15.0, 15, 60, 60] {
            #expect(cache.step("tv", visit: visit, now: .at(now)) == .query)
            cache.answered("tv", visit: visit, nil, now: .at(now))
            #expect(cache.step("tv", visit: visit, now: .at(now)) == .wait(until: .at(now + delay)))
            now += delay
        }
        #expect(!cache.isAvailable("tv"))
    }

    @Test("An answer without the application leaves its availability unknown")
    func otherAnswer() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.answered("tv", visit: visit, [:], now: .at(3))
        #expect(cache.step("tv", visit: visit, now: .at(3)) == .wait(until: .at(18)))
    }

    @Test("A lost device is removed, and its late answer does not apply to its successor")
    func lost() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.lost("tv")
        #expect(cache.step("tv", visit: visit, now: .at(4)) == .stop)
        let second = cache.found("tv", queryAt: .at(10))
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(5))
        #expect(!cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(10)) == .stop)
        #expect(cache.step("tv", visit: second, now: .at(10)) == .query)
    }

    @Test("One available application of several is enough to be listed")
    func several() {
        var cache = AvailabilityCache(appIDs: ["A", "B"])
        let visit = cache.found("tv", queryAt: .at(0))
        _ = cache.step("tv", visit: visit, now: .at(0))
        cache.answered("tv", visit: visit, ["A": .unavailable, "B": .available], now: .at(0))
        #expect(cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(1)) == .wait(until: .at(60)))
    }

    @Test("Without criteria every device is listed")
    func noCriteria() {
        #expect(AvailabilityCache(appIDs: []).isAvailable("anything"))
    }
}
