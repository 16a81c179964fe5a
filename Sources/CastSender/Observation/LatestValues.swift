/// A value and its changes: first the present value, then each newer one.
///
/// Every loop over it is a subscription of its own. Only the newest value is kept for a slow reader, since a status
/// that has been overtaken has no worth; values in between are skipped. The sequence ends when its source does, and
/// when the reading task is cancelled.
public struct LatestValues<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    let source: CurrentValue<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(base: source.subscribe().makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        var base: AsyncStream<Element>.AsyncIterator

        public mutating func next() async -> Element? { await base.next() }
    }
}
