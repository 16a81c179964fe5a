/// The services of a type as they come, change and go.
///
/// Iterating gives the services that are there first, each as ``ServiceEvent/found(_:)``, then the changes. Events wait for
/// a slow consumer without growing: of each service only the newest state is kept. The sequence ends when it is cancelled,
/// when the consuming task is, or when the endpoint is shut down.
///
/// The questions on the network stop with ``cancel()``, or when the last reference to this object and its iterators goes.
/// Several iterators share the events between them.
public final class ServiceBrowse: AsyncSequence, Sendable {
    public typealias Element = ServiceEvent

    private let stream: ServiceEventStream
    private let onCancel: @Sendable () -> Void

    init(stream: ServiceEventStream, onCancel: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.onCancel = onCancel
    }

    deinit {
        cancel()
    }

    /// Stops browsing and ends the sequence. Calling it again does nothing.
    public func cancel() {
        stream.finish()
        onCancel()
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(browse: self)
    }

    /// Gives the events one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let browse: ServiceBrowse

        /// The next event; nil at the end or when the task is cancelled.
        public mutating func next() async -> ServiceEvent? {
            await browse.stream.next()
        }
    }
}
