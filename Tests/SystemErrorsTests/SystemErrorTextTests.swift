import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SystemErrors
import Testing

/// Tests with errors that the system reports on loopback.
@Suite("Error descriptions for users")
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

    @Test("The description of a refused connection has no function names and numbers")
    func refused() async throws {
        let closed = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(closed.localAddress?.port)
        try await closed.close()
        let text = await description {
            _ = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
        }
        #expect(text == "the connection was refused because no program is listening there")
    }

    @Test("A port in use, an address of another machine and an unknown name are described")
    func listening() async throws {
        let other = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let taken = await description {
            _ = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: port).get()
        }
        #expect(taken == "the port is in use by another program")
        try await other.close()
        let foreign = await description {
            _ = try await ServerBootstrap(group: group).bind(host: "192.0.2.1", port: 0).get()
        }
        #expect(foreign == "this machine does not have that address")
        let name = await description {
            _ = try await ClientBootstrap(group: group).connect(host: "no such name.invalid", port: 1).get()
        }
        #expect(name == "the host name could not be resolved")
    }

    @Test("No description contains a function name or error number", arguments: Array(1...133))
    func noCode(errno: Int) {
        let text = SystemErrorText.describe(IOError(errnoCode: CInt(errno), reason: "connect(descriptor:addr:size:)"))
        #expect(!text.contains("errno") && !text.contains("(") && !text.isEmpty, "\(text)")
        #expect(text.first?.isUppercase == false, "\(text)")
    }

    @Test("The descriptions of timeouts and closed connections have no type names")
    func channels() {
        #expect(SystemErrorText.describe(ChannelError.connectTimeout(.seconds(3))) == "the connection timed out")
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
