// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastReceiver

@Suite("Files of device profiles")
struct ProfileFileTests {
    private static let minimum: JSONObject = [
        "format": 1, "name": "tv", "title": "A television",
        "device": ["model": "TV", "form": "television", "capabilities": 5],
    ]

    private static func read(_ changes: JSONObject) throws(DeviceProfileError) -> DeviceProfile {
        var object = minimum
        object.merge(changes)
        return try DeviceProfile(parsing: JSONValue.object(object).jsonBytes, source: "tv.json")
    }

    @Test("a file with the required keys is a profile with defaults")
    func minimal() throws {
        let profile = try Self.read([:])
        #expect(profile.device.capabilities == [.videoOut, .audioOut])
        #expect(profile.volume == DeviceProfile.Volume() && profile.messages.isEmpty && profile.idle == .backdrop)
    }

    @Test("every key is read")
    func complete() throws {
        let profile = try Self.read([
            "sources": ["a report"],
            "record": ["ve": "02", "cd": nil],
            "setup": ["layout": "flat", "members": ["version": 4]],
            "volume": ["control": "master", "level": 0.5, "step": 0.02],
            "idle": "nothing",
            "screen": ["standby": true, "activeInput": false],
            "sessions": ["uppercase": true, "numberedTransports": true],
            "apps": ["additional": ["ABCD1234"], "availableAfter": 15],
            "mediaReceiver": [
                "namespaces": ["urn:x-cast:com.google.cast.media"], "readyText": "Ready", "commands": 15,
                "acknowledgesLoad": false,
            ],
            "delays": ["LAUNCH": 0.5],
            "messages": [
                ["namespace": "receiver", "type": "LAUNCH_STATUS", "drop": true],
                ["namespace": "urn:x-cast:org.example", "edits": [["set": "a.*.b", "value": [1]]]],
            ],
            "knownDifferences": [["case": "RC02", "reason": "It differs."]],
        ])
        let record: [String: String?] = ["ve": "02", "cd": nil]
        #expect(profile.record == record)
        #expect(profile.setup.layout == .flat && profile.setup.members == ["version": 4])
        #expect(profile.volume == DeviceProfile.Volume(control: .master, level: 0.5, step: 0.02))
        #expect(profile.screen == DeviceProfile.Screen(isStandby: true, isActiveInput: false))
        #expect(profile.sessions == DeviceProfile.Sessions(isUppercase: true, hasNumberedTransports: true))
        #expect(profile.apps == DeviceProfile.Apps(additional: ["ABCD1234"], availableAfter: .seconds(15)))
        #expect(
            profile.mediaReceiver.commands == MediaCommands(rawValue: 15) && !profile.mediaReceiver.acknowledgesLoad
        )
        #expect(profile.knownDifferences == [.init(caseID: "RC02", reason: "It differs.")])
        #expect(
            profile.rules == [
                Fault(.busy(.seconds(0.5)), on: .init(direction: .inbound, type: "LAUNCH")),
                Fault(.drop, on: .init(direction: .outbound, namespace: .receiver, type: "LAUNCH_STATUS")),
                Fault(
                    .rewrite([MessageEdit(.set([1]), at: "a.*.b")]),
                    on: .init(direction: .outbound, namespace: "urn:x-cast:org.example")
                ),
            ]
        )
    }

    struct Nonsense: Sendable, CustomTestStringConvertible {
        var changes: JSONObject
        var code: DeviceProfileError.Code
        var key: String
        /// A part of what is allowed.
        var allowed: String
        var testDescription: String { key }

        init(_ changes: JSONObject, _ code: DeviceProfileError.Code, _ key: String, _ allowed: String) {
            (self.changes, self.code, self.key, self.allowed) = (changes, code, key, allowed)
        }
    }

    @Test(
        "an error names the file, the key, what was found and what is allowed",
        arguments: [
            Nonsense(["volme": 1], .unknownKey, "volme", "\"volume\""),
            Nonsense(["volume": ["lvel": 1]], .unknownKey, "volume.lvel", "\"level\""),
            Nonsense(["volume": ["level": "loud"]], .wrongType, "volume.level", "0.0 to 1.0"),
            Nonsense(["volume": ["level": 1.5]], .invalidValue, "volume.level", "0.0 to 1.0"),
            Nonsense(["volume": ["control": "knob"]], .invalidValue, "volume.control", "attenuation, fixed, master"),
            Nonsense(["volume": 1], .wrongType, "volume", "an object"),
            Nonsense(["format": 2], .laterFormat, "format", "at most 1"),
            Nonsense(["format": "1"], .wrongType, "format", "integer"),
            Nonsense(["format": 0], .invalidValue, "format", "from 1 to 1"),
            Nonsense(["name": "My TV"], .invalidValue, "name", "lowercase"),
            Nonsense(["name": ""], .invalidValue, "name", "1 to 200 bytes"),
            Nonsense(["title": .string(String(repeating: "x", count: 201))], .invalidValue, "title", "200 bytes"),
            Nonsense(["device": ["model": "TV"]], .missingKey, "device.form", "television"),
            Nonsense(
                ["device": ["model": "TV", "form": "television", "capabilities": -1]],
                .invalidValue,
                "device.capabilities",
                "from 0"
            ),
            Nonsense(["record": ["fn": "x"]], .invalidValue, "record.fn", "another key"),
            Nonsense(["record": ["ve": 5]], .wrongType, "record.ve", "a text"),
            Nonsense(["screen": ["standby": 1]], .wrongType, "screen.standby", "true or false"),
            Nonsense(["apps": ["availableAfter": 1e300]], .invalidValue, "apps.availableAfter", "600"),
            Nonsense(["apps": ["additional": [7]]], .wrongType, "apps.additional[0]", "a text"),
            Nonsense(["delays": ["LAUNCH": 61]], .invalidValue, "delays.LAUNCH", "60"),
            Nonsense(["delays": ["launch it": 1]], .invalidValue, "delays.launch it", "LAUNCH"),
            Nonsense(["messages": [[:]]], .missingKey, "messages[0].edits", "edits"),
            Nonsense(
                ["messages": [["edits": [["delete": "a"]]]]],
                .invalidValue,
                "messages[0].edits[0]",
                "{\"remove\": PATH}"
            ),
            Nonsense(["messages": [["edits": [["remove": ""]]]]], .invalidValue, "messages[0].edits[0]", "PATH"),
            Nonsense(
                ["mediaReceiver": ["namespaces": ["urn:x-cast:com.google.cast.receiver"]]],
                .invalidValue,
                "mediaReceiver.namespaces",
                "apps"
            ),
            Nonsense(
                ["knownDifferences": [["case": "two", "reason": "x"]]],
                .invalidValue,
                "knownDifferences[0].case",
                "RC02"
            ),
        ]
    )
    func nonsense(_ nonsense: Nonsense) {
        let error = #expect(throws: DeviceProfileError.self) { try Self.read(nonsense.changes) }
        #expect(error?.code == nonsense.code)
        #expect(error?.key == nonsense.key)
        #expect(error?.source == "tv.json")
        #expect(error?.allowed.contains(nonsense.allowed) == true, "\(error?.allowed ?? "")")
        #expect(error?.description.contains("tv.json") == true)
    }

    @Test("a text that is not JSON, not an object, or too large is an error")
    func noProfile() {
        func code(_ bytes: [UInt8]) -> DeviceProfileError.Code? {
            let error = #expect(throws: DeviceProfileError.self) { try DeviceProfile(parsing: bytes, source: "x") }
            return error?.code
        }
        #expect(code([]) == .invalidJSON)
        #expect(code(Array("[1]".utf8)) == .invalidJSON)
        #expect(code(Array("{\"format\":".utf8)) == .invalidJSON)
        #expect(code([0xFF, 0xFE]) == .invalidJSON)
        #expect(code([UInt8](repeating: 0x20, count: DeviceProfile.byteLimit + 1)) == .tooLarge)
    }

    @Test("files that cannot be read are errors: missing, a directory, a device without end, too large")
    func files() throws {
        func code(_ path: String) -> DeviceProfileError.Code? {
            let error = #expect(throws: DeviceProfileError.self) { try DeviceProfile(contentsOf: path) }
            return error?.code
        }
        #expect(code("/nonexistent/profile.json") == .unreadable)
        #expect(code("/tmp") == .unreadable)
        #expect(code("/dev/zero") == .unreadable)
        let path = NSTemporaryDirectory() + "/profile-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(count: DeviceProfile.byteLimit + 10).write(to: URL(fileURLWithPath: path))
        #expect(code(path) == .tooLarge)
        try Data(JSONValue.object(Self.minimum).jsonBytes).write(to: URL(fileURLWithPath: path))
        #expect(try DeviceProfile(contentsOf: path).name == "tv")
    }

    @Test("an unknown name is an error with the most similar one")
    func unknownName() {
        let error = #expect(throws: DeviceProfileError.self) { try DeviceProfile.named("nest-hubb") }
        #expect(error?.code == .unknownName && error?.allowed.hasPrefix("\"nest-hub\"") == true)
    }
}
