import NIOConcurrencyHelpers
package import NIOCore

/// The connections that a server has accepted and that are still open, whether or not anybody serves them.
package final class AcceptedChannels: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isEnded = false
    }

    private let state = NIOLockedValueBox(State())

    package init() {}

    /// Takes a connection, until it is closed. One that comes after ``end()`` is closed at once.
    package func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isLate = state.withLockedValue { state in
            if !state.isEnded { state.channels[id] = channel }
            return state.isEnded
        }
        if isLate { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { $0.channels[id] = nil }
        }
    }

    /// Closes what is open. More may come.
    package func closeAll() {
        for channel in state.withLockedValue({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }

    /// Closes what is open, and from now on what comes.
    package func end() {
        state.withLockedValue { $0.isEnded = true }
        closeAll()
    }

    /// How many are open.
    package var count: Int { state.withLockedValue { $0.channels.count } }
}
