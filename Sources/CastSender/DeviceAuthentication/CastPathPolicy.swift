import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why paths were refused. The certificate library keeps texts alone, and wraps a policy so that it cannot be asked.
final class PathRefusals {
    var failures: [DeviceAuthenticationFailure] = []
}

/// The rules for a path from a Cast device to a root.
///
/// RFC 5280's, with the differences of the senders in use: the root's own dates are not checked while its path length
/// and names are; SHA-1 is taken, because the first generations were signed with it; keys are RSA of 2048 bits or
/// more. The certificate library's own policy for RFC 5280 cannot be used: it checks the root's dates and refuses
/// every limit on directory names, which Cast's certificates have.
///
/// Signatures are checked by the search itself. Names are compared as they are encoded, without folding case or
/// white space. Limits on other names than directory names are refused when a certificate below has such a name.
struct CastPathPolicy: VerifierPolicy {
    let now: Date
    let acceptsExpiredIntermediates: Bool
    /// What is known of every certificate but the roots.
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

    /// What is asked of the device's own certificate alone, whatever vouches for it.
    static func checkLeaf(_ leaf: Certificate) throws(DeviceAuthenticationFailure) {
        let usage: KeyUsage?
        do {
            usage = try leaf.extensions.keyUsage
        } catch {
            throw restricted("its certificate has a key usage that cannot be read")
        }
        guard usage?.digitalSignature == true else {
            throw restricted("its certificate is not made for signatures")
        }
        guard leaf.extensions.allSatisfy({ !$0.critical || criticalExtensions.contains($0.oid) }) else {
            throw restricted("its certificate has a critical extension that is not understood")
        }
    }

    /// - Parameter path: From the device's own certificate to the root.
    private func check(_ path: [Certificate]) throws(DeviceAuthenticationFailure) {
        guard let root = path.last, path.count > 1 else {
            throw DeviceAuthenticationFailure(.untrusted, "its certificate is itself a root")
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
            // Every certificate that is no root was read before the search.
            guard let outline = outlines[certificate] else { continue }
            let name = certificate.commonName ?? "a certificate without name"
            guard outline.notBefore <= now else {
                throw DeviceAuthenticationFailure(.certificateDateInvalid, "the certificate \(name) is not valid yet")
            }
            guard outline.notAfter < now else { continue }
            guard index > 0 else {
                throw DeviceAuthenticationFailure(
                    .certificateDateInvalid,
                    "the certificate \(name) ran out on \(outline.notAfter.day)"
                )
            }
            expired = expired ?? (name, outline.notAfter)
        }
        guard let expired, !acceptsExpiredIntermediates else { return }
        throw .expired(expired.name, expired.end)
    }

    /// Shorter keys than 2048 bits are none to the certificate library, so that such a certificate was not even read.
    private static func checkKey(of certificate: Certificate) throws(DeviceAuthenticationFailure) {
        guard _RSA.Signing.PublicKey(certificate.publicKey) == nil else { return }
        let name = certificate.commonName ?? "a certificate without name"
        throw DeviceAuthenticationFailure(.keyUnusable, "the key of \(name) is not RSA")
    }

    private func checkSignatureAlgorithm(of certificate: Certificate) throws(DeviceAuthenticationFailure) {
        guard Self.signatureAlgorithms.contains(certificate.signatureAlgorithm),
            outlines[certificate]?.hasOneSignatureAlgorithm ?? true
        else {
            let name = certificate.commonName ?? "a certificate without name"
            throw DeviceAuthenticationFailure(
                .signatureAlgorithmUnsupported,
                "\(name) is signed with \(certificate.signatureAlgorithm), or says otherwise inside"
            )
        }
    }

    private static func checkIssuer(_ certificate: Certificate) throws(DeviceAuthenticationFailure) {
        let name = certificate.commonName ?? "a certificate without name"
        do {
            guard case .isCertificateAuthority? = try certificate.extensions.basicConstraints else {
                throw restricted("\(name) vouches for another certificate and is not made for that")
            }
            guard try certificate.extensions.keyUsage?.keyCertSign ?? true else {
                throw restricted("the key of \(name) is not made for signing certificates")
            }
            guard try !certificate.mapsAnyPolicy else { throw restricted("\(name) maps any policy to another") }
        } catch let failure as DeviceAuthenticationFailure {
            throw failure
        } catch {
            throw restricted("\(name) has an extension that cannot be read")
        }
    }

    /// A certificate that issued itself (a renewed key) does not count (RFC 5280, section 4.2.1.9).
    private static func checkPathLengths(_ path: [Certificate]) throws(DeviceAuthenticationFailure) {
        var below = 0
        for certificate in path.dropFirst() {
            let constraints: BasicConstraints?
            do {
                constraints = try certificate.extensions.basicConstraints
            } catch {
                throw restricted("the constraints of \(certificate.commonName ?? "a root") cannot be read")
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
                // One that issued itself has its issuer's name; the device's own is checked in any case.
                if index > 0, certificate.subject == certificate.issuer { continue }
                let names = try certificate.names
                guard NameLimits(constraints).permit(names) else {
                    throw DeviceAuthenticationFailure(
                        .nameNotPermitted,
                        "\(issuer.commonName ?? "an issuer") may not vouch for the name \(certificate.subject)"
                    )
                }
            }
        } catch let failure as DeviceAuthenticationFailure {
            throw failure
        } catch {
            throw restricted("names or limits on names cannot be read")
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

extension DeviceAuthenticationFailure {
    static func expired(_ name: String, _ end: Date) -> DeviceAuthenticationFailure {
        DeviceAuthenticationFailure(
            .expiredIntermediate,
            "the certificate \(name), which vouches for the device, ran out on \(end.day)"
        )
    }
}

extension Certificate {
    /// Every name that limits on names concern.
    fileprivate var names: [GeneralName] {
        get throws {
            let alternatives = try extensions.subjectAlternativeNames.map { Array($0) } ?? []
            return (subject.isEmpty ? [] : [.directoryName(subject)]) + alternatives
        }
    }
}

extension Date {
    /// As in 2025-03-09, in UTC.
    fileprivate var day: String { formatted(.iso8601.year().month().day()) }
}
