// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import SystemErrors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A Unix domain socket by which other programs of this user control virtual devices: one JSON object per line, one
/// answer per line, in order.
///
/// An answer is `{"ok":true, …}` or `{"error":{"code":…,"reason":…}}`. Only the current user can connect. The input is
/// limited; a line that is too long ends its connection.
public final class ControlServer: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// A connection that is not served yet.
    private struct IncomingConnection: Sendable {
        let channel: any Channel
        let input: NIOLoopBound<InputBufferHandler>
    }

    /// The maximum length of a line, in bytes.
    static let lineLimit = 64 * 1024
    /// The maximum number of connections. A further client receives an error and is disconnected.
    static let connectionLimit = 16

    /// The path of the socket.
    public let path: String
    private let channel: any Channel
    private let accepted: AcceptedChannels
    private let serving: Task<Void, Never>

    private init(path: String, channel: any Channel, accepted: AcceptedChannels, serving: Task<Void, Never>) {
        self.path = path
        self.channel = channel
        self.accepted = accepted
        self.serving = serving
    }

    /// Listens at a path at which no other program is listening.
    ///
    /// - Throws: ``VirtualDeviceError``, which describes the problem with the path.
    public static func start(
        path: String,
        registry: VirtualDeviceRegistry
    ) async throws(VirtualDeviceError) -> ControlServer {
        let descriptor = try ControlSocket.listen(at: path, backlog: connectionLimit)
        let accepted = AcceptedChannels()
        do {
            // No writer exists before the connection is served: a connection that is accepted while the server closes
            // is never delivered, and NIO terminates the program if a writer is dropped unfinished.
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                // A client may close its sending side after its last line and then read the answers.
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .bind(descriptor) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        accepted.insert(channel)
                        return IncomingConnection(channel: channel, input: try InputBufferHandler.install(on: channel))
                    }
                }
            let serving = Task { await serve(server, registry) }
            return ControlServer(path: path, channel: server.channel, accepted: accepted, serving: serving)
        } catch {
            throw VirtualDeviceError(.failed, "cannot listen at \(path): \(SystemErrorText.describe(error))")
        }
    }

    /// Stops listening, closes every connection, and removes the socket.
    public func close() async {
        unlink(path)
        // Throws only if the channel is closed already.
        try? await channel.close().get()
        await serving.value
        accepted.end()
    }

    /// Serves until the server is closed.
    private static func serve(
        _ server: NIOAsyncChannel<IncomingConnection, Never>,
        _ registry: VirtualDeviceRegistry
    ) async {
        let openCount = NIOLockedValueBox(0)
        await withDiscardingTaskGroup { group in
            try? await server.executeThenClose { incomingConnections in
                for try await incoming in incomingConnections {
                    guard let connection = try? await open(incoming) else {
                        incoming.channel.close(promise: nil)
                        continue
                    }
                    guard openCount.withLockedValue({ $0 }) < connectionLimit else {
                        await refuse(connection)
                        continue
                    }
                    openCount.withLockedValue { $0 += 1 }
                    // The limit applies to open connections, not to running requests: a request may continue long
                    // after its client has disconnected.
                    connection.channel.closeFuture.whenComplete { _ in openCount.withLockedValue { $0 -= 1 } }
                    group.addTask { await serve(connection, registry) }
                }
            }
            group.cancelAll()
        }
    }

    /// Starts to read from a connection.
    private static func open(_ incoming: IncomingConnection) async throws -> Connection {
        let channel = incoming.channel
        return try await channel.eventLoop.submit {
            let connection = try Connection(wrappingChannelSynchronously: channel)
            incoming.input.value.release()
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
            return connection
        }.get()
    }

    private static func refuse(_ connection: Connection) async {
        let answer = failure("tooManyConnections", "\(connectionLimit) connections are open already; close one of them")
        // A broken connection needs no further handling.
        try? await connection.executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(string: answer.jsonString + "\n"))
        }
    }

    private static func serve(_ connection: Connection, _ registry: VirtualDeviceRegistry) async {
        // A broken connection needs no further handling.
        try? await connection.executeThenClose { inbound, outbound in
            var lines = ControlLines(limit: lineLimit)
            for try await buffer in inbound {
                lines.append(buffer.readableBytesView)
                while let line = lines.next() {
                    try await outbound.write(ByteBuffer(string: await answer(line, registry).jsonString + "\n"))
                }
                guard lines.hasOverflowed else { continue }
                let answer = failure("lineTooLong", "a request has at most \(lineLimit) bytes")
                try await outbound.write(ByteBuffer(string: answer.jsonString + "\n"))
                return
            }
        }
    }

    /// Returns the answer to a line, valid or not.
    static func answer(_ line: String, _ registry: VirtualDeviceRegistry) async -> JSONObject {
        guard let value = try? JSONValue(parsing: line), case .object(let request) = value else {
            return failure("invalidRequest", "a request must be one JSON object on one line")
        }
        do {
            var answer: JSONObject = ["ok": true]
            answer.merge(try await DeviceControlCommand(request, registry: registry).perform())
            return answer
        } catch let error as DeviceControlCommand.Refusal {
            return failure(error.code, error.description)
        } catch let error as FaultTextError {
            return failure("invalidFault", error.reason)
        } catch let error as LaunchRefusal {
            return failure("launchRefused", "the device refused the launch: \(error.reason.rawValue)")
        } catch {
            return failure("failed", "\(error)")
        }
    }

    private static func failure(_ code: String, _ reason: String) -> JSONObject {
        ["error": ["code": .string(code), "reason": .string(reason)]]
    }
}
