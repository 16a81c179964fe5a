// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@testable import CastSender

@MainActor
@Suite("The store")
struct StoreTests {
    /// An interpreter that records effects and can send events immediately.
    private final class RecordingInterpreter: EffectInterpreter {
        var effects: [CastUIEffect] = []
        var revisions: [Int] = []
        var reply: (CastUIEffect) -> CastUIEvent? = { _ in nil }

        func perform(_ effect: CastUIEffect, for store: CastUIStore) {
            effects.append(effect)
            revisions.append(store.revision)
            if let event = reply(effect) { store.send(event) }
        }
    }

    /// A clock and a timer that are set manually.
    private final class Clock {
        var now = ContinuousClock.Instant.origin
        var deadline: ContinuousClock.Instant?
        var settings = 0
    }

    private func store(
        _ clock: Clock = Clock(),
        _ recorder: RecordingInterpreter = RecordingInterpreter()
    ) -> CastUIStore {
        CastUIStore(
            interpreters: [recorder],
            clock: { clock.now },
            scheduleTimer: {
                clock.deadline = $0
                clock.settings += 1
            }
        )
    }

    @Test("Events are processed one after the other, and the state is published before its effects")
    func eventOrder() {
        let recorder = RecordingInterpreter()
        recorder.reply = { $0 == .startDiscovery ? .devices([.den]) : nil }
        let store = store(Clock(), recorder)
        store.send(.launched)
        #expect(recorder.effects == [.startDiscovery])
        #expect(store.state.discovery.devices == [.den])
        recorder.reply = { effect in
            if case .startSession(let device) = effect { .session(.running(device, applicationName: nil)) } else { nil }
        }
        store.send(.intent(.selectDevice("den")))
        #expect(store.state.session == .connected(.den))
        let index = recorder.effects.firstIndex(of: .startSession(.den))
        #expect(index.map { recorder.revisions[$0] } == 2, "devices, then connecting")
    }

    @Test("The revision increases with each change, and only then")
    func revision() {
        let store = store()
        store.send(.deadlineReached)
        #expect(store.revision == 0)
        store.send(.devices([.den]))
        store.send(.devices([.den]))
        #expect(store.revision == 1)
    }

    @Test("An observer receives the current state, then changes, until it is removed")
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

    @Test("The timer is scheduled once, rescheduled when the deadline changes, and canceled")
    func deadlines() {
        let clock = Clock()
        let store = store(clock)
        store.send(.discoveryStarted)
        #expect(clock.deadline == nil)
        store.send(.intent(.openDialog))
        #expect(clock.deadline == clock.now.advanced(by: .seconds(5)))
        store.send(.volume(nil))
        #expect(clock.settings == 1)
        store.send(.devices([.den]))
        #expect(clock.deadline == nil)
        store.send(.devices([]))
        clock.now = clock.now.advanced(by: .seconds(5))
        store.send(.deadlineReached)
        #expect(clock.deadline == nil, "the timer would fire forever")
    }

    @Test("HU34 Two stores on one engine show the same media, and each has its own open views")
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
        func run() throws -> StateFixture {
            var desk = StateFixture()
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

    @Test("HU §5 For any order of user actions and messages, the state stays consistent and deadlines clear")
    func randomEvents() throws {
        for seed in 1...60 {
            var random = Seeded(state: UInt64(seed))
            var desk = StateFixture(platformState: seed % 3 == 0 ? .phone() : .onNetwork)
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
                #expect(state.openExpanded?.drag == nil || desk.panel.disabledReason(for: .seek) == nil)
                #expect((desk.mini != nil) == desk.panel.isActive)
                #expect(state.notice.map { $0.until > desk.now } ?? true)
                starts += 1
            }
            #expect(starts == 150)
            var isShown = false
            for case .notify(.miniShouldAppear(let shown)) in desk.effects {
                #expect(shown != isShown, "edges only")
                isShown = shown
            }
            let shows = desk.effects.filter { $0 == .notify(.dialogWillShow) }.count
            let hides = desk.effects.filter { $0 == .notify(.dialogDidHide) }.count
            #expect(shows - hides == (desk.state.openDialog == nil ? 0 : 1), "UW26")
        }
    }
}

/// A random number generator with reproducible results (splitmix64).
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
