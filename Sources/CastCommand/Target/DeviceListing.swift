// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import MulticastDNS

/// Lists devices once, or reports them as they appear and disappear.
struct DeviceListing: Sendable {
    /// The interfaces to search; empty for all except loopback.
    var interfaces: [String]
    var console: Console

    /// Searches for `timeout` and prints the devices that responded.
    func list(timeout: Duration) async throws {
        let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
        if console.showsProgress { console.showProgress("Looking for devices…") }
        try? await Task.sleep(for: timeout)
        let devices = browser.present.map(DeviceDescription.init)
        await browser.close()
        console.showProgress(nil)
        console.emit(["devices": .array(devices.map { .object($0.json) })])
        guard !devices.isEmpty else {
            console.result("No Cast devices responded within \(TimeText.elapsed(timeout)).")
            if !console.isJSON { console.note("try: cast doctor") }
            return
        }
        var table = TextTable(header: ["NAME", "MODEL", "TYPE", "ADDRESS", "ACTIVITY", "ID"])
        table.rows = devices.map { device in
            [
                device.name, device.model, device.kind.rawValue, device.endpoint, device.doing, device.id,
            ]
        }
        for line in table.lines { console.result(line) }
    }

    /// Prints devices that appear, change or disappear, until Ctrl-C or the end of `timeout`.
    func watch(timeout: Duration?) async throws {
        let signals = ProcessSignals()
        defer { signals.close() }
        let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.interruption() }
            if let timeout { group.addTask { try? await Task.sleep(for: timeout) } }
            group.addTask { [console] in
                for await event in browser.events { Self.printEvent(event, console: console) }
            }
            await group.next()
            group.cancelAll()
        }
        await browser.close()
    }

    /// Prints a discovery event.
    static func printEvent(_ event: DeviceEvent, console: Console) {
        let (word, device) =
            switch event {
            case .found(let device): ("found", DeviceDescription(device))
            case .changed(let device): ("changed", DeviceDescription(device))
            case .lost(let device): ("lost", DeviceDescription(device))
            }
        console.emit(["event": .string(word), "device": .object(device.json)])
        let doing = device.doing.isEmpty || word == "lost" ? "" : "  \(device.doing)"
        console.result("\(word.padded(to: 7))  \(device.candidateLine)\(doing)")
    }
}
