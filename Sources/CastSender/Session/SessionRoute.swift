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
        var sessionID: String
        var device: CastDevice
    }

    let executor: any SerialExecutor
    let eventLoop: any EventLoop
    private let state: NIOLockedValueBox<State>

    init(connection: CastConnection, transportID: String, sessionID: String) {
        executor = connection.executor
        eventLoop = connection.eventLoop
        state = NIOLockedValueBox(
            State(connection: connection, transportID: transportID, sessionID: sessionID, device: connection.device)
        )
    }

    /// The connection in use; after its loss and until the next one, the one that was lost.
    var connection: CastConnection { state.withLockedValue { $0.connection } }

    var transportID: String { state.withLockedValue { $0.transportID } }

    /// Another one only after the session has moved to another device.
    var sessionID: String { state.withLockedValue { $0.sessionID } }

    /// The device, as it was last described.
    var device: CastDevice {
        get { state.withLockedValue { $0.device } }
        set { state.withLockedValue { $0.device = newValue } }
    }

    func move(to connection: CastConnection, transportID: String, sessionID: String) {
        precondition(connection.eventLoop === eventLoop, "a session stays on its event loop")
        state.withLockedValue {
            $0 = State(
                connection: connection,
                transportID: transportID,
                sessionID: sessionID,
                device: connection.device
            )
        }
    }
}
