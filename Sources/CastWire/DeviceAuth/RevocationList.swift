// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signed revocation lists, as devices include them in their authentication.
public struct RevocationBundle: Sendable, Hashable {
    /// A revocation list and its signature.
    public struct SignedList: Sendable, Hashable {
        /// A serialized ``RevocationList``, which is the signed data.
        public var list: [UInt8]
        /// The signer's certificate (DER).
        public var signerCertificate: [UInt8]
        /// The signature: RSASSA-PKCS1-v1_5 with SHA-256.
        public var signature: [UInt8]
    }

    /// The signed lists, in the order of the bundle.
    public var lists: [SignedList]

    /// Decodes the content of ``AuthResponse/crl``.
    ///
    /// - Throws: ``DeviceAuthMessageError/notProtobuf``.
    public init(parsing bytes: [UInt8]) throws(DeviceAuthMessageError) {
        do {
            lists = try Castwire_WireRevocationBundle(serializedBytes: bytes).crls.map { list in
                SignedList(
                    list: Array(list.tbsCrl),
                    signerCertificate: Array(list.signerCert),
                    signature: Array(list.signature)
                )
            }
        } catch {
            throw .notProtobuf
        }
    }
}

/// Revoked keys and certificates of devices.
public struct RevocationList: Sendable, Hashable {
    /// A range of serial numbers of certificates that an issuer has revoked.
    public struct SerialNumberRange: Sendable, Hashable {
        /// SHA-256 of the issuer's SubjectPublicKeyInfo.
        public var issuerPublicKeyHash: [UInt8]
        /// The first number of the range.
        public var first: UInt64
        /// The last number of the range, which is part of it.
        public var last: UInt64
    }

    /// The format version. Only 0 is in use.
    public var version: UInt64
    /// The start of the list's validity, in seconds since 1970.
    public var notBefore: UInt64
    /// The end of the list's validity, in seconds since 1970.
    public var notAfter: UInt64
    /// SHA-256 of each revoked SubjectPublicKeyInfo.
    public var publicKeyHashes: Set<[UInt8]>
    /// The revoked ranges of serial numbers, each of one issuer.
    public var serialNumbers: [SerialNumberRange]

    /// Decodes one list of a ``RevocationBundle``.
    ///
    /// - Throws: ``DeviceAuthMessageError/notProtobuf``.
    public init(parsing bytes: [UInt8]) throws(DeviceAuthMessageError) {
        let wire: Castwire_WireRevocationList
        do {
            wire = try Castwire_WireRevocationList(serializedBytes: bytes)
        } catch {
            throw .notProtobuf
        }
        version = wire.version
        notBefore = wire.notBeforeSeconds
        notAfter = wire.notAfterSeconds
        publicKeyHashes = Set(wire.revokedPublicKeyHashes.map { Array($0) })
        serialNumbers = wire.revokedSerialNumberRanges.map { range in
            SerialNumberRange(
                issuerPublicKeyHash: Array(range.issuerPublicKeyHash),
                first: range.firstSerialNumber,
                last: range.lastSerialNumber
            )
        }
    }
}
