import Foundation

/// Carries events from any thread to the main one, in their order.
///
/// Posting never waits: a main thread that is busy for long finds everything that happened meanwhile. What is only the
/// newest of its kind (a volume, a status text) takes the place of the one before, so that little waits.
final class MainMailbox<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var events: [Event] = []
        var isScheduled = false
    }

    private let state = Locked(State())
    private let isOvertaken: @Sendable (Event, Event) -> Bool
    private let deliver: @MainActor @Sendable (Event) -> Void

    /// - Parameters:
    ///   - isOvertaken: Whether an event that waits is of no worth any more when the second one comes.
    ///   - deliver: Takes one event after the other.
    init(
        isOvertaken: @escaping @Sendable (Event, Event) -> Bool = { _, _ in false },
        deliver: @escaping @MainActor @Sendable (Event) -> Void
    ) {
        self.isOvertaken = isOvertaken
        self.deliver = deliver
    }

    func post(_ event: Event) {
        let isFirst = state.withLock { state in
            state.events.removeAll { isOvertaken($0, event) }
            state.events.append(event)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        // It ends with the last event that waits, and nothing in it waits for anything.
        if isFirst { Task { @MainActor in self.deliverAll() } }
    }

    /// Delivers what waits, now.
    @MainActor
    func deliverAll() {
        while let event = next() { deliver(event) }
    }

    private func next() -> Event? {
        state.withLock { state in
            guard !state.events.isEmpty else {
                state.isScheduled = false
                return nil
            }
            return state.events.removeFirst()
        }
    }
}
