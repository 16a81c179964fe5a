import NIOConcurrencyHelpers
import NIOCore

/// The way from a session to its application: over which connection, to which transport id.
///
/// A session outlives its connections. Its parts look here with every request, so that none of them is left with a
/// connection that is over. All connections of one route live on one event loop, which is the executor of the
/// session and of its parts.
final class SessionRoute: Sendable {
    private struct State {
        var connection: CastConnection
        var transportID: String
    }

    let executor: any SerialExecutor
    let eventLoop: any EventLoop
    private let state: NIOLockedValueBox<State>

    init(connection: CastConnection, transportID: String) {
        executor = connection.executor
        eventLoop = connection.eventLoop
        state = NIOLockedValueBox(State(connection: connection, transportID: transportID))
    }

    /// The connection in use; after its loss and until the next one, the one that was lost.
    var connection: CastConnection { state.withLockedValue { $0.connection } }

    var transportID: String { state.withLockedValue { $0.transportID } }

    func move(to connection: CastConnection, transportID: String) {
        precondition(connection.eventLoop === eventLoop, "a session stays on its event loop")
        state.withLockedValue { $0 = State(connection: connection, transportID: transportID) }
    }
}
