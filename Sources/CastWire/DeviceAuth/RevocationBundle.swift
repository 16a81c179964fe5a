import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Revocation lists as devices hand them on with their proof: each signed, in its own protobuf form.
public struct RevocationBundle: Sendable, Hashable {
    /// One list and who signed it.
    public struct SignedList: Sendable, Hashable {
        /// A serialized ``RevocationList``, over which the signature goes.
        public var list: [UInt8]
        /// The certificate (DER) of whoever signed.
        public var signerCertificate: [UInt8]
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        public var signature: [UInt8]
    }

    public var lists: [SignedList]

    /// Reads what ``AuthResponse/crl`` holds.
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
