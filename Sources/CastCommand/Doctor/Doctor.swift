// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import MulticastDNS
import NIOPosix

/// Runs the checks of `cast doctor`, from this machine's interfaces to each device, and gives advice.
struct Doctor: Sendable {
    /// The interfaces to check; empty for all except loopback.
    var interfaces: [String]
    /// The name or ID of the only device to check; nil for all devices.
    var device: String?
    /// The address of a device to check without discovery.
    var host: HostAddress?
    /// How long to search for devices.
    var timeout: Duration
    /// The ports for serving files; nil for any free port.
    var mediaPorts: PortRange?
    /// Whether idle devices are asked to fetch a file from this machine.
    var plays = false
    /// Whether only this machine is checked: no packet is sent, and no device is connected to.
    var isLocal = false
    var console: Console

    /// Runs all checks and prints each finding as soon as it is known.
    func run() async throws -> Diagnosis {
        var diagnosis = Diagnosis()
        func report(_ found: [Finding]) {
            diagnosis.findings += found
            for line in found.flatMap(\.lines) { console.result(line) }
        }
        if let failure = UserConfiguration.current.failure {
            report([
                Finding(
                    check: "configuration",
                    subject: "configuration",
                    verdict: .failure,
                    detail: failure.message,
                    advice: failure.hint
                )
            ])
        }
        diagnosis.interfaces = try InterfaceSurvey.all(named: interfaces)
        report(InterfaceSurvey.findings(diagnosis.interfaces, requested: interfaces))
        report([await PortProbe.finding(), ProgramProbe.avahi()])
        let firewall = FirewallProbe(ports: mediaPorts)
        report([await firewall.finding()])
        report(ProgramProbe.findings(await MachineSurvey.programVersions()))
        guard !isLocal else { return diagnosis }
        let usable = diagnosis.interfaces.filter(\.isUsable)
        for interface in usable {
            let (finding, counts) = await MulticastProbe(interface: interface.name).run()
            diagnosis.packets[interface.name] = counts
            report([finding])
        }
        if !usable.isEmpty, host == nil {
            diagnosis.discovered = await discoverDevices(on: usable.map(\.name))
            report(deviceFindings(diagnosis.discovered, packetCounts: diagnosis.packetCounts))
        }
        var devices = host.map { [CastDevice(at: $0.endpoint)] } ?? diagnosis.discovered
        if let device { devices = devices.filter { Self.matches(device, $0) } }
        for device in devices {
            var examined = Diagnosis.Examined(device: device, probe: await DeviceProbe(device: device).run())
            report([examined.probe.finding])
            if plays, examined.probe.finding.verdict == .ok {
                let finding = await FetchProbe(device: device, ports: mediaPorts, firewall: firewall).run()
                report([finding])
                examined.fetch = finding
            }
            diagnosis.devices.append(examined)
        }
        return diagnosis
    }

    private func discoverDevices(on names: [String]) async -> [CastDevice] {
        guard let browser = try? await DeviceBrowser.start(interfaces: .named(names)) else { return [] }
        try? await Task.sleep(for: timeout)
        let devices = browser.present
        await browser.close()
        return devices
    }

    private func deviceFindings(_ devices: [CastDevice], packetCounts: PacketCounts) -> [Finding] {
        if let device, !devices.contains(where: { Self.matches(device, $0) }) {
            let others = devices.map(\.friendlyName).joined(separator: ", ")
            return [
                Finding(
                    check: "devices",
                    subject: "devices",
                    verdict: .failure,
                    detail: "no device matches \"\(device)\"\(others.isEmpty ? "" : "; found: \(others)")",
                    advice: devices.isEmpty ? Self.silenceAdvice(packetCounts) : "use one of these names"
                )
            ]
        }
        guard devices.isEmpty else {
            let count = devices.count == 1 ? "1 device responded" : "\(devices.count) devices responded"
            return [Finding(check: "devices", subject: "devices", verdict: .ok, detail: count)]
        }
        return [
            Finding(
                check: "devices",
                subject: "devices",
                verdict: .warning,
                detail: packetCounts.fromOthers > 0
                    ? "no Cast device responded within \(TimeText.elapsed(timeout)), but other machines sent packets"
                    : "no Cast device responded within \(TimeText.elapsed(timeout)), and no other machine sent packets",
                advice: Self.silenceAdvice(packetCounts)
            )
        ]
    }

    private static func silenceAdvice(_ packetCounts: PacketCounts) -> String {
        packetCounts.fromOthers > 0
            ? "make sure the device is turned on and on the same network, not on a guest Wi-Fi or in another VLAN"
            : "allow incoming UDP port 5353 in this machine's firewall, and turn off \"AP isolation\" on the access "
                + "point; if you know the device's address, run: cast doctor --host ADDRESS"
    }

    private static func matches(_ name: String, _ device: CastDevice) -> Bool {
        CastDevice.normalizedID(name) == device.id
            || device.friendlyName.lowercased().hasPrefix(name.lowercased())
    }
}

/// The result of one check of `cast doctor`.
struct Finding: Hashable, Sendable {
    enum Verdict: String, Sendable {
        case ok
        case warning = "warn"
        case failure = "fail"

        /// The prefix of the printed line, padded to four columns so that lines align.
        var mark: String { rawValue == "ok" ? "ok  " : rawValue }
    }

    /// A stable identifier for scripts: `configuration`, `interface`, `port`, `avahi`, `firewall`, `multicast`, `devices`,
    /// `device`, `fetch` or `program`.
    var check: String
    /// The checked object, such as the name of an interface or a device.
    var subject: String
    var verdict: Verdict
    /// The result in words.
    var detail: String
    /// The recommended action; nil if none is needed.
    var advice: String?
    /// The commands that follow the advice; empty if there are none.
    var fix: [SystemCommand] = []

    var lines: [String] {
        ["\(verdict.mark)  \(subject): \(detail)"] + (advice.map { ["      try: \($0)"] } ?? [])
    }

    var json: JSONObject {
        var object: JSONObject = [
            "check": .string(check), "subject": .string(subject), "verdict": .string(verdict.rawValue),
            "detail": .string(detail),
        ]
        if let advice { object["advice"] = .string(advice) }
        if !fix.isEmpty { object["commands"] = .array(fix.map { .string("\($0)") }) }
        return object
    }
}
