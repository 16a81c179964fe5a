import NIOConcurrencyHelpers

/// A request id that is reserved for the next request of a task, so that the caller knows it before the request is
/// sent.
package final class ReservedRequestID: Sendable {
    /// The reserved id of the current task; the connection uses it for the next request.
    @TaskLocal package static var current: ReservedRequestID?

    private let id: NIOLockedValueBox<Int?>

    package init(_ id: Int) { self.id = NIOLockedValueBox(id) }

    /// Returns the id on the first call, and nil on later calls.
    func take() -> Int? {
        id.withLockedValue { id in
            defer { id = nil }
            return id
        }
    }
}

extension CastConnection {
    /// Returns the next request id. Callable from any isolation.
    package nonisolated func makeRequestID() -> Int { requestIDs.next() }
}
