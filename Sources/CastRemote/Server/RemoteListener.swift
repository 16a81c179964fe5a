// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import CastHTTP
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import SystemErrors

/// Listens for the browsers of a remote, with limits for those that have not shown the token.
enum RemoteListener {
    /// The limits on connections per address. An address is verified once it has shown the token, or if none is
    /// required.
    static let connectionLimits = ConnectionLimits(total: 128, perAddress: 16, perVerifiedAddress: 96)
    /// The time for a complete request from an address that is not verified.
    static let unverifiedRequestTimeout = Duration.seconds(10)

    /// - Throws: `tokenMissing` if other machines can reach the address, and there is no token.
    static func requireToken(_ token: String?, at host: String, port: Int) throws(WebRemoteError) {
        guard token != nil || host == "localhost" || host == "::1" || host.hasPrefix("127.") else {
            throw WebRemoteError(.tokenMissing, "\(host):\(port) is open to other machines, which requires a token")
        }
    }

    static func start(
        _ router: Router<RemoteRequestContext>,
        host: String,
        port: Int,
        accepted: AcceptedChannels,
        unverifiedRequestTimeout: Duration = unverifiedRequestTimeout
    ) async throws(WebRemoteError) -> HTTPListener {
        do {
            // Messages of the HTTP library are not shown to the user.
            return try await HTTPListener.start(
                router,
                host: host,
                port: port,
                limits: .init(
                    requestTimeout: .seconds(60),
                    unverifiedRequestTimeout: TimeAmount(unverifiedRequestTimeout)
                ),
                accepted: accepted,
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: Logger(label: "cast.remote", factory: { _ in SwiftLogNoOpLogHandler() }),
                setUp: { DeferredSetupChannel($0, accepted: accepted) }
            )
        } catch {
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            let reason = isTaken ? "the port is already in use" : SystemErrorText.describe(error)
            throw WebRemoteError(
                isTaken ? .portInUse : .notListening,
                "cannot listen at \(host):\(port): \(reason)"
            )
        }
    }
}
