// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let player = ApplicationChoice.application(ApplicationStatus.defaultMediaReceiverID)
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Managed sessions with injected faults", .serialized)
struct SessionFaultScenarios {
    /// A way in which the device breaks the connection once.
    enum Break: String, CaseIterable, Sendable {
        case close, reset, cut, malformed, off, hang

        /// Breaks that are quick in real time; the long ones run in memory only.
        static let short: [Break] = [.close, .reset, .cut, .malformed]
        static let long: [Break] = [.off, .hang]
    }

    @Test(
        "S29, S36 After a broken connection, pending requests fail once and the session resumes without repeating them",
        arguments: Break.short,
        Stage.Kind.allCases
    )
    func short(_ fault: Break, _ kind: Stage.Kind) async throws {
        try await hold(on: kind, through: fault)
    }

    @Test(
        "S29 A device that is off for five seconds, or hangs, is resumed within the window",
        arguments: Break.long
    )
    func long(_ fault: Break) async throws {
        try await hold(on: .memory, through: fault)
    }

    private func hold(on kind: Stage.Kind, through fault: Break) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let life = SessionLifecycleRecorder(of: manager)
            let session = try await stage.passing {
                try await manager.start(player, on: CastDevice(at: stage.endpoint))
            }
            let sessionID = session.sessionID
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }

            // When the connection breaks, the device has executed a request whose reply was dropped.
            await stage.device.faults.add(
                Fault(.drop, on: .init(direction: .outbound, type: "MEDIA_STATUS"), limit: 1)
            )
            let pausing = Task { try await session.media.pause() }
            #expect(try await stage.wait { stage.device.snapshot.media?.state == .paused })
            let returning = try await breakConnection(fault, stage)
            // Some faults apply only when a message passes.
            let asking = Task { try await session.connection.refreshStatus() }
            await #expect(throws: CastError.self) { try await stage.passing { try await pausing.value } }
            _ = try await stage.passing { await asking.result }
            #expect(try await stage.wait(within: .seconds(30)) { life.events.last == "resumed" })
            try await stage.passing { try await returning?.value }

            #expect(session.state == .running)
            #expect(session.sessionID == sessionID)
            #expect(await manager.session === session)
            #expect(try await stage.wait { await session.media.status?.playerState == .paused })
            _ = try await stage.passing { try await session.media.play() }
            #expect(try await stage.wait { stage.device.snapshot.media?.state == .playing })
            try await stage.passing { try await manager.end(.stop) }
            await manager.close()
            await life.finished()
            #expect(life.events == ["willStart", "started", "suspended", "willResume", "resumed", "willEnd", "ended"])
            #expect(session.state == .ended(.stopped))
        }
    }

    /// Breaks the sender's connection.
    ///
    /// - Returns: The task that runs until the device is back; nil if it is back already.
    private func breakConnection(
        _ fault: Break,
        _ stage: Stage
    ) async throws -> Task<Void, any Error>? {
        let (device, faults) = (stage.device, stage.device.faults)
        switch fault {
        case .close: await faults.add(.close(afterMessages: 1))
        case .reset: await faults.add(Fault(.reset, limit: 1))
        case .malformed: await faults.add(Fault(.malformed(.garbage), on: .init(direction: .outbound), limit: 1))
        case .cut: await device.cutConnections()
        case .off: return Task { try await device.goOffline(for: .seconds(5)) }
        case .hang:
            await faults.add(.hang)
            // Longer than the heartbeat timeout.
            try await stage.pass(.seconds(11))
            await faults.removeAll()
        }
        return nil
    }
}
