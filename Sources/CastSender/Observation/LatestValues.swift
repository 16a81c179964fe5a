// SPDX-License-Identifier: Apache-2.0

import CastConcurrency

/// A sequence of the current value and all newer ones.
///
/// Each iteration is its own subscription and starts with the current value. For a slow reader, only the newest value
/// is buffered, because an outdated status is of no use; values in between are skipped. The sequence ends when its
/// source does, and when the reading task is canceled.
public struct LatestValues<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    let source: CurrentValue<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(base: source.stream.makeAsyncIterator()) }

    /// Iterates over the values; values that arrive while the caller is busy are skipped.
    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        var base: AsyncStream<Element>.AsyncIterator

        public mutating func next() async -> Element? { await base.next() }
    }
}

extension CurrentValue {
    package var latestValues: LatestValues<Element> { LatestValues(source: self) }
}
