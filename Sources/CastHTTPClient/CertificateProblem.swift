// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason that the certificate of a server was rejected.
package enum CertificateProblem: String, Sendable, Hashable, CaseIterable {
    /// No certification authority that this machine trusts has issued it.
    case untrusted
    case expired
    case notYetValid
    /// It was issued for other host names.
    case wrongHost

    /// Creates the problem that a failed connection shows; nil if the connection failed for another reason.
    ///
    /// The error of an expired certificate is that of an untrusted one.
    init?(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            guard let problem = error.connectionErrors.last.flatMap({ Self($0.error) }) else { return nil }
            self = problem
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .wrongHost
        case NIOSSLError.unableToValidateCertificate: self = .untrusted
        case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
            self = .untrusted
        default: return nil
        }
    }
}

extension CertificateProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .untrusted: "the certificate of the other side is not trusted"
        case .expired: "the certificate of the other side has expired"
        case .notYetValid: "the certificate of the other side is not valid yet"
        case .wrongHost: "the certificate of the other side is for a different host name"
        }
    }
}

extension CertificateProblem {
    /// Connects to a server, compares the dates of its certificate with the clock, and closes the connection before
    /// any data is sent.
    ///
    /// - Parameters:
    ///   - host: The host name, which is sent to the server unless it is an address.
    ///   - address: The address to connect to.
    ///   - port: The port to connect to.
    ///   - limit: The time limit.
    /// - Returns: ``expired``, ``notYetValid``, or nil if the date is within the validity period or not known.
    static func ofDates(host: String, address: String, port: Int, within limit: Duration) async -> CertificateProblem? {
        let found = NIOLockedValueBox<CertificateProblem?>(nil)
        let name = NetworkScope(address: host) == nil ? host : nil
        let now = Date().timeIntervalSince1970
        guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else { return nil }
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(limit))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let verify: NIOSSLCustomVerificationCallback = { chain, promise in
                        let problem = chain.first.flatMap { certificate -> CertificateProblem? in
                            if Double(certificate.notValidAfter) < now { return .expired }
                            return Double(certificate.notValidBefore) > now ? .notYetValid : nil
                        }
                        found.withLockedValue { $0 = problem }
                        promise.succeed(.failed)
                    }
                    let handler = try NIOSSLClientHandler(
                        context: context,
                        serverHostname: name,
                        customVerificationCallback: verify
                    )
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        guard let channel = try? await bootstrap.connect(host: address, port: port).get() else { return nil }
        let timeout = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        timeout.cancel()
        return found.withLockedValue { $0 }
    }
}
