import CastTransport
import CastWire
import Logging
import NIOCore

extension CastConnection {
    /// Whether the device has proven what it is. What may be done with it does not depend on this: a device that is
    /// to be proven first is one with the policy ``DeviceAuthenticationOptions/Policy-swift.enum/required``.
    public nonisolated var authentication: DeviceAuthentication { currentAuthentication.value ?? .notAsked }

    /// ``authentication`` now and when it changes. Ends when it is settled.
    public nonisolated var authentications: LatestValues<DeviceAuthentication> { currentAuthentication.latestValues }

    /// Challenges the device, where that is asked for and there is a certificate that it could sign.
    func challengeDevice() {
        let options = options.authentication
        guard options.policy != .off else { return currentAuthentication.finish() }
        guard socket.peerCertificate != nil else {
            if options.policy == .required {
                let failure = DeviceAuthenticationFailure(.noTLS, "the connection has no TLS that it could sign")
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

    /// Waits until the device has proven itself.
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
                "Connecting to \(device.friendlyName) was given up.",
                device: device.friendlyName
            )
        }
        guard case .failed(let failure) = authentication else { return }
        throw CastError.notAuthenticated(failure, device: device.friendlyName)
    }

    /// Whether a message belongs to the exchange, and to nobody else then.
    func authenticationTakes(_ message: CastMessage) -> Bool {
        guard case .taken(let outcome)? = exchange?.messageReceived(message) else { return false }
        if let outcome { exchangeEnded(outcome) }
        return true
    }

    func authenticationAlarmRang() {
        guard let outcome = exchange?.alarmRang(now: eventLoop.now) else { return }
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
            // Away from the event loop, which other connections share: a few signatures are checked. Ends by itself
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
        logger.debug("device authentication", metadata: ["cast-authentication": "\(result)"])
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
            "\(device) has not proven that it is the device it says it is, so it was not connected to. If it is yours, "
                + "trust its own root; else connect without asking for proof.",
            device: device,
            cause: failure
        )
    }
}
