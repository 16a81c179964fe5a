import CastWire
import Testing

@Suite("Messages of device authentication")
struct DeviceAuthTests {
    @Test(
        "A challenge goes through as it is",
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
        "A response goes through as it is",
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

    @Test("An error goes through as it is", arguments: AuthErrorType.allCases)
    func error(_ type: AuthErrorType) throws {
        #expect(try DeviceAuthMessage(parsing: DeviceAuthMessage.error(type).serializedBytes) == .error(type))
    }

    @Test("The empty challenge that VLC sends reads with the defaults")
    func emptyChallenge() throws {
        #expect(
            try DeviceAuthMessage(parsing: [0x0A, 0x00])
                == .challenge(AuthChallenge(signatureAlgorithm: .rsassaPKCS1v15, senderNonce: [], hashAlgorithm: .sha1))
        )
    }

    @Test("Unknown algorithms read as the defaults, unknown errors as an error")
    func unknownValues() throws {
        #expect(try DeviceAuthMessage(parsing: [0x0A, 0x04, 0x08, 0x09, 0x18, 0x09]) == .challenge(AuthChallenge()))
        #expect(try DeviceAuthMessage(parsing: [0x1A, 0x02, 0x08, 0x63]) == .error(nil))
    }

    @Test("An error outweighs a response in the same message")
    func errorFirst() throws {
        let both =
            DeviceAuthMessage.response(AuthResponse(signature: [1], clientAuthCertificate: [2])).serializedBytes
            + DeviceAuthMessage.error(.noTLS).serializedBytes
        #expect(try DeviceAuthMessage(parsing: both) == .error(.noTLS))
    }

    @Test("Nothing, half a response and garbage are typed errors")
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
        "A real device's proof: its signature, its certificate and one intermediate",
        .enabled(
            if: SharedData.isAvailable,
            Comment(rawValue: SharedData.whenMissing)
        )
    )
    func realDevice() throws {
        var decoder = CastFrameDecoder()
        decoder.append(SharedData.bytes("framing/01-auth-response-real-device.bin"))
        let message = try #require(try decoder.next())
        guard case .binary(let bytes) = message.payload,
            case .response(let response) = try DeviceAuthMessage(parsing: bytes)
        else {
            Issue.record("a response was recorded")
            return
        }
        #expect(response.signature.count == 256)
        #expect(response.senderNonce.count == 16)
        #expect(response.signatureAlgorithm == .rsassaPKCS1v15)
        #expect(response.hashAlgorithm == .sha256)
        #expect(response.intermediateCertificates.count == 1)
        #expect(response.clientAuthCertificate.contains(Array("3ZZD0G FA8FCA3F2A02".utf8)))
        #expect(response.intermediateCertificates[0].contains(Array("Chromecast ICA 3".utf8)))
        #expect(response.clientAuthCertificate.starts(with: [0x30, 0x82]))
        #expect(
            try DeviceAuthMessage(parsing: DeviceAuthMessage.response(response).serializedBytes) == .response(response)
        )
        for count in 0..<bytes.count where count.isMultiple(of: 13) {
            _ = try? DeviceAuthMessage(parsing: Array(bytes.prefix(count)))
        }
    }

    @Test(
        "Recorded challenge and response of a test device",
        .enabled(
            if: SharedData.isAvailable,
            Comment(rawValue: SharedData.whenMissing)
        )
    )
    func handshake() throws {
        let body = SharedData.bytes("deviceauth/handshake/auth_challenge.pb")
        var decoder = CastFrameDecoder()
        decoder.append([0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
        let message = try #require(try decoder.next())
        guard case .binary(let bytes) = message.payload,
            case .challenge(let challenge) = try DeviceAuthMessage(parsing: bytes)
        else {
            Issue.record("a challenge was recorded")
            return
        }
        #expect(message.namespace == .deviceAuth)
        #expect(challenge.senderNonce.starts(with: [0x1E, 0x42, 0x40, 0x1C]))
        #expect(challenge.senderNonce.count == 16)
        #expect(challenge.hashAlgorithm == .sha256)

        // Recorded without the message around it, whose field 2 it is.
        let recorded = SharedData.bytes("deviceauth/handshake/auth_response.pb")
        let wrapped = [0x12, UInt8(recorded.count & 0x7F) | 0x80, UInt8(recorded.count >> 7)] + recorded
        guard case .response(let response) = try DeviceAuthMessage(parsing: wrapped) else {
            Issue.record("a response was recorded")
            return
        }
        #expect(response.signature.count == 256)
        #expect(response.senderNonce == challenge.senderNonce)
        #expect(response.crl == [])
        #expect(DeviceAuthMessage.response(response).serializedBytes == wrapped)
    }
}
