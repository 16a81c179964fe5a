import CastWire
import NIOCore

extension SessionManager {
    /// A manager for a session that was started without one: from now on the session outlives its connection.
    ///
    /// - Parameters:
    ///   - session: A session that runs and has no manager yet. One that has ended meanwhile leaves the manager idle.
    ///   - options: How the session is treated.
    ///   - store: Where its record is kept for the next process; nil keeps none.
    public static func keeping(
        _ session: CastSession,
        options: SessionManagerOptions = SessionManagerOptions(),
        store: (any SessionStore)? = nil
    ) async -> SessionManager {
        var environment = SessionEnvironment.standard
        environment.connection = session.connection.environment
        environment.connection.eventLoop = session.connection.eventLoop
        let manager = SessionManager(options: options, store: store, environment: environment)
        await manager.keep(session)
        return manager
    }

    private func keep(_ session: CastSession) {
        guard session.state == .running else { return }
        device = session.device
        adopt(session, session.application)
        perform(machine.adopted())
    }

    /// Connects, and launches or joins.
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

    /// Connects, and joins the run of the application that the session was in.
    func attemptRejoin(_ attempt: Int, _ device: CastDevice, _ known: Application) async {
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

    /// How long one attempt to connect may take: TCP and TLS need two round trips each on a bad network.
    private var attemptTimeout: Duration {
        guard let connection = session?.connection else { return options.reconnect.attemptTimeout }
        return options.reconnect.attemptTimeout + connection.assumeIsolated { $0.roundTripLimit }
    }

    private func rejoin(
        _ attempt: Int,
        over connection: CastConnection,
        _ known: Application
    ) async -> SessionMachine.ResumeOutcome {
        do throws(CastConnection.RejoinError) {
            let (session, application) = try await connection.rejoin(known, self.session, keeper: keeper)
            return rejoined(attempt, session, application)
        } catch {
            switch error {
            case .impossible(let failure): return .impossible(failure)
            case .failed(let error): return .failed(error)
            }
        }
    }

    /// Takes what an attempt brought, unless too much has happened between the device's answer and here.
    private func rejoined(
        _ attempt: Int,
        _ session: CastSession,
        _ application: Application
    ) -> SessionMachine.ResumeOutcome {
        let connection = session.connection
        let (isThere, closeReason) = connection.assumeIsolated {
            ($0.sessions[session.transportID] === session, $0.machine.closeReason)
        }
        let name = connection.device.friendlyName
        if let closeReason { return .failed(.closed(closeReason, device: name)) }
        guard isThere else { return .impossible(.appGone) }
        guard machine.awaits(attempt) else { return .failed(.startCancelled(device: name)) }
        adopt(session, application)
        session.assumeIsolated { $0.resumed(application) }
        return .resumed
    }

    private func adopt(_ session: CastSession, _ application: Application) {
        let keeper = keeper
        session.assumeIsolated { $0.keeper = keeper }
        self.session = session
        known = application
        if let device { session.assumeIsolated { $0.deviceUpdated(device) } }
        observe(session.connection)
    }

    /// Whether a suspended session is what a start asks for.
    func suits(_ choice: ApplicationChoice) -> Bool {
        guard let known else { return false }
        switch choice {
        case .application(""), .running: return true
        case .application(let appID): return known.matches(appID: appID)
        case .session(let sessionID): return known.sessionID == sessionID
        case .namespaces(let namespaces): return Set(namespaces).isSubset(of: known.namespaces)
        }
    }
}
