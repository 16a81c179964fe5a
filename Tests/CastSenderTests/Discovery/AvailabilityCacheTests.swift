import CastWire
import Testing

@testable import CastSender

@Suite("Availability cache")
struct AvailabilityCacheTests {
    private func cache() -> (AvailabilityCache, Int) {
        var cache = AvailabilityCache(appIDs: ["CC1AD845"])
        let visit = cache.found("tv", askAt: .at(3))
        return (cache, visit)
    }

    @Test("A device is asked after its delay, and available holds for good")
    func available() {
        var (cache, visit) = cache()
        #expect(cache.step("tv", visit: visit, now: .at(0)) == .wait(until: .at(3)))
        #expect(cache.step("tv", visit: visit, now: .at(3)) == .ask)
        #expect(!cache.isAvailable("tv"))
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(3.1))
        #expect(cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(3600)) == .stop)
    }

    @Test("Unavailable is asked again after 60 s: devices say so after they have started")
    func unavailable() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.answered("tv", visit: visit, ["CC1AD845": .unavailable], now: .at(4))
        #expect(cache.step("tv", visit: visit, now: .at(5)) == .wait(until: .at(64)))
        #expect(cache.step("tv", visit: visit, now: .at(64)) == .ask)
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(65))
        #expect(cache.isAvailable("tv"))
    }

    @Test("No answer is unknown: asked again after 15 s, twice, then every 60 s")
    func unknown() {
        var (cache, visit) = cache()
        var now = 3.0
        for delay in [15.0, 15, 60, 60] {
            #expect(cache.step("tv", visit: visit, now: .at(now)) == .ask)
            cache.answered("tv", visit: visit, nil, now: .at(now))
            #expect(cache.step("tv", visit: visit, now: .at(now)) == .wait(until: .at(now + delay)))
            now += delay
        }
        #expect(!cache.isAvailable("tv"))
    }

    @Test("An answer that does not speak of the application is unknown")
    func otherAnswer() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.answered("tv", visit: visit, [:], now: .at(3))
        #expect(cache.step("tv", visit: visit, now: .at(3)) == .wait(until: .at(18)))
    }

    @Test("A device that went is forgotten, and an answer that comes too late is not its successor's")
    func lost() {
        var (cache, visit) = cache()
        _ = cache.step("tv", visit: visit, now: .at(3))
        cache.lost("tv")
        #expect(cache.step("tv", visit: visit, now: .at(4)) == .stop)
        let second = cache.found("tv", askAt: .at(10))
        cache.answered("tv", visit: visit, ["CC1AD845": .available], now: .at(5))
        #expect(!cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(10)) == .stop)
        #expect(cache.step("tv", visit: second, now: .at(10)) == .ask)
    }

    @Test("One of several applications is enough to be listed")
    func several() {
        var cache = AvailabilityCache(appIDs: ["A", "B"])
        let visit = cache.found("tv", askAt: .at(0))
        _ = cache.step("tv", visit: visit, now: .at(0))
        cache.answered("tv", visit: visit, ["A": .unavailable, "B": .available], now: .at(0))
        #expect(cache.isAvailable("tv"))
        #expect(cache.step("tv", visit: visit, now: .at(1)) == .wait(until: .at(60)))
    }

    @Test("Without criteria everything is listed")
    func noCriteria() {
        #expect(AvailabilityCache(appIDs: []).isAvailable("anything"))
    }
}
