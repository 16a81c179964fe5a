import CastReceiver
import CastSender
import CastTransport
import CastWire

/// A virtual device from its first word to its goodbye.
struct ReceiverSession: Sendable {
    let configuration: DeviceConfiguration
    let console: Console

    /// Runs until Ctrl-C or SIGTERM.
    ///
    /// - Throws: `VirtualDeviceError` when it cannot start.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        let device = try await VirtualDevice.start(configuration)
        sayReady(device)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.interruption() }
            group.addTask { [console] in
                var before: DeviceSnapshot?
                for await snapshot in device.snapshots {
                    for change in ReceiverChange.changes(from: before, to: snapshot) {
                        console.emit(change.json)
                        console.result(DisplayWidth.printable(change.line))
                    }
                    before = snapshot
                }
            }
            await group.next()
            group.cancelAll()
            await device.shutdown()
        }
        console.emit(["event": "closed"])
        console.result("\(device.name) said goodbye.")
        return .success
    }

    private func sayReady(_ device: VirtualDevice) {
        var ready: JSONObject = [
            "event": "ready",
            "id": .string(CastDevice.normalizedID(device.id)),
            "name": .string(device.name),
            "endpoint": .string("\(device.endpoint)"),
            "page": device.pageURL.map { .string($0) } ?? .null,
        ]
        if let path = device.rootCertificatePath { ready["rootCertificate"] = .string(path) }
        console.emit(ready)
        console.result("\(DisplayWidth.printable(device.name)) is ready for senders at \(device.endpoint).")
        if let page = device.pageURL, !configuration.isHeadless { console.result("Its screen: \(page)") }
        console.result("Ctrl-C ends it.")
    }
}
