// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Frame limits")
struct FrameLimitTests {
    private func message(payloadBytes count: Int) -> CastMessage {
        CastMessage(
            from: "sender-0",
            to: "receiver-0",
            namespace: .receiver,
            payload: .text(String(repeating: "x", count: count))
        )
    }

    @Test("A body of 65,536 bytes is encoded and decoded; one byte more is refused")
    func exactly64KiB() throws {
        let overhead = try CastFrame.encode(message(payloadBytes: 40_000)).count - 40_000 - CastFrame.headerLength
        let largest = message(payloadBytes: 65_536 - overhead)
        let frame = try CastFrame.encode(largest)
        #expect(frame.count == 65_540)
        var decoder = CastFrameDecoder()
        decoder.append(frame)
        #expect(try decoder.next() == largest)
        #expect(throws: CastFrameError(.tooLong, length: 65_537)) {
            try CastFrame.encode(message(payloadBytes: 65_537 - overhead))
        }
        let tooLong = try CastFrame.encode(message(payloadBytes: 65_537 - overhead), limit: 100_000)
        decoder.append(tooLong)
        #expect(throws: CastFrameError(.tooLong, length: 65_537)) { try decoder.next() }
    }

    @Test("A custom limit applies to encoding and decoding")
    func ownLimit() throws {
        let frame = try CastFrame.encode(message(payloadBytes: 200))
        let length = frame.count - CastFrame.headerLength
        #expect(throws: CastFrameError(.tooLong, length: length, limit: 128)) {
            try CastFrame.encode(message(payloadBytes: 200), limit: 128)
        }
        var decoder = CastFrameDecoder(limit: 128)
        decoder.append(frame)
        #expect(throws: CastFrameError(.tooLong, length: length, limit: 128)) { try decoder.next() }
    }

    @Test("A length of 4 GiB allocates no memory")
    func hugeLength() {
        var decoder = CastFrameDecoder()
        decoder.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: CastFrameError(.tooLong, length: 4_294_967_295)) { try decoder.next() }
        #expect(decoder.pendingBytes == 4)
    }

    @Test("A frame without a body is refused")
    func emptyBody() {
        var decoder = CastFrameDecoder()
        decoder.append([0, 0, 0, 0])
        #expect(throws: CastFrameError(.notProtobuf)) { try decoder.next() }
    }

    @Test("The buffer of the decoder does not grow in a long stream of frames")
    func longStream() throws {
        let frame = try CastFrame.encode(message(payloadBytes: 1000))
        var decoder = CastFrameDecoder()
        for _ in 0..<2000 {
            decoder.append(frame.prefix(700))
            #expect(try decoder.next() == nil)
            decoder.append(frame.dropFirst(700))
            #expect(try decoder.next() != nil)
            #expect(try decoder.next() == nil)
            #expect(decoder.pendingBytes == 0)
        }
    }

    @Test(
        "A message without an ID or a namespace is not encoded",
        arguments: [
            CastMessage(from: "", to: "b", namespace: .receiver, payload: .text("{}")),
            CastMessage(from: "a", to: "", namespace: .receiver, payload: .text("{}")),
            CastMessage(from: "a", to: "b", namespace: "", payload: .text("{}")),
        ]
    )
    func incomplete(_ message: CastMessage) {
        #expect(throws: CastFrameError(.incomplete)) { try CastFrame.encode(message) }
    }

    @Test("Error descriptions contain the length")
    func descriptions() {
        #expect("\(CastFrameError(.tooLong, length: 65_600))".contains("65600 bytes"))
        #expect("\(CastFrameError(.truncated, length: 3))".contains("an incomplete frame"))
        #expect("\(CastFrameError(.notProtobuf, length: 84))".contains("84 bytes"))
    }
}
