// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A certificate path from a device's own certificate to a root, each certificate issued by the next.
struct CertificatePath {
    /// The number of intermediate certificates that a device may send; real devices send two at most. The limit bounds
    /// the path search, whose cost grows with every certificate that can be the issuer of every other.
    static let intermediateLimit = 6

    /// The certificates from the device's own to the root, both included.
    var certificates: [Certificate]
    /// The failure for an expired intermediate certificate; nil when none has expired.
    var expired: DeviceAuthenticationFailure?
    /// Whether any of the certificates, including the root, is for audio-only devices.
    var isAudioOnly: Bool
    /// The common name of the device's own certificate.
    var leafName: String

    /// Finds a path from a certificate to a root, and checks it against the rules for Cast devices.
    ///
    /// The search is that of swift-certificates: depth first by the issuers' names, verifying each signature. The rules
    /// are those of ``CastPathPolicy``. A path whose only defect is an expired intermediate is used when there is no
    /// other.
    ///
    /// - Throws: The failure of the first path that was tried.
    static func find(
        leaf bytes: [UInt8],
        intermediates: [[UInt8]],
        anchors: [TrustAnchor],
        at now: Date
    ) async throws(DeviceAuthenticationFailure) -> CertificatePath {
        guard intermediates.count <= intermediateLimit else {
            throw DeviceAuthenticationFailure(
                .pathTooLong,
                "it sent \(intermediates.count) intermediate certificates, more than \(intermediateLimit)"
            )
        }
        let leaf = try CandidateCertificate(bytes, role: "its certificate")
        var candidates: [CandidateCertificate] = []
        for bytes in intermediates { candidates.append(try CandidateCertificate(bytes, role: "an intermediate")) }
        try CastPathPolicy.checkLeaf(leaf.certificate)
        guard let leafName = leaf.certificate.commonName, !leafName.isEmpty else {
            throw DeviceAuthenticationFailure(.certificateRestricted, "its certificate has no common name")
        }
        var outlines = [leaf.certificate: leaf.outline]
        for candidate in candidates { outlines[candidate.certificate] = candidate.outline }
        let search = Search(
            leaf: leaf.certificate,
            intermediates: candidates.map(\.certificate),
            anchors: anchors.map(\.certificate),
            outlines: outlines,
            now: now
        )
        let certificates: [Certificate]
        var expired: DeviceAuthenticationFailure?
        do throws(Search.Failure) {
            certificates = try await search.run(acceptsExpired: false)
        } catch {
            expired = error.failures.first { $0.code == .expiredIntermediate }
            guard expired != nil else { throw error.first }
            do throws(Search.Failure) {
                certificates = try await search.run(acceptsExpired: true)
            } catch {
                throw error.first
            }
        }
        return CertificatePath(
            certificates: certificates,
            expired: expired,
            // The policy has parsed all of them before.
            isAudioOnly: certificates.contains { (try? $0.policies.contains(.CastExtension.audioOnly)) ?? false },
            leafName: leafName
        )
    }
}

/// A parsed certificate from the device.
private struct CandidateCertificate {
    var certificate: Certificate
    var outline: CertificateOutline

    init(_ bytes: [UInt8], role: String) throws(DeviceAuthenticationFailure) {
        let node: ASN1Node
        do {
            node = try DER.parse(bytes)
        } catch {
            throw DeviceAuthenticationFailure(.certificateUnreadable, "\(role) cannot be read")
        }
        do {
            outline = try CertificateOutline(bytes)
            certificate = try Certificate(derEncoded: node)
        } catch let error as CertificateError where error.code == .unsupportedPublicKeyAlgorithm {
            throw DeviceAuthenticationFailure(.keyUnusable, "\(role) has a key that is not RSA")
        } catch is CryptoKitError {
            throw DeviceAuthenticationFailure(.keyUnusable, "\(role) has a key that is too short, too long or invalid")
        } catch {
            throw DeviceAuthenticationFailure(.notX509, "\(role) is not a supported X.509 certificate")
        }
    }
}

