import CastTransport
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows senders a new TLS certificate long before the old one ends, for as long as the device runs.
///
/// The key stays, so nothing changes for senders. The clock on the wall is looked at once an hour, because a machine
/// that slept may wake up days later.
struct CertificateKeeper: Sendable {
    /// A certificate with less than this left is replaced: half of its three days.
    static let renewalMargin: TimeInterval = 36 * 60 * 60
    static let checkInterval = Duration.seconds(60 * 60)

    let acceptor: CastTLSAcceptor
    let commonName: String
    let key: TLSPrivateKey
    /// How far the device's clock is from the right time, in seconds.
    var clockSkew: TimeInterval = 0
    let logger: Logger

    static func isDue(expiry: Date, now: Date) -> Bool {
        expiry.timeIntervalSince(now) < renewalMargin
    }

    /// Runs until its task is cancelled.
    func run(from identity: TLSIdentity) async {
        var expiry = (try? identity.expiry()) ?? .distantPast
        while !Task.isCancelled {
            // Fails only when the task is cancelled.
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
