// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The route from a session to its application: the connection and the transport id.
///
/// A session outlives its connections. Its parts look up the connection here for every request, so that none of them
/// uses one that has ended. All connections of a route share one event loop, which is the executor of the session and
/// its parts.
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

    /// The current connection; after its loss and until the next one, the lost connection.
    var connection: CastConnection { state.withLockedValue { $0.connection } }

    var transportID: String { state.withLockedValue { $0.transportID } }

    /// The id of the application session. It changes only when the session moves to another device.
    var sessionID: String { state.withLockedValue { $0.sessionID } }

    /// The device, as last described.
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
