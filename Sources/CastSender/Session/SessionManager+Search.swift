import CastWire
import NIOCore

// Where a session went whose application vanished: a person, or another sender, may have moved it to another device.

extension SessionManager {
    /// How many devices are asked at once.
    private static let searchWidth = 4
    private static let searchInterval = TimeAmount.milliseconds(500)

    /// Whether the session's media could have been moved, and there is somewhere to move it.
    var canHaveMoved: Bool {
        guard let session, let device, present.contains(where: { $0.id != device.id }) else { return false }
        return session.lastMedia?.status.supportedMediaCommands?.contains(.streamTransfer) == true
    }

    /// Asks the other devices for the session, again and again until it is found or the search is cancelled.
    func searchElsewhere(_ session: CastSession, _ source: CastDevice) async {
        while !Task.isCancelled {
            if let (device, application) = await ask(candidates(not: source), for: session) {
                guard !Task.isCancelled, self.session === session, case .searching = machine.phase else { return }
                self.device = device
                known = application
                return perform(machine.foundElsewhere(now: eventLoop.now))
            }
            try? await eventLoop.scheduleTask(in: Self.searchInterval) {}.futureResult.get()
        }
    }

    /// The other devices; those that just said something new of what they run come first.
    private func candidates(not source: CastDevice) -> [CastDevice] {
        present.filter { $0.id != source.id }.sorted { first, second in
            let order = { (device: CastDevice) in self.recentlyChanged.lastIndex(of: device.id) ?? -1 }
            return order(first) > order(second)
        }
    }

    private func ask(_ devices: [CastDevice], for session: CastSession) async -> (CastDevice, Application)? {
        var options = options.connection.forQuestions
        options.connectTimeout = .seconds(2)
        options.requestTimeout = .seconds(2)
        let environment = environment.connection
        let (sessionID, appID, content) = (session.sessionID, session.appID, session.lastMedia?.media?.contentID)
        return await withTaskGroup(of: (CastDevice, Application)?.self) { group in
            var waiting = devices.makeIterator()
            let askNext = { (group: inout TaskGroup<(CastDevice, Application)?>) in
                guard let device = waiting.next() else { return }
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
            for _ in 0..<Self.searchWidth { askNext(&group) }
            while let answer = await group.next() {
                if let answer {
                    group.cancelAll()
                    return answer
                }
                askNext(&group)
            }
            return nil
        }
    }
}

extension CastConnection {
    /// The application that goes on with a session: the same run, else the same application playing the same.
    fileprivate func find(sessionID: String, appID: String, playing content: String?) async -> Application? {
        // A group shows itself on its members; control goes to the group's own address.
        let running = status.applications.filter { $0.isJoinable && $0.groupRole == nil }
        if let same = running.first(where: { $0.sessionID == sessionID }) { return same }
        guard let content, let other = running.first(where: { $0.matches(appID: appID) }) else { return nil }
        let session = try? await join(appID: appID)
        guard let media = await session?.media.status, media.media?.contentID == content else { return nil }
        return other
    }
}
