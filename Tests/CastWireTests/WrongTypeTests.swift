import CastWire
import Testing

@Suite("Wrong types", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.whenMissing)))
struct WrongTypeTests {
    private static let substitutes: [JSONValue] = [
        nil, true, -1, 2.5, 1e300, "", "-7", [], [nil, 1, "x", [:]], [:], ["name": 1, "status": []],
        .integer(.max), .integer(.min),
    ]

    /// The value with each of its parts replaced in turn by each substitute.
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

    @Test(
        "Any value anywhere in a message may have any type; reading never traps and nothing is lost",
        arguments: Trace.json
    )
    func everywhere(_ trace: Trace) throws {
        var visited = 0
        Self.variants(of: .object(try trace.object())) { variant in
            visited += 1
            guard let object = variant.objectValue else { return }
            _ = object.requestID
            _ = object.launchRequestID
            _ = MediaRequest(object)
            _ = MultizoneRequest(object)
            guard let payload = typedPayload(of: object, in: trace.namespace) else { return }
            var reader = PropertyReader()
            payload.read(into: &reader)
            if payload.fields != object { Issue.record("reading changed \(object)") }
        }
        #expect(visited > 20)
    }

    @Test("A wrong type reads as absent, and the rest as it was")
    func onlyTheWrongOne() throws {
        var object = try Trace.named("media-status-spotify").object()
        var status = try #require(object["status"]?[0]?.objectValue)
        status["currentTime"] = ["seconds": 3]
        status["media"] = "spotify"
        object["status"] = [.object(status)]
        let read = try #require(MediaStatusMessage(fields: object).statuses.first)
        #expect(read.currentTime == nil)
        #expect(read.media == nil)
        #expect(read.playerState == .playing)
        #expect(read.fields["currentTime"] == ["seconds": 3])
    }
}
