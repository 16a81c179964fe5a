import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

private let playing: JSONObject = [
    "type": "MEDIA_STATUS",
    "status": [
        [
            "mediaSessionId": 7, "playerState": "PAUSED", "currentTime": 61, "currentItemId": 3,
            "media": ["contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4", "duration": 600],
            "items": [["itemId": 2], ["itemId": 3], ["itemId": 4]],
        ]
    ],
]

@Suite("Sessions of an earlier process")
struct StoredSessionTests {
    /// The record that a process left which was killed while its session ran.
    private func left(in model: ModelDevice) async throws -> SessionRecord {
        let first = ManagedSession(model)
        let credentials = LaunchOptions.Credentials("secret-word", type: "web")
        _ = try await first.start(options: LaunchOptions(credentials: credentials))
        model.network.connections.last?.cut()
        return try #require(first.store.present)
    }

    @Test("S31 The next process is in the same session, position and queue included, after one round trip")
    func resumes() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await left(in: model)))
        async let resuming = managed.manager.resumeStored()
        let peer = try await managed.answerResume(media: playing)
        guard case .resumed(let session) = await resuming else {
            Issue.record("not resumed")
            return
        }
        #expect(session.sessionID == "session-1")
        #expect(await session.media.status?.position() == 61)
        #expect(await session.media.status?.status.currentItemID == 3)
        #expect(await session.media.status?.status.items?.count == 3)
        await model.time.settle()
        #expect(try await managed.life(atLeast: 2) == ["willResume session-1", "resumed session-1"])
        try peer.verify()
        await managed.close()
    }

    @Test("S32 The application is gone: the reason is told and the record removed")
    func gone() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await left(in: model)))
        async let resuming = managed.manager.resumeStored()
        let peer = try await model.peer.accept()
        peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.idle] }
        peer.whenever("GET_STATUS", in: .media) { _ in [] }
        guard case .ended(let information, .notResumed(.appGone, after: .appTerminated)) = await resuming else {
            Issue.record("not ended")
            return
        }
        #expect(information.sessionID == "session-1")
        #expect(managed.store.present == nil)
        #expect(managed.manager.state == .idle)
        await managed.close()
    }

    @Test("The device never turns up: told after the window")
    func deviceGone() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await left(in: model)))
        model.network.setFault(.neverConnects, at: model.peer.endpoint)
        async let resuming = managed.manager.resumeStored()
        #expect(await model.time.advance(within: .seconds(20)) { managed.life.contains { $0.hasPrefix("ended") } })
        guard case .ended(_, .notResumed(.deviceUnreachable, after: .appTerminated)) = await resuming else {
            Issue.record("not ended")
            return
        }
        #expect(managed.store.present == nil)
        await managed.close()
    }

    @Test("S40 The record has neither credentials nor media")
    func harmless() async throws {
        let model = try await ModelDevice()
        let record = try await left(in: model)
        #expect(!record.text.contains("secret-word"))
        #expect(!record.text.contains("credentials"))
        let members = try #require(try JSONValue(parsing: record.text).objectValue).keys
        #expect(
            Set(members) == [
                "version", "deviceID", "deviceName", "modelName", "capabilities", "isGroup", "endpoints", "appID",
                "appName", "sessionID", "transportID", "namespaces", "lastContact",
            ]
        )
    }

    @Test("No record, an old one, a damaged one: each is told, and none connects anywhere")
    func unusable() async throws {
        let model = try await ModelDevice()
        var old = try await left(in: model)
        let connections = model.network.connections.count
        let empty = ManagedSession(model)
        guard case .none = await empty.manager.resumeStored() else {
            Issue.record("something was found in nothing")
            return
        }
        await empty.close()

        old.lastContact -= 25 * 3600
        let late = ManagedSession(model, store: MemoryStore(old))
        guard case .unusable(.expired) = await late.manager.resumeStored() else {
            Issue.record("an old record was used")
            return
        }
        #expect(late.store.present == nil)
        #expect(late.events.isEmpty, "S32 what is not there is not talked about")
        await late.close()

        let damaged = ManagedSession(model, store: MemoryStore(error: .damaged("cut off")))
        guard case .unusable(.damaged) = await damaged.manager.resumeStored() else {
            Issue.record("a damaged record was used")
            return
        }
        await damaged.close()
        #expect(model.network.connections.count == connections)
    }

    @Test("A store that cannot be written is told, and the session runs all the same")
    func notStored() async throws {
        let managed = ManagedSession(
            try await ModelDevice(),
            store: MemoryStore(error: .unusable(path: "/x", "read-only file system"))
        )
        let (session, _) = try await managed.start()
        #expect(await managed.wait(for: "notStored /x cannot be used: read-only file system"))
        #expect(session.state == .running)
        await managed.close()
    }
}
