// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SessionManager {
    /// Creates a manager for a session that was started without one. From then on, the session survives the loss of its
    /// connection.
    ///
    /// - Parameters:
    ///   - session: A running session without a manager. If it has ended meanwhile, the manager is idle.
    ///   - options: Options for the session.
    ///   - store: The store for the session record, which another process can resume; nil stores none.
    public static func managing(
        _ session: CastSession,
        options: SessionManagerOptions = SessionManagerOptions(),
        store: (any SessionStore)? = nil
    ) async -> SessionManager {
        var environment = SessionEnvironment.standard
        environment.connection = session.connection.environment
        environment.connection.eventLoop = session.connection.eventLoop
        let manager = SessionManager(options: options, store: store, environment: environment)
        await manager.takeOver(session)
        return manager
    }

    /// Takes over a session that was started without a manager.
    private func takeOver(_ session: CastSession) {
        guard session.state == .running else { return }
        device = session.device
        adopt(session, session.application)
        perform(machine.adopted())
    }

    /// Connects, then launches or joins the application.
    func attemptStart(_ attempt: Int, _ start: Start) async {
        defer { attempts[attempt] = nil }
        do throws(CastError) {
            let connection = try await CastConnection.open(
                to: start.device,
                options: options.connection,
                environment: environment.connection
            )
            do throws(CastError) {
                let session = try await connection.session(
                    with: start.choice,
                    options: start.options,
                    onProgress: start.onProgress
                )
                if case .ended(let reason) = session.state {
                    throw CastError.ended(reason, device: start.device.friendlyName)
                }
                guard machine.awaits(attempt) else { return await connection.close() }
                adopt(session, session.application)
                perform(machine.startSucceeded(attempt, now: eventLoop.now))
            } catch {
                await connection.close()
                throw error
            }
        } catch {
            perform(machine.startFailed(attempt, error))
        }
    }

    /// Connects, then rejoins the session's application.
    func attemptRejoin(_ attempt: Int, _ device: CastDevice, _ known: ApplicationStatus) async {
        defer { attempts[attempt] = nil }
        var connectionOptions = options.connection
        connectionOptions.connectTimeout = min(options.connection.connectTimeout, attemptTimeout)
        let outcome: SessionMachine.ResumeOutcome
        do throws(CastError) {
            let connection = try await CastConnection.activated(
                to: device,
                options: connectionOptions,
                environment: environment.connection
            )
            outcome = await rejoin(attempt, over: connection, known)
            if outcome != .resumed || machine.suspension?.attempt != attempt { await connection.close() }
        } catch {
            outcome = .failed(error)
        }
        perform(machine.resumeFinished(attempt, outcome, now: eventLoop.now))
    }

    /// The time limit for one attempt to connect, extended by the round-trip time: TCP and TLS need two round trips
    /// each on a bad network.
    private var attemptTimeout: Duration {
        guard let connection = session?.connection else { return options.reconnect.attemptTimeout }
        return options.reconnect.attemptTimeout + connection.assumeIsolated { $0.roundTripLimit }
    }

    private func rejoin(
        _ attempt: Int,
        over connection: CastConnection,
        _ known: ApplicationStatus
    ) async -> SessionMachine.ResumeOutcome {
        do throws(CastConnection.RejoinError) {
            let (session, application) = try await connection.rejoin(known, self.session, lossHandler: lossHandler)
            return rejoined(attempt, session, application)
        } catch {
            switch error {
            case .impossible(let failure): return .impossible(failure)
            case .failed(let error): return .failed(error)
            }
        }
    }

    /// Adopts the result of an attempt, unless the connection, the application or the attempt has ended since the
    /// device's reply.
    private func rejoined(
        _ attempt: Int,
        _ session: CastSession,
        _ application: ApplicationStatus
    ) -> SessionMachine.ResumeOutcome {
        let connection = session.connection
        let (isStillJoined, closeReason) = connection.assumeIsolated {
            ($0.sessions[session.transportID] === session, $0.machine.closeReason)
        }
        let name = connection.device.friendlyName
        if let closeReason { return .failed(.closed(closeReason, device: name)) }
        guard isStillJoined else { return .impossible(.appNotRunning) }
        guard machine.awaits(attempt) else { return .failed(.startCancelled(device: name)) }
        adopt(session, application)
        session.assumeIsolated { $0.resumed(application) }
        return .resumed
    }

    private func adopt(_ session: CastSession, _ application: ApplicationStatus) {
        let lossHandler = lossHandler
        session.assumeIsolated { $0.lossHandler = lossHandler }
        self.session = session
        known = application
        if let device { session.assumeIsolated { $0.deviceUpdated(device) } }
        observe(session.connection)
    }

    /// Whether a suspended session is the one that a start requests.
    func matches(_ choice: ApplicationChoice) -> Bool {
        guard let known else { return false }
        switch choice {
        case .application(""), .running: return true
        case .application(let appID): return known.matches(appID: appID)
        case .session(let sessionID): return known.sessionID == sessionID
        case .namespaces(let namespaces): return Set(namespaces).isSubset(of: known.namespaces)
        }
    }
}
