/// Ticks once a second while it is asked to.
@MainActor
final class WidgetTicker {
    private let sleep: @Sendable (Duration) async throws -> Void
    private let tick: @MainActor () -> Void
    private var running: Task<Void, Never>?

    /// - Parameters:
    ///   - sleep: Where the time comes from.
    ///   - tick: Called each second.
    init(sleep: @escaping @Sendable (Duration) async throws -> Void, tick: @escaping @MainActor () -> Void) {
        self.sleep = sleep
        self.tick = tick
    }

    deinit { running?.cancel() }

    var isRunning: Bool {
        get { running != nil }
        set {
            guard newValue != isRunning else { return }
            running?.cancel()
            running = nil
            guard newValue else { return }
            let (sleep, tick) = (sleep, tick)
            running = Task {
                while !Task.isCancelled {
                    do { try await sleep(.seconds(1)) } catch { return }
                    if !Task.isCancelled { tick() }
                }
            }
        }
    }
}
