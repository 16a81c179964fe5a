import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keys and certificates of devices that are not to be trusted any more.
public struct RevocationList: Sendable, Hashable {
    /// Serial numbers of certificates that one issuer takes back.
    public struct SerialNumberRange: Sendable, Hashable {
        /// SHA-256 of the issuer's SubjectPublicKeyInfo.
        public var issuerPublicKeyHash: [UInt8]
        public var first: UInt64
        public var last: UInt64
    }

    /// 0 is the only form in use.
    public var version: UInt64
    /// From when the list counts, in seconds since 1970.
    public var notBefore: UInt64
    /// Until when the list counts, in seconds since 1970.
    public var notAfter: UInt64
    /// SHA-256 of each revoked SubjectPublicKeyInfo.
    public var publicKeyHashes: Set<[UInt8]>
    public var serialNumbers: [SerialNumberRange]

    /// Reads one list of a ``RevocationBundle``.
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
