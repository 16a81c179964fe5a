// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import NIOTestUtils
import Testing

@testable import CastTransport

/// Tests that bytes in any chunks result in the same messages.
@Suite
struct FrameReaderTests {
    private static let messages: [CastMessage] = [
        .text("{}"),
        .text(#"{"type":"GET_STATUS","requestId":1}"#),
        CastMessage(from: "a", to: "b", namespace: .deviceAuth, payload: .binary([0, 255, 1])),
        .text(String(repeating: "long ", count: 300)),
    ]

    @Test func everySplitOfTwoFramesGivesBoth() throws {
        let bytes = try CastFrame.encode(Self.messages[1]) + CastFrame.encode(Self.messages[2])
        for cut in 0...bytes.count {
            var reader = FrameReader(limit: CastFrame.defaultLimit)
            reader.append(ByteBuffer(bytes: bytes[..<cut]))
            var messages: [CastMessage] = []
            while let message = try reader.next() { messages.append(message) }
            reader.append(ByteBuffer(bytes: bytes[cut...]))
            while let message = try reader.next() { messages.append(message) }
            #expect(messages == [Self.messages[1], Self.messages[2]], "cut at \(cut)")
            #expect(reader.errorAtEnd == nil)
        }
    }

    @Test func byteByByteManyAtOnceAndShuffledGiveTheSame() throws {
        let pairs = try Self.messages.map { (ByteBuffer(bytes: try CastFrame.encode($0)), [$0]) }
        try ByteToMessageDecoderVerifier.verifyDecoder(inputOutputPairs: pairs) { ReaderAsDecoder() }
    }

    @Test("Discarded bytes are neither kept nor reported as a truncated frame")
    func discards() throws {
        var reader = FrameReader(limit: CastFrame.defaultLimit)
        let frame = try CastFrame.encode(Self.messages[1])
        reader.append(ByteBuffer(bytes: frame + frame[..<7]))
        reader.discard()
        #expect(reader.pendingBytes == 0)
        #expect(reader.errorAtEnd == nil)
        #expect(try reader.next() == nil)
        reader.append(ByteBuffer(bytes: frame))
        #expect(try reader.next() == Self.messages[1])
    }

    @Test func onlyTheIncompleteFrameIsKept() throws {
        var reader = FrameReader(limit: CastFrame.defaultLimit)
        let frame = try CastFrame.encode(Self.messages[3])
        for _ in 0..<50 {
            reader.append(ByteBuffer(bytes: frame + frame[..<7]))
            #expect(try reader.next() == Self.messages[3])
            #expect(try reader.next() == nil)
            #expect(reader.pendingBytes == 7)
            reader.append(ByteBuffer(bytes: frame[7...]))
            #expect(try reader.next() == Self.messages[3])
            #expect(try reader.next() == nil)
            #expect(reader.pendingBytes == 0)
        }
    }

    @Test func anAnnouncedLengthBeyondTheLimitFailsAfterFourBytes() throws {
        var reader = FrameReader(limit: 1000)
        reader.append(ByteBuffer(bytes: [0, 0, 3]))
        #expect(try reader.next() == nil)
        reader.append(ByteBuffer(bytes: [0xe9]))
        #expect(throws: CastFrameError(.tooLong, length: 1001, limit: 1000)) { try reader.next() }
    }

    @Test func anEndWithinAFrameIsTruncation() throws {
        var reader = FrameReader(limit: CastFrame.defaultLimit)
        reader.append(ByteBuffer(bytes: [0, 0, 0, 9, 8]))
        #expect(try reader.next() == nil)
        #expect(reader.errorAtEnd?.code == .truncated)
    }
}

/// The frame reader with the interface that the verifier needs.
private struct ReaderAsDecoder: ByteToMessageDecoder {
    typealias InboundOut = CastMessage

    private var reader = FrameReader(limit: CastFrame.defaultLimit)

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        reader.append(buffer)
        buffer.moveReaderIndex(forwardBy: buffer.readableBytes)
        while let message = try reader.next() { context.fireChannelRead(wrapInboundOut(message)) }
        return .needMoreData
    }
}
