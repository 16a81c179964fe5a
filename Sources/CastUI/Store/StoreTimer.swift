// SPDX-License-Identifier: Apache-2.0

/// A timer that fires once at an instant, for the deadlines of a ``CastUIStore``.
///
/// The caller provides the clock.
@MainActor
package final class StoreTimer {
    /// Called when the instant is reached.
    package var onFire: () -> Void = {}
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var task: Task<Void, Never>?

    package init(
        clock: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.clock = clock
        self.sleep = sleep
    }

    deinit { task?.cancel() }

    /// Replaces the instant at which the timer fires. Nil cancels it.
    package func set(_ instant: ContinuousClock.Instant?) {
        task?.cancel()
        task = nil
        guard let instant else { return }
        let (clock, sleep) = (clock, sleep)
        task = Task { [weak self] in
            while !Task.isCancelled, clock() < instant {
                do { try await sleep(clock().duration(to: instant)) } catch { return }
            }
            if !Task.isCancelled { self?.onFire() }
        }
    }
}
