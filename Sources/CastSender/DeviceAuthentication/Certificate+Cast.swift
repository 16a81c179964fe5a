import Crypto
import SwiftASN1
import X509

extension Certificate {
    /// The first common name of the subject.
    var commonName: String? {
        for name in subject {
            for attribute in name where attribute.type == .RDNAttributeType.commonName {
                return String(attribute.value)
            }
        }
        return nil
    }

    /// SHA-256 of the SubjectPublicKeyInfo, by which revocation lists name keys.
    var publicKeyHash: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(publicKey)
            return Array(SHA256.hash(data: serializer.serializedBytes))
        }
    }

    /// The serial number, when it has no more than eight bytes.
    var shortSerialNumber: UInt64? {
        let bytes = serialNumber.bytes.drop { $0 == 0 }
        guard bytes.count <= 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The certificate policies (RFC 5280, section 4.2.1.4); none when it names none.
    var policies: [ASN1ObjectIdentifier] {
        get throws {
            guard let value = extensions[oid: .CastExtension.certificatePolicies]?.value else { return [] }
            return try DER.sequence(try DER.parse(value), identifier: .sequence) { nodes in
                var policies: [ASN1ObjectIdentifier] = []
                while let node = nodes.next() {
                    policies.append(
                        try DER.sequence(node, identifier: .sequence) { parts in
                            let policy = try ASN1ObjectIdentifier(derEncoded: &parts)
                            // Qualifiers are texts for people.
                            while parts.next() != nil {}
                            return policy
                        }
                    )
                }
                return policies
            }
        }
    }

    /// Whether a policy mapping (RFC 5280, section 4.2.1.5) concerns the policy that stands for all.
    var mapsAnyPolicy: Bool {
        get throws {
            guard let value = extensions[oid: .CastExtension.policyMappings]?.value else { return false }
            return try DER.sequence(try DER.parse(value), identifier: .sequence) { nodes in
                var isFound = false
                while let node = nodes.next() {
                    let pair = try DER.sequence(node, identifier: .sequence) { parts in
                        [try ASN1ObjectIdentifier(derEncoded: &parts), try ASN1ObjectIdentifier(derEncoded: &parts)]
                    }
                    if pair.contains(.CastExtension.anyPolicy) { isFound = true }
                }
                return isFound
            }
        }
    }
}

extension ASN1ObjectIdentifier {
    enum CastExtension {
        static let certificatePolicies: ASN1ObjectIdentifier = [2, 5, 29, 32]
        static let policyMappings: ASN1ObjectIdentifier = [2, 5, 29, 33]
        static let anyPolicy: ASN1ObjectIdentifier = [2, 5, 29, 32, 0]
        /// The policy that marks devices without a screen.
        static let audioOnly: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 5, 2]
    }
}
