import CastWire
import Foundation
import Testing

@Suite("Recorded messages", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.whenMissing)))
struct TraceTests {
    @Test("All of them are here")
    func count() {
        #expect(Trace.all.count >= 53)
        #expect(Trace.json.count >= 52)
    }

    @Test("Reads as an independent reader reads it", arguments: Trace.json)
    func independentReader(_ trace: Trace) throws {
        let ours = try JSONValue(parsing: trace.bytes)
        let theirs = try JSONSerialization.jsonObject(with: Data(trace.bytes))
        #expect(ours.isEqual(toFoundation: theirs))
    }

    @Test("Is written again as it was, number by number", arguments: Trace.json)
    func writtenAgain(_ trace: Trace) throws {
        let value = try JSONValue(parsing: trace.bytes)
        let again = try JSONValue(parsing: value.jsonBytes)
        #expect(again == value)
        #expect(again.jsonBytes == value.jsonBytes)
        #expect(value.isEqual(toFoundation: try JSONSerialization.jsonObject(with: Data(value.jsonBytes))))
    }

    @Test("Decodes into its typed payload, which is written again as an equal value", arguments: Trace.json)
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

    @Test("Survives being changed through typed properties and back")
    func changedAndBack() throws {
        let trace = try Trace.named("receiver-status-spotify").object()
        var message = ReceiverStatusMessage(fields: trace)
        let volume = message.status.volume
        message.status.volume = Volume(level: 0)
        #expect(message.fields != trace)
        message.status.volume = volume
        #expect(message.fields == trace)
        #expect(message.fields.jsonString == trace.jsonString)
    }
}

extension JSONValue {
    /// Equal to what Foundation's `JSONSerialization` made of the same text, numbers by value.
    func isEqual(toFoundation other: Any) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .bool(let flag): return (other as? Bool) == flag
        case .integer(let integer): return (other as? NSNumber)?.int64Value == integer
        case .number(let number):
            // Foundation may keep a decimal number, whose doubleValue misses the nearest double; its text is exact.
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
