// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastTransport
import CastWire
import Logging
import NIOCore

extension CastConnection {
    /// The state of device authentication. It does not restrict the connection: to use only devices that have
    /// authenticated, set the policy ``DeviceAuthenticationOptions/Policy-swift.enum/required``.
    public nonisolated var authentication: DeviceAuthentication { currentAuthentication.value ?? .notChallenged }

    /// The values of ``authentication``: the current one, then each change. The sequence ends with the result.
    public nonisolated var authentications: LatestValues<DeviceAuthentication> { currentAuthentication.latestValues }

    /// Challenges the device, if the options ask for it and the connection has a TLS certificate that the device can
    /// sign.
    func challengeDevice() {
        let options = options.authentication
        guard options.policy != .off else { return currentAuthentication.finish() }
        guard socket.peerCertificate != nil else {
            if options.policy == .required {
                let failure = DeviceAuthenticationFailure(.noTLS, "the connection has no TLS certificate to sign")
                currentAuthentication.publish(.failed(failure))
            }
            return currentAuthentication.finish()
        }
        let exchange = AuthenticationExchange(
            nonce: AuthenticationExchange.makeNonce(),
            isStrict: options.policy == .required,
            deadline: eventLoop.now + TimeAmount(options.timeout)
        )
        self.exchange = exchange
        currentAuthentication.publish(.pending)
        perform([.send(exchange.message)])
    }

    /// Waits for the authentication of the device, and throws when it fails.
    func requireAuthentication() async throws(CastError) {
        if authentication == .pending {
            await withTaskCancellationHandler {
                await withCheckedContinuation { authenticationWaiters.append($0) }
            } onCancel: {
                eventLoop.execute { self.assumeIsolated { $0.authenticationEnded(by: .closedLocally) } }
            }
        }
        if Task.isCancelled {
            throw CastError(
                .requestCancelled,
                "Connecting to \(device.friendlyName) was canceled.",
                device: device.friendlyName
            )
        }
        guard case .failed(let failure) = authentication else { return }
        throw CastError.notAuthenticated(failure, device: device.friendlyName)
    }

    /// Passes a message to the authentication exchange; returns whether the exchange consumed it.
    func authenticationConsumes(_ message: CastMessage) -> Bool {
        guard case .consumed(let outcome)? = exchange?.messageReceived(message) else { return false }
        if let outcome { exchangeEnded(outcome) }
        return true
    }

    func authenticationDeadlineReached() {
        guard let outcome = exchange?.deadlineReached(now: eventLoop.now) else { return }
        exchangeEnded(outcome)
    }

    func authenticationEnded(by reason: CloseReason) {
        guard let outcome = exchange?.closed(reason) else { return }
        exchangeEnded(outcome)
    }

    private func exchangeEnded(_ outcome: AuthenticationExchange.Outcome) {
        guard let exchange else { return }
        switch outcome {
        case .failed(let failure): settleAuthentication(.failed(failure))
        case .replied(let reply):
            let evidence = DeviceVerifier.Evidence(
                challenge: exchange.challenge,
                reply: reply,
                tlsCertificate: socket.peerCertificate ?? [],
                claimsVideoOutput: device.hasVideoOutput && !device.isKnownByAddressOnly
            )
            let verifier = DeviceVerifier(options: options.authentication)
            let time = wallClock()
            // Runs off the event loop, which other connections share, because it verifies several signatures. It ends
            // within milliseconds, whatever the device sent.
            verification = Task {
                let result: DeviceAuthentication
                do throws(DeviceAuthenticationFailure) {
                    result = .authenticated(try await verifier.verify(evidence, at: time))
                } catch {
                    result = .failed(error)
                }
                settleAuthentication(result)
            }
        }
    }

    private func settleAuthentication(_ result: DeviceAuthentication) {
        verification = nil
        logger.debug("device authentication", metadata: [LogKey.authentication: "\(result)"])
        currentAuthentication.publish(result)
        currentAuthentication.finish()
        let waiters = authenticationWaiters
        authenticationWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}

extension CastError {
    static func notAuthenticated(_ failure: DeviceAuthenticationFailure, device: String) -> CastError {
        CastError(
            .notAuthenticated,
            "\(device) could not be authenticated as a Cast device, so the connection was closed. If it is your own, "
                + "trust its root certificate; otherwise connect without requiring authentication.",
            device: device,
            cause: failure
        )
    }
}
