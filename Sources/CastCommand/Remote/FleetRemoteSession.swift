// SPDX-License-Identifier: Apache-2.0

import CastBridge
import CastRemote
import CastWire

/// Runs the page of a fleet for ``RemoteCommand``.
struct FleetRemoteSession: Sendable {
    let configuration: FleetRemote.Configuration
    let address: BrokerAddress
    let topicPrefix: String
    let interfaces: [String]
    let console: Console
    let opensPage: Bool

    /// Runs until Ctrl-C, SIGTERM or SIGHUP. Devices continue to play.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        let connect: FleetRemote.Connector = { [address, topicPrefix] () async throws(BrokerError) -> FleetClient in
            try await FleetClient.connect(to: address, prefix: topicPrefix)
        }
        let remote = try await FleetRemote.start(configuration, client: try await connect(), reconnect: connect)
        ReadyPage(port: remote.port, token: configuration.token, interfaces: interfaces, isOpened: opensPage)
            .print(to: console)
        await signals.interruption()
        await remote.close()
        console.emit(["event": "closed"])
        console.result("Stopped the remote control.")
        return .success
    }
}
