import Foundation
import NIOCore
import NIOPosix

/// A TCP connection to a server on this machine, spoken by hand.
struct RawConnection {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// - Parameter source: The client's own address; the system's choice where nil.
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

    /// Ends it without a word.
    func close() async {
        // Fails only when it is closed already.
        try? await channel.executeThenClose { _, _ in }
    }

    /// Sends this, and gives every piece that comes to the reader until it is satisfied or the other end closes.
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

    /// Sends one request and returns all that comes back until the other end closes.
    static func send(_ text: String, port: Int, from source: String? = nil) async throws -> String {
        var all = ""
        _ = try await RawConnection(port: port, from: source).exchange(text) { received -> Bool? in
            all = received
            return nil
        }
        return all
    }
}

/// An answer taken apart.
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
