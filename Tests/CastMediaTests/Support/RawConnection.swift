// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A TCP connection on which a test writes and reads raw bytes.
struct RawConnection {
    struct Response: Equatable {
        var status: Int
        var head: String
        var body: [UInt8]

        func field(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return String(parts[1].drop { $0 == " " })
                }
            }
            return nil
        }
    }

    struct Ended: Error {}

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var unread = ByteBuffer()

    static func open<Result>(
        host: String = "127.0.0.1",
        port: Int,
        _ body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(
                            backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2),
                            isOutboundHalfClosureEnabled: true,
                            inboundType: ByteBuffer.self,
                            outboundType: ByteBuffer.self
                        )
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(outbound: outbound, inbound: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    func get(_ path: String, _ fields: String..., method: String = "GET") async throws {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + fields + ["", ""]
        try await send(lines.joined(separator: "\r\n"))
    }

    /// Reads the next response. Its body has the length of `Content-Length`, or is empty after HEAD.
    mutating func response(toHead isHead: Bool = false) async throws -> Response {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            head += try await bytes(1)
        }
        let text = String(decoding: head, as: UTF8.self)
        var response = Response(
            status: Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0,
            head: text,
            body: []
        )
        if !isHead, let length = response.field("Content-Length").flatMap({ Int($0) }) {
            response.body = try await bytes(length)
        }
        return response
    }

    /// Reads exactly `count` bytes. Throws if the connection ends before.
    mutating func bytes(_ count: Int) async throws -> [UInt8] {
        while unread.readableBytes < count {
            guard var more = try await inbound.next() else { throw Ended() }
            unread.writeBuffer(&more)
        }
        defer { unread.discardReadBytes() }
        return unread.readBytes(length: count) ?? []
    }

    /// Returns the number of bytes that are received before the end of the connection.
    mutating func bytesUntilEnd() async -> Int {
        var count = unread.readableBytes
        unread.clear()
        while let more = try? await inbound.next() {
            count += more.readableBytes
        }
        return count
    }
}
