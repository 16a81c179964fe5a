// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore
import NIOPosix
import Testing

/// Tests that invalid bytes close the socket with a reason, over TLS and in memory.
@Suite(.timeLimit(.minutes(1)))
struct BadFrameTests {
    struct BadInput: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var code: CastFrameError.Code
    }

    static let inputs = [
        BadInput(testDescription: "longer than the limit", bytes: [0, 1, 0, 1, 0], code: .tooLong),
        BadInput(testDescription: "a length of 4 GiB", bytes: [255, 255, 255, 255], code: .tooLong),
        BadInput(testDescription: "no protobuf", bytes: [0, 0, 0, 3, 255, 255, 255], code: .notProtobuf),
        BadInput(testDescription: "an empty frame", bytes: [0, 0, 0, 0], code: .notProtobuf),
        BadInput(testDescription: "HTTP", bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), code: .tooLong),
        BadInput(
            testDescription: "text that is not UTF-8",
            bytes: [
                0, 0, 0, 18, 8, 0, 0x12, 1, 0x61, 0x1a, 1, 0x62, 0x22, 1, 0x63, 0x28, 0, 0x32, 3, 0xff, 0xfe, 0xfd,
            ],
            code: .notProtobuf
        ),
        BadInput(
            testDescription: "no namespace",
            bytes: [0, 0, 0, 15, 8, 0, 0x12, 1, 0x61, 0x1a, 1, 0x62, 0x22, 0, 0x28, 0, 0x32, 1, 0x7b],
            code: .incomplete
        ),
    ]

    @Test(arguments: inputs)
    func closesASendersSocketOverTLS(_ input: BadInput) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let peer = try await RawPeer(group: group, identity: TestIdentity.shared)
        let socket = try await CastTLSConnector(group: group)
            .connect(to: peer.endpoint, timeout: .seconds(5), on: nil)
        let recorder = try await SocketRecorder.activated(on: socket)
        let device = try await peer.accept()
        try await device.send(CastFrame.encode(.text("good")) + input.bytes)
        #expect(try await recorder.nextMessage() == .text("good"))
        let reason = try await recorder.closeReason()
        guard case .protocolViolation(let error) = reason else {
            Issue.record("unexpected close reason: \(reason)")
            return
        }
        #expect(error.code == input.code)
        try await device.waitForEnd()
        await peer.close()
    }

    @Test(arguments: inputs)
    func closesADevicesSocketInMemory(_ input: BadInput) async throws {
        let pair = try await SocketPair.open(.memory)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        try #require(pair.connection != nil)
        pair.connection?.inject(input.bytes, into: .acceptor)
        let reason = try await device.closeReason()
        guard case .protocolViolation(let error) = reason else {
            Issue.record("unexpected close reason: \(reason)")
            return
        }
        #expect(error.code == input.code)
        #expect(try await sender.closeReason() == .remote)
    }

    @Test func aDeviceThatClosesMidFrameIsTruncation() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let peer = try await RawPeer(group: group, identity: TestIdentity.shared)
        let socket = try await CastTLSConnector(group: group)
            .connect(to: peer.endpoint, timeout: .seconds(5), on: nil)
        let recorder = try await SocketRecorder.activated(on: socket)
        let device = try await peer.accept()
        try await device.send(Array(CastFrame.encode(.text("never finished")).dropLast(3)))
        await device.close()
        let reason = try await recorder.closeReason()
        guard case .protocolViolation(let error) = reason else {
            Issue.record("unexpected close reason: \(reason)")
            return
        }
        #expect(error.code == .truncated)
    }

    @Test func aResetConnectionIsAFailure() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let peer = try await RawPeer(group: group, identity: TestIdentity.shared)
        let socket = try await CastTLSConnector(group: group)
            .connect(to: peer.endpoint, timeout: .seconds(5), on: nil)
        let recorder = try await SocketRecorder.activated(on: socket)
        let device = try await peer.accept()
        await device.reset()
        let reason = try await recorder.closeReason()
        guard case .failure(let text) = reason else {
            Issue.record("unexpected close reason: \(reason)")
            return
        }
        #expect(text == "the other side closed the connection")
    }
}
