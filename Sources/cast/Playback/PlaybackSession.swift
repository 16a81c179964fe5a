import CastSender
import CastWire

/// Plays a list on a device, from finding the device to the last word.
///
/// Everything that happens becomes a ``PlaybackEvent`` in one mailbox; one loop hands the events to the
/// ``PlaybackMachine`` and does what it orders. All tasks belong to one group, which ends with the loop.
struct PlaybackSession: Sendable {
    let request: PlayRequest
    let console: Console
    /// Told of each step to the first picture.
    var onStep: @Sendable (PlaybackStep) -> Void = { _ in }

    /// Plays, and says how it ended.
    ///
    /// - Throws: ``CommandFailure`` when nothing was played because of it.
    func run() async throws -> ExitStatus {
        let offers = try MediaOffers(request.items, ports: request.mediaPorts)
        let signals = ProcessSignals()
        let keys = console.showsProgress && TerminalDevice.isInputTerminal && request.waits ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            signals.close()
            keys?.close()
            KeyMode.leave()
        }
        let remote = console.showsProgress ? await TerminalRemote(console: console, hasKeys: keys != nil) : nil
        let mailbox = Mailbox<PlaybackEvent>()
        let outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in signals.events { mailbox.post(.signal(event)) } }
            if let keys { group.addTask { for await key in keys.keys { mailbox.post(.key(key)) } } }
            if let offers {
                group.addTask {
                    do { try await offers.run() } catch { mailbox.post(.serverFailed(CommandFailure(error))) }
                }
            }
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
                        mailbox.post(.connected(try await connect(telling: mailbox)))
                    }
                } catch {
                    mailbox.post(.connectFailed(CommandFailure(error)))
                }
            }
            var loop = PlaybackLoop(session: self, offers: offers, mailbox: mailbox, remote: remote)
            let outcome = await loop.run(in: &group)
            group.cancelAll()
            return outcome
        }
        console.showProgress(nil)
        if case .failed(let failure) = outcome { throw failure }
        return outcome.exitStatus
    }

    /// Finds the device, connects, and has the receiver app ready.
    private func connect(telling mailbox: Mailbox<PlaybackEvent>) async throws -> PlaybackTarget {
        let connection = try await request.finder.connect { device in
            mailbox.post(.found(device))
            guard let endpoint = device.endpoints.first else { return }
            onStep(.found(name: device.friendlyName, endpoint: endpoint))
        }
        onStep(.connected(localAddress: connection.localAddress))
        do {
            let running = await connection.status.runningApplication
            let isOwner = running?.matches(appID: Application.defaultMediaReceiverID) != true
            async let volume: Void = setVolume(on: connection)
            let session = try await connection.launch(Application.defaultMediaReceiverID) { progress in
                if progress == .awaitingAuthorization { mailbox.post(.awaitsPerson(connection.device)) }
            }
            try await volume
            onStep(.launched(app: session.displayName, isNew: isOwner))
            let manager = await SessionManager.keeping(session, options: request.sessionOptions, store: request.store)
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
