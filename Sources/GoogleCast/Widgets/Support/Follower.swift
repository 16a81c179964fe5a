import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Keeps a widget in step with the state, from when there is a context.
///
/// Nothing of it keeps the widget alive, nor the context.
@MainActor
final class Follower {
    /// Draws the widget.
    ///
    /// - Returns: In what period it is to be drawn although nothing happens; nil when time alone changes nothing.
    typealias Render = @MainActor (CastUIState, ContinuousClock.Instant) -> Duration?

    private(set) weak var context: GCKCastContext?
    private let render: Render
    private let ticker = Ticker()

    /// - Parameters:
    ///   - context: Whose state it is; nil takes the process's, once there is one.
    ///   - render: Must not hold the widget.
    init(_ context: GCKCastContext? = nil, _ render: @escaping Render) {
        self.render = render
        if let context {
            follow(context)
        } else if GCKCastContext.isSharedInstanceInitialized() {
            follow(.sharedInstance())
        } else {
            GCKCastContext.waiting.add(self)
        }
    }

    /// The context was made.
    func follow(_ context: GCKCastContext) {
        guard self.context == nil else { return }
        self.context = context
        _ = context.presenter
        context.widgets.observe(self) { follower, _ in follower.refresh() }
    }

    /// Draws now.
    func refresh() {
        guard let context else { return }
        let period = render(context.widgets.state, context.widgets.now())
        ticker.run(every: period, sleep: context.widgets.sleep) { [weak self] in self?.refresh() }
    }

    func send(_ intent: Intent) { context?.widgets.act(intent) }
}
