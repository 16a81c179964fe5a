// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Framing of messages")
struct FramingTests {
    static let names = [
        "01-auth-response-real-device", "02-youtube-mdx-broadcast", "03-receiver-status-broadcast",
        "04-app-close", "05-pong", "06-pong-with-continued-field",
    ]

    private static func frame(_ name: String, in data: TestData) -> [UInt8] { data.bytes("framing/\(name).bin") }

    /// Returns the length in the header of a frame.
    private static func length(_ frame: [UInt8]) -> Int { frame.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

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

    @Test("A frame is one message; an incomplete frame is none", arguments: TestData.available, names)
    func whole(_ data: TestData, _ name: String) throws {
        let bytes = Self.frame(name, in: data)
        let decoded = try #require(try bytes.withUnsafeBytes { try CastFrame.decode($0) })
        #expect(decoded.consumed == bytes.count)
        for count in 0..<bytes.count {
            let short = Array(bytes[..<count])
            #expect(try short.withUnsafeBytes { try CastFrame.decode($0) } == nil)
        }
    }

    @Test("A frame can arrive byte by byte", arguments: TestData.available, names)
    func byteByByte(_ data: TestData, _ name: String) throws {
        let bytes = Self.frame(name, in: data)
        let whole = try Self.messages(bytes)
        #expect(whole.count == 1)
        #expect(try Self.messages(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test("A frame can arrive in any two parts", arguments: TestData.available, names)
    func twoPieces(_ data: TestData, _ name: String) throws {
        let bytes = Self.frame(name, in: data) + Self.frame("05-pong", in: data)
        let whole = try Self.messages(bytes)
        #expect(whole.count == 2)
        for cut in 0...bytes.count {
            let pieces = try Self.messages([bytes[..<cut], bytes[cut...]])
            #expect(pieces == whole, "cut at \(cut)")
        }
    }

    @Test(
        "All frames at once, byte by byte and in random parts result in the same messages",
        arguments: TestData.available
    )
    func concatenated(_ data: TestData) throws {
        let each = try Self.names.flatMap { try Self.messages(Self.frame($0, in: data)) }
        let bytes = Self.names.flatMap { Self.frame($0, in: data) }
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

    @Test("A message round-trips", arguments: TestData.available, names)
    func writtenAgain(_ data: TestData, _ name: String) throws {
        let message = try #require(try Self.messages(Self.frame(name, in: data)).first)
        #expect(try Self.messages(CastFrame.encode(message)) == [message])
    }

    @Test(
        "The encoded bytes equal those of a device",
        arguments: TestData.available,
        [
            "02-youtube-mdx-broadcast", "03-receiver-status-broadcast", "04-app-close", "05-pong",
            "01-auth-response-real-device",
        ]
    )
    func sameBytes(_ data: TestData, _ name: String) throws {
        let bytes = Self.frame(name, in: data)
        let message = try #require(try Self.messages(bytes).first)
        #expect(try CastFrame.encode(message) == bytes)
    }

    @Test("IDs, namespaces and payloads of the frames", arguments: TestData.available)
    func contents(_ data: TestData) throws {
        let messages = try Self.names.flatMap { try Self.messages(Self.frame($0, in: data)) }
        try #require(messages.count == 6)
        #expect(
            messages.map(\.namespace) == [
                .deviceAuth, "urn:x-cast:com.google.youtube.mdx", .receiver, .connection, .heartbeat, .heartbeat,
            ]
        )
        let destinations = messages.map(\.destinationID)
        #expect(Array(destinations.prefix(3)) == ["sender-0", "*", "*"])
        #expect(Array(destinations.suffix(2)) == ["sender-0", "sender-0"])
        #expect(UInt64(destinations[3]) != nil, "a sender's ID can be a decimal number")
        #expect(messages[2].sourceID == CastMessage.receiverID)
        #expect(messages.allSatisfy { !$0.isContinued })

        guard case .binary(let auth) = messages[0].payload else {
            Issue.record("the authentication response must be binary")
            return
        }
        #expect(auth.count > 1500)

        let session = try messages[1].jsonObject()
        #expect(session.messageType == "mdxSessionStatus")
        #expect(session.requestID == nil)

        let status = try messages[2].jsonObject()
        #expect(status.requestID == 0)
        guard case .status(let receiver) = ReceiverMessage(status) else {
            Issue.record("the message must be a receiver status")
            return
        }
        #expect(!receiver.status.hasApplicationsKey)
        #expect(receiver.status.applications.isEmpty)
        #expect(receiver.status.userEq == JSONObject())
        #expect(receiver.status.volume?.stepInterval == 0.05000000074505806)

        guard case .close(let close) = ConnectionMessage(try messages[3].jsonObject()) else {
            Issue.record("the message must be CLOSE")
            return
        }
        #expect(close.reasonCode == nil)
        #expect(close.reason == .closedByPeer)
        #expect(HeartbeatMessage(fields: try messages[4].jsonObject()).isPong)
        #expect(messages[4] == messages[5])
    }

    @Test("A frame with a length beyond the limit is refused by its header", arguments: TestData.available)
    func lengthOverLimit(_ data: TestData) {
        let bytes = Self.frame("90-length-over-limit", in: data)
        let length = Self.length(bytes)
        #expect(length > CastFrame.defaultLimit)
        #expect(throws: CastFrameError(.tooLong, length: length)) { try Self.messages(bytes) }
        #expect(throws: CastFrameError(.tooLong, length: length)) { try Self.messages(Array(bytes.prefix(4))) }
        #expect(throws: CastFrameError(.tooLong, length: length)) {
            try Self.messages(bytes.prefix(8).indices.map { bytes[$0...$0] })
        }
    }

    @Test("A frame that is longer than the data is reported as truncated at the end", arguments: TestData.available)
    func lengthBeyondData(_ data: TestData) throws {
        let bytes = Self.frame("91-length-beyond-data", in: data)
        var decoder = CastFrameDecoder()
        for byte in bytes {
            decoder.append(CollectionOfOne(byte))
            #expect(try decoder.next() == nil)
        }
        #expect(bytes.count > 4 && decoder.pendingBytes == bytes.count)
        #expect(throws: CastFrameError(.truncated, length: bytes.count)) { try decoder.finish() }
    }

    @Test("An invalid frame body is an error", arguments: TestData.available)
    func garbage(_ data: TestData) {
        let bytes = Self.frame("92-garbage-protobuf", in: data)
        #expect(throws: CastFrameError(.notProtobuf, length: Self.length(bytes))) { try Self.messages(bytes) }
    }
}
