// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import SwiftASN1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The certificate that a device presents in TLS and signs in its authentication response.
///
/// The signature covers the sender's nonce followed by the certificate, without a separator or a length. Bytes can
/// therefore move from one to the other: a device that signs `nonce' ‖ G` for any `nonce'` (`G` is its own
/// certificate) also signs `nonce ‖ F` for every `F` that ends with `G`, when `nonce'` is `nonce` followed by the
/// first part of `F`. An attacker between sender and device could present such an `F` for its own key and impersonate
/// the device.
///
/// A certificate that is signed by its own key cannot be built that way. Its last bytes are its signature, which is
/// shorter than a certificate (``sizeLimit``, ``rsaKeySizes``), follows from the rest of the certificate, and covers
/// the key that verifies it.
///
/// The TLS certificates of devices are self-signed; `docs/threat-model.md` lists the evidence.
struct TLSPeerCertificate {
    /// The largest certificate that is accepted, in bytes. Recorded ones have 734 and 857.
    static let sizeLimit = 4096
    /// The accepted sizes of an RSA key, in bits: from what Chromium accepts in TLS to the largest in common use.
    static let rsaKeySizes = 1024...4096

    let outline: CertificateOutline
    /// The DER encoding that the certificate's signature covers.
    private let signedBytes: ArraySlice<UInt8>
    private let algorithm: ASN1ObjectIdentifier
    private let signature: ArraySlice<UInt8>
    /// The SubjectPublicKeyInfo in DER form.
    private let publicKey: ArraySlice<UInt8>

    /// Reads a certificate, which must be one DER value with lengths in their shortest form and nothing after it.
    ///
    /// - Throws: A failure with the code `tlsCertificateUnreadable`.
    init(_ bytes: [UInt8]) throws(DeviceAuthenticationFailure) {
        guard bytes.count <= Self.sizeLimit else {
            throw DeviceAuthenticationFailure(
                .tlsCertificateUnreadable,
                "its TLS certificate has \(bytes.count) bytes, more than \(Self.sizeLimit)"
            )
        }
        do {
            // The outline rejects a value with other parts than the three that are read here.
            outline = try CertificateOutline(bytes)
            guard case .constructed(let nodes) = try DER.parse(bytes).content else {
                throw ASN1Error.invalidASN1Object(reason: "not a sequence")
            }
            let parts = Array(nodes)
            signedBytes = parts[0].encodedBytes
            algorithm = try Self.algorithm(parts[1])
            let bits = try ASN1BitString(derEncoded: parts[2])
            guard bits.paddingBits == 0 else {
                throw ASN1Error.invalidASN1Object(reason: "a signature that is not a number of bytes")
            }
            signature = bits.bytes
            publicKey = try CertificateOutline.publicKey(in: parts[0])
        } catch {
            throw DeviceAuthenticationFailure(.tlsCertificateUnreadable, "its TLS certificate cannot be read")
        }
    }

    /// The first element of an AlgorithmIdentifier.
    private static func algorithm(_ node: ASN1Node) throws -> ASN1ObjectIdentifier {
        try DER.sequence(node, identifier: .sequence) { nodes in
            let algorithm = try ASN1ObjectIdentifier(derEncoded: &nodes)
            // The parameters: NULL for RSA, absent for ECDSA.
            _ = nodes.next()
            return algorithm
        }
    }

    /// Verifies that the certificate is signed by its own key.
    ///
    /// - Throws: A failure with the code `tlsCertificateNotSelfSigned`.
    func checkSelfSignature() throws(DeviceAuthenticationFailure) {
        guard outline.hasOneSignatureAlgorithm, isSignedByItsOwnKey else {
            throw DeviceAuthenticationFailure(
                .tlsCertificateNotSelfSigned,
                "its TLS certificate is not signed by its own key, so the device may have signed another one"
            )
        }
    }

    private var isSignedByItsOwnKey: Bool {
        switch algorithm {
        case .SelfSignature.sha1WithRSA: isRSASignature(Insecure.SHA1.self)
        case .SelfSignature.sha256WithRSA: isRSASignature(SHA256.self)
        case .SelfSignature.sha384WithRSA: isRSASignature(SHA384.self)
        case .SelfSignature.sha512WithRSA: isRSASignature(SHA512.self)
        case .SelfSignature.ecdsaWithSHA256: isECDSASignature(SHA256.self)
        case .SelfSignature.ecdsaWithSHA384: isECDSASignature(SHA384.self)
        case .SelfSignature.ecdsaWithSHA512: isECDSASignature(SHA512.self)
        default: false
        }
    }

    private func isRSASignature<Hash: HashFunction>(_ hash: Hash.Type) -> Bool {
        guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: publicKey),
            Self.rsaKeySizes.contains(key.keySizeInBits), signature.count == (key.keySizeInBits + 7) / 8
        else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: Hash.hash(data: signedBytes),
            padding: .insecurePKCS1v1_5
        )
    }

    /// An ECDSA signature is DER itself, with a variable length: it must be the canonical encoding of its two numbers.
    private func isECDSASignature<Hash: HashFunction>(_ hash: Hash.Type) -> Bool {
        let digest = Hash.hash(data: signedBytes)
        if let key = try? P256.Signing.PublicKey(derRepresentation: publicKey),
            let value = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        {
            return value.derRepresentation.elementsEqual(signature) && key.isValidSignature(value, for: digest)
        }
        if let key = try? P384.Signing.PublicKey(derRepresentation: publicKey),
            let value = try? P384.Signing.ECDSASignature(derRepresentation: signature)
        {
            return value.derRepresentation.elementsEqual(signature) && key.isValidSignature(value, for: digest)
        }
        if let key = try? P521.Signing.PublicKey(derRepresentation: publicKey),
            let value = try? P521.Signing.ECDSASignature(derRepresentation: signature)
        {
            return value.derRepresentation.elementsEqual(signature) && key.isValidSignature(value, for: digest)
        }
        return false
    }
}

extension ASN1ObjectIdentifier {
    /// The signature algorithms of RFC 3279, RFC 4055 and RFC 5758.
    fileprivate enum SelfSignature {
        static let sha1WithRSA: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 5]
        static let sha256WithRSA: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
        static let sha384WithRSA: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 12]
        static let sha512WithRSA: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 13]
        static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
        static let ecdsaWithSHA384: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 3]
        static let ecdsaWithSHA512: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 4]
    }
}
