// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Foundation
import Testing

@testable import CastSender

private func record(at time: Double = 1000) -> SessionRecord {
    SessionRecord(
        deviceID: "1234",
        deviceName: "Living Room",
        modelName: "Chromecast",
        endpoints: [CastEndpoint(host: "192.0.2.7"), CastEndpoint(host: "fe80::1%eth0", port: 32187)],
        appID: "CC1AD845",
        appName: "Default Media Receiver",
        sessionID: "session-1",
        transportID: "web-1",
        namespaces: [.media],
        lastContact: time,
        networkID: "home"
    )
}

@Suite("Session record")
struct SessionRecordTests {
    @Test("A record is read as it was written")
    func roundTrip() throws {
        #expect(try SessionRecord(text: record().text) == record())
        var nameless = record()
        nameless.networkID = nil
        #expect(try SessionRecord(text: nameless.text) == nameless)
    }

    @Test("Names are shortened and line breaks removed, so that the record can be read again")
    func longNames() throws {
        var named = record()
        named.deviceName = String(repeating: "\u{1F3E0}", count: 300)
        named.modelName = "Line one\nline two\u{0}"
        named.appName = String(repeating: "x", count: 5000)
        named.namespaces.append(CastNamespace(rawValue: "urn:x-cast:" + String(repeating: "y", count: 300)))
        let read = try SessionRecord(text: named.text)
        #expect(read.deviceName == String(repeating: "\u{1F3E0}", count: 64))
        #expect(read.modelName == "Line oneline two")
        #expect(read.appName.count == 256)
        #expect(read.namespaces == [.media])
        #expect(read.sessionID == named.sessionID)
    }

    @Test("A record truncated at any position is damaged")
    func truncated() {
        let text = record().text
        for length in 0..<text.count {
            let error = #expect(throws: SessionStoreError.self) { try SessionRecord(text: String(text.prefix(length))) }
            guard case .damaged = error else {
                Issue.record("\(length): \(String(describing: error))")
                return
            }
        }
    }

    @Test("A later version is an error that contains the version")
    func newer() {
        let text = record().text.replacingOccurrences(of: "\"version\":1", with: "\"version\":7")
        #expect(throws: SessionStoreError.newerVersion(7)) { try SessionRecord(text: text) }
    }

    @Test(
        "A hostile record is rejected",
        arguments: [
            #"{"version":1}"#, #"{"version":0}"#, #"{"version":"x"}"#, "[]", "null", "\u{0}", "{\"version\":1e400}",
            String(repeating: "[", count: 10_000), "{" + String(repeating: " ", count: 70_000) + "}",
        ]
    )
    func hostile(_ text: String) {
        #expect(throws: SessionStoreError.self) { try SessionRecord(text: text) }
    }

    @Test(
        "A member of the wrong type, too long, or out of range is rejected",
        arguments: [
            ("deviceID", JSONValue.string("")), ("deviceID", .integer(1)),
            ("deviceID", .string(.init(repeating: "x", count: 300))),
            ("sessionID", .null), ("transportID", .string("a\u{7}b")), ("endpoints", "none"),
            ("endpoints", [["host": "a", "port": 0]]), ("endpoints", [["host": "a", "port": 65_536]]),
            ("endpoints", .array(.init(repeating: ["host": "a", "port": 1], count: 65))), ("namespaces", [1]),
            ("lastContact", "yesterday"), ("networkID", 5),
        ] as [(String, JSONValue)]
    )
    func member(_ key: String, _ value: JSONValue) throws {
        var object = try #require(try JSONValue(parsing: record().text).objectValue)
        object[key] = value
        let error = #expect(throws: SessionStoreError.self) { try SessionRecord(text: object.jsonString) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Records that are expired, from another network or from the future are rejected")
    func age() throws {
        let day = Duration.seconds(24 * 3600)
        try record().check(now: 1000 + 24 * 3600, lifetime: day, networkID: "home")
        try record().check(now: 800, lifetime: day, networkID: nil)
        #expect(throws: SessionStoreError.expired) {
            try record().check(now: 1001 + 24 * 3600, lifetime: day, networkID: "home")
        }
        #expect(throws: SessionStoreError.dateInFuture) { try record().check(now: 600, lifetime: day, networkID: nil) }
        #expect(throws: SessionStoreError.otherNetwork) {
            try record().check(now: 1000, lifetime: day, networkID: "office")
        }
    }
}

