// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SessionManager {
    /// Moves the current media to another device: media, queue and position continue there, with the same session
    /// object.
    ///
    /// The source returns its state (STORE_SESSION), the application is launched on the destination and receives that
    /// state (RESUME_SESSION), and only then the source is stopped: until the destination plays, nothing has changed.
    /// The session is then suspended with the reason ``SuspendReason/transferring`` and resumed, with the destination
    /// as ``CastSession/device`` and the destination's application session as ``CastSession/sessionID``.
    ///
    /// Canceling the task cancels the transfer until the destination plays, and has no effect after that.
    ///
    /// - Parameters:
    ///   - destination: The device to move to.
    ///   - launchOptions: Options for launching the application on the destination.
    /// - Throws: ``CastError``: `noSession`; `invalidArgument` when the session is already on the destination;
    ///   `notSupported` or `invalidRequest` when the application does not support the transfer; and the errors of
    ///   launching and resuming on the destination. In these cases, the session continues on the source.
    public func transfer(
        to destination: CastDevice,
        options launchOptions: LaunchOptions = LaunchOptions()
    ) async throws(CastError) {
        guard machine.phase == .running, let session else { throw CastError.noSession(for: "move") }
        let isSame = destination.id == device?.id || destination.endpoints.contains(session.connection.endpoint)
        guard !isSame else {
            throw CastError.invalid("The session is already on this device", device: destination.friendlyName)
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
            try switchOver(session, to: target, on: destination)
        } catch {
            await connection.close()
            throw error
        }
        _ = try await completeTransfer(over: connection).get()
    }

    /// Completes a transfer after the destination has started to play, even when the caller has canceled it.
    private func completeTransfer(over connection: CastConnection) async -> Outcome {
        await withCheckedContinuation { continuation in
            runOnConnection { manager in
                let outcome = await manager.outcome()
                await manager.leaveSource()
                // This second connection to the destination has kept its application from ending for lack of senders.
                await connection.close()
                continuation.resume(returning: outcome)
            }
        }
    }

    /// Switches the session to the destination, which is playing.
    private func switchOver(
        _ session: CastSession,
        to target: CastSession,
        on destination: CastDevice
    ) throws(CastError) {
        guard machine.phase == .running, self.session === session else { throw CastError.noSession(for: "move") }
        let source = session.connection
        let sourceSessionID = session.sessionID
        sourceConnection = source
        // The end of the application on the source is not the end of the session.
        source.assumeIsolated {
            $0.sessions[session.transportID] = nil
            $0.statusObserver = nil
        }
        sessionToStop = sourceSessionID
        device = destination
        known = target.application
        perform(machine.transferred(now: eventLoop.now))
    }

    private func leaveSource() async {
        guard let source = sourceConnection else { return }
        sourceConnection = nil
        // A source that fails to stop is left anyway; it keeps playing, and any sender can stop it.
        try? await source.stopApp(sessionID: sessionToStop, within: options.stopTimeout)
        await source.leave()
    }
}
