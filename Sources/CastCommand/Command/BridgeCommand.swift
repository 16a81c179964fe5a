// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastSender
import CastWire
import MulticastDNS

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `cast bridge`
struct BridgeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge",
        abstract: "Connect the devices of this network to an MQTT broker.",
        discussion: """
            Publishes what each device plays, and executes commands that arrive over the broker: from cast fleet, from \
            Home Assistant, or from any MQTT client. docs/fleet.md describes the topics and messages.

            Several bridges may run in one network, for reliability: one of them controls each device, and another one \
            takes over within 10 seconds if that one is lost.

            With --json, each event is printed as one object per line; with --verbose, also each command.

            Examples:
              cast bridge --mqtt mqtt://broker.local --site office
              cast bridge --mqtt mqtts://ada@broker.local --ca ca.pem --password-file secret
              cast bridge --mqtt mqtt://homeassistant.local --home-assistant
              mosquitto_pub -h broker.local -t cast/1/office/DEVICE/command/volume -m 0.4
            """
    )

    @OptionGroup var broker: BrokerOptions

    @Option(
        name: .customLong("site"),
        help: ArgumentHelp("The name of this site, in topics. Default: home.", valueName: "name")
    )
    var givenSite: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The name of this bridge, in topics. Default: the host name.", valueName: "name")
    )
    var name: String?

    @Flag(name: .customLong("home-assistant"), help: "Let Home Assistant find the devices.")
    var homeAssistant = false

    @Option(
        name: .customLong("home-assistant-prefix"),
        help: ArgumentHelp("The topic on which Home Assistant looks for devices.", valueName: "prefix")
    )
    var homeAssistantPrefix = "homeassistant"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The address of a device that is not found by discovery (repeatable).",
            valueName: "address[:port]"
        )
    )
    var host: [HostAddress] = []

    @OptionGroup var network: NetworkOptions
    @OptionGroup var trust: TrustOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !site.isEmpty, site != "+" else { throw ValidationError("The name of the site must not be empty or +.") }
    }

    /// The name of this site, from the option, else from the configuration.
    private var site: String { givenSite ?? UserConfiguration.current.text(.site) ?? "home" }

    func perform(console: Console) async throws -> ExitStatus {
        var configuration = SiteBridge.Configuration(
            site: site,
            name: name ?? String(ProcessInfo.processInfo.hostName.prefix { $0 != "." })
        )
        configuration.topicPrefix = broker.topicPrefix
        configuration.reportsCommands = output.verbose
        if homeAssistant { configuration.homeAssistantPrefix = homeAssistantPrefix }
        configuration.connection.userAgent = "cast/\(CastVersion.text)"
        configuration.connection.authentication = try trust.authentication()
        let address = try broker.address()
        let signals = ProcessSignals()
        defer { signals.close() }
        let providers: [any DeviceProvider] = host.isEmpty ? [] : [StaticHostsProvider(host.map(\.endpoint))]
        let browser = try await DeviceBrowser.start(
            interfaces: MDNSInterfaces(names: network.interfaces),
            and: providers
        )
        let bridge: SiteBridge
        do {
            bridge = try await SiteBridge.start(configuration, broker: address, devices: browser.devices)
        } catch {
            await browser.close()
            throw error
        }
        console.emit(["event": "ready", "bridge": .string(await bridge.id), "site": .string(site)])
        console.result("Bridging \(site) to \(address.name). Press Ctrl-C to stop.")
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await signals.interruption()
                return true
            }
            group.addTask { [console] in
                for await event in bridge.events { Self.printEvent(event, console: console) }
                return false
            }
            for await isInterruption in group where isInterruption { break }
            await bridge.close()
            group.cancelAll()
        }
        await browser.close()
        console.emit(["event": "closed"])
        console.result("Stopped the bridge.")
        return .success
    }

    private static func printEvent(_ event: SiteBridge.Event, console: Console) {
        switch event {
        case .connected:
            console.emit(["event": "connected"])
            console.result("Connected to the broker.")
        case .disconnected(let error, let delay):
            let failure = CommandFailure(error)
            var object: JSONObject = ["event": "disconnected", "retryAfter": .number(delay / .seconds(1))]
            object.merge(failure.json)
            console.emit(object)
            console.note("cast: \(failure.message); trying again in \(TimeText.elapsed(delay))")
        case .controls(let device):
            console.emit(["event": "controls", "device": .string(device)])
            console.result("Controls \(DisplayWidth.field(device)).")
        case .released(let device):
            console.emit(["event": "released", "device": .string(device)])
            console.result("Released \(DisplayWidth.field(device)).")
        case .executed(let device, let command, let error):
            var object: JSONObject = ["event": "executed", "device": .string(device), "command": .string(command)]
            if let error { object["error"] = .string(error) }
            console.emit(object)
            let outcome = error.map { ": \(DisplayWidth.field($0))" } ?? ""
            console.detail("\(command) on \(DisplayWidth.field(device))\(outcome)")
        case .notice(let text):
            console.emit(["event": "notice", "message": .string(text)])
            console.note("cast: \(DisplayWidth.field(text))")
        }
    }
}
