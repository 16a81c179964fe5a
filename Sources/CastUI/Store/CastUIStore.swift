public import Observation

/// Holds the state of the widgets, and is the only one who changes it.
///
/// Events are taken one after the other, also those that an interpreter sends while it carries something out: the state
/// is published before its effects are. Several stores may follow one engine: they agree about what plays, and each has
/// its own screen.
@MainActor
@Observable
public final class CastUIStore {
    public private(set) var state: CastUIState
    /// Goes up by one with each change.
    public private(set) var revision = 0

    @ObservationIgnored private let clock: @MainActor () -> ContinuousClock.Instant
    @ObservationIgnored private let setAlarm: @MainActor (ContinuousClock.Instant?) -> Void
    @ObservationIgnored private var interpreters: [any EffectInterpreter]
    @ObservationIgnored private var observers: [Int: @MainActor (CastUIState) -> Void] = [:]
    @ObservationIgnored private var lastObserver = 0
    @ObservationIgnored private var waiting: [CastUIEvent] = []
    @ObservationIgnored private var isReducing = false
    @ObservationIgnored private var isClosed = false
    @ObservationIgnored private var alarm: ContinuousClock.Instant?

    /// - Parameters:
    ///   - state: Where it begins.
    ///   - interpreters: Who carries out effects, in this order.
    ///   - clock: Where the time comes from.
    ///   - setAlarm: Asks to be sent ``CastUIEvent/alarm`` at an instant, instead of one asked for before; nil is never.
    public init(
        state: CastUIState = CastUIState(),
        interpreters: [any EffectInterpreter] = [],
        clock: @escaping @MainActor () -> ContinuousClock.Instant,
        setAlarm: @escaping @MainActor (ContinuousClock.Instant?) -> Void
    ) {
        self.state = state
        self.interpreters = interpreters
        self.clock = clock
        self.setAlarm = setAlarm
    }

    /// Adds one who carries out effects, after those there are.
    public func add(_ interpreter: any EffectInterpreter) { interpreters.append(interpreter) }

    /// Ends the store: it takes no more events, and lets go of those who carry out effects and of those who observe.
    ///
    /// An interpreter that holds the store is held by it in turn, until then.
    public func close() {
        isClosed = true
        waiting = []
        interpreters = []
        observers = [:]
        setAlarm(nil)
    }

    /// Takes an event. When this is called while another one is taken, it comes after that.
    public func send(_ event: CastUIEvent) {
        guard !isClosed else { return }
        waiting.append(event)
        guard !isReducing else { return }
        isReducing = true
        defer { isReducing = false }
        while !waiting.isEmpty {
            let effects = take(waiting.removeFirst())
            for effect in effects {
                for interpreter in interpreters { interpreter.perform(effect, for: self) }
            }
        }
    }

    /// Tells of the state now and after each change.
    ///
    /// - Returns: What ``removeObserver(_:)`` takes.
    public func observe(_ body: @escaping @MainActor (CastUIState) -> Void) -> Int {
        lastObserver += 1
        observers[lastObserver] = body
        body(state)
        return lastObserver
    }

    public func removeObserver(_ observer: Int) { observers[observer] = nil }

    private func take(_ event: CastUIEvent) -> [CastUIEffect] {
        var next = state
        let effects = next.reduce(event, at: clock())
        if next.alarm != alarm {
            alarm = next.alarm
            setAlarm(alarm)
        }
        guard next != state else { return effects }
        state = next
        revision += 1
        for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(next) }
        return effects
    }
}
