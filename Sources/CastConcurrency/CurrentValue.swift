// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// A value and the streams of its changes.
///
/// A stream begins with the current value and continues with the published values. It buffers only the newest value, so
/// a slow reader skips outdated ones.
package final class CurrentValue<Element: Sendable>: Sendable {
    private struct State {
        var value: Element?
        var isFinished = false
        /// Made for the first stream: most values of most connections have no reader.
        var changes: Broadcast<Element>?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter value: The initial value; nil when there is none yet, so that readers wait for the first one.
    package init(_ value: Element?) {
        state = NIOLockedValueBox(State(value: value))
    }

    package var value: Element? { state.withLockedValue { $0.value } }

    /// Publishes a value, even if it equals the current one. Ignored after ``finish()``.
    package func publish(_ value: Element) { publish(value, unless: { _ in false }) }

    private func publish(_ value: Element, unless isEqual: (Element) -> Bool) {
        // The changes are sent under this lock, so that the last one is always the current value.
        state.withLockedValue { state in
            guard !state.isFinished, !(state.value.map(isEqual) ?? false) else { return }
            state.value = value
            state.changes?.send(value)
        }
    }

    /// Ends all current and future streams after the last value.
    package func finish() {
        let changes = state.withLockedValue { state in
            state.isFinished = true
            return state.changes
        }
        changes?.finish()
    }

    package var stream: AsyncStream<Element> {
        state.withLockedValue { state in
            let changes = state.changes ?? Broadcast(bufferingNewest: 1)
            if state.isFinished { changes.finish() }
            state.changes = changes
            return changes.stream(beginningWith: state.value.map { [$0] } ?? [])
        }
    }
}

extension CurrentValue where Element: Equatable {
    /// Publishes a value, unless it equals the current one. Ignored after ``finish()``.
    package func publishChange(_ value: Element) { publish(value, unless: { $0 == value }) }
}
