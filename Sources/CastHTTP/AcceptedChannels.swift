// SPDX-License-Identifier: Apache-2.0

package import CastAdmission
import NIOConcurrencyHelpers
package import NIOCore

/// The open connections of a server and the limits that apply to them.
package final class AcceptedChannels: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var admission: ConnectionAdmission<ObjectIdentifier>?
        var isEnded = false
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter limits: The connection limits. Default nil, which admits every connection.
    package init(limits: ConnectionLimits? = nil) {
        state = NIOLockedValueBox(State(admission: limits.map { ConnectionAdmission(limits: $0) }))
    }

    /// Adds a connection, which is removed when it closes.
    ///
    /// If a limit is exceeded, either this connection or an idle one is closed. After ``end()``, every new connection
    /// is closed.
    ///
    /// - Returns: Whether the connection was added.
    @discardableResult
    package func insert(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let address = channel.remoteAddress?.ipAddress ?? ""
        let (isAccepted, replaced) = state.withLockedValue { state -> (Bool, (any Channel)?) in
            guard !state.isEnded else { return (false, nil) }
            var replaced: (any Channel)?
            switch state.admission?.arrive(id, from: address) {
            case .refused: return (false, nil)
            case .admittedReplacing(let other): replaced = state.channels.removeValue(forKey: other)
            case .admitted, nil: break
            }
            state.channels[id] = channel
            return (true, replaced)
        }
        replaced?.close(promise: nil)
        guard isAccepted else {
            channel.close(promise: nil)
            return false
        }
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { state in
                state.channels[id] = nil
                state.admission?.leave(id)
            }
        }
        return true
    }

    /// Records whether a request of a connection is being answered. Idle connections are replaced first.
    package func setActive(_ channel: any Channel, _ isActive: Bool) {
        state.withLockedValue { $0.admission?.setActive(ObjectIdentifier(channel), isActive) }
    }

    /// Marks a client's address as verified; see ``ConnectionAdmission/verify(_:)``.
    package func verify(_ channel: any Channel) {
        guard let address = channel.remoteAddress?.ipAddress else { return }
        state.withLockedValue { $0.admission?.verify(address) }
    }

    /// Whether a client's address is verified.
    package func isVerified(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return false }
        return state.withLockedValue { $0.admission?.isVerified(address) ?? false }
    }

    /// Closes the open connections. New connections are still accepted.
    package func closeAll() {
        for channel in state.withLockedValue({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }

    /// Closes the open connections and, from now on, every new one.
    package func end() {
        state.withLockedValue { $0.isEnded = true }
        closeAll()
    }

    /// The number of open connections.
    package var count: Int { state.withLockedValue { $0.channels.count } }
}
