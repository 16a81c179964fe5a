import NIOConcurrencyHelpers

/// The numbers of one socket's requests: one after the other, never 0, none twice (CASTV2 requests).
///
/// Requests of the connection take theirs on its event loop; programs take some for their channels from anywhere.
final class RequestIDs: Sendable {
    private let nextID: NIOLockedValueBox<Int>

    /// - Parameter first: The first id; at least 1.
    init(first: Int) { nextID = NIOLockedValueBox(max(1, first)) }

    func next() -> Int {
        nextID.withLockedValue { id in
            defer { id = id >= Int(Int32.max) ? 1 : id + 1 }
            return id
        }
    }
}