/// A search for a path.
private struct Search {
    struct Failure: Error {
        /// The reasons why paths that reached a root were rejected, in the order of the search.
        var failures: [DeviceAuthenticationFailure]

        var first: DeviceAuthenticationFailure {
            failures.first
                ?? DeviceAuthenticationFailure(.untrusted, "its certificate does not chain to a trusted root")
        }
    }

    var leaf: Certificate
    var intermediates: [Certificate]
    var anchors: [Certificate]
    var outlines: [Certificate: CertificateOutline]
    var now: Date

    func run(acceptsExpired: Bool) async throws(Failure) -> [Certificate] {
        let refusals = PathRefusals()
        let policy = CastPathPolicy(
            now: now,
            acceptsExpiredIntermediates: acceptsExpired,
            outlines: outlines,
            refusals: refusals
        )
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) { policy }
        switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(intermediates)) {
        case .validCertificate(let chain): return Array(chain)
        case .couldNotValidate: throw Failure(failures: refusals.failures)
        }
    }
}

/// The name constraints of an issuer (RFC 5280, section 4.2.1.10).
///
/// Directory names are compared. A constraint on another form of name rejects every name of that form.
struct NameConstraintChecker {
    private let permitted: [GeneralName]
    private let excluded: [GeneralName]

    init(_ constraints: NameConstraints) {
        permitted = constraints.permittedSubtrees
        excluded = constraints.excludedSubtrees
    }

    func permit(_ names: [GeneralName]) -> Bool { names.allSatisfy(permits) }

    private func permits(_ name: GeneralName) -> Bool {
        guard case .directoryName(let name) = name else {
            return !(permitted + excluded).contains { $0.form == name.form }
        }
        func isAbove(_ limit: GeneralName) -> Bool {
            guard case .directoryName(let limit) = limit else { return false }
            return name.starts(with: limit)
        }
        let trees = permitted.filter { $0.form == .directory }
        return !excluded.contains(where: isAbove) && (trees.isEmpty || trees.contains(where: isAbove))
    }
}

extension GeneralName {
    fileprivate enum Form {
        case directory, dns, mail, uri, address, other
    }

    fileprivate var form: Form {
        switch self {
        case .directoryName: .directory
        case .dnsName: .dns
        case .rfc822Name: .mail
        case .uniformResourceIdentifier: .uri
        case .ipAddress: .address
        default: .other
        }
    }
}

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

    /// The SHA-256 hash of the SubjectPublicKeyInfo, which identifies keys in revocation lists.
    var publicKeyHash: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(publicKey)
            return Array(SHA256.hash(data: serializer.serializedBytes))
        }
    }

    /// The serial number, if it has at most eight bytes.
    var shortSerialNumber: UInt64? {
        let bytes = serialNumber.bytes.drop { $0 == 0 }
        guard bytes.count <= 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The certificate policies (RFC 5280, section 4.2.1.4); empty when the extension is absent.
    var policies: [ASN1ObjectIdentifier] {
        get throws {
            guard let value = extensions[oid: .CastExtension.certificatePolicies]?.value else { return [] }
            return try DER.sequence(try DER.parse(value), identifier: .sequence) { nodes in
                var policies: [ASN1ObjectIdentifier] = []
                while let node = nodes.next() {
                    policies.append(
                        try DER.sequence(node, identifier: .sequence) { parts in
                            let policy = try ASN1ObjectIdentifier(derEncoded: &parts)
                            // Policy qualifiers are texts for people and are ignored.
                            while parts.next() != nil {}
                            return policy
                        }
                    )
                }
                return policies
            }
        }
    }

    /// Whether a policy mapping (RFC 5280, section 4.2.1.5) contains `anyPolicy`.
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
        /// The policy that marks audio-only devices.
        static let audioOnly: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 5, 2]
    }
}
