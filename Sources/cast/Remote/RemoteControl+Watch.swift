import CastSender
import CastWire

extension RemoteControl {
    private enum Event: Sendable {
        case receiver(ReceiverStatus)
        case media(sessionID: String, MediaSnapshot?)
        case sessionEnded(sessionID: String)
        case closed(CloseReason)
        case interrupted
    }

    /// Says what the device is doing, and whatever changes, until Ctrl-C.
    func watchStatus() async throws {
        let signals = ProcessSignals()
        defer { signals.close() }
        try await connected { connection in
            let mailbox = Mailbox<Event>()
            let failure = await withTaskGroup(of: Void.self) { group -> CommandFailure? in
                defer { group.cancelAll() }
                group.addTask {
                    await signals.interruption()
                    mailbox.post(.interrupted)
                }
                group.addTask { for await status in connection.statuses { mailbox.post(.receiver(status)) } }
                group.addTask {
                    for await state in connection.states {
                        if case .closed(let reason) = state { mailbox.post(.closed(reason)) }
                    }
                }
                return await follow(connection, mailbox: mailbox, group: &group)
            }
            if let failure { throw failure }
        }
    }

    /// Joins each app that comes, and says what is new; nil when interrupted.
    private func follow(
        _ connection: CastConnection,
        mailbox: Mailbox<Event>,
        group: inout TaskGroup<Void>
    ) async -> CommandFailure? {
        var report = DeviceReport(device: DeviceDescription(connection.device))
        var said: DeviceReport?
        var joined: String?
        for await event in mailbox.messages {
            switch event {
            case .interrupted: return nil
            case .closed(let reason):
                return CommandFailure(
                    code: "connectionClosed",
                    exitStatus: .unreachable,
                    message: "the connection to \(connection.device.friendlyName) ended: \(reason)",
                    hint: "check that the device is on, and try again",
                    device: connection.device.friendlyName
                )
            case .receiver(let status):
                report.volume = VolumeStatus(status.volume)
                let running = status.runningApplication
                if running?.sessionID != report.app?.sessionID { report.media = nil }
                report.app = running.map(DeviceReport.App.init)
                if let running, let sessionID = running.sessionID, sessionID != joined, running.isJoinable,
                    running.namespaces.contains(.media)
                {
                    joined = sessionID
                    group.addTask { await Self.followMedia(sessionID, on: connection, mailbox: mailbox) }
                    // Its media is known in a moment; the report waits for it.
                    continue
                }
            case .media(let sessionID, let snapshot):
                guard sessionID == report.app?.sessionID else { continue }
                report.media = snapshot.map { PlaybackStatus($0) }
            case .sessionEnded(let sessionID):
                if joined == sessionID { joined = nil }
                continue
            }
            guard said?.withoutPosition != report.withoutPosition else { continue }
            if said == nil {
                for line in report.lines { console.result(line) }
            } else {
                console.result(report.changeLine)
            }
            said = report
            var object: JSONObject = ["event": "status"]
            object.merge(report.json)
            console.emit(object)
        }
        return nil
    }

    private static func followMedia(_ id: String, on connection: CastConnection, mailbox: Mailbox<Event>) async {
        guard let session = try? await connection.join(sessionID: id) else {
            mailbox.post(.media(sessionID: id, nil))
            return
        }
        for await snapshot in session.media.statuses { mailbox.post(.media(sessionID: id, snapshot)) }
        mailbox.post(.sessionEnded(sessionID: id))
    }
}
