import CastWire
import NIOCore

extension SessionManager {
    /// Moves what plays to another device: media, queue and position go on there, with the same session object.
    ///
    /// The source tells its state (STORE_SESSION), the application is launched at the destination and takes that state
    /// (RESUME_SESSION), and only then the source is stopped: until the destination plays, nothing has changed. The session
    /// is then suspended for ``SuspendReason/transferring`` and resumed with ``CastSession/device`` being the
    /// destination; its ``CastSession/sessionID`` is that of the application there.
    ///
    /// Cancelling the task gives the move up as long as the destination does not play, and does nothing after that.
    ///
    /// - Parameters:
    ///   - destination: The other device.
    ///   - options: How the application is launched there.
    /// - Throws: ``CastError``: `noSession`; `invalidArgument` when the session is there already; `notSupported` or `invalidRequest` when the application cannot tell its state;
    ///   whatever keeps the destination from playing. The session goes on at the source, then.
    public func transfer(
        to destination: CastDevice,
        options launchOptions: LaunchOptions = LaunchOptions()
    ) async throws(CastError) {
        guard machine.phase == .running, let session else { throw CastError.noSession(for: "move") }
        let isSame = destination.id == device?.id || destination.endpoints.contains(session.connection.endpoint)
        guard !isSame else {
            throw CastError.invalid("The session is there already", device: destination.friendlyName)
        }
        let state = try await session.media.storeState()
        let connection = try await CastConnection.open(
            to: destination,
            options: options.connection,
            environment: environment.connection
        )
        let target: CastSession
        do throws(CastError) {
            target = try await connection.launch(session.appID, options: launchOptions)
            try await target.media.resumeState(state)
            try turn(session, to: target, on: destination)
        } catch {
            await connection.close()
            throw error
        }
        _ = try await arrival(over: connection).get()
    }

    /// Both devices play by now: what is left to do is done even when nobody waits for it any more.
    private func arrival(over connection: CastConnection) async -> Outcome {
        await withCheckedContinuation { continuation in
            onWire { manager in
                let outcome = await manager.outcome()
                await manager.leaveSource()
                // This sender is connected to the destination a second time, so that its application never was alone.
                await connection.close()
                continuation.resume(returning: outcome)
            }
        }
    }

    /// The destination plays: from here on the session is there.
    private func turn(_ session: CastSession, to target: CastSession, on destination: CastDevice) throws(CastError) {
        guard machine.phase == .running, self.session === session else { throw CastError.noSession(for: "move") }
        let source = session.connection
        let sourceSessionID = session.sessionID
        sourceConnection = source
        // What the source says of its end is not the end of the session.
        source.assumeIsolated {
            $0.sessions[session.transportID] = nil
            $0.statusObserver = nil
        }
        stopSource = sourceSessionID
        device = destination
        known = target.application
        perform(machine.transferred(now: eventLoop.now))
    }

    private func leaveSource() async {
        guard let source = sourceConnection else { return }
        sourceConnection = nil
        // A source that does not stop is left all the same; it plays on, and anybody can stop it.
        try? await source.stopApp(sessionID: stopSource, within: options.stopTimeout)
        await source.leave()
    }
}
