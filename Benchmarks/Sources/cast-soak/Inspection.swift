// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import ProcessFacts

/// Compares senders with their devices while nothing acts and no fault is active.
struct Inspection {
    let network: SoakNetwork
    let senders: [SoakSender]
    let record: SoakRecord

    /// How long senders and devices may need to agree after the last fault: longer than the time after which a lost
    /// heartbeat is detected and a session resumed.
    private static let limit = Duration.seconds(60)

    func perform() async {
        await record.countInspection()
        var used: [String: Int] = [:]
        for sender in senders {
            if let difference = await settled(sender) { await record.violate("sender \(sender.number): \(difference)") }
            if let target = await sender.target, await sender.manager.session != nil {
                used[target.id, default: 0] += 1
            }
        }
        for device in network.targets {
            let sockets = device.snapshot.socketCount
            let expected = used[device.id, default: 0]
            // The members of a group have connections of the group too.
            guard !network.groups.contains(where: { $0.device.id == device.id }), sockets > expected + 2 else {
                continue
            }
            await record.violate("\(device.name) has \(sockets) sockets, but only \(expected) senders have a session")
        }
        let facts = ProcessFacts.now
        await record.note(kilobytes: facts.residentKilobytes)
        let report = await record.report
        if report.inspections > 4, facts.residentKilobytes > report.firstKilobytes * 3 / 2 + 50_000 {
            await record.violate("memory grew from \(report.firstKilobytes) to \(facts.residentKilobytes) kB")
        }
        if facts.threads > 64 { await record.violate("\(facts.threads) threads") }
        let operations = report.operations.values.reduce(0, +)
        print(
            "inspection \(report.inspections): \(operations) operations, \(facts.residentKilobytes) kB, "
                + "\(facts.threads) threads, \(report.violations.count) violations"
        )
        flushStandardOutput()
    }

    /// Waits until the sender agrees with its device. Returns the difference that remains after the limit.
    private func settled(_ sender: SoakSender) async -> String? {
        let end = ContinuousClock.now + Self.limit
        var difference: String?
        repeat {
            difference = await self.difference(of: sender)
            if difference == nil { return nil }
            try? await Task.sleep(for: .milliseconds(100))
        } while .now < end
        return difference
    }

    private func difference(of sender: SoakSender) async -> String? {
        let state = sender.manager.state
        guard let session = await sender.manager.session, let device = await sender.target else {
            return state == .idle ? nil : "state \(state) without a session"
        }
        guard state == .running else { return "\(device.name): state \(state) without a fault" }
        await record.countComparison()
        let snapshot = device.snapshot
        guard snapshot.application?.sessionID == session.sessionID else {
            return "\(device.name) runs \(snapshot.application?.sessionID ?? "no app"), not \(session.sessionID)"
        }
        guard snapshot.senders.count > 0 else { return "\(device.name) knows no sender" }
        let shown = session.media.controls.snapshot
        guard shown?.mediaSessionID == snapshot.media?.mediaSessionID || snapshot.media == nil else {
            return "\(device.name) plays session \(snapshot.media?.mediaSessionID ?? 0), "
                + "the sender shows \(shown?.mediaSessionID ?? 0)"
        }
        if let media = snapshot.media, let shown {
            let isPlaying = media.state == .playing
            guard isPlaying == (shown.playerState == .playing) else {
                return "\(device.name) is \(media.state), the sender shows \(shown.playerState)"
            }
        }
        let level = await session.connection.status.volume?.level
        guard abs((level ?? -1) - snapshot.volumeLevel) < 0.005 else {
            return "\(device.name) has volume \(snapshot.volumeLevel), the sender shows \(level ?? -1)"
        }
        return nil
    }
}
