// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Device authentication messages")
struct DeviceAuthTests {
    @Test(
        "A challenge round-trips",
        arguments: [
            AuthChallenge(), AuthChallenge(senderNonce: Array(0..<16), hashAlgorithm: .sha256),
            AuthChallenge(signatureAlgorithm: .rsassaPSS, senderNonce: [0], hashAlgorithm: .sha1),
            AuthChallenge(signatureAlgorithm: .unspecified),
        ]
    )
    func challenge(_ challenge: AuthChallenge) throws {
        let bytes = DeviceAuthMessage.challenge(challenge).serializedBytes
        #expect(try DeviceAuthMessage(parsing: bytes) == .challenge(challenge))
    }

    @Test(
        "A response round-trips",
        arguments: [
            AuthResponse(signature: [1], clientAuthCertificate: [2]),
            AuthResponse(
                signature: [1, 2],
                clientAuthCertificate: [3],
                intermediateCertificates: [[4], [], [5, 6]],
                signatureAlgorithm: .rsassaPSS,
                senderNonce: [7],
                hashAlgorithm: .sha256,
                crl: []
            ),
        ]
    )
    func response(_ response: AuthResponse) throws {
        let bytes = DeviceAuthMessage.response(response).serializedBytes
        #expect(try DeviceAuthMessage(parsing: bytes) == .response(response))
    }

    @Test("An error round-trips", arguments: AuthErrorType.allCases)
    func error(_ type: AuthErrorType) throws {
        #expect(try DeviceAuthMessage(parsing: DeviceAuthMessage.error(type).serializedBytes) == .error(type))
    }

    @Test("The empty challenge that VLC sends has the default values")
    func emptyChallenge() throws {
        #expect(
            try DeviceAuthMessage(parsing: [0x0A, 0x00])
                == .challenge(AuthChallenge(signatureAlgorithm: .rsassaPKCS1v15, senderNonce: [], hashAlgorithm: .sha1))
        )
    }

    @Test("Unknown algorithms are parsed as the defaults, unknown errors as an error")
    func unknownValues() throws {
        #expect(try DeviceAuthMessage(parsing: [0x0A, 0x04, 0x08, 0x09, 0x18, 0x09]) == .challenge(AuthChallenge()))
        #expect(try DeviceAuthMessage(parsing: [0x1A, 0x02, 0x08, 0x63]) == .error(nil))
    }

    @Test("An error takes precedence over a response in the same message")
    func errorFirst() throws {
        let both =
            DeviceAuthMessage.response(AuthResponse(signature: [1], clientAuthCertificate: [2])).serializedBytes
            + DeviceAuthMessage.error(.noTLS).serializedBytes
        #expect(try DeviceAuthMessage(parsing: both) == .error(.noTLS))
    }

    @Test("Empty, incomplete and invalid messages are typed errors")
    func bad() {
        #expect(throws: DeviceAuthMessageError.empty) { try DeviceAuthMessage(parsing: []) }
        #expect(throws: DeviceAuthMessageError.empty) { try DeviceAuthMessage(parsing: [0x20, 0x01]) }
        #expect(throws: DeviceAuthMessageError.incompleteResponse) { try DeviceAuthMessage(parsing: [0x12, 0x00]) }
        #expect(throws: DeviceAuthMessageError.incompleteResponse) {
            try DeviceAuthMessage(parsing: [0x12, 0x03, 0x0A, 0x01, 0xFF])
        }
        #expect(throws: DeviceAuthMessageError.notProtobuf) { try DeviceAuthMessage(parsing: [0x12, 0x7F, 0x0A]) }
        #expect(throws: DeviceAuthMessageError.notProtobuf) {
            try DeviceAuthMessage(parsing: [UInt8](repeating: 0xFF, count: 40))
        }
    }

    @Test(
        "A device's response: its signature, its certificate and one intermediate certificate",
        arguments: TestData.available
    )
    func deviceResponse(_ data: TestData) throws {
        var decoder = CastFrameDecoder()
        decoder.append(data.bytes("framing/01-auth-response-real-device.bin"))
        let message = try #require(try decoder.next())
        guard case .binary(let bytes) = message.payload,
            case .response(let response) = try DeviceAuthMessage(parsing: bytes)
        else {
            Issue.record("the message must be a response")
            return
        }
        #expect(response.signature.count == 256)
        #expect(response.senderNonce.count == 16)
        #expect(response.signatureAlgorithm == .rsassaPKCS1v15)
        #expect(response.hashAlgorithm == .sha256)
        #expect(response.intermediateCertificates.count == 1)
        // The common names: a model and the start of a hardware address, and an intermediate certificate authority.
        #expect(response.clientAuthCertificate.contains(Array(" FA8FCA".utf8)))
        #expect(response.intermediateCertificates[0].contains(Array(" ICA ".utf8)))
        #expect(response.clientAuthCertificate.starts(with: [0x30, 0x82]))
        #expect(
            try DeviceAuthMessage(parsing: DeviceAuthMessage.response(response).serializedBytes) == .response(response)
        )
        for count in 0..<bytes.count where count.isMultiple(of: 13) {
            _ = try? DeviceAuthMessage(parsing: Array(bytes.prefix(count)))
        }
    }

    @Test("Challenge and response of a test device", arguments: TestData.available)
    func handshake(_ data: TestData) throws {
        let body = data.bytes("deviceauth/handshake/auth_challenge.pb")
        var decoder = CastFrameDecoder()
        decoder.append([0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
        let message = try #require(try decoder.next())
        guard case .binary(let bytes) = message.payload,
            case .challenge(let challenge) = try DeviceAuthMessage(parsing: bytes)
        else {
            Issue.record("the message must be a challenge")
            return
        }
        #expect(message.namespace == .deviceAuth)
        #expect(challenge.senderNonce.count == 16)
        #expect(challenge.hashAlgorithm == .sha256)

        // The file lacks the enclosing message, of which it is field 2.
        let field = data.bytes("deviceauth/handshake/auth_response.pb")
        let wrapped = [0x12, UInt8(field.count & 0x7F) | 0x80, UInt8(field.count >> 7)] + field
        guard case .response(let response) = try DeviceAuthMessage(parsing: wrapped) else {
            Issue.record("the message must be a response")
            return
        }
        #expect(response.signature.count == 256)
        #expect(response.senderNonce == challenge.senderNonce)
        #expect(response.crl == [])
        #expect(DeviceAuthMessage.response(response).serializedBytes == wrapped)
    }
}
