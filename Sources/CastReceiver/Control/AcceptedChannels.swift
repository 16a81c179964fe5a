import NIOConcurrencyHelpers
import NIOCore

/// The connections that a server has accepted and that are still open, whether or not anybody serves them.
final class AcceptedChannels: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let state = NIOLockedValueBox(State())

    /// Takes a connection, until it is closed. One that comes after ``closeAll()`` is closed at once.
    func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isLate = state.withLockedValue { state in
            if !state.isClosed { state.channels[id] = channel }
            return state.isClosed
        }
        if isLate { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { $0.channels[id] = nil }
        }
    }

    /// Closes what is open, and what is still to come.
    func closeAll() {
        let channels = state.withLockedValue { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
    }

    var count: Int { state.withLockedValue { $0.channels.count } }
}
