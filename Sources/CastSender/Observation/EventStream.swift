/// Things that happened, in order, from the moment the stream was asked for.
///
/// Unlike a status, an event is worth having even when a newer one exists; the newest ``limit`` are kept for a slow
/// reader and older ones are dropped. One stream is for one reader; ask for another stream to read twice.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    /// How many events wait for a slow reader.
    public static var limit: Int { 256 }

    let base: AsyncStream<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        var base: AsyncStream<Element>.AsyncIterator

        public mutating func next() async -> Element? { await base.next() }
    }
}
