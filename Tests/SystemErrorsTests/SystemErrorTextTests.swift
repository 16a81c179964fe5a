import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SystemErrors
import Testing

/// Errors as the system really reports them, on loopback.
@Suite("Errors for users")
struct SystemErrorTextTests {
    private let group = MultiThreadedEventLoopGroup.singleton

    private func description(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "no error"
        } catch {
            return SystemErrorText.describe(error)
        }
    }

    @Test("A refused connection reads without function names and numbers")
    func refused() async throws {
        let closed = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(closed.localAddress?.port)
        try await closed.close()
        let text = await description {
            _ = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
        }
        #expect(text == "the connection was refused, because no program listens there")
    }

    @Test("A port in use, a foreign address and an unknown name read as what they are")
    func listening() async throws {
        let other = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let taken = await description {
            _ = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: port).get()
        }
        #expect(taken == "another program uses the port")
        try await other.close()
        let foreign = await description {
            _ = try await ServerBootstrap(group: group).bind(host: "192.0.2.1", port: 0).get()
        }
        #expect(foreign == "this machine does not have the address")
        let name = await description {
            _ = try await ClientBootstrap(group: group).connect(host: "no such name.invalid", port: 1).get()
        }
        #expect(name == "the host name is unknown")
    }

    @Test("No description shows the code that failed", arguments: Array(1...133))
    func noCode(errno: Int) {
        let text = SystemErrorText.describe(IOError(errnoCode: CInt(errno), reason: "connect(descriptor:addr:size:)"))
        #expect(!text.contains("errno") && !text.contains("(") && !text.isEmpty, "\(text)")
        #expect(text.first?.isUppercase == false, "\(text)")
    }

    @Test("A connection that times out or closes has no type names in its description")
    func channels() {
        #expect(SystemErrorText.describe(ChannelError.connectTimeout(.seconds(3))) == "there was no answer in time")
        #expect(SystemErrorText.describe(ChannelError.eof) == "the connection was closed")
        #expect(SystemErrorText.describe(NIOSSLError.uncleanShutdown) == "the other side closed the connection")
        #expect(SystemErrorText.describe(NIOSSLError.unableToValidateCertificate) == "its certificate is not trusted")
    }

    @Test("An error that describes itself keeps its description")
    func own() {
        struct Own: Error, CustomStringConvertible { var description: String { "the tape is full" } }
        #expect(SystemErrorText.describe(Own()) == "the tape is full")
    }
}
