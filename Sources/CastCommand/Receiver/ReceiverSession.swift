// SPDX-License-Identifier: Apache-2.0

import CastConformance
import CastReceiver
import CastSender
import CastTransport
import CastWire

/// Runs the virtual devices and groups of `cast receiver` until interrupted.
struct ReceiverSession: Sendable {
    /// The examination of the sender of the first device.
    struct Judge: Sendable {
        var examination: SenderConformance
        /// The longest time; nil for no limit.
        var limit: Duration?
        /// Shows the results, and returns the exit status.
        var show: @Sendable (ConformanceReport) throws -> ExitStatus
    }

    let plan: VirtualDevicePlan
    let console: Console
    /// Whether the pages of web apps are opened in a browser.
    var opensPages = false
    /// Whether the user allows or refuses launches on this terminal.
    var asksUser = false
    /// Nil if the sender is not examined.
    var judge: Judge?

    /// Runs until Ctrl-C or SIGTERM, or until the examination of the sender has ended.
    ///
    /// - Throws: `VirtualDeviceError` if a device or group cannot start, or an error of writing a report.
    func run() async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        let registry = VirtualDeviceRegistry()
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    await signals.interruption()
                    return true
                }
                group.addTask {
                    let control = try await open(registry)
                    await follow(registry)
                    await control?.close()
                    // A judged sender has gone.
                    return judge != nil
                }
                var isInterrupted = false
                for try await wasInterruption in group where wasInterruption {
                    isInterrupted = true
                    break
                }
                group.cancelAll()
                // A device whose start was interrupted fails with an error that is not reported.
                do { try await group.waitForAll() } catch  where isInterrupted {}
            }
        } catch {
            await registry.close()
            throw error
        }
        // Without the end of connections that the device itself closes.
        let report = judge?.examination.report()
        let names = await registry.devices.map(\.name)
        await registry.close()
        var status = ExitStatus.success
        if let judge, let report { status = try judge.show(report) }
        console.emit(["event": "closed"])
        if !names.isEmpty { console.result("Stopped \(names.joined(separator: ", ")).") }
        return status
    }

    /// Answers launch requests with the keys y and n until the key stream ends.
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
            console.note("\(PageOpener.command) could not open a browser. Open \(page) in a browser.")
        }
    }

    private func open(_ registry: VirtualDeviceRegistry) async throws -> ControlServer? {
        for configuration in plan.devices {
            let device = try await VirtualDevice.start(configuration)
            await registry.add(device)
            printReady(device, isHeadless: configuration.isHeadless)
        }
        for group in plan.groups {
            var members: [VirtualDevice] = []
            for name in group.members { members.append(try await registry.device(name)) }
            let started = try await VirtualGroup.start(group.configuration, members: members)
            await registry.add(started)
            printReady(started.device, isHeadless: true, members: group.members)
        }
        guard let path = plan.controlPath else {
            console.result("Press Ctrl-C to stop.")
            return nil
        }
        let control = try await ControlServer.start(path: path, registry: registry)
        console.emit(["event": "control", "path": .string(path)])
        console.result("Accepts commands of `cast control \(path)`. Press Ctrl-C to stop.")
        return control
    }

    /// Reports changes on the devices until the task is canceled.
    private func follow(_ registry: VirtualDeviceRegistry) async {
        let devices = await registry.devices + registry.groups.map(\.device)
        let keys = asksUser && TerminalDevice.isInputTerminal ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            keys?.close()
            KeyMode.leave()
        }
        await withTaskGroup(of: Void.self) { group in
            for device in devices { group.addTask { await follow(device) } }
            async let answers: Void = answer(keys, on: devices)
            if let judge, let device = devices.first {
                await judge.examination.run(on: device, for: judge.limit)
                group.cancelAll()
            }
            await group.waitForAll()
            keys?.close()
            await answers
        }
    }

    private func follow(_ device: VirtualDevice) async {
        let isOnlyDevice = plan.devices.count + plan.groups.count == 1
        var before: DeviceSnapshot?
        var openedSessionID: String?
        for await snapshot in device.snapshots {
            for change in ReceiverChange.changes(from: before, to: snapshot) {
                var object = change.json
                if !isOnlyDevice { object["device"] = .string(device.name) }
                console.emit(object)
                console.result(isOnlyDevice ? change.line : "\(device.name): \(change.line)")
                if opensPages, let page = change.page, snapshot.application?.sessionID != openedSessionID {
                    // The device's page stays open and shows the pages of all apps, so it is opened once.
                    if device.pageURL == nil || openedSessionID == nil { openPage(Self.browserURL(of: device) ?? page) }
                    openedSessionID = snapshot.application?.sessionID
                }
            }
            before = snapshot
        }
    }

    /// Returns the URL with which this machine's browser opens the device's page.
    ///
    /// The host is `localhost`, because the browser can then allow the pages of apps to connect to the device.
    private static func browserURL(of device: VirtualDevice) -> String? {
        guard let port = device.pageURL?.split(separator: ":").last else { return nil }
        return "http://localhost:\(port)"
    }

    private func printReady(_ device: VirtualDevice, isHeadless: Bool, members: [String]? = nil) {
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
        console.result("\(name)\(kind) is ready at \(device.endpoint).")
        if let page = device.pageURL, !isHeadless { console.result("Page: \(page)") }
        if let path = device.rootCertificatePath {
            console.result("Root certificate for senders that authenticate devices: \(path)")
        }
    }
}
