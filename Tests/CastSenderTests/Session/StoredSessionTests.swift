// SPDX-License-Identifier: Apache-2.0

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
    /// Returns the record of a process that was killed while its session ran.
    private func storedRecord(in model: ModelDevice) async throws -> SessionRecord {
        let first = ManagedSession(model)
        let credentials = LaunchOptions.Credentials("secret-word", type: "web")
        _ = try await first.start(options: LaunchOptions(credentials: credentials))
        model.network.connections.last?.cut()
        return try #require(await first.storedRecord)
    }

    @Test("S31 The next process resumes the session, with position and queue, after one round trip")
    func resumes() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await storedRecord(in: model)))
        async let resuming = managed.manager.resumeStored()
        let peer = try await managed.answerResume(media: playing)
        guard case .resumed(let session) = await resuming else {
            Issue.record("the session was not resumed")
            return
        }
        #expect(session.sessionID == "session-1")
        #expect(await session.media.status?.position() == 61)
        #expect(await session.media.status?.status.currentItemID == 3)
        #expect(await session.media.status?.status.items?.count == 3)
        await model.time.settle()
        #expect(try await managed.lifecycleEvents(atLeast: 2) == ["willResume session-1", "resumed session-1"])
        try peer.verify()
        await managed.close()
    }

    @Test("S32 If the application is gone, the reason is returned and the record removed")
    func gone() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await storedRecord(in: model)))
        async let resuming = managed.manager.resumeStored()
        let peer = try await model.peer.accept()
        peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.idle] }
        peer.whenever("GET_STATUS", in: .media) { _ in [] }
        guard case .ended(let information, .notResumed(.appNotRunning, after: .appTerminated)) = await resuming else {
            Issue.record("the session did not end")
            return
        }
        #expect(information.sessionID == "session-1")
        #expect(await managed.storedRecord == nil)
        #expect(managed.manager.state == .idle)
        await managed.close()
    }

    @Test("If the device stays unreachable, the failure is returned after the window")
    func deviceGone() async throws {
        let model = try await ModelDevice()
        let managed = ManagedSession(model, store: MemoryStore(try await storedRecord(in: model)))
        model.network.setFault(.neverConnects, at: model.peer.endpoint)
        async let resuming = managed.manager.resumeStored()
        #expect(
            await model.time.advance(within: .seconds(20)) {
                managed.lifecycleEvents.contains { $0.hasPrefix("ended") }
            }
        )
        guard case .ended(_, .notResumed(.deviceUnreachable, after: .appTerminated)) = await resuming else {
            Issue.record("the session did not end")
            return
        }
        #expect(await managed.storedRecord == nil)
        await managed.close()
    }

    @Test("S40 The record contains neither credentials nor media")
    func harmless() async throws {
        let model = try await ModelDevice()
        let record = try await storedRecord(in: model)
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

    @Test("A missing, expired or damaged record is reported and does not cause a connection")
    func unusable() async throws {
        let model = try await ModelDevice()
        var old = try await storedRecord(in: model)
        let connections = model.network.connections.count
        let empty = ManagedSession(model)
        guard case .none = await empty.manager.resumeStored() else {
            Issue.record("a session was resumed without a record")
            return
        }
        await empty.close()

        old.lastContact -= 25 * 3600
        let late = ManagedSession(model, store: MemoryStore(old))
        guard case .unusable(.expired) = await late.manager.resumeStored() else {
            Issue.record("an old record was used")
            return
        }
        #expect(await late.storedRecord == nil)
        #expect(late.events.isEmpty, "S32 nothing is announced")
        await late.close()

        let damaged = ManagedSession(model, store: MemoryStore(error: .damaged("cut off")))
        guard case .unusable(.damaged) = await damaged.manager.resumeStored() else {
            Issue.record("a damaged record was used")
            return
        }
        await damaged.close()
        #expect(model.network.connections.count == connections)
    }

    @Test("If the store cannot be written, this is reported and the session keeps running")
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
