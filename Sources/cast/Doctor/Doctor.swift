import CastSender
import CastWire
import MulticastDNS
import NIOPosix

/// Looks at everything that casting needs, from the inside out, and says what to do.
struct Doctor: Sendable {
    /// None = all but loopback.
    var interfaces: [String]
    /// Look at this device alone.
    var device: String?
    /// A device that need not be found.
    var host: HostAddress?
    /// How long to look for devices.
    var timeout: Duration
    /// The ports at which files will be served; nil is any free port.
    var mediaPorts: PortRange?
    /// Whether devices are asked to fetch a file from this machine.
    var plays = false
    var console: Console

    /// Says what it finds as it finds it.
    func run() async throws -> ExitStatus {
        var findings: [Finding] = []
        func say(_ found: [Finding]) {
            findings += found
            for line in found.flatMap(\.lines) { console.result(line) }
        }
        let survey = try InterfaceSurvey.all(named: interfaces)
        say(InterfaceSurvey.findings(survey, wanted: interfaces))
        say([await PortProbe.finding()])
        let firewall = FirewallProbe(ports: mediaPorts)
        say([await firewall.finding()])
        let usable = survey.filter(\.isUsable)
        var hearing = Hearing()
        for interface in usable {
            let (finding, heard) = await MulticastProbe(interface: interface.name).run()
            hearing.merge(heard)
            say([finding])
        }
        var devices: [CastDevice] = []
        if !usable.isEmpty, host == nil {
            devices = await seenDevices(on: usable.map(\.name))
            say(deviceFindings(devices, hearing: hearing))
        }
        if let host { devices = [CastDevice(at: host.endpoint)] }
        if let device { devices = devices.filter { Self.fits(device, $0) } }
        for device in devices {
            let finding = await DeviceProbe(device: device).run()
            say([finding])
            guard plays, finding.verdict == .ok else { continue }
            say([await FetchProbe(device: device, ports: mediaPorts, firewall: firewall).run()])
        }
        let isHealthy = !findings.contains { $0.verdict == .failure }
        console.emit(["ok": .bool(isHealthy), "checks": .array(findings.map { .object($0.json) })])
        return isHealthy ? .success : .failure
    }

    private func seenDevices(on names: [String]) async -> [CastDevice] {
        guard let browser = try? await DeviceBrowser.start(interfaces: .named(names)) else { return [] }
        try? await Task.sleep(for: timeout)
        let devices = browser.present
        await browser.close()
        return devices
    }

    private func deviceFindings(_ devices: [CastDevice], hearing: Hearing) -> [Finding] {
        if let device, !devices.contains(where: { Self.fits(device, $0) }) {
            let others = devices.map(\.friendlyName).joined(separator: ", ")
            return [
                Finding(
                    check: "devices",
                    subject: "devices",
                    verdict: .failure,
                    detail: "no device fits \"\(device)\"\(others.isEmpty ? "" : "; there are: \(others)")",
                    advice: devices.isEmpty ? Self.silenceAdvice(hearing) : "use one of these names"
                )
            ]
        }
        guard devices.isEmpty else {
            let count = devices.count == 1 ? "1 device answers" : "\(devices.count) devices answer"
            return [Finding(check: "devices", subject: "devices", verdict: .ok, detail: count)]
        }
        return [
            Finding(
                check: "devices",
                subject: "devices",
                verdict: .warning,
                detail: hearing.fromOthers > 0
                    ? "no Cast device answered within \(TimeText.elapsed(timeout)); other machines are heard"
                    : "no Cast device answered within \(TimeText.elapsed(timeout)), and no other machine is heard",
                advice: Self.silenceAdvice(hearing)
            )
        ]
    }

    private static func silenceAdvice(_ hearing: Hearing) -> String {
        hearing.fromOthers > 0
            ? "check that the device is on and in this network, not in a guest Wi-Fi or another VLAN"
            : "a firewall here may drop incoming UDP port 5353, or the access point keeps its clients apart "
                + "(\"AP isolation\"); if the device's address is known, try: cast doctor --host ADDRESS"
    }

    private static func fits(_ name: String, _ device: CastDevice) -> Bool {
        CastDevice.normalizedID(name) == device.id
            || device.friendlyName.lowercased().hasPrefix(name.lowercased())
    }
}
