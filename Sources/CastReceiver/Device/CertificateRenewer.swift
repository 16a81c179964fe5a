// SPDX-License-Identifier: Apache-2.0

import CastTransport
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Renews the TLS certificate of a running device long before it expires.
///
/// The key stays the same, so senders notice no change. The wall clock is checked once an hour, because a machine that
/// slept may wake up days later.
struct CertificateRenewer: Sendable {
    /// The remaining validity, in seconds, below which the certificate is renewed: 36 h, half of its three days.
    static let renewalMargin: TimeInterval = 36 * 60 * 60
    static let checkInterval = Duration.seconds(60 * 60)

    let acceptor: CastTLSAcceptor
    let commonName: String
    let key: TLSPrivateKey
    /// The offset of the device's clock from the correct time, in seconds.
    var clockSkew: TimeInterval = 0
    let logger: Logger

    static func isDue(expiry: Date, now: Date) -> Bool {
        expiry.timeIntervalSince(now) < renewalMargin
    }

    /// Runs until its task is canceled.
    func run(from identity: TLSIdentity) async {
        var expiry = (try? identity.expiry()) ?? .distantPast
        while !Task.isCancelled {
            // Throws only if the task is canceled.
            try? await Task.sleep(for: Self.checkInterval)
            let now = Date().addingTimeInterval(clockSkew)
            guard !Task.isCancelled, Self.isDue(expiry: expiry, now: now) else { continue }
            do {
                let renewed = try TLSIdentity.selfSigned(commonName: commonName, key: key, now: now)
                try acceptor.replaceIdentity(renewed)
                expiry = try renewed.expiry()
                logger.debug("the TLS certificate was renewed")
            } catch {
                logger.warning("the TLS certificate cannot be renewed", metadata: ["cast-error": "\(error)"])
            }
        }
    }
}
