// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Owns the state of the widgets. All changes go through it.
///
/// Events are processed one after the other, including those that an interpreter sends while it executes an effect. The
/// state is published before its effects are executed. Several stores can observe one engine: they show the same media,
/// and each has its own open views.
@MainActor
@Observable
public final class CastUIStore {
    /// The current state.
    public private(set) var state: CastUIState
    /// The number of changes of the state.
    public private(set) var revision = 0

    @ObservationIgnored private let clock: @MainActor () -> ContinuousClock.Instant
    @ObservationIgnored private let scheduleTimer: @MainActor (ContinuousClock.Instant?) -> Void
    @ObservationIgnored private var interpreters: [any EffectInterpreter]
    @ObservationIgnored private var observers: [Int: @MainActor (CastUIState) -> Void] = [:]
    @ObservationIgnored private var lastObserver = 0
    @ObservationIgnored private var pendingEvents: [CastUIEvent] = []
    @ObservationIgnored private var isReducing = false
    @ObservationIgnored private var isClosed = false
    @ObservationIgnored private var scheduledDeadline: ContinuousClock.Instant?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - interpreters: The interpreters that execute effects, in this order.
    ///   - clock: Returns the current time.
    ///   - scheduleTimer: Sends ``CastUIEvent/deadlineReached`` at an instant. Each call replaces the previous timer; nil
    ///     cancels it.
    public init(
        state: CastUIState = CastUIState(),
        interpreters: [any EffectInterpreter] = [],
        clock: @escaping @MainActor () -> ContinuousClock.Instant,
        scheduleTimer: @escaping @MainActor (ContinuousClock.Instant?) -> Void
    ) {
        self.state = state
        self.interpreters = interpreters
        self.clock = clock
        self.scheduleTimer = scheduleTimer
    }

    /// Adds an interpreter after the existing ones.
    public func add(_ interpreter: any EffectInterpreter) { interpreters.append(interpreter) }

    /// Closes the store: it ignores further events, and releases its interpreters and observers.
    ///
    /// Until then, a store and an interpreter with a strong reference to it retain each other.
    public func close() {
        isClosed = true
        pendingEvents = []
        interpreters = []
        observers = [:]
        scheduleTimer(nil)
    }

    /// Processes an event. An event that is sent while another one is being processed is processed after it.
    public func send(_ event: CastUIEvent) {
        guard !isClosed else { return }
        pendingEvents.append(event)
        guard !isReducing else { return }
        isReducing = true
        defer { isReducing = false }
        while !pendingEvents.isEmpty {
            let effects = process(pendingEvents.removeFirst())
            for effect in effects {
                for interpreter in interpreters { interpreter.perform(effect, for: self) }
            }
        }
    }

    /// Calls a closure with the current state and after each change.
    ///
    /// - Returns: A number for ``removeObserver(_:)``.
    public func observe(_ body: @escaping @MainActor (CastUIState) -> Void) -> Int {
        lastObserver += 1
        observers[lastObserver] = body
        body(state)
        return lastObserver
    }

    /// Removes an observer.
    public func removeObserver(_ observer: Int) { observers[observer] = nil }

    private func process(_ event: CastUIEvent) -> [CastUIEffect] {
        var next = state
        let effects = next.reduce(event, at: clock())
        if next.nextDeadline != scheduledDeadline {
            scheduledDeadline = next.nextDeadline
            scheduleTimer(scheduledDeadline)
        }
        guard next != state else { return effects }
        state = next
        revision += 1
        for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(next) }
        return effects
    }
}
