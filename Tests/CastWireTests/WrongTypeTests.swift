// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Wrong types")
struct WrongTypeTests {
    private static let substitutes: [JSONValue] = [
        nil, true, -1, 2.5, 1e300, "", "-7", [], [nil, 1, "x", [:]], [:], ["name": 1, "status": []],
        .integer(.max), .integer(.min),
    ]

    /// Visits the value with each of its parts replaced by each substitute.
    private static func variants(of value: JSONValue, _ visit: (JSONValue) -> Void) {
        for substitute in substitutes { visit(substitute) }
        switch value {
        case .array(let elements):
            for index in elements.indices {
                variants(of: elements[index]) { variant in
                    var changed = elements
                    changed[index] = variant
                    visit(.array(changed))
                }
            }
        case .object(let object):
            for member in object.members {
                variants(of: member.value) { variant in
                    var changed = object
                    changed[member.key] = variant
                    visit(.object(changed))
                }
                var changed = object
                changed[member.key] = nil
                visit(.object(changed))
            }
        default: break
        }
    }

    /// Reads all properties of all variants of a message.
    private func readVariants(of object: JSONObject, in namespace: String) -> Int {
        var visited = 0
        Self.variants(of: .object(object)) { variant in
            visited += 1
            guard let object = variant.objectValue else { return }
            _ = object.requestID
            _ = object.launchRequestID
            _ = MediaRequest(object)
            _ = MultizoneRequest(object)
            guard let payload = typedPayload(of: object, in: namespace) else { return }
            var reader = PropertyReader()
            payload.read(into: &reader)
            if payload.fields != object { Issue.record("reading changed \(object)") }
        }
        return visited
    }

    @Test(
        "Values of any type anywhere in a device's or a sender's message never trap and are preserved",
        arguments: Trace.all
    )
    func recorded(_ trace: Trace) throws {
        #expect(readVariants(of: try trace.object(), in: trace.namespace) > 20)
    }

    @Test("Values of any type in messages with all keys never trap", arguments: OwnMessages.all.indices)
    func complete(_ index: Int) throws {
        let (namespace, text) = OwnMessages.all[index]
        let object = try #require(try JSONValue(parsing: text).objectValue)
        #expect(readVariants(of: object, in: namespace) > 20)
    }

    @Test("Messages with all keys round-trip", arguments: OwnMessages.all.indices)
    func writtenAgain(_ index: Int) throws {
        let (namespace, text) = OwnMessages.all[index]
        let object = try #require(try JSONValue(parsing: text).objectValue)
        let payload = try #require(typedPayload(of: object, in: namespace))
        // 1.7e9 is the only number whose written form differs from the text.
        #expect(payload.fields.jsonString == text.replacing("1.7e9", with: "1700000000.0"))
    }

    @Test("In messages with all keys, every property has a value")
    func everyProperty() throws {
        var reader = PropertyReader()
        for (namespace, text) in OwnMessages.all {
            let object = try #require(try JSONValue(parsing: text).objectValue)
            try #require(typedPayload(of: object, in: namespace)).read(into: &reader)
        }
        #expect(reader.present.count > 200)
        // CONNECT has no request ID, because it has no reply.
        #expect(reader.absent.subtracting(reader.present) == ["ConnectRequest.requestID"])
    }

    @Test("A value of a wrong type is treated as absent and does not affect the others")
    func onlyTheWrongOne() throws {
        var object = try #require(try JSONValue(parsing: OwnMessages.mediaStatus).objectValue)
        var status = try #require(object["status"]?[0]?.objectValue)
        status["currentTime"] = ["seconds": 3]
        status["media"] = "film"
        object["status"] = [.object(status)]
        let read = try #require(MediaStatusMessage(fields: object).statuses.first)
        #expect(read.currentTime == nil)
        #expect(read.media == nil)
        #expect(read.playerState == .playing)
        #expect(read.fields["currentTime"] == ["seconds": 3])
    }
}
