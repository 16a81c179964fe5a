// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message of the device authentication namespace, which has binary payloads.
///
/// The sender sends a challenge, and the device answers with a response or an error. Most devices also serve senders
/// that do not send a challenge.
public enum DeviceAuthMessage: Sendable, Hashable {
    case challenge(AuthChallenge)
    case response(AuthResponse)
    /// Nil if the device's error code is not known.
    case error(AuthErrorType?)

    /// Decodes a binary payload.
    ///
    /// Unknown fields are skipped. An unknown algorithm is read as the default.
    ///
    /// - Throws: ``DeviceAuthMessageError``.
    public init(parsing bytes: [UInt8]) throws(DeviceAuthMessageError) {
        let wire: Castwire_WireDeviceAuthMessage
        do {
            // Partial, so that an unknown error type does not count as a missing required field.
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

    /// The message as a binary payload. An error that is not known is written as ``AuthErrorType/internalError``, because the field
    /// is required.
    public var serializedBytes: [UInt8] {
        var wire = Castwire_WireDeviceAuthMessage()
        switch self {
        case .challenge(let challenge): wire.challenge = challenge.wire
        case .response(let response): wire.response = response.wire
        case .error(let type):
            wire.error.errorType = type.flatMap { .init(rawValue: $0.rawValue) } ?? .internalError
        }
        // All required fields are set, and no value in memory reaches protobuf's limit of 2 GiB.
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

/// A sender's request for device authentication.
public struct AuthChallenge: Sendable, Hashable {
    /// The requested signature algorithm.
    public var signatureAlgorithm: AuthSignatureAlgorithm
    /// A random nonce, which is included in the signed data. Usually 16 bytes; some senders send none.
    public var senderNonce: [UInt8]
    /// The requested hash algorithm.
    public var hashAlgorithm: AuthHashAlgorithm

    /// Creates a challenge. The defaults are those of an empty challenge, as VLC sends it.
    public init(
        signatureAlgorithm: AuthSignatureAlgorithm = .rsassaPKCS1v15,
        senderNonce: [UInt8] = [],
        hashAlgorithm: AuthHashAlgorithm = .sha1
    ) {
        self.signatureAlgorithm = signatureAlgorithm
        self.senderNonce = senderNonce
        self.hashAlgorithm = hashAlgorithm
    }
}

/// A device's authentication: a signature over the sender's nonce and the device's TLS certificate.
public struct AuthResponse: Sendable, Hashable {
    /// The signature, made with the private key of ``clientAuthCertificate``.
    public var signature: [UInt8]
    /// The device's certificate (DER).
    public var clientAuthCertificate: [UInt8]
    /// The intermediate certificates between the device's certificate and a root (DER), in any order.
    public var intermediateCertificates: [[UInt8]]
    /// The signature algorithm.
    public var signatureAlgorithm: AuthSignatureAlgorithm
    /// The challenge's nonce; empty in responses of old devices.
    public var senderNonce: [UInt8]
    /// The hash algorithm of the signature.
    public var hashAlgorithm: AuthHashAlgorithm
    /// A serialized ``RevocationBundle``, or nil.
    public var crl: [UInt8]?

    /// Creates the response. Nil members are omitted.
    public init(
        signature: [UInt8],
        clientAuthCertificate: [UInt8],
        intermediateCertificates: [[UInt8]] = [],
        signatureAlgorithm: AuthSignatureAlgorithm = .rsassaPKCS1v15,
        senderNonce: [UInt8] = [],
        hashAlgorithm: AuthHashAlgorithm = .sha1,
        crl: [UInt8]? = nil
    ) {
        self.signature = signature
        self.clientAuthCertificate = clientAuthCertificate
        self.intermediateCertificates = intermediateCertificates
        self.signatureAlgorithm = signatureAlgorithm
        self.senderNonce = senderNonce
        self.hashAlgorithm = hashAlgorithm
        self.crl = crl
    }
}

/// The signature algorithm of device authentication.
public enum AuthSignatureAlgorithm: Int, Sendable, Hashable, CaseIterable {
    case unspecified = 0
    /// RSASSA-PKCS1-v1_5, the default.
    case rsassaPKCS1v15 = 1
    case rsassaPSS = 2
}

/// The hash algorithm of device authentication.
public enum AuthHashAlgorithm: Int, Sendable, Hashable, CaseIterable {
    /// The default of a message that specifies none.
    case sha1 = 0
    case sha256 = 1
}

/// The reason why a device does not authenticate.
public enum AuthErrorType: Int, Sendable, Hashable, CaseIterable {
    case internalError = 0
    case noTLS = 1
    /// The device does not support the requested signature algorithm.
    case signatureAlgorithmUnavailable = 2
}

/// The error that is thrown for bytes that are not a device authentication message.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DeviceAuthMessageError: Error, Sendable, Hashable {
    /// The bytes are not a protobuf message of this kind.
    case notProtobuf
    /// The message contains neither a challenge nor a response nor an error.
    case empty
    /// The response has no signature or no certificate.
    case incompleteResponse
}

extension DeviceAuthMessageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notProtobuf: "the device authentication message is not a valid protobuf message"
        case .empty: "the device authentication message contains neither a challenge nor a response nor an error"
        case .incompleteResponse: "the device's authentication response has no signature or no certificate"
        }
    }
}
