// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@Suite("Messages of devices and senders")
struct TraceTests {
    @Test("All fixtures are present")
    func count() {
        #expect(Trace.fixtures.count >= 52)
        #expect(Trace.fixtures.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test(
        "A fixture has the members and types of the recorded message with its name",
        .enabled(if: !Trace.recordings.isEmpty, TestData.recordingsMissing),
        arguments: Trace.recordings
    )
    func sameShape(_ recording: Trace) throws {
        let fixture = try #require(Trace.fixtures.first { $0.file == recording.file }, "no fixture of this name")
        #expect(fixture.namespace == recording.namespace)
        let (own, recorded) = try (JSONValue(parsing: fixture.bytes), JSONValue(parsing: recording.bytes))
        #expect(own.shape == recorded.shape)
    }

    @Test("The parsed value equals that of an independent parser", arguments: Trace.all)
    func independentReader(_ trace: Trace) throws {
        let ours = try JSONValue(parsing: trace.bytes)
        let theirs = try JSONSerialization.jsonObject(with: Data(trace.bytes))
        #expect(ours.isEqual(toFoundation: theirs))
    }

    @Test("A written value has the same numbers", arguments: Trace.all)
    func writtenAgain(_ trace: Trace) throws {
        let value = try JSONValue(parsing: trace.bytes)
        let again = try JSONValue(parsing: value.jsonBytes)
        #expect(again == value)
        #expect(again.jsonBytes == value.jsonBytes)
        #expect(value.isEqual(toFoundation: try JSONSerialization.jsonObject(with: Data(value.jsonBytes))))
    }

    @Test("A message decodes to a typed payload, which encodes to an equal value", arguments: Trace.all)
    func typed(_ trace: Trace) throws {
        let object = try trace.object()
        let known = trace.namespace.hasPrefix("urn:x-cast:com.google.cast.") || trace.namespace == "http"
        guard let payload = typedPayload(of: object, in: trace.namespace) else {
            #expect(!known || trace.file == "media-custom-time-tick.json")
            return
        }
        #expect(known)
        var reader = PropertyReader()
        payload.read(into: &reader)
        #expect(!reader.present.isEmpty)
        #expect(try JSONValue(parsing: payload.json.jsonString) == .object(object))
        let coded = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(payload.json))
        #expect(coded.isEqual(toFoundation: try JSONSerialization.jsonObject(with: Data(trace.bytes))))
    }

    @Test(
        "A message that is changed and changed back through typed properties is equal",
        arguments: TestData.available
    )
    func changedAndBack(_ data: TestData) throws {
        let trace = try Trace.object("receiver-status-spotify", in: data)
        var message = ReceiverStatusMessage(fields: trace)
        let volume = message.status.volume
        message.status.volume = CastVolume(level: 0)
        #expect(message.fields != trace)
        message.status.volume = volume
        #expect(message.fields == trace)
        #expect(message.fields.jsonString == trace.jsonString)
    }
}

extension JSONValue {
    /// The members and types of the value without its content. Elements of an array with the same type count once.
    fileprivate var shape: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array(let elements): "[" + Set(elements.map(\.shape)).sorted().joined(separator: ",") + "]"
        case .object(let object):
            "{" + object.members.map { "\($0.key):\($0.value.shape)" }.sorted().joined(separator: ",") + "}"
        }
    }

    /// Returns whether the value equals that of Foundation's `JSONSerialization`, comparing numbers by value.
    func isEqual(toFoundation other: Any) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .bool(let flag): return (other as? Bool) == flag
        case .integer(let integer): return (other as? NSNumber)?.int64Value == integer
        case .number(let number):
            // For a decimal number of Foundation, doubleValue may not be the nearest double, but its text is exact.
            return (other as? NSNumber).flatMap { Double($0.description) } == number
        case .string(let text): return (other as? String) == text
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { $0.isEqual(toFoundation: $1) }
        case .object(let object):
            guard let others = other as? [String: Any], others.count == object.count else { return false }
            return object.members.allSatisfy { member in
                others[member.key].map(member.value.isEqual(toFoundation:)) ?? false
            }
        }
    }
}
