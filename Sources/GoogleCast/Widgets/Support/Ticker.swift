import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Calls again and again, until it is stopped or let go of.
@MainActor
final class Ticker {
    private var task: Task<Void, Never>?
    private(set) var period: Duration?

    /// Calls in this period from now on; nil not at all. One that runs in the same period goes on.
    func run(
        every period: Duration?,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        _ tick: @escaping @MainActor () -> Void
    ) {
        guard period != self.period else { return }
        task?.cancel()
        task = nil
        self.period = period
        guard let period else { return }
        task = Task {
            while (try? await sleep(period)) != nil, !Task.isCancelled { tick() }
        }
    }

    deinit { task?.cancel() }
}