@Suite("Session file")
struct SessionFileTests {
    private func inDirectory(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("A record is saved, loaded and removed with private modes and without leftover files")
    func savesAndRemoves() async throws {
        try await inDirectory { directory in
            let file = SessionFile(directory: directory + "/deep/er")
            #expect(try await file.load() == nil)
            try await file.save(record())
            var second = record()
            second.sessionID = "session-2"
            try await file.save(second)
            #expect(try await file.load() == second)
            #expect(try mode(file.path) == 0o600)
            #expect(try mode(file.directory) == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: file.directory) == ["session.json"])
            try await file.remove()
            try await file.remove()
            #expect(try await file.load() == nil)
        }
    }

    @Test("The file is in the user's state directory")
    func location() {
        let state = SessionFile(application: "app") { ["XDG_STATE_HOME": "/state", "HOME": "/home/me"][$0] }
        #expect(state?.path == "/state/app/session.json")
        let home = SessionFile(application: "app") { ["XDG_STATE_HOME": "relative", "HOME": "/home/me"][$0] }
        #expect(home?.path == "/home/me/.local/state/app/session.json")
        #expect(SessionFile(application: "app", environment: { _ in nil }) == nil)
        #expect(SessionFile(application: "../app", environment: { _ in "/home" }) == nil)
    }

    @Test("A file that is not a private, regular file of limited size is rejected")
    func rejectsUnsafeFiles() async throws {
        try await inDirectory { directory in
            let file = SessionFile(directory: directory)
            try await file.save(record())
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            await #expect(throws: SessionStoreError.notPrivate(path: file.path)) { try await file.load() }

            try manager.removeItem(atPath: file.path)
            try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "/etc/passwd")
            await #expect(throws: SessionStoreError.notPrivate(path: file.path)) { try await file.load() }

            try manager.removeItem(atPath: file.path)
            #expect(mkfifo(file.path, 0o600) == 0)
            await #expect(throws: SessionStoreError.notPrivate(path: file.path), "reading does not wait for a pipe") {
                try await file.load()
            }

            try manager.removeItem(atPath: file.path)
            #expect(
                manager.createFile(
                    atPath: file.path,
                    contents: Data(count: 100_000),
                    attributes: [.posixPermissions: 0o600]
                )
            )
            await #expect(throws: SessionStoreError.tooLarge(path: file.path)) { try await file.load() }

            try manager.removeItem(atPath: file.path)
            try manager.createDirectory(atPath: file.path, withIntermediateDirectories: false)
            await #expect(throws: SessionStoreError.notPrivate(path: file.path)) { try await file.load() }
        }
    }

    @Test("The mode of an existing directory is not changed; one that other users can write to is rejected")
    func sharedDirectory() async throws {
        try await inDirectory { directory in
            let manager = FileManager.default
            try manager.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let file = SessionFile(directory: directory)
            for shared in [0o777, 0o1777, 0o770] {
                try manager.setAttributes([.posixPermissions: shared], ofItemAtPath: directory)
                await #expect(throws: SessionStoreError.notPrivate(path: directory)) { try await file.save(record()) }
                #expect(try mode(directory) == shared)
            }
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
            try await file.save(record())
            #expect(try mode(directory) == 0o755)
            #expect(try mode(file.path) == 0o600)
        }
    }

    @Test("A directory that cannot be created is an error")
    func unusable() async throws {
        let file = SessionFile(directory: "/proc/nowhere")
        await #expect(throws: SessionStoreError.self) { try await file.save(record()) }
        #expect(try await file.load() == nil)
    }
}
