import CastAdmission

/// The connections of a TLS listener, with one limit for those in their handshake and one for all of them.
struct Admission {
    typealias ID = ObjectIdentifier

    /// The decision about a connection that has arrived.
    struct Verdict: Equatable {
        var isAdmitted: Bool
        /// The connections that the new one replaces. The caller closes them.
        var replaced: [ID] = []
    }

    private var handshakes: ConnectionAdmission<ID>
    private var sockets: ConnectionAdmission<ID>
    /// False once the listener has closed. Connections that have not completed TLS by then are closed.
    var isListening = true
    /// The number of connections that were refused or replaced because of a limit.
    private(set) var refused = 0

    init(_ configuration: CastAcceptConfiguration) {
        handshakes = ConnectionAdmission(
            limits: ConnectionLimits(
                total: configuration.handshakeLimit,
                perAddress: min(configuration.handshakeLimitPerAddress, configuration.handshakeLimit)
            )
        )
        sockets = ConnectionAdmission(
            limits: ConnectionLimits(
                total: configuration.socketLimit,
                perAddress: min(configuration.socketLimitPerAddress, configuration.socketLimit)
            )
        )
    }

    /// The number of connections in their handshake.
    var handshaking: Int { handshakes.count }
    /// The number of connections that have completed their handshake.
    var open: Int { sockets.count - handshakes.count }

    /// Decides on a connection that has arrived. A connection in its handshake counts as idle, one that has completed
    /// it as active.
    mutating func arrived(_ id: ID, from address: String) -> Verdict {
        guard isListening else { return Verdict(isAdmitted: false) }
        var replaced: [ID] = []
        // Connections that one limit replaces must not count toward the other.
        func replace(_ other: ID) {
            replaced.append(other)
            handshakes.leave(other)
            sockets.leave(other)
        }
        for limit in [\Admission.handshakes, \Admission.sockets] {
            switch self[keyPath: limit].arrive(id, from: address) {
            case .admitted: continue
            case .admittedInPlace(let other): replace(other)
            case .refused:
                handshakes.leave(id)
                refused += 1 + replaced.count
                return Verdict(isAdmitted: false, replaced: replaced)
            }
        }
        refused += replaced.count
        return Verdict(isAdmitted: true, replaced: replaced)
    }

    /// Records that a connection has completed TLS. Returns false if the listener has closed and the caller must close
    /// the connection.
    mutating func handshaken(_ id: ID) -> Bool {
        handshakes.leave(id)
        sockets.setActive(id, true)
        return isListening
    }

    /// Records that a connection is closed.
    mutating func left(_ id: ID) {
        handshakes.leave(id)
        sockets.leave(id)
    }
}
