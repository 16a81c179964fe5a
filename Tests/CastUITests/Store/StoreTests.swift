import CastUI
import Testing

@testable import CastSender

@MainActor
@Suite("The store")
struct StoreTests {
    /// Keeps what it is given, and may answer at once.
    private final class Ledger: EffectInterpreter {
        var effects: [CastUIEffect] = []
        var revisions: [Int] = []
        var answer: (CastUIEffect) -> CastUIEvent? = { _ in nil }

        func perform(_ effect: CastUIEffect, for store: CastUIStore) {
            effects.append(effect)
            revisions.append(store.revision)
            if let event = answer(effect) { store.send(event) }
        }
    }

    /// A clock and an alarm that are turned by hand.
    private final class Clock {
        var now = ContinuousClock.Instant.origin
        var alarm: ContinuousClock.Instant?
        var settings = 0
    }

    private func store(_ clock: Clock = Clock(), _ ledger: Ledger = Ledger()) -> CastUIStore {
        CastUIStore(
            interpreters: [ledger],
            clock: { clock.now },
            setAlarm: {
                clock.alarm = $0
                clock.settings += 1
            }
        )
    }

    @Test("Events are taken one after the other, and the state is there before its effects")
    func order() {
        let ledger = Ledger()
        ledger.answer = { $0 == .startDiscovery ? .devices([.den]) : nil }
        let store = store(Clock(), ledger)
        store.send(.launched)
        #expect(ledger.effects == [.startDiscovery])
        #expect(store.state.discovery.devices == [.den])
        ledger.answer = { effect in
            if case .startSession(let device) = effect { .session(.running(device, applicationName: nil)) } else { nil }
        }
        store.send(.intent(.selectDevice("den")))
        #expect(store.state.session == .connected(.den))
        let index = ledger.effects.firstIndex(of: .startSession(.den))
        #expect(index.map { ledger.revisions[$0] } == 2, "devices, then connecting")
    }

    @Test("The revision goes up with each change, and with nothing else")
    func revision() {
        let store = store()
        store.send(.alarm)
        #expect(store.revision == 0)
        store.send(.devices([.den]))
        store.send(.devices([.den]))
        #expect(store.revision == 1)
    }

    @Test("An observer hears of the present state first, then of changes, until it leaves")
    func observers() {
        let store = store()
        var counts: [Int] = []
        let observer = store.observe { counts.append($0.discovery.devices.count) }
        store.send(.devices([.den]))
        store.send(.devices([.den]))
        store.send(.devices([.den, .kitchen]))
        store.removeObserver(observer)
        store.send(.devices([]))
        #expect(counts == [0, 1, 2])
    }

    @Test("The alarm is asked for once, moved when it changes, and taken back")
    func alarms() {
        let clock = Clock()
        let store = store(clock)
        store.send(.discoveryStarted)
        #expect(clock.alarm == nil)
        store.send(.intent(.openDialog))
        #expect(clock.alarm == clock.now.advanced(by: .seconds(5)))
        store.send(.volume(nil))
        #expect(clock.settings == 1)
        store.send(.devices([.den]))
        #expect(clock.alarm == nil)
        store.send(.devices([]))
        clock.now = clock.now.advanced(by: .seconds(5))
        store.send(.alarm)
        #expect(clock.alarm == nil, "it would ring for ever")
    }

    @Test("HU34 Two stores on one engine agree about what plays, and each has its own screen")
    func twoPages() {
        let (one, two) = (store(), store())
        for store in [one, two] {
            store.send(.devices([.den]))
            store.send(.session(.starting(.den)))
            store.send(.session(.running(.den, applicationName: nil)))
        }
        one.send(.intent(.openDialog))
        #expect(one.state.openDialog != nil)
        #expect(two.state.openDialog == nil)
        #expect(one.state.session == two.state.session)
    }

    @Test("HU3 HU4 The same events at the same instants lead to the same state and the same effects")
    func replay() throws {
        func run() throws -> Desk {
            var desk = Desk()
            desk.now = .origin
            desk.send(.launched, .discoveryStarted, .devices([.den, .kitchen]))
            desk.act(.tapCastButton, .selectDevice("den"))
            desk.send(.session(.starting(.den)), .session(.running(.den, applicationName: "P")), .volume(.level(0.3)))
            try desk.playFilm()
            desk.act(.tapMini, .beginDrag, .drag(12), .endDrag, .tap(.playPause), .nudgeVolume(2))
            desk.wait(3)
            desk.send(.session(.ended(reason: "gone")))
            return desk
        }
        let (one, two) = (try run(), try run())
        #expect(one.state == two.state)
        #expect(one.effects == two.effects)
        #expect(one.effects.count > 8)
    }

    @Test("HU §5 Whatever people and devices do, in any order: the state stays whole and the alarm stops")
    func randomEvents() throws {
        for seed in 1...60 {
            var random = Seeded(state: UInt64(seed))
            var desk = Desk(surroundings: seed % 3 == 0 ? .phone() : .onNetwork)
            var starts = 0
            for _ in 0..<150 {
                switch Int.random(in: 0..<19, using: &random) {
                case 0: desk.send(.discoveryStarted)
                case 1: desk.send(.devices([.den, .kitchen]))
                case 2: desk.send(.devices([]))
                case 3: desk.send(.session(.starting(.den)))
                case 4:
                    desk.send(.session(.running(Bool.random(using: &random) ? .den : .kitchen, applicationName: nil)))
                case 5: desk.send(.session(.suspended))
                case 6: desk.send(.session(.ended(reason: nil)))
                case 7: desk.send(.session(.failedToStart(.den, CastError(.connectFailed, "no"))))
                case 8: try desk.playFilm(at: 5)
                case 9: try desk.playLive(range: Bool.random(using: &random) ? #"{"start":0,"end":100}"# : nil)
                case 10: try desk.noMedia()
                case 11: desk.act(.tapCastButton, .dismissDialog)
                case 12: desk.act(.tapCastButton, .selectDevice(Bool.random(using: &random) ? "den" : "kitchen"))
                case 13: desk.act(.openExpanded, .beginDrag, .drag(.random(in: -10...200, using: &random)))
                case 14: desk.act(.endDrag, .tap(.next), .tap(.playPause), .tap(.forward(30)), .openTracks)
                case 15: desk.act(.stopCasting)
                case 16: desk.send(.commandEnded(ticket: desk.state.inFlight.keys.min() ?? 0, nil))
                case 17: desk.send(.volume(.level(0.4)), .media(desk.controls))
                default: desk.wait(.random(in: 0...12, using: &random))
                }
                let state = desk.state
                #expect(state.session != .none || state.media == nil && state.volume == nil && state.inFlight.isEmpty)
                #expect(state.openExpanded?.drag == nil || desk.panel.reason(against: .seek) == nil)
                #expect((desk.mini != nil) == desk.panel.isActive)
                #expect(state.notice.map { $0.until > desk.now } ?? true)
                starts += 1
            }
            #expect(starts == 150)
            var isShown = false
            for case .tell(.miniShouldAppear(let shown)) in desk.effects {
                #expect(shown != isShown, "edges only")
                isShown = shown
            }
            let shows = desk.effects.filter { $0 == .tell(.dialogWillShow) }.count
            let hides = desk.effects.filter { $0 == .tell(.dialogDidHide) }.count
            #expect(shows - hides == (desk.state.openDialog == nil ? 0 : 1), "UW26")
        }
    }
}

/// The same numbers for the same seed (splitmix64).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
