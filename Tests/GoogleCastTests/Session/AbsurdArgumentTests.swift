import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let megabyte = String(repeating: "x", count: 1_000_000)

/// What no app would give on purpose: each comes to a defined end, and the next session is an ordinary one.
@Suite("Absurd arguments", .serialized)
@MainActor
struct AbsurdArgumentTests {
    /// Starts a session and waits until it runs or has failed; true when it runs.
    private func attempt(
        _ stage: CastStage,
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]? = nil
    ) async -> Bool {
        let log = SessionLog(stage.context)
        defer { log.stop() }
        guard stage.sessions.startSession(with: device, sessionOptions: options) else { return false }
        #expect(
            await stage.wait(within: .seconds(120)) {
                stage.sessions.hasConnectedCastSession() || log.life.contains { $0.hasPrefix("didFailToStart") }
            }
        )
        return stage.sessions.hasConnectedCastSession()
    }

    /// That nothing of it stays behind.
    private func ordinary(_ stage: CastStage, on device: GCKDevice) async {
        if stage.sessions.currentSession != nil { stage.sessions.endSessionAndStopCasting(true) }
        #expect(await stage.wait { stage.sessions.currentSession == nil })
        #expect(await attempt(stage, on: device), "an ordinary session starts afterwards")
    }

    @Test("options of a session that mean nothing", arguments: 0..<6)
    func sessionOptions(_ index: Int) async throws {
        let all: [[String: any NSCoding & NSObjectProtocol]] = [
            ["gck_applicationID": NSNumber(value: 7)], ["gck_applicationID": "" as NSString],
            ["gck_applicationID": "\u{0}\u{202E}🎬" as NSString], ["gck_applicationID": megabyte as NSString],
            ["": NSArray(array: [NSNull()])], ["unknown": megabyte as NSString],
        ]
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            _ = await attempt(stage, on: listed, options: all[index])
            await ordinary(stage, on: listed)
        }
    }

    @Test("credentials of a megabyte, of nothing, and of control characters", arguments: 0..<3)
    func credentials(_ index: Int) async throws {
        let text = [megabyte, "", "\u{0}\u{1B}[2J\u{2028}\"\\"][index]
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            stage.context.setLaunch(GCKCredentialsData(credentials: text, credentialsType: text))
            _ = await attempt(stage, on: listed)
            stage.context.setLaunch(nil)
            await ordinary(stage, on: listed)
        }
    }

    @Test("application ids and launch options that no device knows", arguments: ["", "?", "\u{0}", megabyte])
    func launch(_ text: String) async throws {
        try await CastStage.perform(.memory) { stage in
            stage.criteria = GCKDiscoveryCriteria(applicationID: text)
            stage.configure = { options in
                let launch = GCKLaunchOptions()
                launch.languageCode = text
                options.launchOptions = launch
            }
            let (_, listed) = try await stage.found()
            #expect(!(await attempt(stage, on: listed)), "no such application runs")
            #expect(await stage.wait { stage.sessions.currentSession == nil })
        }
    }

    @Test("media at no address", arguments: ["", "ht!tp://%%%", "javascript:alert(1)", "\u{0}", megabyte])
    @available(*, deprecated, message: "tests what is deprecated")
    func media(_ address: String) async throws {
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            let client = try #require(try await stage.started(on: listed).remoteMediaClient)
            let builder = GCKMediaInformationBuilder(contentID: address)
            builder.contentType = "video/mp4"
            let delegate = RequestLog()
            client.loadMedia(builder.build()).delegate = delegate
            #expect(await stage.wait(within: .seconds(120)) { delegate.outcomes.count == 1 })
            #expect(stage.sessions.hasConnectedCastSession(), "the session is none the worse")
        }
    }

    @Test("a device whose name has a megabyte is listed, archived and cast to")
    func name() async throws {
        try await CastStage.perform(.memory) { stage in
            let device = try await stage.open()
            stage.begin()
            var described = stage.description(of: device)
            described.friendlyName = megabyte
            stage.sightings.see(described)
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let listed = stage.discovery.device(at: 0)
            #expect(listed.friendlyName?.count == 1_000_000)
            #expect(try archived(listed)?.friendlyName == listed.friendlyName)
            #expect(await attempt(stage, on: listed))
        }
    }
}
