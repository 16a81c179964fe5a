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

/// A Unix domain socket by which other programs of this user change virtual devices: one JSON object a line, one
/// answer a line, in order.
///
/// An answer is `{"ok":true, …}` or `{"error":{"code":…,"reason":…}}`. Only this user may connect. What is read is
/// bounded; a line that is too long ends its connection.
public final class ControlServer: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// A connection that is not served yet.
    private struct Arrival: Sendable {
        let channel: any Channel
        let input: NIOLoopBound<HeldInput>
    }

    /// The longest line, in bytes.
    static let lineLimit = 64 * 1024
    /// How many are served at once; whoever else comes is told so and let go.
    static let connectionLimit = 16

    /// Where it listens.
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

    /// Listens at a path that no other program has.
    ///
    /// - Throws: ``VirtualDeviceError`` saying what is wrong with the path.
    public static func start(path: String, home: VirtualHome) async throws(VirtualDeviceError) -> ControlServer {
        let descriptor = try ControlSocket.listen(at: path, backlog: connectionLimit)
        let accepted = AcceptedChannels()
        do {
            // No writer exists before the connection is served: a connection that is accepted while the server closes is
            // never handed out, and NIO ends the program for a writer that is dropped unfinished.
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                // A client may close its sending side after its last line and then read the answers.
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .bind(descriptor) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        accepted.insert(channel)
                        return Arrival(channel: channel, input: try HeldInput.install(on: channel))
                    }
                }
            let serving = Task { await serve(server, home) }
            return ControlServer(path: path, channel: server.channel, accepted: accepted, serving: serving)
        } catch {
            throw VirtualDeviceError(.failed, "nobody can be heard at \(path): \(SystemErrorText.describe(error))")
        }
    }

    /// Stops listening, ends every connection, and removes the socket.
    public func close() async {
        unlink(path)
        // Fails only when it is closed already.
        try? await channel.close().get()
        await serving.value
        accepted.end()
    }

    /// Serves until the server is closed.
    private static func serve(_ server: NIOAsyncChannel<Arrival, Never>, _ home: VirtualHome) async {
        let openCount = NIOLockedValueBox(0)
        await withDiscardingTaskGroup { group in
            try? await server.executeThenClose { arrivals in
                for try await arrival in arrivals {
                    guard let connection = try? await open(arrival) else {
                        arrival.channel.close(promise: nil)
                        continue
                    }
                    guard openCount.withLockedValue({ $0 }) < connectionLimit else {
                        await refuse(connection)
                        continue
                    }
                    openCount.withLockedValue { $0 += 1 }
                    // Whoever is gone has left their place, also while what they asked for takes an hour more.
                    connection.channel.closeFuture.whenComplete { _ in openCount.withLockedValue { $0 -= 1 } }
                    group.addTask { await serve(connection, home) }
                }
            }
            group.cancelAll()
        }
    }

    /// Begins to read what a connection says.
    private static func open(_ arrival: Arrival) async throws -> Connection {
        let channel = arrival.channel
        return try await channel.eventLoop.submit {
            let connection = try Connection(wrappingChannelSynchronously: channel)
            arrival.input.value.release()
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
            return connection
        }.get()
    }

    private static func refuse(_ connection: Connection) async {
        let answer = failure("tooManyConnections", "\(connectionLimit) are served already; close one of them")
        // A connection that breaks is no news to anybody.
        try? await connection.executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(string: answer.jsonString + "\n"))
        }
    }

    private static func serve(_ connection: Connection, _ home: VirtualHome) async {
        // A connection that breaks is no news to anybody.
        try? await connection.executeThenClose { inbound, outbound in
            var lines = ControlLines(limit: lineLimit)
            for try await buffer in inbound {
                lines.append(buffer.readableBytesView)
                while let line = lines.next() {
                    try await outbound.write(ByteBuffer(string: await answer(line, home).jsonString + "\n"))
                }
                guard lines.isOverflown else { continue }
                let answer = failure("lineTooLong", "a request has at most \(lineLimit) bytes")
                try await outbound.write(ByteBuffer(string: answer.jsonString + "\n"))
                return
            }
        }
    }

    /// What a line is answered with, whatever it says.
    static func answer(_ line: String, _ home: VirtualHome) async -> JSONObject {
        guard let value = try? JSONValue(parsing: line), case .object(let request) = value else {
            return failure("invalidRequest", "a request is one JSON object on one line")
        }
        do {
            var answer: JSONObject = ["ok": true]
            answer.merge(try await ControlCommand(request, home: home).perform())
            return answer
        } catch let error as ControlCommand.Refusal {
            return failure(error.code, error.description)
        } catch let error as FaultTextError {
            return failure("invalidFault", error.reason)
        } catch let error as LaunchRefusal {
            return failure("launchRefused", "the device refused: \(error.reason.rawValue)")
        } catch {
            return failure("failed", "\(error)")
        }
    }

    private static func failure(_ code: String, _ reason: String) -> JSONObject {
        ["error": ["code": .string(code), "reason": .string(reason)]]
    }
}
