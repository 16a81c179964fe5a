import CastReceiver
import CastSender
import CastTransport
import CastWire

/// A virtual device from its first word to its goodbye.
struct ReceiverSession: Sendable {
    let configuration: DeviceConfiguration
    let console: Console
    /// Whether the pages of web apps are opened in a browser.
    var opensPages = false
    /// Whether launches are allowed or refused on this terminal.
    var asksPerson = false

    /// Runs until Ctrl-C or SIGTERM.
    ///
    /// - Throws: `VirtualDeviceError` when it cannot start.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        let device = try await VirtualDevice.start(configuration)
        sayReady(device)
        let keys = asksPerson && TerminalDevice.isInputTerminal ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            keys?.close()
            KeyMode.leave()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.interruption() }
            group.addTask { [console] in
                var before: DeviceSnapshot?
                var opened: String?
                for await snapshot in device.snapshots {
                    for change in ReceiverChange.changes(from: before, to: snapshot) {
                        console.emit(change.json)
                        console.result(DisplayWidth.printable(change.line))
                        if opensPages, let page = change.page, snapshot.application?.sessionID != opened {
                            opened = snapshot.application?.sessionID
                            open(page)
                        }
                    }
                    before = snapshot
                }
            }
            async let answers: Void = answer(keys, on: device)
            await group.next()
            group.cancelAll()
            keys?.close()
            await answers
            await device.shutdown()
        }
        console.emit(["event": "closed"])
        console.result("\(device.name) said goodbye.")
        return .success
    }

    /// Takes a person's word on launches until the keys end.
    private func answer(_ keys: KeyInput?, on device: VirtualDevice) async {
        guard let keys else { return }
        for await key in keys.keys {
            switch key {
            case .character("y"): await device.answerLaunch(isAllowed: true)
            case .character("n"): await device.answerLaunch(isAllowed: false)
            default: break
            }
        }
    }

    private func open(_ page: String) {
        PageOpener.open(page) { [console] in
            console.note("\(PageOpener.command) opens nothing on this machine: open \(page) in a browser.")
        }
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
        if let path = device.rootCertificatePath {
            console.result("Senders that check devices can be given its root: \(DisplayWidth.printable(path))")
        }
        console.result("Ctrl-C ends it.")
    }
}
