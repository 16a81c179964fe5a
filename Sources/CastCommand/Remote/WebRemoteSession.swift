// SPDX-License-Identifier: Apache-2.0

import CastRemote
import CastSender
import CastWire

/// Runs the web remote for ``RemoteCommand``, and prints its events.
struct WebRemoteSession: Sendable {
    let configuration: WebRemote.Configuration
    let finder: DeviceFinder
    let console: Console
    /// Whether to open the page in the default browser.
    var opensPage = false

    /// Runs until Ctrl-C, SIGTERM or SIGHUP. Playback then continues, unless the media is served by this machine.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        var options = SessionManagerOptions()
        options.connection = finder.options
        options.suspendsInBackground = false
        let manager = SessionManager(options: options)
        let events = manager.events
        let remote: WebRemote
        do {
            remote = try await WebRemote.start(configuration, manager: manager) { () throws(CastError) in
                try await finder.search()
            }
        } catch {
            await manager.close()
            throw error
        }
        ReadyPage(
            port: remote.port,
            token: configuration.token,
            interfaces: finder.interfaces,
            isOpened: opensPage
        ).print(to: console)
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await signals.interruption()
                return true
            }
            group.addTask {
                for await event in events { console.printEvent(event) }
                return false
            }
            group.addTask {
                _ = await finder.start(configuration.application, with: manager, console: console)
                return false
            }
            for await isInterruption in group where isInterruption { break }
            group.cancelAll()
        }
        await stopServedMedia(manager, remote)
        await remote.close()
        await manager.close()
        console.emit(["event": "closed"])
        console.result("Stopped the remote control.")
        return .success
    }

    /// Stops media that is served by this machine, because it is no longer served after this command exits.
    private func stopServedMedia(_ manager: SessionManager, _ remote: WebRemote) async {
        guard let session = await manager.session, await remote.serves(session) else { return }
        do throws(CastError) {
            try await manager.end(.stop)
        } catch {
            console.note("The media on \(session.device.friendlyName) could not be stopped: \(error.reason)")
        }
    }
}
