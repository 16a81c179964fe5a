// SPDX-License-Identifier: Apache-2.0

import Foundation
import X509

@testable import CastSender
@testable import CastWire

extension FuzzTarget {
    /// What a device sends to authenticate itself.
    static let authentication = [authenticationReply, certificatePath, revocationList]

    /// The time at which the fixtures are valid.
    private static let now = Date(timeIntervalSince1970: 1_760_000_000)

    /// A reply to a challenge. Certificates and signatures are not checked: no mutation makes a valid signature.
    private static let authenticationReply = FuzzTarget("auth-reply") { bytes in
        guard let message = try? DeviceAuthMessage(parsing: bytes) else { return }
        _ = "\(message)"
        // An unknown error cannot be written.
        let written = message == .error(nil) ? .error(.internalError) : message
        require((try? DeviceAuthMessage(parsing: message.serializedBytes)) == written, "encoding changed the message")
    }

    /// A certificate, then more certificates as intermediates; each has its length in two bytes before it. The first one
    /// that can be an authority is trusted.
    private static let certificatePath = FuzzTarget(
        "certificate",
        maximumLength: 8192,
        asynchronous: { bytes in
            var input = FuzzInput(bytes)
            var certificates: [[UInt8]] = []
            while !input.isEmpty, certificates.count <= CertificatePath.intermediateLimit + 1 {
                let length = Int(input.byte()) << 8 | Int(input.byte())
                certificates.append(input.bytes(length))
            }
            guard let leaf = certificates.first else { return }
            _ = try? CertificateOutline(leaf)
            _ = try? TLSPeerCertificate(leaf)
            let anchors = certificates.last.flatMap { try? TrustAnchor(der: $0) }.map { [$0] } ?? TrustAnchor.cast
            let intermediates = Array(certificates.dropFirst().dropLast())
            guard
                let path = try? await CertificatePath.find(
                    leaf: leaf,
                    intermediates: intermediates,
                    anchors: anchors,
                    at: now
                )
            else { return }
            require(path.certificates.count <= certificates.count + 1, "a path with more certificates than were given")
            require(!path.leafName.isEmpty, "a path without a name")
            for certificate in path.certificates { _ = try? certificate.publicKeyHash }
        }
    )

    /// A bundle of signed revocation lists.
    private static let revocationList = FuzzTarget(
        "revocation-list",
        asynchronous: { bytes in
            if let list = try? RevocationList(parsing: bytes) { _ = "\(list)" }
            if let bundle = try? RevocationBundle(parsing: bytes) {
                for signed in bundle.lists { _ = try? RevocationList(parsing: signed.list) }
            }
            _ = try? await VerifiedRevocationList(bundle: bytes, anchors: TrustAnchor.castRevocation, at: now)
        }
    )
}
