import CastReceiver
import CastSender
import CastTransport
import CastWire

/// Virtual devices and their groups from the first word to their goodbye.
struct ReceiverSession: Sendable {
    let plan: HomePlan
    let console: Console
    /// Whether the pages of web apps are opened in a browser.
    var opensPages = false
    /// Whether launches are allowed or refused on this terminal.
    var asksPerson = false

    /// Runs until Ctrl-C or SIGTERM.
    ///
    /// - Throws: `VirtualDeviceError` when one of them cannot start.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        let home = VirtualHome()
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    await signals.interruption()
                    return true
                }
                group.addTask {
                    let control = try await open(home)
                    await follow(home)
                    await control?.close()
                    return false
                }
                var isInterrupted = false
                for try await wasInterruption in group where wasInterruption {
                    isInterrupted = true
                    break
                }
                group.cancelAll()
                // A device whose start was interrupted fails because of that, which is no news.
                do { try await group.waitForAll() } catch  where isInterrupted {}
            }
        } catch {
            await home.shutdown()
            throw error
        }
        let names = await home.devices.map(\.name)
        await home.shutdown()
        console.emit(["event": "closed"])
        if !names.isEmpty { console.result("\(names.joined(separator: ", ")) said goodbye.") }
        return .success
    }

    /// Takes a person's word on launches until the keys end.
    private func answer(_ keys: KeyInput?, on devices: [VirtualDevice]) async {
        guard let keys else { return }
        for await key in keys.keys {
            switch key {
            case .character("y"): for device in devices { await device.answerLaunch(isAllowed: true) }
            case .character("n"): for device in devices { await device.answerLaunch(isAllowed: false) }
            default: break
            }
        }
    }

    private func openPage(_ page: String) {
        PageOpener.open(page) { [console] in
            console.note("\(PageOpener.command) opens nothing on this machine: open \(page) in a browser.")
        }
    }

    private func open(_ home: VirtualHome) async throws -> ControlServer? {
        for configuration in plan.devices {
            let device = try await VirtualDevice.start(configuration)
            await home.add(device)
            sayReady(device, isHeadless: configuration.isHeadless)
        }
        for group in plan.groups {
            var members: [VirtualDevice] = []
            for name in group.members { members.append(try await home.device(name)) }
            let started = try await VirtualGroup.start(group.configuration, members: members)
            await home.add(started)
            sayReady(started.device, isHeadless: true, members: group.members)
        }
        guard let path = plan.controlPath else {
            console.result("Ctrl-C ends it.")
            return nil
        }
        let control = try await ControlServer.start(path: path, home: home)
        console.emit(["event": "control", "path": .string(path)])
        console.result("It takes orders of `cast control \(path)`. Ctrl-C ends it.")
        return control
    }

    /// Reports what happens on the devices, until the task is canceled.
    private func follow(_ home: VirtualHome) async {
        let devices = await home.devices + home.groups.map(\.device)
        let keys = asksPerson && TerminalDevice.isInputTerminal ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            keys?.close()
            KeyMode.leave()
        }
        await withTaskGroup(of: Void.self) { group in
            for device in devices { group.addTask { await follow(device) } }
            async let answers: Void = answer(keys, on: devices)
            await group.waitForAll()
            keys?.close()
            await answers
        }
    }

    private func follow(_ device: VirtualDevice) async {
        let isAlone = plan.devices.count + plan.groups.count == 1
        var before: DeviceSnapshot?
        var opened: String?
        for await snapshot in device.snapshots {
            for change in ReceiverChange.changes(from: before, to: snapshot) {
                var object = change.json
                if !isAlone { object["device"] = .string(device.name) }
                console.emit(object)
                console.result(isAlone ? change.line : "\(device.name): \(change.line)")
                if opensPages, let page = change.page, snapshot.application?.sessionID != opened {
                    // The device's page shows the pages of all apps, and stays open.
                    if device.pageURL == nil || opened == nil { openPage(Self.screen(of: device) ?? page) }
                    opened = snapshot.application?.sessionID
                }
            }
            before = snapshot
        }
    }

    /// The device's page as this machine's browser opens it: from `localhost`, pages of apps can be allowed to reach the
    /// device.
    private static func screen(of device: VirtualDevice) -> String? {
        guard let port = device.pageURL?.split(separator: ":").last else { return nil }
        return "http://localhost:\(port)"
    }

    private func sayReady(_ device: VirtualDevice, isHeadless: Bool, members: [String]? = nil) {
        var ready: JSONObject = [
            "event": "ready",
            "id": .string(CastDevice.normalizedID(device.id)),
            "name": .string(device.name),
            "endpoint": .string("\(device.endpoint)"),
            "page": device.pageURL.map { .string($0) } ?? .null,
        ]
        if let path = device.rootCertificatePath { ready["rootCertificate"] = .string(path) }
        if let members { ready["members"] = .array(members.map { .string($0) }) }
        console.emit(ready)
        let name = device.name
        let kind = members.map { ", a group of \($0.joined(separator: ", "))," } ?? ""
        console.result("\(name)\(kind) is ready for senders at \(device.endpoint).")
        if let page = device.pageURL, !isHeadless { console.result("Its screen: \(page)") }
        if let path = device.rootCertificatePath {
            console.result("Senders that check devices can be given its root: \(path)")
        }
    }
}
