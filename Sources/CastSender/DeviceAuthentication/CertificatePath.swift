import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Certificates from a device's own to a root, each vouched for by the next.
struct CertificatePath {
    /// How many certificates a device may hand over between its own and the root; real ones send two at most. The
    /// search tries orders, whose number grows with every certificate that may vouch for every other.
    static let intermediateLimit = 6

    /// From the device's own certificate to the root, both included.
    var certificates: [Certificate]
    /// Which certificate between the device's own and the root has run out; nil when none has.
    var expired: DeviceAuthenticationFailure?
    /// Whether any of them, the root included, is for sound alone.
    var isAudioOnly: Bool
    /// The common name in the device's own certificate.
    var leafName: String

    /// Finds the way from a certificate to a root, and holds it against the rules for Cast devices.
    ///
    /// The search is swift-certificates', depth first by the issuers' names, each signature checked; the rules are
    /// ``CastPathPolicy``'s. A path that only fails because an intermediate has run out is found when there is no
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
        let leaf = try CandidateCertificate(bytes, what: "its certificate")
        var candidates: [CandidateCertificate] = []
        for bytes in intermediates { candidates.append(try CandidateCertificate(bytes, what: "an intermediate")) }
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
            // The policy has read them all before.
            isAudioOnly: certificates.contains { (try? $0.policies.contains(.CastExtension.audioOnly)) ?? false },
            leafName: leafName
        )
    }
}

/// A certificate that was handed over, read.
private struct CandidateCertificate {
    var certificate: Certificate
    var outline: CertificateOutline

    init(_ bytes: [UInt8], what: String) throws(DeviceAuthenticationFailure) {
        let node: ASN1Node
        do {
            node = try DER.parse(bytes)
        } catch {
            throw DeviceAuthenticationFailure(.certificateUnreadable, "\(what) cannot be read")
        }
        do {
            outline = try CertificateOutline(bytes)
            certificate = try Certificate(derEncoded: node)
        } catch let error as CertificateError where error.code == .unsupportedPublicKeyAlgorithm {
            throw DeviceAuthenticationFailure(.keyUnusable, "\(what) has a key that is not RSA")
        } catch is CryptoKitError {
            throw DeviceAuthenticationFailure(.keyUnusable, "\(what) has a key that is too short, too long or broken")
        } catch {
            throw DeviceAuthenticationFailure(.notX509, "\(what) is no certificate that is understood")
        }
    }
}

/// One search for a path.
private struct Search {
    struct Failure: Error {
        /// Why each path that reached a root was refused, in the order of the search.
        var failures: [DeviceAuthenticationFailure]

        var first: DeviceAuthenticationFailure {
            failures.first
                ?? DeviceAuthenticationFailure(.untrusted, "its certificate does not lead to a root that is trusted")
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
