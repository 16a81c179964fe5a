// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastSender

@Suite("The file of a device's state")
struct DeviceStateTests {
    private static let state = DeviceState(
        deviceID: "0123456789abcdef0123456789abcdef",
        deviceName: "Kitchen \"TV\"",
        capturedAt: 1_700_000_000.5,
        application: .init(id: "CC1AD845", name: "Default Media Receiver"),
        playback: .init(
            media: MediaInformation(
                contentID: "http://192.0.2.1/film.mp4",
                contentType: "video/mp4",
                customData: ["deep": [1, .null, "x"]]
            ),
            position: 61.25,
            isPaused: true,
            rate: 1.5,
            activeTrackIDs: [1, 4],
            queue: .init(
                items: [QueueItem(media: MediaInformation(contentID: "a")), QueueItem(startTime: 2)],
                currentIndex: 1,
                repeatMode: .allAndShuffle,
                properties: QueueData(queueType: .album, name: "Evening"),
                omittedItems: 3
            )
        ),
        volume: .init(level: 0.4, isMuted: true)
    )

    private static func text(_ change: (inout JSONObject) -> Void) -> String {
        var object = state.json
        change(&object)
        return JSONValue.object(object).jsonString
    }

    @Test("a state is read as it was written")
    func roundTrip() throws {
        #expect(try DeviceState(text: Self.state.text) == Self.state)
        var idle = DeviceState(deviceID: "x", deviceName: "", capturedAt: 0)
        #expect(try DeviceState(text: idle.text) == idle)
        idle.application = .init(id: "CC1AD845")
        idle.playback = .init(media: MediaInformation(contentID: "live"))
        #expect(try DeviceState(text: idle.text) == idle)
    }

    @Test("unknown members are ignored, and members that are not required may be missing")
    func tolerance() throws {
        let more = Self.text { object in
            object["future"] = ["x": 1]
            object["device"] = ["id": "i", "name": "n", "room": "attic"]
        }
        #expect(try DeviceState(text: more).playback == Self.state.playback)
        let less = try DeviceState(text: "{\"version\":1,\"device\":{},\"playback\":{\"media\":{},\"more\":[]}}")
        #expect(less.playback == .init(media: MediaInformation(fields: [:])))
        #expect(less.application == nil && less.volume == nil)
    }

    @Test(
        "other content is rejected with the reason",
        arguments: [
            ("", "not a saved state"), ("[]", "not a JSON object"), ("{}", "no version"),
            ("{\"version\":0,\"device\":{}}", "no version"), ("{\"version\":2}", "version 2"),
            ("{\"version\":1}", "names no device"), ("{\"version\":1,\"device\":{\"id\":5}}", "id is invalid"),
            (text { $0["volume"] = ["level": 1.5] }, "volume"), (text { $0["volume"] = 3 }, "volume"),
            (text { $0["application"] = [:] }, "application has no id"),
            (text { $0["playback"] = [:] }, "no media"), (text { $0["playback"] = 1 }, "not an object"),
            (text { $0["playback"] = ["media": [:], "position": -1] }, "position"),
            (text { $0["playback"] = ["media": [:], "position": "x"] }, "position"),
            (text { $0["playback"] = ["media": [:], "rate": 0] }, "rate"),
            (text { $0["playback"] = ["media": [:], "queue": ["items": [], "currentIndex": 0]] }, "no current"),
            (text { $0["playback"] = ["media": [:], "queue": ["items": [[:]], "currentIndex": 1]] }, "no current"),
            (String(repeating: "[", count: 100_000), "not a saved state"),
        ]
    )
    func garbage(text: String, reason: String) {
        let error = #expect(throws: DeviceStateError.self) { try DeviceState(text: text) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a file is written for this user only, read, and replaced")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = DeviceStateFile(path: folder.appending(path: "new/state.json").path)
        #expect(throws: DeviceStateError.file(path: file.path, .missing)) { try file.load() }
        try file.save(Self.state)
        #expect(try file.load() == Self.state)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        var other = Self.state
        other.playback = nil
        try file.save(other)
        #expect(try file.load() == other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new") == ["state.json"])
    }

    @Test("a symbolic link that the user chose stays, and the file that it names is replaced")
    func link() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = DeviceStateFile(path: folder.appending(path: "state.json").path)
        try file.save(Self.state)
        let link = DeviceStateFile(path: folder.appending(path: "link").path)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "state.json")
        var other = Self.state
        other.playback = nil
        try link.save(other)
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
        #expect(destination == "state.json")
        let replaced = try file.load()
        #expect(replaced == other)
    }

    @Test("errors name the file, and a file with other content is not replaced")
    func fileErrors() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = DeviceStateFile(path: folder.appending(path: "letter.txt").path)
        for content in [Data("Dear Ada".utf8), Data([0xFF, 0xFE])] {
            try content.write(to: URL(filePath: file.path))
            let error = #expect(throws: DeviceStateError.self) { try file.load() }
            #expect(error.map { "\($0)".hasPrefix(file.path) } == true)
            #expect(throws: DeviceStateError.file(path: file.path, .otherContent)) { try file.save(Self.state) }
            #expect(try Data(contentsOf: URL(filePath: file.path)) == content)
        }
        // A FIFO would block its reader.
        let fifo = DeviceStateFile(path: folder.appending(path: "fifo").path)
        #expect(mkfifo(fifo.path, 0o600) == 0)
        #expect(throws: DeviceStateError.file(path: fifo.path, .unusable("it is not a regular file"))) {
            try fifo.load()
        }
        #expect(throws: DeviceStateError.self) { try DeviceStateFile(path: folder.path).save(Self.state) }
    }

    @Test(
        "media of this machine is noted, with and without brackets and port",
        arguments: [
            ("http://192.0.2.9:8010/a/film.mp4", "192.0.2.9", true), ("http://192.0.2.90/film.mp4", "192.0.2.9", false),
            ("http://[fd00::1]:80/f", "fd00::1%en0", true), ("HTTP://LOCALHOST/f", "192.0.2.9", true),
            ("https://example.org/192.0.2.9", "192.0.2.9", false), ("", "192.0.2.9", false),
        ]
    )
    func served(url: String, address: String, isServed: Bool) {
        var state = Self.state
        state.playback = .init(media: MediaInformation(contentID: url), position: 0)
        #expect(state.limitations(localAddress: address) == (isServed ? [.servedByThisMachine(url: url)] : []))
    }
}
