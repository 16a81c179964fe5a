import NIOConcurrencyHelpers

/// A number that the next request of a task goes out under, so that who asks knows it before anything was sent.
package final class ReservedRequestID: Sendable {
    /// Where the connection looks when a request is made.
    @TaskLocal package static var current: ReservedRequestID?

    private let id: NIOLockedValueBox<Int?>

    package init(_ id: Int) { self.id = NIOLockedValueBox(id) }

    /// The number, once.
    func take() -> Int? {
        id.withLockedValue { id in
            defer { id = nil }
            return id
        }
    }
}

extension CastConnection {
    /// The next number for a request, from anywhere.
    package nonisolated func makeRequestID() -> Int { requestIDs.next() }
}
