// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A revocation list with a valid signature and valid dates.
struct VerifiedRevocationList {
    private let list: RevocationList
    /// The end of the validity of the list or of its signer's certificate, whichever is earlier.
    private let validUntil: Date

    /// Parses the first list of a supported version, and checks its signer and its dates.
    ///
    /// - Throws: ``DeviceAuthenticationFailure`` with the code
    ///   ``DeviceAuthenticationFailure/Code-swift.struct/revocationListInvalid``.
    init(
        bundle bytes: [UInt8],
        anchors: [TrustAnchor],
        at now: Date
    ) async throws(DeviceAuthenticationFailure) {
        let signed: RevocationBundle.SignedList
        (signed, list) = try Self.first(in: bytes)
        let path: CertificatePath
        let signerEnd: Date
        do {
            path = try await CertificatePath.find(
                leaf: signed.signerCertificate,
                intermediates: [],
                anchors: anchors,
                at: now
            )
            signerEnd = try CertificateOutline(signed.signerCertificate).notAfter
        } catch {
            throw Self.invalid("its signer is not trusted: \(error)")
        }
        guard let key = path.certificates.first.flatMap({ _RSA.Signing.PublicKey($0.publicKey) }),
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signed.signature),
                for: SHA256.hash(data: signed.list),
                padding: .insecurePKCS1v1_5
            )
        else { throw Self.invalid("its signature is invalid") }
        validUntil = min(Date(timeIntervalSince1970: Double(list.notAfter)), signerEnd)
        guard Date(timeIntervalSince1970: Double(list.notBefore)) <= now, now <= validUntil else {
            throw Self.invalid("it is not valid at this time")
        }
        guard list.serialNumbers.allSatisfy({ $0.first <= $0.last }) else {
            throw Self.invalid("it has an invalid range of serial numbers")
        }
    }

    private static func first(
        in bytes: [UInt8]
    ) throws(DeviceAuthenticationFailure) -> (RevocationBundle.SignedList, RevocationList) {
        do throws(DeviceAuthMessageError) {
            for signed in try RevocationBundle(parsing: bytes).lists {
                let list = try RevocationList(parsing: signed.list)
                if list.version == 0 { return (signed, list) }
            }
        } catch {
            throw invalid("it cannot be parsed")
        }
        throw invalid("it is empty, or its version is not supported")
    }

    private static func invalid(_ reason: String) -> DeviceAuthenticationFailure {
        DeviceAuthenticationFailure(.revocationListInvalid, "the revocation list is invalid: \(reason)")
    }

    /// Checks the certificates of a path against the list.
    ///
    /// - Throws: ``DeviceAuthenticationFailure`` with the code
    ///   ``DeviceAuthenticationFailure/Code-swift.struct/revoked`` when a certificate was revoked, or when the list has
    ///   expired since it was verified.
    func check(_ path: CertificatePath, at now: Date) throws(DeviceAuthenticationFailure) {
        guard now <= validUntil else {
            throw DeviceAuthenticationFailure(.revoked, "the revocation list has expired")
        }
        var hashes: [[UInt8]] = []
        for certificate in path.certificates {
            guard let hash = try? certificate.publicKeyHash else {
                throw DeviceAuthenticationFailure(.revoked, "a key cannot be looked up in the revocation list")
            }
            hashes.append(hash)
        }
        for (index, certificate) in path.certificates.enumerated() {
            let name = certificate.commonName ?? "(unnamed)"
            guard !list.publicKeyHashes.contains(hashes[index]) else {
                throw DeviceAuthenticationFailure(.revoked, "the key of \(name) was revoked")
            }
            guard index + 1 < hashes.count, let serial = certificate.shortSerialNumber else { continue }
            let issuer = hashes[index + 1]
            guard !list.serialNumbers.contains(where: { $0.revokes(serial, of: issuer) }) else {
                throw DeviceAuthenticationFailure(.revoked, "the certificate \(name) was revoked")
            }
        }
    }
}

extension RevocationList.SerialNumberRange {
    fileprivate func revokes(_ serial: UInt64, of issuer: [UInt8]) -> Bool {
        issuerPublicKeyHash == issuer && first <= serial && serial <= last
    }
}
