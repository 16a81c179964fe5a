// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

// Search for a session whose application vanished: the user, or another sender, may have moved it to another device.

extension SessionManager {
    /// The number of devices that are queried concurrently.
    private static let searchWidth = 4
    private static let searchInterval = TimeAmount.milliseconds(500)

    /// Whether the session's media could have been moved, and there is another device that it could have been moved to.
    var canHaveMoved: Bool {
        guard let session, let device, presentDevices.contains(where: { $0.id != device.id }) else { return false }
        return session.lastMedia?.status.supportedMediaCommands?.contains(.streamTransfer) == true
    }

    /// Queries the other devices for the session, repeatedly until it is found or the search is canceled.
    func searchElsewhere(_ session: CastSession, _ source: CastDevice) async {
        while !Task.isCancelled {
            if let (device, application) = await query(candidates(not: source), for: session) {
                guard !Task.isCancelled, self.session === session, case .searching = machine.phase else { return }
                self.device = device
                known = application
                return perform(machine.foundElsewhere(now: eventLoop.now))
            }
            try? await eventLoop.scheduleTask(in: Self.searchInterval) {}.futureResult.get()
        }
    }

    /// The other devices; those whose running application changed last come first.
    private func candidates(not source: CastDevice) -> [CastDevice] {
        presentDevices.filter { $0.id != source.id }.sorted { first, second in
            let recency = { (device: CastDevice) in self.recentlyChanged.lastIndex(of: device.id) ?? -1 }
            return recency(first) > recency(second)
        }
    }

    private func query(_ devices: [CastDevice], for session: CastSession) async -> (CastDevice, ApplicationStatus)? {
        var options = options.connection.forQueries
        options.connectTimeout = .seconds(2)
        options.requestTimeout = .seconds(2)
        let environment = environment.connection
        let (sessionID, appID, content) = (session.sessionID, session.appID, session.lastMedia?.media?.contentID)
        return await withTaskGroup(of: (CastDevice, ApplicationStatus)?.self) { group in
            var remaining = devices.makeIterator()
            let queryNext = { (group: inout TaskGroup<(CastDevice, ApplicationStatus)?>) in
                guard let device = remaining.next() else { return }
                group.addTask { [options] in
                    let connection = try? await CastConnection.open(
                        to: device,
                        options: options,
                        environment: environment
                    )
                    guard let connection else { return nil }
                    let found = await connection.find(sessionID: sessionID, appID: appID, playing: content)
                    await connection.close()
                    return found.map { (device, $0) }
                }
            }
            for _ in 0..<Self.searchWidth { queryNext(&group) }
            while let answer = await group.next() {
                if let answer {
                    group.cancelAll()
                    return answer
                }
                queryNext(&group)
            }
            return nil
        }
    }
}

extension CastConnection {
    /// Returns the application that continues a session: the same application session, or else the same application
    /// playing the same media.
    fileprivate func find(sessionID: String, appID: String, playing content: String?) async -> ApplicationStatus? {
        // Members of a group show its application, too; only the group's own address accepts commands.
        let running = status.applications.filter { $0.isJoinable && $0.groupRole == nil }
        if let same = running.first(where: { $0.sessionID == sessionID }) { return same }
        guard let content, let other = running.first(where: { $0.matches(appID: appID) }) else { return nil }
        let session = try? await join(appID: appID)
        guard let media = await session?.media.status, media.media?.contentID == content else { return nil }
        return other
    }
}
