// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// A TCP connection to a server on this machine, with raw text.
struct LineConnection {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// - Parameter source: The client's own address; chosen by the system if nil.
    init(port: Int, from source: String? = nil) async throws {
        var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        if let source { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0)) }
        channel =
            try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Closes the connection without sending anything.
    func close() async {
        // Fails only if the connection is already closed.
        try? await channel.executeThenClose { _, _ in }
    }

    /// Sends a text, and calls the reader with the received text until it returns a value or the server closes.
    func exchange<Value>(_ text: String, read: (inout String) async throws -> Value?) async throws -> Value? {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received = ""
            for try await piece in inbound {
                received += String(buffer: piece)
                if let value = try await read(&received) { return value }
            }
            return nil
        }
    }

    /// Sends a request and returns everything received until the server closes.
    static func send(_ text: String, port: Int, from source: String? = nil) async throws -> String {
        var all = ""
        _ = try await LineConnection(port: port, from: source).exchange(text) { received -> Bool? in
            all = received
            return nil
        }
        return all
    }
}

/// A parsed HTTP response.
struct RawAnswer {
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ text: String) {
        let end = text.range(of: "\r\n\r\n")
        let head = end.map { String(text[..<$0.lowerBound]) } ?? text
        body = end.map { String(text[$0.upperBound...]) } ?? ""
        let lines = head.split(separator: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        headers = Dictionary(
            lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return (line[..<colon].lowercased(), String(value))
            },
            uniquingKeysWith: { $1 }
        )
    }
}
