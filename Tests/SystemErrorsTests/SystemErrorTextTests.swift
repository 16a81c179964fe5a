// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import SystemErrors

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
        // Listening resolves the name with another function, which throws another error.
        let ownName = await description {
            _ = try await ServerBootstrap(group: group).bind(host: "no such name.invalid", port: 0).get()
        }
        #expect(ownName == "the host name could not be resolved")
    }

    @Test("A socket path that is too long is described with the limit, and an invalid IP address with its text")
    func addresses() async {
        let limit = await description {
            let path = "/" + String(repeating: "a", count: 200)
            _ = try await ClientBootstrap(group: group).connect(unixDomainSocketPath: path).get()
        }
        #expect(limit == "the path of the socket is too long; use a path of at most 103 bytes")
        #expect(throws: Never.self) { try SocketAddress(unixDomainSocketPath: String(repeating: "a", count: 103)) }
        let address = await description { _ = try SocketAddress(ipAddress: "192.0.2", port: 0) }
        #expect(address == "\"192.0.2\" is not a valid IP address")
    }

    @Test("No description contains a function name or error number", arguments: Array(1...133))
    func noCode(errno: Int) {
        let text = SystemErrorText.describe(IOError(errnoCode: CInt(errno), reason: "connect(descriptor:addr:size:)"))
        #expect(!text.contains("errno") && !text.contains("(") && !text.contains("\(errno)"), "\(text)")
        #expect(!text.isEmpty)
        // Only an acronym begins with a capital letter.
        #expect(text.first?.isUppercase == text.dropFirst().first?.isUppercase, "\(text)")
        #expect(!text.hasPrefix("it "), "\(text)")
    }

    @Test("The descriptions of timeouts and closed connections have no type names")
    func channels() {
        #expect(SystemErrorText.describe(ChannelError.connectTimeout(.seconds(3))) == "the connection timed out")
        #expect(SystemErrorText.describe(ChannelError.eof) == "the connection was closed")
        #expect(SystemErrorText.describe(NIOSSLError.uncleanShutdown) == "the other side closed the connection")
    }

    @Test("The descriptions of TLS failures say whose certificate is meant")
    func certificates() {
        let untrusted = "the certificate of the other side is not trusted"
        #expect(SystemErrorText.describe(NIOSSLError.unableToValidateCertificate) == untrusted)
        #expect(
            SystemErrorText.describe(NIOSSLExtraError.failedToValidateHostname)
                == "the certificate of the other side is for a different host name"
        )
        #expect(
            SystemErrorText.describe(NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])))
                == "the other side closed the connection while TLS encryption was being set up"
        )
    }

    /// The names that BoringSSL gives the certificate alerts of RFC 8446, section 6.2.
    static let certificateAlerts = [
        ("SSLV3_ALERT_CERTIFICATE_EXPIRED", "rejected the certificate of this program as expired"),
        ("SSLV3_ALERT_CERTIFICATE_REVOKED", "rejected the certificate of this program as revoked"),
        ("TLSV1_ALERT_UNKNOWN_CA", "does not trust the certificate of this program"),
        ("SSLV3_ALERT_BAD_CERTIFICATE", "does not trust the certificate of this program"),
        ("SSLV3_ALERT_CERTIFICATE_UNKNOWN", "does not trust the certificate of this program"),
        ("SSLV3_ALERT_UNSUPPORTED_CERTIFICATE", "does not support the certificate of this program"),
        ("TLSV1_ALERT_CERTIFICATE_REQUIRED", "requires a certificate"),
    ]

    @Test("A certificate alert is described as a rejection of this program's certificate", arguments: certificateAlerts)
    func alerts(name: String, text: String) {
        let reason = "sslError([Error: 268436498 error:10000412:SSL routines:OPENSSL_internal:\(name) at tls.cc:594])"
        #expect(SystemErrorText.describe(handshakeFailure: reason).hasPrefix("the other side \(text)"))
    }

    @Test("An error that describes itself keeps its description")
    func own() {
        struct Own: Error, CustomStringConvertible { var description: String { "the tape is full" } }
        #expect(SystemErrorText.describe(Own()) == "the tape is full")
    }
}
