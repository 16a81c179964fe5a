// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Calls a closure periodically until it is stopped or deallocated.
@MainActor
final class Ticker {
    private var task: Task<Void, Never>?
    private(set) var period: Duration?

    /// Starts to call a closure with the given period. Nil stops. If the period doesn't change, the current timer
    /// continues.
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

/// Updates a widget when the state changes, as soon as a context exists.
///
/// It retains neither the widget nor the context.
@MainActor
final class Follower {
    /// Renders the widget.
    ///
    /// - Returns: The interval at which the widget must be rendered without state changes. Nil if it doesn't change
    ///   over time.
    typealias Render = @MainActor (CastUIState, ContinuousClock.Instant) -> Duration?

    private(set) weak var context: GCKCastContext?
    private let render: Render
    private let ticker = Ticker()

    /// Starts to follow the state of a context.
    ///
    /// - Parameters:
    ///   - context: The context. If nil, the shared context is used as soon as it is created.
    ///   - render: Renders the widget. Must not retain it.
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

    /// Follows a context that was created after the widget.
    func follow(_ context: GCKCastContext) {
        guard self.context == nil else { return }
        self.context = context
        _ = context.presenter
        context.widgets.observe(self) { follower, _ in follower.refresh() }
    }

    /// Renders the widget.
    func refresh() {
        guard let context else { return }
        let period = render(context.widgets.state, context.widgets.now())
        ticker.run(every: period, sleep: context.widgets.sleep) { [weak self] in self?.refresh() }
    }

    func send(_ intent: Intent) { context?.widgets.act(intent) }
}

extension Set<UIPress> {
    /// Whether the set contains a press of the Escape key.
    @MainActor
    var haveEscape: Bool { contains { $0.key?.keyCode == .keyboardEscape } }
}

/// Sets the accessibility identifiers of views, for UI tests of apps. An identifier that the app has set is kept.
@MainActor
func identify(_ views: KeyValuePairs<String, UIView>) {
    for (name, view) in views where view.accessibilityIdentifier == nil { view.accessibilityIdentifier = name }
}
