// SPDX-License-Identifier: Apache-2.0

import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules for a certificate path from a Cast device to a root.
///
/// The rules are those of RFC 5280, with the deviations of existing senders: the root's validity dates are not checked,
/// but its path length and names are; SHA-1 is accepted, because the certificates of the first generations use it; keys
/// are RSA with 2048 bits or more. The certificate library's own RFC 5280 policy cannot be used, because it checks the
/// root's dates and rejects every constraint on directory names, which Cast's certificates have.
///
/// The path search verifies the signatures. Names are compared as encoded, without folding case or whitespace. A
/// constraint on another kind of name than directory names fails when a certificate below has such a name.
struct CastPathPolicy: VerifierPolicy {
    let now: Date
    let acceptsExpiredIntermediates: Bool
    /// The parsed outlines of all certificates except the roots.
    let outlines: [Certificate: CertificateOutline]
    let refusals: PathRefusals

    static let criticalExtensions: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.nameConstraints,
        .CastExtension.certificatePolicies,
    ]
    var verifyingCriticalExtensions: [ASN1ObjectIdentifier] { Self.criticalExtensions }

    private static let signatureAlgorithms: Set<Certificate.SignatureAlgorithm> = [
        .sha1WithRSAEncryption, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
    ]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        do throws(DeviceAuthenticationFailure) {
            try check(Array(chain))
            return .meetsPolicy
        } catch {
            refusals.failures.append(error)
            let reason = error.reason
            return .failsToMeetPolicy(reason: reason)
        }
    }

    /// Checks the device's own certificate, independent of its issuers.
    static func checkLeaf(_ leaf: Certificate) throws(DeviceAuthenticationFailure) {
        let usage: KeyUsage?
        do {
            usage = try leaf.extensions.keyUsage
        } catch {
            throw restricted("its certificate has an unreadable key usage")
        }
        guard usage?.digitalSignature == true else {
            throw restricted("its certificate does not allow digital signatures")
        }
        guard leaf.extensions.allSatisfy({ !$0.critical || criticalExtensions.contains($0.oid) }) else {
            throw restricted("its certificate has an unsupported critical extension")
        }
    }

    /// Checks a path.
    ///
    /// - Parameter path: The certificates from the device's own to the root.
    private func check(_ path: [Certificate]) throws(DeviceAuthenticationFailure) {
        guard let root = path.last, path.count > 1 else {
            throw DeviceAuthenticationFailure(.untrusted, "its certificate is itself a root certificate")
        }
        let issued = path.dropLast()
        try checkDates(Array(issued))
        for certificate in issued { try Self.checkKey(of: certificate) }
        for certificate in issued { try checkSignatureAlgorithm(of: certificate) }
        for certificate in issued.dropFirst() { try Self.checkIssuer(certificate) }
        try Self.checkPathLengths(path)
        for index in path.indices.dropFirst() { try Self.checkNames(path[..<index], below: path[index]) }
        for certificate in issued + [root] { try Self.checkPolicies(of: certificate) }
    }

    private func checkDates(_ issued: [Certificate]) throws(DeviceAuthenticationFailure) {
        var expired: (name: String, end: Date)?
        for (index, certificate) in issued.enumerated() {
            // Every certificate except the roots was parsed before the search.
            guard let outline = outlines[certificate] else { continue }
            let name = certificate.commonName ?? "(unnamed)"
            guard outline.notBefore <= now else {
                throw DeviceAuthenticationFailure(.certificateDateInvalid, "the certificate \(name) is not valid yet")
            }
            guard outline.notAfter < now else { continue }
            guard index > 0 else {
                throw DeviceAuthenticationFailure(
                    .certificateDateInvalid,
                    "the certificate \(name) expired on \(outline.notAfter.day)"
                )
            }
            expired = expired ?? (name, outline.notAfter)
        }
        guard let expired, !acceptsExpiredIntermediates else { return }
        throw .expired(expired.name, expired.end)
    }

    /// Requires an RSA key. The certificate library does not parse RSA keys shorter than 2048 bits, so they cannot
    /// occur here.
    private static func checkKey(of certificate: Certificate) throws(DeviceAuthenticationFailure) {
        guard _RSA.Signing.PublicKey(certificate.publicKey) == nil else { return }
        let name = certificate.commonName ?? "an unnamed certificate"
        throw DeviceAuthenticationFailure(.keyUnusable, "the key of \(name) is not RSA")
    }

    private func checkSignatureAlgorithm(of certificate: Certificate) throws(DeviceAuthenticationFailure) {
        guard Self.signatureAlgorithms.contains(certificate.signatureAlgorithm),
            outlines[certificate]?.hasOneSignatureAlgorithm ?? true
        else {
            let name = certificate.commonName ?? "an unnamed certificate"
            throw DeviceAuthenticationFailure(
                .signatureAlgorithmUnsupported,
                "the signature algorithm of \(name) is unsupported or inconsistent (\(certificate.signatureAlgorithm))"
            )
        }
    }

    private static func checkIssuer(_ certificate: Certificate) throws(DeviceAuthenticationFailure) {
        let name = certificate.commonName ?? "an unnamed certificate"
        do {
            guard case .isCertificateAuthority? = try certificate.extensions.basicConstraints else {
                throw restricted("\(name) issued another certificate but is not a certificate authority")
            }
            guard try certificate.extensions.keyUsage?.keyCertSign ?? true else {
                throw restricted("the key usage of \(name) does not allow signing certificates")
            }
            guard try !certificate.mapsAnyPolicy else { throw restricted("\(name) has a policy mapping for anyPolicy") }
        } catch let failure as DeviceAuthenticationFailure {
            throw failure
        } catch {
            throw restricted("\(name) has an unreadable extension")
        }
    }

    /// Checks the path length constraints. Self-issued certificates (a renewed key) do not count (RFC 5280, section
    /// 4.2.1.9).
    private static func checkPathLengths(_ path: [Certificate]) throws(DeviceAuthenticationFailure) {
        var below = 0
        for certificate in path.dropFirst() {
            let constraints: BasicConstraints?
            do {
                constraints = try certificate.extensions.basicConstraints
            } catch {
                throw restricted("the basic constraints of \(certificate.commonName ?? "the root") cannot be read")
            }
            if case .isCertificateAuthority(let limit?) = constraints, below > limit {
                throw DeviceAuthenticationFailure(
                    .pathTooLong,
                    "\(certificate.commonName ?? "the root") allows \(limit) certificates between itself and a device, "
                        + "and there are \(below)"
                )
            }
            if certificate.subject != certificate.issuer { below += 1 }
        }
    }

    private static func checkNames(
        _ certificates: ArraySlice<Certificate>,
        below issuer: Certificate
    ) throws(DeviceAuthenticationFailure) {
        do {
            guard let constraints = try issuer.extensions.nameConstraints else { return }
            for (index, certificate) in certificates.enumerated() {
                // A self-issued certificate has its issuer's name; the device's own is checked in any case.
                if index > 0, certificate.subject == certificate.issuer { continue }
                let names = try certificate.names
                guard NameConstraintChecker(constraints).permit(names) else {
                    throw DeviceAuthenticationFailure(
                        .nameNotPermitted,
                        "\(issuer.commonName ?? "an issuer") may not issue a certificate for \(certificate.subject)"
                    )
                }
            }
        } catch let failure as DeviceAuthenticationFailure {
            throw failure
        } catch {
            throw restricted("names or name constraints cannot be read")
        }
    }

    private static func checkPolicies(of certificate: Certificate) throws(DeviceAuthenticationFailure) {
        guard (try? certificate.policies) != nil else {
            throw restricted("the policies of \(certificate.commonName ?? "a certificate") cannot be read")
        }
    }

    private static func restricted(_ reason: String) -> DeviceAuthenticationFailure {
        DeviceAuthenticationFailure(.certificateRestricted, reason)
    }
}

/// Collects the reasons why paths were rejected. The certificate library keeps only texts, and wraps a policy so that
/// it cannot be accessed.
final class PathRefusals {
    var failures: [DeviceAuthenticationFailure] = []
}

extension DeviceAuthenticationFailure {
    static func expired(_ name: String, _ end: Date) -> DeviceAuthenticationFailure {
        DeviceAuthenticationFailure(
            .expiredIntermediate,
            "the intermediate certificate \(name) expired on \(end.day)"
        )
    }
}

extension Certificate {
    /// All names that name constraints apply to.
    fileprivate var names: [GeneralName] {
        get throws {
            let alternatives = try extensions.subjectAlternativeNames.map { Array($0) } ?? []
            return (subject.isEmpty ? [] : [.directoryName(subject)]) + alternatives
        }
    }
}

extension Date {
    /// The date in UTC, in the form 2025-03-09.
    fileprivate var day: String { formatted(.iso8601.year().month().day()) }
}
