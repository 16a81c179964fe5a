// SPDX-License-Identifier: Apache-2.0

import CastRemote
import CastSender
import CastWire
import MulticastDNS
import NIOCore

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
        printReady(remote)
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

    // MARK: Output

    private func printReady(_ remote: WebRemote) {
        let token = configuration.token
        let hosts = token == nil ? ["127.0.0.1"] : Self.addresses(of: finder.interfaces) + ["127.0.0.1"]
        let urls = hosts.map { "http://\($0):\(remote.port)/" + (token.map { "#\($0)" } ?? "") }
        var ready: JSONObject = [
            "event": "ready", "port": .integer(Int64(remote.port)), "url": .string(urls[0]),
            "urls": .array(urls.map(JSONValue.string)),
        ]
        if let token { ready["token"] = .string(token) }
        console.emit(ready)
        if let token {
            console.result("The remote control is at")
            for url in urls { console.result("  \(url)") }
            if TerminalDevice.isOutputTerminal, TerminalDevice.style == .unicode, let code = QRCode(urls[0]) {
                console.draw(code.terminalLines(isColored: TerminalDevice.usesColor))
            }
            console.result("If the page asks for a code, enter \(token)")
        } else {
            console.result("The remote control is at \(urls[0])")
        }
        console.result("Press Ctrl-C to stop.")
        guard opensPage else { return }
        // Without the code, which other users of this machine could read in the process list; the page asks for it.
        let url = "http://127.0.0.1:\(remote.port)/"
        PageOpener.open(url) { [console] in
            console.note("\(PageOpener.command) could not open a browser. Open \(url) in a browser.")
        }
    }

    /// Returns the IPv4 addresses of this machine, except loopback addresses, on the named interfaces, or on all if
    /// none is named.
    private static func addresses(of interfaces: [String]) -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        return addresses(
            of: interfaces,
            among: devices.compactMap { device in
                guard case .v4? = device.address, let address = device.address?.ipAddress else { return nil }
                return (device.name, address)
            }
        )
    }

    /// Returns the addresses that ``addresses(of:)`` selects from those of all interfaces.
    static func addresses(
        of interfaces: [String],
        among allAddresses: [(interface: String, address: String)]
    ) -> [String] {
        allAddresses.filter { interfaces.isEmpty || interfaces.contains($0.interface) }.map(\.address)
            .filter { !$0.hasPrefix("127.") }
    }
}
