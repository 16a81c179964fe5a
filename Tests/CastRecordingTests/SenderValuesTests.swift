// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastRecording

/// The comparison of what a sender sends to a replayed device with what the recorded sender sent.
@Suite("Values of a live sender")
struct SenderValuesTests {
    private func differences(_ recorded: JSONObject, _ live: JSONObject, isRedacted: Bool = true) -> [String] {
        func message(_ payload: JSONObject) -> CastMessage {
            CastMessage(from: "sender-0", to: "receiver-0", namespace: .receiver, json: payload)
        }
        let (before, after) = (message(recorded), message(live))
        return SenderValues.differences(before, after, (recorded, live), isRedacted: isRedacted).map {
            "\($0.member): \($0.recorded) -> \($0.received)"
        }
    }

    @Test("values, additional members and missing members are reported with their paths")
    func values() {
        let differences = differences(
            ["type": "LOAD", "autoplay": true, "media": ["contentType": "video/mp4", "tracks": [["trackId": 1]]]],
            ["type": "LOAD", "media": ["contentType": "video/webm", "tracks": [["trackId": 2]], "duration": 5]]
        )
        #expect(
            differences == [
                "autoplay: true -> absent", #"media.contentType: "video/mp4" -> "video/webm""#,
                "media.tracks.0.trackId: 1 -> 2", "media.duration: absent -> 5",
            ]
        )
        #expect(self.differences(["activeTrackIds": [1]], ["activeTrackIds": []]) == ["activeTrackIds: [1] -> []"])
    }

    @Test("ids of requests and senders and the name of the program are not compared; ids of the device are")
    func ids() {
        #expect(
            differences(
                ["requestId": 1, "senderId": "sender-1", "userAgent": "a", "mediaSessionId": 3, "sessionId": "s-1"],
                ["requestId": 9, "senderId": "sender-2", "mediaSessionId": 4, "sessionId": "s-1"]
            ) == ["mediaSessionId: 3 -> 4"]
        )
    }

    @Test("numbers that differ by their form or by the time of the command are equal")
    func numbers() {
        #expect(
            differences(
                ["volume": ["level": 1], "currentTime": 42, "playbackRate": 1.5],
                ["volume": ["level": .number(1.001)], "currentTime": .number(42.4), "playbackRate": 2]
            ) == ["playbackRate: 1.5 -> 2"]
        )
        #expect(differences(["currentTime": 42], ["currentTime": 43]) == ["currentTime: 42 -> 43"])
        #expect(differences(["customData": .null], [:]) == [])
    }

    @Test("private values are equal to placeholders, and are not in a report")
    func placeholders() {
        let recorded: JSONObject = [
            "credentials": "secret-4", "customData": ["redacted": "customData-2"],
            "media": ["contentId": "http://192.0.2.7:40001/secret-9/film.mp4?key=secret-2", "streamType": "BUFFERED"],
        ]
        let url = "http://10.1.2.3:50002/0123456789abcdefABCDEF/film.mp4?key=open-sesame"
        let live: JSONObject = [
            "credentials": "hunter2", "customData": ["any": ["thing": 1]],
            "media": ["contentId": .string(url), "streamType": "BUFFERED"],
        ]
        #expect(differences(recorded, live) == [])
        let other: JSONObject = ["media": ["contentId": .string(url.replacing("film", with: "other"))]]
        let found = differences(["media": recorded["media"] ?? .null], other)
        #expect(found.count == 2)
        #expect(found.first?.contains("/other.mp4?key=secret-1") == true)
        #expect(!found.joined().contains("open-sesame"))
    }

    @Test("without redaction, everything is compared but the addresses of local servers")
    func unredacted() {
        #expect(
            differences(
                ["customData": ["a": 1], "contentId": "http://127.0.0.1:1/film.mp4", "credentials": "a"],
                ["customData": ["a": 2], "contentId": "http://192.168.1.2:2/film.mp4", "credentials": "b"],
                isRedacted: false
            ) == ["customData.a: 1 -> 2", #"credentials: "a" -> "b""#]
        )
        #expect(
            differences(["url": "https://a.example/x?y=1"], ["url": "https://a.example/x?y=2"], isRedacted: false).count
                == 1
        )
    }

    @Test("the app that a message addresses, and payloads without members, are compared")
    func otherPayloads() {
        func message(to destination: String, _ payload: CastMessage.Payload) -> CastMessage {
            CastMessage(from: "sender-0", to: destination, namespace: "urn:x-cast:x", payload: payload)
        }
        func members(_ recorded: CastMessage, _ live: CastMessage, isRedacted: Bool = true) -> [String] {
            SenderValues.differences(recorded, live, nil, isRedacted: isRedacted).map(\.member)
        }
        #expect(
            members(message(to: "web-1", .text("a")), message(to: "web-2", .text("b"))) == ["destination", "payload"]
        )
        #expect(members(message(to: "web-1", .binary([0, 0])), message(to: "web-1", .binary([1, 2]))) == [])
        let zeros = message(to: "web-1", .binary([0]))
        #expect(members(zeros, message(to: "web-1", .binary([1])), isRedacted: false) == ["payload"])
        #expect(members(zeros, message(to: "web-1", .text("a"))) == ["payload"])
    }

    @Test("a hostile message cannot cause an unlimited report")
    func limit() {
        let live = JSONObject((0..<5000).map { ("member\($0)", .string(String(repeating: "x", count: 1000))) })
        let found = differences([:], live)
        #expect(found.count == SenderValues.limit)
        #expect(found.allSatisfy { $0.count < 300 })
    }
}
