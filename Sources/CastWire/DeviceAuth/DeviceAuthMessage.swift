import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is said in the device authentication namespace, in binary payloads.
///
/// A sender challenges, a device answers with its proof or an error. Most devices serve senders that do not ask.
public enum DeviceAuthMessage: Sendable, Hashable {
    case challenge(AuthChallenge)
    case response(AuthResponse)
    /// Nil when the device gives a reason that this package does not know.
    case error(AuthErrorType?)

    /// Reads a binary payload.
    ///
    /// Unknown fields are skipped; an unknown algorithm reads as the default.
    ///
    /// - Throws: ``DeviceAuthMessageError``.
    public init(parsing bytes: [UInt8]) throws(DeviceAuthMessageError) {
        let wire: Castwire_WireDeviceAuthMessage
        do {
            // Partial, because an error type from the future must not make the required field count as missing.
            wire = try Castwire_WireDeviceAuthMessage(serializedBytes: bytes, partial: true)
        } catch {
            throw .notProtobuf
        }
        if wire.hasError {
            self = .error(wire.error.hasErrorType ? AuthErrorType(rawValue: wire.error.errorType.rawValue) : nil)
        } else if wire.hasResponse {
            self = .response(try AuthResponse(wire.response))
        } else if wire.hasChallenge {
            self = .challenge(AuthChallenge(wire.challenge))
        } else {
            throw .empty
        }
    }

    /// The message as a binary payload.
    public var serializedBytes: [UInt8] {
        var wire = Castwire_WireDeviceAuthMessage()
        switch self {
        case .challenge(let challenge): wire.challenge = challenge.wire
        case .response(let response): wire.response = response.wire
        case .error(let type):
            wire.error.errorType = type.flatMap { .init(rawValue: $0.rawValue) } ?? .internalError
        }
        // Every required field is set, and nothing in memory reaches protobuf's own limit of 2 GiB.
        return (try? wire.serializedBytes()) ?? []
    }
}

extension AuthChallenge {
    fileprivate init(_ wire: Castwire_WireAuthChallenge) {
        self.init(
            signatureAlgorithm: AuthSignatureAlgorithm(wire.signatureAlgorithm),
            senderNonce: Array(wire.senderNonce),
            hashAlgorithm: AuthHashAlgorithm(wire.hashAlgorithm)
        )
    }

    fileprivate var wire: Castwire_WireAuthChallenge {
        var wire = Castwire_WireAuthChallenge()
        wire.signatureAlgorithm = signatureAlgorithm.wire
        if !senderNonce.isEmpty { wire.senderNonce = Data(senderNonce) }
        wire.hashAlgorithm = hashAlgorithm.wire
        return wire
    }
}

extension AuthResponse {
    fileprivate init(_ wire: Castwire_WireAuthResponse) throws(DeviceAuthMessageError) {
        guard wire.hasSignature, wire.hasClientAuthCertificate else { throw .incompleteResponse }
        self.init(
            signature: Array(wire.signature),
            clientAuthCertificate: Array(wire.clientAuthCertificate),
            intermediateCertificates: wire.intermediateCertificate.map { Array($0) },
            signatureAlgorithm: AuthSignatureAlgorithm(wire.signatureAlgorithm),
            senderNonce: Array(wire.senderNonce),
            hashAlgorithm: AuthHashAlgorithm(wire.hashAlgorithm),
            crl: wire.hasCrl ? Array(wire.crl) : nil
        )
    }

    fileprivate var wire: Castwire_WireAuthResponse {
        var wire = Castwire_WireAuthResponse()
        wire.signature = Data(signature)
        wire.clientAuthCertificate = Data(clientAuthCertificate)
        wire.intermediateCertificate = intermediateCertificates.map { Data($0) }
        wire.signatureAlgorithm = signatureAlgorithm.wire
        if !senderNonce.isEmpty { wire.senderNonce = Data(senderNonce) }
        wire.hashAlgorithm = hashAlgorithm.wire
        if let crl { wire.crl = Data(crl) }
        return wire
    }
}

extension AuthSignatureAlgorithm {
    fileprivate init(_ wire: Castwire_WireSignatureAlgorithm) {
        self = AuthSignatureAlgorithm(rawValue: wire.rawValue) ?? .rsassaPKCS1v15
    }

    fileprivate var wire: Castwire_WireSignatureAlgorithm {
        Castwire_WireSignatureAlgorithm(rawValue: rawValue) ?? .rsassaPkcs1V15
    }
}

extension AuthHashAlgorithm {
    fileprivate init(_ wire: Castwire_WireHashAlgorithm) {
        self = AuthHashAlgorithm(rawValue: wire.rawValue) ?? .sha1
    }

    fileprivate var wire: Castwire_WireHashAlgorithm {
        Castwire_WireHashAlgorithm(rawValue: rawValue) ?? .sha1
    }
}
