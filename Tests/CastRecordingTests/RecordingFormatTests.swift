// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Testing

@testable import CastRecording

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Format of recordings")
struct RecordingFormatTests {
    private static let header = #"{"format":"swift-cast-recording","version":1,"tool":"t","role":"sender"}"#
    private static let line =
        #"{"ms":5,"socket":1,"direction":"toDevice","source":"sender-0","destination":"receiver-0","#
        + #""namespace":"urn:x-cast:com.google.cast.receiver","payload":{"type":"GET_STATUS","requestId":1}}"#

    private func parse(_ text: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) -> Recording
    {
        try Recording(parsing: Array(text.utf8), name: "a.jsonl", limits: limits)
    }

    private func error(_ text: String, limits: RecordingLimits = RecordingLimits()) -> RecordingError? {
        #expect(throws: RecordingError.self) { try parse(text, limits: limits) }
    }

    @Test("every kind of event survives writing and reading")
    func roundTrip() throws {
        func message(_ payload: CastMessage.Payload) -> CastMessage {
            CastMessage(from: "a", to: "b", namespace: "urn:x-cast:x", payload: payload)
        }
        var continued = message(.text("half"))
        continued.isContinued = true
        let kinds: [RecordedEvent.Kind] = [
            .opened, .message(message(.text(#"{"type":"X","a":1.0,"b":[1,null]}"#)), .toDevice),
            .message(message(.text("not JSON \u{0} \n")), .toSender), .message(message(.binary([0, 255])), .toDevice),
            .message(continued, .toDevice), .lost(3), .closed(by: .device, reason: "closed by the other side"),
        ]
        let events = kinds.enumerated().map { RecordedEvent(milliseconds: $0, socket: 2, kind: $1) }
        var header = RecordingHeader(tool: "cast/1", role: .device, isRedacted: false)
        header.device = RecordedDevice(
            id: "i",
            name: "n",
            model: "m",
            firmware: "1.56",
            capabilities: [.audioOut],
            text: ["md": "m"]
        )
        let lines = ([header.json] + events.map(\.json)).map { $0.jsonString + "\n" }.joined()
        let recording = try parse(lines)
        #expect(recording.header == header)
        #expect(recording.events == events)
        #expect(recording.truncatedLine == nil)
    }

    @Test("the device of a recording is completed by what it says about itself")
    func device() {
        let setup: JSONObject = [
            "type": "eureka_info", "request_id": 1, "response_code": 200,
            "data": ["build_info": ["cast_build_revision": "1.56.275994"], "device_info": ["model_name": "Other"]],
        ]
        let info: JSONObject = ["type": "DEVICE_INFO", "requestId": 1, "deviceModel": "Chromecast"]
        var recording = Recording(events: [
            Script.opened(),
            // The sender's request has the same type as the answer.
            Script.message(.toDevice, at: 1, ["type": "eureka_info", "request_id": 1], in: .setup),
            Script.message(.toSender, at: 2, info, in: .discovery),
            Script.message(.toSender, at: 3, setup, in: .setup),
        ])
        #expect(recording.device == RecordedDevice(model: "Chromecast", firmware: "1.56.275994"))
        recording.header.device.firmware = "1.29"
        #expect(recording.device.firmware == "1.29")
    }

    @Test("of a truncated file, everything before the last line is read, and the line is reported")
    func truncated() throws {
        let recording = try parse("\(Self.header)\n\(Self.line)\n\(Self.line.prefix(40))")
        #expect(recording.messageCount == 1)
        #expect(recording.truncatedLine == 3)
        // Only the line end is missing.
        let complete = try parse("\(Self.header)\n\(Self.line)")
        #expect(complete.messageCount == 1)
        #expect(complete.truncatedLine == nil)
    }

    @Test("a later version is an error that says so, and later events and members are skipped")
    func laterVersion() throws {
        let later = error(#"{"format":"swift-cast-recording","version":2,"shape":"unknown"}"# + "\n")
        #expect(later?.code == .laterVersion)
        #expect(later?.line == 1)
        #expect(later.map { "\($0)" }?.hasPrefix("a.jsonl:1: ") == true)
        let added = try parse("\(Self.header)\n{\"ms\":1,\"socket\":1,\"event\":\"weather\"}\n\(Self.line)\n")
        #expect(added.events.count == 1)
    }

    @Test(
        "a defect in the middle is an error with its line",
        arguments: [
            #"{"ms":-1,"socket":1,"event":"opened"}"#, #"{"ms":1e300,"socket":1,"event":"opened"}"#,
            #"{"ms":9223372036854775807,"socket":1,"event":"opened"}"#, #"{"ms":1,"socket":0,"event":"opened"}"#,
            #"{"ms":1,"socket":1,"direction":"up"}"#, #"{"ms":1,"socket":1,"direction":"toDevice"}"#,
            #"{"ms":1,"socket":1,"event":"lost","count":-4}"#, "[]", "", "\u{1}",
            #"{"ms":1,"socket":1,"direction":"toSender","source":"a","destination":"b","namespace":"c","base64":"*"}"#,
        ]
    )
    func defect(_ line: String) {
        let error = error("\(Self.header)\n\(line)\n\(Self.line)\n")
        #expect(error?.code == .malformed)
        #expect(error?.line == 2)
    }

    @Test("a time that goes back is an error")
    func timeGoesBack() {
        let earlier = Self.line.replacing(#""ms":5"#, with: #""ms":4"#)
        #expect(error("\(Self.header)\n\(Self.line)\n\(earlier)\n")?.line == 3)
    }

    @Test("other files are not recordings", arguments: ["", "\n", "hello\n", "{}\n", #"{"format":"other"}"#])
    func notARecording(_ text: String) {
        #expect(error(text)?.code == .notARecording)
    }

    @Test("lines, their number, their length and their nesting are limited")
    func limits() {
        var limits = RecordingLimits()
        limits.lines = 3
        let many = ([Self.header] + Array(repeating: Self.line, count: 3)).joined(separator: "\n") + "\n"
        #expect(error(many, limits: limits)?.code == .tooLarge)
        limits = RecordingLimits()
        limits.lineLength = 500
        let long = Self.header + "\n" + String(repeating: "x", count: 501)
        #expect(error(long, limits: limits)?.code == .tooLarge)
        let deep = #"{"ms":1,"socket":1,"payload":"# + String(repeating: "[", count: 100_000)
        #expect(error("\(Self.header)\n\(deep)\n")?.code == .tooLarge)
    }

    @Test("a file that cannot be read is an error that names it")
    func unreadable() {
        let missing = #expect(throws: RecordingError.self) { try Recording(contentsOf: "/proc/nowhere/a.jsonl") }
        #expect(missing?.code == .unreadable)
        let directory = #expect(throws: RecordingError.self) { try Recording(contentsOf: "/") }
        #expect(directory?.code == .unreadable)
    }
}
