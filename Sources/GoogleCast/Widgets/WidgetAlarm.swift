/// Rings once, at an instant.
@MainActor
final class WidgetAlarm {
    var ring: () -> Void = {}
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var waiting: Task<Void, Never>?

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    deinit { waiting?.cancel() }

    /// Rings at this instant instead of another one; nil is never.
    func set(_ instant: ContinuousClock.Instant?) {
        waiting?.cancel()
        waiting = nil
        guard let instant else { return }
        let (now, sleep) = (now, sleep)
        waiting = Task { [weak self] in
            while !Task.isCancelled, now() < instant {
                do { try await sleep(now().duration(to: instant)) } catch { return }
            }
            if !Task.isCancelled { self?.ring() }
        }
    }
}
