// SPDX-License-Identifier: Apache-2.0

import CastAdmission

/// The admission of connections to a TLS listener: one limit for those in their handshake, and one for all of them.
struct TLSAdmission {
    typealias ID = ObjectIdentifier

    /// The decision about a connection that the system has accepted.
    struct Verdict: Equatable {
        var isAdmitted: Bool
        /// The connections that the new one replaces. The caller closes them.
        var replaced: [ID] = []
    }

    private var handshakes: ConnectionAdmission<ID>
    private var sockets: ConnectionAdmission<ID>
    /// False once the listener has closed. New connections are refused then, and connections in their handshake when they
    /// complete it.
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
    /// The number of connections, including those in their handshake.
    var count: Int { sockets.count }

    /// Decides on a connection that the system has accepted. A connection in its handshake counts as idle, one that has
    /// completed it as active.
    mutating func accepted(_ id: ID, from address: String) -> Verdict {
        guard isListening else { return Verdict(isAdmitted: false) }
        // Decided on a copy, so that a connection that one limit refuses replaces nothing under the other.
        var next = self
        var replaced: [ID] = []
        for limit in [\TLSAdmission.handshakes, \TLSAdmission.sockets] {
            switch next[keyPath: limit].arrive(id, from: address) {
            case .admitted: continue
            case .admittedReplacing(let other):
                // A connection that one limit replaces must not count toward the other.
                replaced.append(other)
                next.closed(other)
            case .refused:
                refused += 1
                return Verdict(isAdmitted: false)
            }
        }
        next.refused += replaced.count
        self = next
        return Verdict(isAdmitted: true, replaced: replaced)
    }

    /// Records that a connection has completed TLS. Returns false if the listener has closed and the caller must close
    /// the connection.
    mutating func handshakeCompleted(_ id: ID) -> Bool {
        handshakes.leave(id)
        sockets.setActive(id, true)
        return isListening
    }

    /// Records that a connection is closed.
    mutating func closed(_ id: ID) {
        handshakes.leave(id)
        sockets.leave(id)
    }
}
