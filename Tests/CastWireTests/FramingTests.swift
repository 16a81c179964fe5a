import CastWire
import Testing

@Suite("Framing of recorded messages", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.whenMissing)))
struct FramingTests {
    static let names = [
        "01-auth-response-real-device", "02-youtube-mdx-broadcast", "03-receiver-status-broadcast",
        "04-app-close", "05-pong", "06-pong-with-continued-field",
    ]

    private static func frame(_ name: String) -> [UInt8] { SharedData.bytes("framing/\(name).bin") }

    private static func messages(_ pieces: some Sequence<ArraySlice<UInt8>>) throws -> [CastMessage] {
        var decoder = CastFrameDecoder()
        var messages: [CastMessage] = []
        for piece in pieces {
            decoder.append(piece)
            while let message = try decoder.next() { messages.append(message) }
        }
        try decoder.finish()
        return messages
    }

    private static func messages(_ bytes: [UInt8]) throws -> [CastMessage] { try messages([bytes[...]]) }

    @Test("A frame is one message, and nothing less is", arguments: names)
    func whole(_ name: String) throws {
        let bytes = Self.frame(name)
        let decoded = try #require(try bytes.withUnsafeBytes { try CastFrame.decode($0) })
        #expect(decoded.consumed == bytes.count)
        for count in 0..<bytes.count {
            let short = Array(bytes[..<count])
            #expect(try short.withUnsafeBytes { try CastFrame.decode($0) } == nil)
        }
    }

    @Test("Byte by byte gives the same message", arguments: names)
    func byteByByte(_ name: String) throws {
        let bytes = Self.frame(name)
        let whole = try Self.messages(bytes)
        #expect(whole.count == 1)
        #expect(try Self.messages(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test("Every cut into two pieces gives the same messages", arguments: names)
    func twoPieces(_ name: String) throws {
        let bytes = Self.frame(name) + Self.frame("05-pong")
        let whole = try Self.messages(bytes)
        #expect(whole.count == 2)
        for cut in 0...bytes.count {
            let pieces = try Self.messages([bytes[..<cut], bytes[cut...]])
            #expect(pieces == whole, "cut at \(cut)")
        }
    }

    @Test("All frames in one piece, byte by byte and in random pieces give the same messages")
    func concatenated() throws {
        let each = try Self.names.flatMap { try Self.messages(Self.frame($0)) }
        let bytes = Self.names.flatMap { Self.frame($0) }
        #expect(each.count == 6)
        #expect(try Self.messages(bytes) == each)
        #expect(try Self.messages(bytes.indices.map { bytes[$0...$0] }) == each)
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var pieces: [ArraySlice<UInt8>] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(
                    in: 0...min(rest.count, 1 << Int.random(in: 0...11, using: &generator)),
                    using: &generator
                )
                pieces.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(try Self.messages(pieces) == each, "seed \(seed)")
        }
    }

    @Test("A message written again is read as the same", arguments: names)
    func writtenAgain(_ name: String) throws {
        let message = try #require(try Self.messages(Self.frame(name)).first)
        #expect(try Self.messages(CastFrame.encode(message)) == [message])
    }

    @Test(
        "What a sender writes is, byte for byte, what a device wrote",
        arguments: [
            "02-youtube-mdx-broadcast", "03-receiver-status-broadcast", "04-app-close", "05-pong",
            "01-auth-response-real-device",
        ]
    )
    func sameBytes(_ name: String) throws {
        let bytes = Self.frame(name)
        let message = try #require(try Self.messages(bytes).first)
        #expect(try CastFrame.encode(message) == bytes)
    }

    @Test("Ids, namespaces and payloads of the recorded frames")
    func contents() throws {
        let messages = try Self.names.flatMap { try Self.messages(Self.frame($0)) }
        #expect(
            messages.map(\.namespace) == [
                .deviceAuth, "urn:x-cast:com.google.youtube.mdx", .receiver, .connection, .heartbeat, .heartbeat,
            ]
        )
        #expect(messages.map(\.destinationID) == ["sender-0", "*", "*", "158035121070672406", "sender-0", "sender-0"])
        #expect(messages[2].sourceID == CastMessage.receiverID)
        #expect(messages.allSatisfy { !$0.isContinued })

        guard case .binary(let auth) = messages[0].payload else {
            Issue.record("the device's proof is binary")
            return
        }
        #expect(auth.count == 2197)

        let session = try messages[1].jsonObject()
        #expect(session.messageType == "mdxSessionStatus")
        #expect(session.requestID == nil)

        let status = try messages[2].jsonObject()
        #expect(status.requestID == 0)
        guard case .status(let receiver) = ReceiverMessage(status) else {
            Issue.record("a receiver status was recorded")
            return
        }
        #expect(!receiver.status.hasApplicationsKey)
        #expect(receiver.status.applications.isEmpty)
        #expect(receiver.status.userEq == JSONObject())
        #expect(receiver.status.volume?.stepInterval == 0.05000000074505806)

        guard case .close(let close) = ConnectionMessage(try messages[3].jsonObject()) else {
            Issue.record("a CLOSE was recorded")
            return
        }
        #expect(close.reasonCode == nil)
        #expect(close.reason == .closedByPeer)
        #expect(HeartbeatMessage(fields: try messages[4].jsonObject()).isPong)
        #expect(messages[4] == messages[5])
    }

    @Test("A frame that announces more than the limit is refused at its header")
    func lengthOverLimit() {
        let bytes = Self.frame("90-length-over-limit")
        #expect(throws: CastFrameError(.tooLong, length: 65_600)) { try Self.messages(bytes) }
        #expect(throws: CastFrameError(.tooLong, length: 65_600)) { try Self.messages(Array(bytes.prefix(4))) }
        #expect(throws: CastFrameError(.tooLong, length: 65_600)) {
            try Self.messages(bytes.prefix(8).indices.map { bytes[$0...$0] })
        }
    }

    @Test("A frame that announces more than there is waits, and says so at the end")
    func lengthBeyondData() throws {
        let bytes = Self.frame("91-length-beyond-data")
        var decoder = CastFrameDecoder()
        for byte in bytes {
            decoder.append(CollectionOfOne(byte))
            #expect(try decoder.next() == nil)
        }
        #expect(decoder.pendingBytes == 104)
        #expect(throws: CastFrameError(.truncated, length: 104)) { try decoder.finish() }
    }

    @Test("Garbage in a frame is an error")
    func garbage() {
        let bytes = Self.frame("92-garbage-protobuf")
        #expect(throws: CastFrameError(.notProtobuf, length: 84)) { try Self.messages(bytes) }
    }
}
