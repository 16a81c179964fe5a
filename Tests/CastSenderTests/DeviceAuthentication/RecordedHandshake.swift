// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

@testable import CastSender

/// A recorded or generated challenge with its reply, for tests that modify and verify them.
struct RecordedHandshake {
    var options = DeviceAuthenticationOptions()
    var evidence: DeviceVerifier.Evidence

    static let folder = "deviceauth/handshake"
    static let time = AuthenticationData.date("2019-12-17T00:00:00Z")

    init(_ data: AuthenticationData) throws {
        let chain = try data.certificates("\(Self.folder)/device_chain.pem")
        options.anchors = try chain.suffix(1).map { try TrustAnchor(der: $0) }
        options.revocationAnchors = try data.certificates("\(Self.folder)/crl_root.pem").map {
            try TrustAnchor(der: $0)
        }
        evidence = DeviceVerifier.Evidence(
            challenge: try Self.challenge(data.bytes("\(Self.folder)/auth_challenge.pb")),
            reply: Self.message(.binary(Self.wrapped(try data.bytes("\(Self.folder)/auth_response.pb")))),
            tlsCertificate: try data.certificates("\(Self.folder)/device_tls.pem")[0],
            claimsVideoOutput: true
        )
    }

    /// Parses a challenge in a serialized CastMessage, whose field 7 is the binary payload.
    private static func challenge(_ message: [UInt8]) throws -> AuthChallenge {
        let payload = ProtobufField.read(message).first { $0.number == 7 }?.bytes ?? []
        guard case .challenge(let challenge) = try DeviceAuthMessage(parsing: payload) else {
            throw CocoaError(.coderInvalidValue)
        }
        return challenge
    }

    mutating func reply(_ message: DeviceAuthMessage) {
        evidence.reply = Self.message(.binary(message.serializedBytes))
    }

    /// Returns the check that fails; nil when all succeed.
    func failure(at time: Date = RecordedHandshake.time) async -> DeviceAuthenticationFailure.Code? {
        do throws(DeviceAuthenticationFailure) {
            _ = try await DeviceVerifier(options: options).verify(evidence, at: time)
            return nil
        } catch {
            return error.code
        }
    }

    static func message(_ payload: CastMessage.Payload) -> CastMessage {
        CastMessage(from: "receiver-0", to: "sender-0", namespace: .deviceAuth, payload: payload)
    }

    /// Encodes a serialized AuthResponse as the `response` of a DeviceAuthMessage.
    static func wrapped(_ response: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x12]
        var count = response.count
        while count >= 0x80 {
            bytes.append(UInt8(count & 0x7F) | 0x80)
            count >>= 7
        }
        return bytes + [UInt8(count)] + response
    }
}
