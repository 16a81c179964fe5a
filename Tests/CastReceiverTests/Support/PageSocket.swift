// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import NIOCore
import NIOPosix

/// A page's end of the platform's WebSocket (RFC 6455), implemented without a library.
struct PageSocket {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let pieces: Pieces

    /// The bytes received and not yet read.
    private final class Pieces {
        var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        var buffer = ByteBuffer()

        init(_ stream: NIOAsyncChannelInboundStream<ByteBuffer>) {
            iterator = stream.makeAsyncIterator()
        }

        /// Reads more bytes; returns false at the end.
        func more() async throws -> Bool {
            guard var piece = try await iterator.next() else { return false }
            buffer.writeBuffer(&piece)
            return true
        }
    }

    static func request(_ path: String = "/v2/ipc", host: String = "localhost:8008", origin: String?) -> String {
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + (origin.map { "Origin: \($0)\r\n" } ?? "") + "\r\n"
    }

    /// Opens a socket while the body runs.
    static func open<Value>(
        port: Int,
        path: String = "/v2/ipc",
        origin: String?,
        _ body: (PageSocket) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request(path, origin: origin)))
            let socket = PageSocket(outbound: outbound, pieces: Pieces(inbound))
            let head = try await socket.head()
            guard head.hasPrefix("HTTP/1.1 101") else { throw Refused(head: head) }
            return try await body(socket)
        }
    }

    struct Refused: Error {
        var head: String
    }

    private func head() async throws -> String {
        while true {
            let text = String(buffer: pieces.buffer)
            if let end = text.range(of: "\r\n\r\n") {
                pieces.buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
                return String(text[..<end.lowerBound])
            }
            guard try await pieces.more() else { return text }
        }
    }

    /// Sends one frame, masked with zeros.
    func send(_ bytes: [UInt8], opcode: UInt8 = 1, claiming length: Int? = nil) async throws {
        var frame = ByteBuffer(bytes: [0x80 | opcode])
        let length = length ?? bytes.count
        switch length {
        case ..<126: frame.writeInteger(UInt8(0x80 | length))
        case ..<65_536:
            frame.writeInteger(UInt8(0xFE))
            frame.writeInteger(UInt16(length))
        default:
            frame.writeInteger(UInt8(0xFF))
            frame.writeInteger(UInt64(length))
        }
        frame.writeBytes([0, 0, 0, 0] + bytes)
        try await outbound.write(frame)
    }

    func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    /// Returns the opcode and bytes of the next frame; nil at the end.
    func next() async throws -> (opcode: UInt8, bytes: [UInt8])? {
        while true {
            if let frame = take() { return frame }
            guard try await pieces.more() else { return nil }
        }
    }

    /// Returns the next text frame; nil when the device closed the socket.
    func nextText() async throws -> String? {
        while let frame = try await next() {
            if frame.opcode == 1 { return String(decoding: frame.bytes, as: UTF8.self) }
            if frame.opcode == 8 { return nil }
        }
        return nil
    }

    private func take() -> (opcode: UInt8, bytes: [UInt8])? {
        var buffer = pieces.buffer
        guard let first = buffer.readInteger(as: UInt8.self), let second = buffer.readInteger(as: UInt8.self) else {
            return nil
        }
        var length = Int(second & 0x7F)
        if length == 126 {
            guard let long = buffer.readInteger(as: UInt16.self) else { return nil }
            length = Int(long)
        } else if length == 127 {
            guard let long = buffer.readInteger(as: UInt64.self) else { return nil }
            length = Int(long)
        }
        guard let bytes = buffer.readBytes(length: length) else { return nil }
        pieces.buffer = buffer
        return (first & 0x0F, bytes)
    }
}
