import NIOConcurrencyHelpers
import NIOCore

/// The open connections of a server, so that its end is theirs.
final class ConnectionTable: Sendable {
    private let channels = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])

    func insert(_ channel: any Channel) {
        channels.withLockedValue { $0[ObjectIdentifier(channel)] = channel }
    }

    func remove(_ channel: any Channel) {
        channels.withLockedValue { $0[ObjectIdentifier(channel)] = nil }
    }

    func closeAll() {
        for channel in channels.withLockedValue({ Array($0.values) }) {
            channel.close(promise: nil)
        }
    }

    var count: Int { channels.withLockedValue { $0.count } }
}
