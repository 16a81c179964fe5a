// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOCore
import NIOPosix
import SystemErrors

/// The client of a ``ControlServer``.
public enum ControlClient {
    /// The maximum size of an answer in bytes. A longer answer is an error.
    private static let answerLimit = 4 * 1024 * 1024

    /// Sends a request and returns the answer, an object with `ok` or `error`.
    ///
    /// Waits until the device has executed the request. Canceling the task ends the wait.
    ///
    /// - Throws: ``VirtualDeviceError`` if no program is listening at the path, or the answer is invalid.
    public static func ask(_ request: JSONObject, at path: String) async throws(VirtualDeviceError) -> JSONObject {
        do {
            let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            return try await connection.executeThenClose { inbound, outbound in
                // A server that has reached its connection limit answers and closes, possibly before it has read the
                // request.
                try? await outbound.write(ByteBuffer(string: request.jsonString + "\n"))
                var lines = ControlLines(limit: answerLimit)
                do {
                    for try await buffer in inbound {
                        lines.append(buffer.readableBytesView)
                        if let line = lines.next() {
                            guard case .object(let answer)? = try? JSONValue(parsing: line) else { break }
                            return answer
                        }
                        if lines.hasOverflowed { break }
                    }
                } catch {
                    throw VirtualDeviceError(
                        .failed,
                        "the program that listens at \(path) closed the connection without an answer: \(SystemErrorText.describe(error))"
                    )
                }
                throw VirtualDeviceError(.failed, "the program that listens at \(path) sent no valid answer")
            }
        } catch let error as VirtualDeviceError {
            throw error
        } catch {
            throw VirtualDeviceError(
                .addressNotAvailable,
                "no program answers at \(path): \(SystemErrorText.describe(error)); is a receiver running with --control \(path)?"
            )
        }
    }
}

/// Splits a stream of bytes into lines of limited length.
struct ControlLines: Sendable {
    private let limit: Int
    private var pending: [UInt8] = []
    /// Whether a line has exceeded the limit; no further bytes are accepted.
    private(set) var hasOverflowed = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        if !hasOverflowed { pending.append(contentsOf: bytes) }
    }

    /// Returns the next line without its line feed. Skips empty lines.
    mutating func next() -> String? {
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")), end <= limit {
            let line = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            if line.contains(where: { !$0.isWhitespace }) { return line }
        }
        if pending.count > limit {
            hasOverflowed = true
            pending = []
        }
        return nil
    }
}
