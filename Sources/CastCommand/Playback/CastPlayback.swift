// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

/// Plays a list on a device, from discovery to the final report.
///
/// All sources post a ``PlaybackEvent`` to one mailbox. ``PlaybackLoop`` passes the events to ``PlaybackMachine`` and
/// executes its actions. All tasks belong to one group, which ends with the loop.
struct CastPlayback: Sendable {
    let request: PlayCommandRequest
    let console: Console
    /// Called for each step until playback starts.
    var onStep: @Sendable (PlaybackStep) -> Void = { _ in }

    /// Called when the session of an earlier command has been joined.
    var onResumed: @Sendable () -> Void = {}

    /// Plays the list and reports the outcome.
    ///
    /// - Throws: ``CommandFailure`` if the outcome is a failure.
    func run() async throws -> ExitStatus {
        let media = try PlaybackMedia(request.items, ports: request.mediaPorts)
        let signals = ProcessSignals()
        if request.items.contains(where: { $0.source == .live(.standardInput) }) {
            TerminalDevice.useControllingTerminal()
        }
        let keys = console.showsProgress && TerminalDevice.isInputTerminal && request.waits ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            signals.close()
            keys?.close()
            KeyMode.leave()
        }
        let remote = console.showsProgress ? await TerminalRemote(console: console, hasKeys: keys != nil) : nil
        let mailbox = EventMailbox<PlaybackEvent>()
        let outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in signals.events { mailbox.post(.signal(event)) } }
            if let keys { group.addTask { for await key in keys.keys { mailbox.post(.key(key)) } } }
            group.addTask {
                do { try await media.run() } catch { mailbox.post(.serverFailed(CommandFailure(error))) }
            }
            // Facts about the media do not depend on the device.
            if !request.resumes { group.addTask { await media.inspectAhead(request.startIndex) } }
            if console.showsProgress || request.until != nil {
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: TerminalRemote.redraw)
                        mailbox.post(.tick)
                    }
                }
            }
            group.addTask {
                do {
                    if request.resumes {
                        mailbox.post(.resumed(try await EarlierPlayback.find(for: request)))
                    } else {
                        mailbox.post(.connected(try await connect(reportingTo: mailbox)))
                    }
                } catch {
                    mailbox.post(.connectFailed(CommandFailure(error)))
                }
            }
            var loop = PlaybackLoop(session: self, media: media, mailbox: mailbox, remote: remote)
            let outcome = await loop.run(in: &group)
            group.cancelAll()
            return outcome
        }
        console.showProgress(nil)
        if case .failed(let failure) = outcome { throw failure }
        return outcome.exitStatus
    }

    /// Finds the device, connects to it and launches the receiver app.
    private func connect(reportingTo mailbox: EventMailbox<PlaybackEvent>) async throws -> PlaybackTarget {
        let connection = try await request.finder.connect { device in
            mailbox.post(.found(device))
            guard let endpoint = device.endpoints.first else { return }
            onStep(.found(name: device.friendlyName, endpoint: endpoint))
        }
        onStep(.connected(localAddress: connection.localAddress))
        do {
            let running = await connection.status.runningApplication
            let isOwner = running?.matches(appID: ApplicationStatus.defaultMediaReceiverID) != true
            async let volume: Void = setVolume(on: connection)
            let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID) { progress in
                if progress == .awaitingAuthorization { mailbox.post(.awaitsUser(connection.device)) }
            }
            try await volume
            onStep(.launched(app: session.displayName, isNew: isOwner))
            let manager = await SessionManager.managing(session, options: request.sessionOptions, store: request.store)
            return PlaybackTarget(session: session, manager: manager, isOwner: isOwner)
        } catch {
            await connection.close()
            throw error
        }
    }

    private func setVolume(on connection: CastConnection) async throws {
        guard let change = request.volume else { return }
        let level = await connection.status.volume?.level ?? 0
        try await connection.setVolume(change.applied(to: level))
    }
}
