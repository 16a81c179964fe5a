// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import MulticastDNS

/// Lists devices once, or reports them as they appear and disappear.
struct DeviceListing: Sendable {
    /// The interfaces to search; empty for all except loopback.
    var interfaces: [String]
    var console: Console

    /// Searches for `timeout`, and prints each device as soon as it has responded.
    func list(timeout: Duration) async throws {
        let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
        if console.showsProgress { console.showProgress("Looking for devices…") }
        let table = DeviceTable(console: console)
        let printed = await withTaskGroup(of: Set<String>?.self) { group in
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            group.addTask {
                var printed: Set<String> = []
                for await event in browser.events {
                    guard case .found(let device) = event, printed.insert(device.id).inserted else { continue }
                    table.print(device, isFirst: printed.count == 1)
                }
                return printed
            }
            var result: Set<String> = []
            for await printed in group {
                if let printed { result = printed } else { group.cancelAll() }
            }
            return result
        }
        let devices = browser.present
        await browser.close()
        console.showProgress(nil)
        console.emit(["devices": .array(devices.map { .object(DeviceDescription($0).json) })])
        guard !devices.isEmpty || !printed.isEmpty else {
            console.result("No Cast devices responded within \(TimeText.elapsed(timeout)).")
            if !console.isJSON { console.note("try: cast doctor") }
            return
        }
        for (index, device) in devices.filter({ !printed.contains($0.id) }).enumerated() {
            table.print(device, isFirst: printed.isEmpty && index == 0)
        }
    }

    /// The table of devices, whose rows are printed one by one.
    private struct DeviceTable: Sendable {
        let console: Console

        /// Wide enough for most names and addresses.
        private static let leastWidths = [20, 16, 5, 18, 12, 32]

        func print(_ device: CastDevice, isFirst: Bool) {
            var table = TextTable(header: ["NAME", "MODEL", "TYPE", "ADDRESS", "ACTIVITY", "ID"])
            table.leastWidths = Self.leastWidths
            if isFirst { console.result(table.lines[0]) }
            let device = DeviceDescription(device)
            table.rows = [
                [device.name, device.model, device.kind.rawValue, device.endpoint, device.doing, device.id]
            ]
            console.result(table.lines[1])
        }
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
