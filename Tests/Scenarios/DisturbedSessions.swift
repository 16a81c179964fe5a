import CastReceiver
import CastSender
import CastWire
import Testing

private let player = ApplicationChoice.application(Application.defaultMediaReceiverID)
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("A session that is held on to while things go wrong", .serialized)
struct DisturbedSessions {
    /// How the connection is broken, once, by the device.
    enum Break: String, CaseIterable, Sendable {
        case close, reset, cut, malformed, off, hang

        /// Those that take long on a real clock are for memory.
        static let short: [Break] = [.close, .reset, .cut, .malformed]
        static let long: [Break] = [.off, .hang]
    }

    @Test(
        "S29, S36 A broken connection: what waited fails once, the session goes on, and nothing is said twice",
        arguments: Break.short,
        Stage.Kind.allCases
    )
    func short(_ fault: Break, _ kind: Stage.Kind) async throws {
        try await hold(on: kind, through: fault)
    }

    @Test(
        "S29 A device that is off for five seconds, or hangs, is found again within the window",
        arguments: Break.long
    )
    func long(_ fault: Break) async throws {
        try await hold(on: .memory, through: fault)
    }

    private func hold(on kind: Stage.Kind, through fault: Break) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let life = SessionLife(of: manager)
            let session = try await stage.passing {
                try await manager.start(player, on: CastDevice(at: stage.endpoint))
            }
            let sessionID = session.sessionID
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }

            // A request that the device carries out and whose answer is lost is under way when the connection breaks.
            await stage.device.faults.add(
                Fault(.drop, on: .init(direction: .outbound, type: "MEDIA_STATUS"), limit: 1)
            )
            let pausing = Task { try await session.media.pause() }
            #expect(try await stage.wait { stage.device.snapshot.media?.state == .paused })
            let returning = try await breakConnection(fault, stage)
            // Something has to pass for those faults that wait for a message.
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
    /// - Returns: What goes on until the device is back.
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
        case .off: return Task { try await device.goOff(for: .seconds(5)) }
        case .hang:
            await faults.add(.hang)
            // Long enough for the heartbeat to give the connection up.
            try await stage.pass(.seconds(11))
            await faults.removeAll()
        }
        return nil
    }
}
