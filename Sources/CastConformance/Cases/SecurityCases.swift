// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOSSL

// Cases about TLS, and about connections that never get to it.

extension ConformanceCase {
    static let security: [ConformanceCase] = [
        ConformanceCase("TR13", .must, "A sender that offers no more than TLS 1.2 is accepted") { context in
            let handshake = try await TLSHandshake.perform(with: context.device) { $0.maximumTLSVersion = .tlsv12 }
            try require(handshake.version == .tlsv12, "TLS 1.2", received: "\(handshake.version)")
        },
        ConformanceCase("TR14", .may, "The device speaks TLS 1.3") { context in
            let handshake = try await TLSHandshake.perform(with: context.device) { $0.minimumTLSVersion = .tlsv12 }
            try require(handshake.version == .tlsv13, "TLS 1.3", received: "\(handshake.version)")
        },
        ConformanceCase("TR15", .should, "The cipher suite ECDHE-RSA with AES-128-GCM is accepted") { context in
            _ = try await TLSHandshake.perform(with: context.device) { configuration in
                configuration.maximumTLSVersion = .tlsv12
                configuration.cipherSuiteValues = [.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]
            }
        },
        ConformanceCase("TR16", .should, "A server name and an application protocol in the handshake do no harm") {
            context in
            _ = try await TLSHandshake.perform(with: context.device, serverName: "device.local") {
                $0.applicationProtocols = ["http/1.1"]
            }
        },
        ConformanceCase("TR17", .must, "Each connection presents the same certificate") { context in
            let first = try await TLSHandshake.perform(with: context.device).certificate
            let second = try await TLSHandshake.perform(with: context.device).certificate
            try require(!first.isEmpty && first == second, "the same certificate", received: "another one")
        },
        ConformanceCase("TR18", .must, "A connection that ends before TLS does not disturb the next one") { context in
            // The beginning of a ClientHello.
            for bytes in [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]] as [[UInt8]] {
                _ = try await PlainConnection.send(bytes, to: context.device, waitingFor: nil)
            }
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("TR19", .should, "A connection without TLS is closed") { context in
            let request = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
            let hasEnded = try await PlainConnection.send(request, to: context.device, waitingFor: .seconds(10))
            try require(hasEnded, "the end of the connection", received: "an open connection after 10 seconds")
        },
    ]
}
