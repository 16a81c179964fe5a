import NIOConcurrencyHelpers
import NIOCore

/// The connections of a TLS listener, from TCP to their end.
///
/// May be used from anywhere: the connections of a listener may live on several event loops.
final class TLSArrivals: Sendable {
    private struct State {
        var admission: Admission
        /// The connections that are within their handshake, which later ones may replace.
        var handshaking: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: NIOLockedValueBox<State>

    init(_ configuration: CastAcceptConfiguration) {
        state = NIOLockedValueBox(State(admission: Admission(configuration)))
    }

    /// Admits a connection, in place of others where a limit asks for it; false when the caller must close it.
    func arrived(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        let (isAdmitted, replaced) = state.withLockedValue { state -> (Bool, [any Channel]) in
            let verdict = state.admission.arrived(id, from: address)
            let replaced = verdict.replaced.compactMap { state.handshaking.removeValue(forKey: $0) }
            if verdict.isAdmitted { state.handshaking[id] = channel }
            return (verdict.isAdmitted, replaced)
        }
        for other in replaced {
            other.eventLoop.execute { other.pipeline.syncOperations.closeBeneathTLS() }
        }
        return isAdmitted
    }

    /// Records that a connection has finished TLS; false when it must be closed nevertheless.
    func handshaken(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        return state.withLockedValue { state in
            // A connection that was replaced a moment ago may still finish.
            guard state.handshaking.removeValue(forKey: id) != nil else { return false }
            return state.admission.handshaken(id)
        }
    }

    /// Records that a connection is closed.
    func left(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLockedValue { state in
            state.handshaking[id] = nil
            state.admission.left(id)
        }
    }

    /// Refuses what has not finished TLS, now and later.
    func stopListening() {
        state.withLockedValue { $0.admission.isListening = false }
    }

    /// How many connections are open, how many of them are within their handshake, and how many were refused or
    /// replaced.
    var counts: (open: Int, handshaking: Int, refused: Int) {
        state.withLockedValue { state in
            let admission = state.admission
            return (admission.open + admission.handshaking, admission.handshaking, admission.refused)
        }
    }
}
