import CastWire
import Foundation

@testable import CastSender

/// The recorded challenge and reply, ready to be changed and judged.
struct RecordedHandshake {
    var options = DeviceAuthenticationOptions()
    var evidence: DeviceVerifier.Evidence

    static let folder = "deviceauth/handshake"
    static let time = AuthenticationData.date("2019-12-17T00:00:00Z")

    init() throws {
        let chain = try AuthenticationData.certificates("\(Self.folder)/device_chain.pem")
        options.anchors = try chain.suffix(1).map { try TrustAnchor(der: $0) }
        options.revocationAnchors = try AuthenticationData.certificates("\(Self.folder)/crl_root.pem").map {
            try TrustAnchor(der: $0)
        }
        evidence = DeviceVerifier.Evidence(
            challenge: AuthChallenge(
                senderNonce: Array(Data(hexadecimal: "1e42401c2bbc67f464be027c37114b44")),
                hashAlgorithm: .sha256
            ),
            reply: Self.message(
                .binary(Self.wrapped(try AuthenticationData.bytes("\(Self.folder)/auth_response.pb")))
            ),
            tlsCertificate: try AuthenticationData.certificates("\(Self.folder)/device_tls.pem")[0],
            claimsVideoOutput: true
        )
    }

    mutating func reply(_ message: DeviceAuthMessage) {
        evidence.reply = Self.message(.binary(message.serializedBytes))
    }

    /// Which check fails; nil when all hold.
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

    /// A serialized AuthResponse as the `response` of a DeviceAuthMessage.
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

extension Data {
    init(hexadecimal text: String) {
        let digits = Array(text)
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
        )
    }
}
