public import CastWire
import NIOCore
import NIOPosix
import SystemErrors

/// The other end of a ``ControlServer``.
public enum ControlClient {
    /// An answer is no longer than this; one that is ends the wait.
    private static let answerLimit = 4 * 1024 * 1024

    /// Asks once and gives the answer, an object with `ok` or with `error`.
    ///
    /// Waits as long as the device takes to do what it is asked; cancelling the task gives up.
    ///
    /// - Throws: ``VirtualDeviceError`` when nobody listens there or the answer is none.
    public static func ask(_ request: JSONObject, at path: String) async throws(VirtualDeviceError) -> JSONObject {
        do {
            let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            return try await connection.executeThenClose { inbound, outbound in
                // Whoever has no time says so and closes, perhaps before it has read.
                try? await outbound.write(ByteBuffer(string: request.jsonString + "\n"))
                var lines = ControlLines(limit: answerLimit)
                do {
                    for try await buffer in inbound {
                        lines.append(buffer.readableBytesView)
                        if let line = lines.next() {
                            guard case .object(let answer)? = try? JSONValue(parsing: line) else { break }
                            return answer
                        }
                        if lines.isOverflown { break }
                    }
                } catch {
                    throw VirtualDeviceError(
                        .failed,
                        "the program that listens at \(path) closed the connection without an answer: \(SystemErrorText.describe(error))"
                    )
                }
                throw VirtualDeviceError(.failed, "whoever listens at \(path) gave no answer")
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
