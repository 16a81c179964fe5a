// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The channels of a TLS listener and their admission, from TCP accept to close.
///
/// Safe to use from any thread: the connections of a listener can run on several event loops.
final class TLSServerConnections: Sendable {
    private struct State {
        var admission: TLSAdmission
        /// The connections that are within their handshake, which later ones may replace.
        var handshaking: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: NIOLockedValueBox<State>

    init(_ configuration: CastAcceptConfiguration) {
        state = NIOLockedValueBox(State(admission: TLSAdmission(configuration)))
    }

    /// Admits a connection, replacing others if a limit requires it. Returns false if the caller must close the
    /// connection.
    func accepted(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        let (isAdmitted, replaced) = state.withLockedValue { state -> (Bool, [any Channel]) in
            let verdict = state.admission.accepted(id, from: address)
            let replaced = verdict.replaced.compactMap { state.handshaking.removeValue(forKey: $0) }
            if verdict.isAdmitted { state.handshaking[id] = channel }
            return (verdict.isAdmitted, replaced)
        }
        for other in replaced {
            other.eventLoop.execute { other.pipeline.syncOperations.closeBelowTLS() }
        }
        return isAdmitted
    }

    /// Records that a connection has completed TLS. Returns false if the caller must close it.
    func handshakeCompleted(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        return state.withLockedValue { state in
            // A connection that was just replaced may still complete its handshake.
            guard state.handshaking.removeValue(forKey: id) != nil else { return false }
            return state.admission.handshakeCompleted(id)
        }
    }

    /// Records that a connection is closed.
    func closed(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLockedValue { state in
            state.handshaking[id] = nil
            state.admission.closed(id)
        }
    }

    /// Stops admitting connections. A connection in its handshake is closed when the handshake completes or times out.
    func stopListening() {
        state.withLockedValue { $0.admission.isListening = false }
    }

    /// The numbers of connections: those open, those of them still in their handshake, and those refused or replaced.
    var counts: (open: Int, handshaking: Int, refused: Int) {
        state.withLockedValue { state in
            let admission = state.admission
            return (admission.count, admission.handshaking, admission.refused)
        }
    }
}
