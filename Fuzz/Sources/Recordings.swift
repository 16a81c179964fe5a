// SPDX-License-Identifier: Apache-2.0

import CastWire

@testable import CastReceiver
@testable import CastRecording

extension FuzzTarget {
    /// Files that users attach to reports: recorded sessions and device profiles.
    static let attachments = [recording, profile]

    /// A recorded session. What was read must survive writing, and its replay must come to an end.
    private static let recording = FuzzTarget("recording", maximumLength: 8192) { bytes in
        var limits = RecordingLimits()
        limits.lines = 100
        guard let recording = try? Recording(parsing: bytes, name: "session.jsonl", limits: limits) else { return }
        require(recording.events.count < limits.lines, "\(recording.events.count) events")
        _ = recording.device
        let lines = [recording.header.json] + recording.events.map(\.json)
        let text = lines.map { $0.jsonString + "\n" }.joined()
        var wider = limits
        wider.lineLength *= 8
        guard let again = try? Recording(parsing: Array(text.utf8), name: "session.jsonl", limits: wider) else {
            fatalError("what was written cannot be read: \(text)")
        }
        require(again.header == recording.header && again.events == recording.events, "reading again differs: \(text)")
        for role in ReplayRole.allCases { replay(recording, as: role) }
    }

    /// Replays a recording against a peer that sends the recorded messages.
    private static func replay(_ recording: Recording, as role: ReplayRole) {
        guard var machine = try? ReplayMachine(recording, as: role, options: ReplayOptions()) else { return }
        let direction: RecordedEvent.Direction = role == .device ? .toDevice : .toSender
        var now = Duration.zero
        var open: Set<Int> = []
        var numbers: [Int: Int] = [:]
        for socket in recording.events.map(\.socket) where numbers[socket] == nil {
            numbers[socket] = numbers.count + 1
        }
        func perform(_ actions: [ReplayMachine.Action]) {
            for action in actions {
                switch action {
                case .open(let socket) where open.insert(socket).inserted: perform(machine.opened(socket, at: now))
                case .send(_, let socket): require(open.contains(socket), "sends on the closed connection \(socket)")
                case .close(let socket) where open.remove(socket) != nil: perform(machine.closed(socket, at: now))
                case .open, .close: break
                }
            }
        }
        perform(machine.advance(to: now))
        for event in recording.events {
            guard let socket = numbers[event.socket] else { continue }
            now += .seconds(1)
            switch event.kind {
            case .opened where role == .device && open.insert(socket).inserted:
                perform(machine.opened(socket, at: now))
            case .message(let message, direction) where open.contains(socket):
                perform(machine.received(message, on: socket, at: now))
            case .closed where open.remove(socket) != nil: perform(machine.closed(socket, at: now))
            default: break
            }
            perform(machine.advance(to: now))
        }
        let report = machine.finished()
        require(report.differences.count <= ReplayMachine.differenceLimit, "\(report.differences.count) differences")
    }

    /// The description of a model that the virtual device plays.
    private static let profile = FuzzTarget("profile", maximumLength: 8192) { bytes in
        guard let profile = try? DeviceProfile(parsing: bytes, source: "device.json") else { return }
        require(!profile.name.isEmpty, "a profile without a name")
    }
}
