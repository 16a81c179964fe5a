// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

extension RemoteControl {
    private enum Event: Sendable {
        case receiver(ReceiverStatus)
        case media(sessionID: String, MediaSnapshot?)
        case sessionEnded(sessionID: String)
        case closed(CloseReason)
        case signal(ProcessSignals.Event)
        case key(Key)
        /// Time has passed.
        case tick
    }

    /// Reports the status of the device and its changes until Ctrl-C. On a terminal, displays a remote control, too.
    func watchStatus() async throws {
        let signals = ProcessSignals()
        let keys = console.showsProgress && TerminalDevice.isInputTerminal ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            signals.close()
            keys?.close()
            KeyMode.leave()
        }
        let remote = console.showsProgress ? await TerminalRemote(console: console, hasKeys: keys != nil) : nil
        try await connected { connection in
            await remote?.attach(to: connection)
            let mailbox = EventMailbox<Event>()
            let failure = await withTaskGroup(of: Void.self) { group -> CommandFailure? in
                defer { group.cancelAll() }
                group.addTask { for await event in signals.events { mailbox.post(.signal(event)) } }
                if let keys { group.addTask { for await key in keys.keys { mailbox.post(.key(key)) } } }
                if remote != nil {
                    group.addTask {
                        while !Task.isCancelled {
                            mailbox.post(.tick)
                            try? await Task.sleep(for: TerminalRemote.redraw)
                        }
                    }
                }
                group.addTask { for await status in connection.statuses { mailbox.post(.receiver(status)) } }
                group.addTask {
                    for await state in connection.states {
                        if case .closed(let reason) = state { mailbox.post(.closed(reason)) }
                    }
                }
                return await follow(connection, remote: remote, mailbox: mailbox, group: &group)
            }
            await remote?.close()
            if let failure { throw failure }
        }
    }

    /// Joins each app that starts and reports changes. Returns nil when interrupted.
    private func follow(
        _ connection: CastConnection,
        remote: TerminalRemote?,
        mailbox: EventMailbox<Event>,
        group: inout TaskGroup<Void>
    ) async -> CommandFailure? {
        var report = DeviceReport(device: DeviceDescription(connection.device))
        var lastReport: DeviceReport?
        var joined: String?
        for await event in mailbox.messages {
            switch event {
            case .signal(.interrupted): return nil
            case .signal(.continued):
                console.forgetPanel()
                continue
            case .signal(.resized), .tick:
                await remote?.draw()
                continue
            case .key(let key):
                guard let action = await remote?.press(key) else { continue }
                if action == .leave { return nil }
                await remote?.perform(action)
                continue
            case .closed(let reason):
                return CommandFailure(
                    code: "connectionClosed",
                    exitStatus: .unreachable,
                    message: "the connection to \(connection.device.friendlyName) ended: \(reason)",
                    hint: "make sure the device is turned on, then run the command again",
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
                    // The report waits for the media of the app, which is known soon.
                    continue
                }
            case .media(let sessionID, let snapshot):
                guard sessionID == report.app?.sessionID else { continue }
                report.media = snapshot.map { PlaybackStatus($0) }
            case .sessionEnded(let sessionID):
                if joined == sessionID { joined = nil }
                continue
            }
            guard lastReport?.withoutPosition != report.withoutPosition else { continue }
            if lastReport == nil {
                for line in report.lines { console.result(line) }
            } else {
                console.result(report.changeLine)
            }
            lastReport = report
            var object: JSONObject = ["event": "status"]
            object.merge(report.json)
            console.emit(object)
        }
        return nil
    }

    private static func followMedia(_ id: String, on connection: CastConnection, mailbox: EventMailbox<Event>) async {
        guard let session = try? await connection.join(sessionID: id) else {
            mailbox.post(.media(sessionID: id, nil))
            return
        }
        for await snapshot in session.media.statuses { mailbox.post(.media(sessionID: id, snapshot)) }
        mailbox.post(.sessionEnded(sessionID: id))
    }
}
