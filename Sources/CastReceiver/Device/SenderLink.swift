// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

/// Passes the events of a socket to the device's core. Both use the same event loop.
final class SenderLink: CastSocketHandler {
    private let id: SocketID
    private let core: DeviceCore

    init(id: SocketID, core: DeviceCore) {
        self.id = id
        self.core = core
    }

    func socketDidReceive(_ message: CastMessage) {
        core.received(message, on: id)
    }

    func socketDidChangeWritability(_ isWritable: Bool) {
        // Only answers and statuses are sent, which cannot be deferred. If a sender does not read, the socket's own
        // limit closes the connection.
    }

    func socketDidClose(_ reason: CastCloseReason) {
        core.closed(id, reason: reason)
    }
}

/// The number of an accepted socket, in the order of acceptance and never reused.
struct SocketID: Sendable, Hashable, Comparable {
    var number: Int

    init(_ number: Int) { self.number = number }

    static func < (lhs: SocketID, rhs: SocketID) -> Bool { lhs.number < rhs.number }
}

extension SocketID: CustomStringConvertible {
    var description: String { "socket \(number)" }
}
