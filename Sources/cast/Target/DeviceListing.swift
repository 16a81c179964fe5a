import CastSender
import CastWire
import MulticastDNS

/// Lists devices, once or as they come and go.
struct DeviceListing: Sendable {
    /// None = all but loopback.
    var interfaces: [String]
    var console: Console

    /// Looks for as long as `timeout` and prints who answered.
    func list(timeout: Duration) async throws {
        let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
        if console.showsProgress { console.showProgress("Looking for devices…") }
        try? await Task.sleep(for: timeout)
        let devices = browser.present.map(DeviceDescription.init)
        await browser.close()
        console.showProgress(nil)
        console.emit(["devices": .array(devices.map { .object($0.json) })])
        guard !devices.isEmpty else {
            console.result("No Cast devices answered within \(TimeText.elapsed(timeout)).")
            if !console.isJSON { console.note("try: cast doctor") }
            return
        }
        var table = TextTable(header: ["NAME", "MODEL", "TYPE", "ADDRESS", "DOING", "ID"])
        table.rows = devices.map { device in
            [
                device.name, device.model, device.kind.rawValue, device.endpoint, device.doing, device.id,
            ]
        }
        for line in table.lines { console.result(line) }
    }

    /// Prints who comes, changes and goes, until Ctrl-C or for as long as `timeout`.
    func watch(timeout: Duration?) async throws {
        let signals = ProcessSignals()
        defer { signals.close() }
        let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.interruption() }
            if let timeout { group.addTask { try? await Task.sleep(for: timeout) } }
            group.addTask { [console] in
                for await event in browser.events { Self.say(event, console: console) }
            }
            await group.next()
            group.cancelAll()
        }
        await browser.close()
    }

    /// Says who came, changed or went.
    static func say(_ event: DeviceEvent, console: Console) {
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
