// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Discovery manager", .serialized)
struct DiscoveryManagerTests {
    @Test("T4 T8 T9 T29 The first device and the loss of the last one change the cast state")
    func state() async throws {
        try await CastStage.perform { stage in
            let context = stage.begin()
            #expect(context.castState == .noDevicesAvailable)
            let log = SessionLog(context)
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { context.castState == .notConnected })
            stage.sightings.see(device("b", "B"))
            #expect(await stage.wait { stage.discovery.deviceCount == 2 })
            #expect(log.lines == ["CS notConnected"])
            let late = ListLog(stage.discovery)
            #expect(late.lines.isEmpty && stage.discovery.hasDiscoveredDevices)
            stage.sightings.lose("a")
            stage.sightings.lose("b")
            #expect(await stage.wait { context.castState == .noDevicesAvailable })
            #expect(log.lines == ["CS notConnected", "CS noDevicesAvailable"])
            log.stop()
        }
    }

    @Test func `a denied access to the local network is reported until a device is found`() async throws {
        try await CastStage.perform { stage in
            let context = stage.begin()
            #expect(await stage.wait { stage.sightings.searches == 1 })
            #expect(context.platformState.permission != .denied)
            var problems: [DiscoveryState.Problem] = []
            stage.discovery.onProblem = { problem in problem.map { problems.append($0) } }
            stage.sightings.fail(CastError(.localNetworkDenied, "Access to the local network is denied."))
            #expect(await stage.wait { !problems.isEmpty })
            #expect(problems.first == .permissionDenied)
            #expect(context.platformState.permission == .denied)
            stage.sightings.fail(nil)
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            #expect(context.platformState.permission != .denied)
        }
    }

    @Test func `after the user allowed the local network, the dialog searches, even without a device`() async throws {
        try await CastStage.perform { stage in
            let context = stage.begin()
            let widgets = context.widgets
            #expect(await stage.wait { stage.sightings.searches == 1 })
            stage.sightings.fail(CastError(.localNetworkDenied, "Access to the local network is denied."))
            #expect(await stage.wait { widgets.state.discovery.problem == .permissionDenied })
            stage.sightings.fail(nil)
            #expect(await stage.wait { widgets.state.discovery.problem == nil })
            #expect(widgets.state.discovery.since != nil)
            #expect(context.platformState.permission != .denied)
            // The problem returns with the next denial.
            stage.sightings.fail(CastError(.localNetworkDenied, "Access to the local network is denied."))
            #expect(await stage.wait { widgets.state.discovery.problem == .permissionDenied })
        }
    }

    @Test("States and the presence of devices are async sequences")
    func streams() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            // The streams buffer the newest value: an attempt that fails at once would replace `connecting`.
            try #require(stage.network).setFault(.neverConnects, at: CastEndpoint(host: "192.0.2.1", port: 8009))
            var states = stage.context.castStates.makeAsyncIterator()
            var presences = stage.discovery.devicePresences.makeAsyncIterator()
            var connections = stage.sessions.connectionStates.makeAsyncIterator()
            #expect(await states.next() == .noDevicesAvailable)
            #expect(await presences.next() == false)
            #expect(await connections.next() == .disconnected)
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            #expect(await states.next() == .notConnected)
            #expect(await presences.next() == true)
            #expect(stage.sessions.startSession(with: stage.discovery.device(at: 0)))
            #expect(await states.next() == .connecting)
            #expect(await connections.next() == .connecting)
        }
    }

    @Test("T7 Losing the last device during a session changes the cast state only when the session ends")
    func goneWhileConnected() async throws {
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found()
            try await stage.started(on: listed)
            let log = SessionLog(stage.context)
            stage.sightings.lose(listed.deviceID)
            #expect(await stage.wait { stage.discovery.deviceCount == 0 })
            #expect(log.lifecycle.isEmpty && stage.context.castState == .connected)
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(stage.context.castState == .noDevicesAvailable)
            log.stop()
        }
    }

    @Test("T22 T24 T25 Devices are sorted by name; moves are reported as updates, and removals by both methods")
    func order() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let log = ListLog(stage.discovery)
            for (id, name) in [("3", "TV 10"), ("1", "bath"), ("2", "TV 9")] {
                stage.sightings.see(device(id, name))
                #expect(await stage.wait { stage.discovery.device(withUniqueID: "cast:\(id)") != nil })
            }
            #expect(log.mirror == ["bath", "TV 9", "TV 10"])
            let moving = try #require(stage.discovery.device(withUniqueID: "cast:1"))
            log.lines = []
            stage.sightings.see(device("1", "Z"))
            #expect(await stage.wait { !log.lines.isEmpty })
            #expect(log.lines == ["will", "update Z 0 to 2", "did"])
            #expect(moving.friendlyName == "Z" && stage.discovery.device(at: 2) === moving)
            log.lines = []
            var changed = device("1", "Z")
            changed.isBusy = true
            changed.text["st"] = "1"
            stage.sightings.see(changed)
            #expect(await stage.wait { !log.lines.isEmpty })
            #expect(log.lines == ["will", "update Z 2", "did"] && moving.status == .busy)
            log.lines = []
            stage.sightings.lose("2")
            #expect(await stage.wait { !log.lines.isEmpty })
            #expect(log.lines == ["will", "remove 0", "remove TV 9 0", "did"])
            log.lines = []
            var elsewhere = changed
            elsewhere.endpoints = [CastEndpoint(host: "192.0.2.99", port: 8009)]
            stage.sightings.see(elsewhere)
            #expect(await stage.wait { !log.lines.isEmpty })
            #expect(log.lines == ["will", "remove 1", "remove Z 1", "insert Z 1", "did"])
        }
    }

    @Test("T23 Applying the listener's calls one by one reproduces the list")
    func mirror() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let log = ListLog(stage.discovery)
            let provider = Shelf(deviceCategory: "shelf")
            stage.context.register(provider)
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<2_000 {
                let id = "\(Int.random(in: 0..<12, using: &generator))"
                let known = provider.devices.first { $0.deviceID == id }
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: if let known { provider.notifyDidUnpublishDevice(known) }
                case 1:
                    if let known {
                        known.friendlyName = "\(Int.random(in: 0..<30, using: &generator))"
                        provider.notifyDidUpdateDevice(known)
                    }
                default:
                    let new = provider.createDevice(
                        withID: id,
                        networkAddress: .init(iPv4Address: "1.1.1.1"),
                        servicePort: 1
                    )
                    new.friendlyName = "\(Int.random(in: 0..<30, using: &generator))"
                    provider.notifyDidPublishDevice(new)
                }
                let list = (0..<stage.discovery.deviceCount).map { stage.discovery.device(at: $0).friendlyName ?? "" }
                #expect(log.mirror == list && log.isWellFormed)
                #expect(list == list.sorted { $0.compare($1, options: .numeric) == .orderedAscending })
            }
        }
    }

    @Test("T10 T11 T12 T13 T14 Discovery starts automatically, on request, or after the first tap, as the options say")
    func autostart() async throws {
        try await CastStage.perform { stage in
            stage.configure = { $0.disableDiscoveryAutostart = true }
            stage.begin()
            #expect(!stage.discovery.discoveryActive && stage.discovery.discoveryState == .stopped)
            stage.discovery.startDiscovery()
            #expect(stage.discovery.discoveryActive && stage.discovery.discoveryState == .running)
            await GCKCastContext.reset()

            stage.isGated = true
            stage.configure = { _ in }
            stage.begin()
            stage.sightings.see(device("a", "A"))
            await stage.pass(.seconds(1))
            #expect(!stage.discovery.discoveryActive && stage.context.castState == .noDevicesAvailable)
            stage.discovery.startDiscovery()
            #expect(await stage.wait { stage.context.castState == .notConnected } && stage.gate.isOpen)
            _ = await stage.restart()
            #expect(stage.discovery.discoveryActive, "remembered across launches")
            await GCKCastContext.reset()

            stage.gate.isOpen = false
            stage.configure = { $0.startDiscoveryAfterFirstTapOnCastButton = false }
            stage.begin()
            #expect(stage.discovery.discoveryActive)
        }
    }

    @Test("T15 T16 Discovery stops in the background and resumes in the foreground, unless the app stopped it")
    func background() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let log = ListLog(stage.discovery)
            stage.context.applicationDidEnterBackground()
            #expect(!stage.discovery.discoveryActive && stage.discovery.deviceCount == 1)
            #expect(await stage.wait { stage.sightings.searches == 0 })
            stage.context.applicationWillEnterForeground()
            #expect(stage.discovery.discoveryActive)
            #expect(await stage.wait { stage.sightings.searches == 1 })
            await stage.pass(.seconds(1))
            #expect(log.lines == ["had devices", "started cast"])
            stage.discovery.stopDiscovery()
            #expect(stage.discovery.deviceCount == 1, "the list is kept")
            stage.context.applicationDidEnterBackground()
            stage.context.applicationWillEnterForeground()
            #expect(!stage.discovery.discoveryActive)
        }
    }

    @Test("A device that left while the app was in the background is removed after the next search")
    func goneMeanwhile() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            stage.context.applicationDidEnterBackground()
            #expect(await stage.wait { stage.sightings.searches == 0 })
            stage.sightings.lose("a")
            stage.context.applicationWillEnterForeground()
            await stage.pass(.seconds(1))
            #expect(stage.discovery.deviceCount == 1)
            #expect(await stage.wait { stage.discovery.deviceCount == 0 })
        }
    }

    @Test("T19 A device is listed once it reports that it can run the application")
    func availability() async throws {
        try await CastStage.perform { stage in
            stage.asksDevices = true
            stage.criteria = GCKDiscoveryCriteria(applicationID: Talk.id)
            stage.begin()
            let without = try await stage.open(DeviceConfiguration(name: "Without"))
            let with = try await stage.open(DeviceConfiguration(name: "With", applications: [Talk.app]))
            stage.sightings.see(stage.description(of: without))
            stage.sightings.see(stage.description(of: with))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            await stage.pass(.seconds(5))
            #expect(stage.discovery.deviceCount == 1 && stage.discovery.device(at: 0).friendlyName == "With")
        }
    }

    @Test("T20 A device is listed while its application supports all namespaces of the criteria")
    func namespaces() async throws {
        try await CastStage.perform { stage in
            stage.criteria = GCKDiscoveryCriteria(namespaces: [Talk.talk.rawValue, Talk.news.rawValue])
            stage.begin()
            let device = try await stage.open(DeviceConfiguration(name: "Stage TV", applications: [Talk.app]))
            stage.sightings.see(stage.description(of: device))
            await stage.pass(.seconds(2))
            #expect(stage.discovery.deviceCount == 0)
            try await device.launchApplication(Talk.id)
            var busy = stage.description(of: device)
            busy.isBusy = true
            stage.sightings.see(busy)
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let session = try await stage.started(on: stage.discovery.device(at: 0))
            #expect(session.applicationMetadata?.applicationID == Talk.id)
            await device.stopApplication()
            stage.sightings.see(stage.description(of: device))
            #expect(await stage.wait { stage.discovery.deviceCount == 0 })
        }
    }

    @Test(
        "T26 T27 T28 findDevice completes with the device or, after its timeout, with nil; cancel drops the completion"
    )
    func find() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let found = Locked<[String]>([])
            let note: @Sendable (GCKDevice?) -> Void = { device in
                let name = device?.friendlyName ?? "none"
                found.withLock { $0.append(name) }
            }
            stage.discovery.findDevice(withUniqueID: "cast:a", timeout: 5, completion: note)
            #expect(found.withLock(\.self).isEmpty, "not before the call returns")
            #expect(await stage.wait { found.withLock(\.self) == ["A"] })
            stage.discovery.findDevice(withUniqueID: "cast:nobody", timeout: 2, completion: note)
            await stage.pass(.seconds(1))
            #expect(found.withLock(\.self).count == 1)
            #expect(await stage.wait { found.withLock(\.self) == ["A", "none"] })
            stage.discovery.findDevice(withUniqueID: "cast:b", timeout: 60, completion: note)
            stage.sightings.see(device("b", "B"))
            #expect(await stage.wait { found.withLock(\.self).last == "B" })
            stage.discovery.findDevice(withUniqueID: "cast:c", timeout: 1, completion: note)
            stage.discovery.findDevice(withUniqueID: "cast:d", timeout: .nan, completion: note)
            #expect(await stage.wait { found.withLock(\.self).count == 4 })
            stage.discovery.findDevice(withUniqueID: "cast:e", timeout: 1, completion: note)
            stage.discovery.cancelFindOperation()
            stage.discovery.cancelFindOperation()
            await stage.pass(.seconds(3))
            #expect(found.withLock(\.self) == ["A", "none", "B", "none"])
        }
    }

    @Test("T27 T28 The async findDevice returns the device, or nil after a timeout, a cancellation or a newer search")
    func findAsync() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let discovery = stage.discovery
            let answers = Locked<[String]>([])
            func ask(_ id: String, _ timeout: TimeInterval) -> Task<Void, Never> {
                Task { @MainActor in
                    let device: GCKDevice? = await discovery.findDevice(withUniqueID: id, timeout: timeout)
                    let name = device?.friendlyName ?? "none"
                    answers.withLock { $0.append(name) }
                }
            }
            let first = ask("cast:a", 60)
            await stage.pass(.milliseconds(100))
            let second = ask("cast:a", 60)
            await first.value
            #expect(answers.withLock(\.self) == ["none"], "replaced by another search")
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { answers.withLock(\.self) == ["none", "A"] })
            await second.value
            let third = ask("cast:b", 60)
            await stage.pass(.milliseconds(100))
            third.cancel()
            await third.value
            let fourth = ask("cast:c", 1)
            #expect(await stage.wait { answers.withLock(\.self) == ["none", "A", "none", "none"] })
            await fourth.value
            let late = Task { @MainActor () -> String in
                let device: GCKDevice = await discovery.findDevice(withUniqueID: "cast:d", timeout: 1)
                return device.uniqueID
            }
            await stage.pass(.seconds(2))
            #expect(await late.value == "cast:d")
        }
    }

    @Test("T30 A network change removes the devices, which are then discovered again")
    func network() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            stage.sightings.see(device("a", "A"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let log = ListLog(stage.discovery)
            stage.context.networkDidChange(isReachable: true)
            #expect(stage.discovery.deviceCount == 0)
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            #expect(
                log.lines.filter { $0.hasPrefix("remove A") || $0.hasPrefix("insert") } == ["remove A 0", "insert A 0"]
            )
        }
    }

    @Test("S52 T31 T32 T40 T41 T42 A custom provider lists devices of its category; its sessions can be resumed")
    func provider() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            stage.sightings.see(device("b", "B"))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let log = ListLog(stage.discovery)
            let shelf = Shelf(deviceCategory: "shelf")
            stage.discovery.passiveScan = true
            stage.context.register(shelf)
            #expect(shelf.passiveScan && shelf.starts == 1)
            #expect(!stage.discovery.isDiscoveryActive(forDeviceCategory: "shelf"))
            shelf.notifyDidStartDiscovery()
            shelf.notifyDidStartDiscovery()
            #expect(stage.discovery.isDiscoveryActive(forDeviceCategory: "shelf"))
            #expect(!stage.discovery.isDiscoveryActive(forDeviceCategory: "nothing"))
            #expect(log.lines == ["started shelf"])
            for (id, name) in [("1", "A"), ("2", "C")] { shelf.publish(id, name) }
            #expect(log.mirrorOfAll(stage.discovery) == ["A", "B", "C"])
            stage.discovery.passiveScan = false
            #expect(!shelf.passiveScan)

            let sessions = SessionLog(stage.context)
            let mine = stage.discovery.device(at: 0)
            #expect(stage.sessions.startSession(with: mine, sessionOptions: ["k": "v" as NSString]))
            let session = try #require(shelf.made.last)
            #expect(session.sessionOptions?["k"] as? NSString == "v" && session.sessionID == nil)
            #expect(stage.sessions.currentSession === session && stage.sessions.currentCastSession == nil)
            session.notifyDidStart(withSessionID: "s1")
            #expect(sessions.lifecycle == ["CS connecting", "willStart", "CS connected", "didStart"])
            sessions.clear()
            mine.friendlyName = "AA"
            shelf.notifyDidUpdateDevice(mine)
            #expect(sessions.lines == ["device AA"])
            sessions.clear()
            session.notifyDidEndWithError(GCKError(code: .networkError), willTryToResume: true)
            #expect(sessions.lifecycle == ["CS notConnected", "didSuspend 2"])
            sessions.clear()
            #expect(stage.sessions.startSession(with: mine))
            let again = try #require(shelf.made.last)
            #expect(again !== session && again.sessionID == "s1")
            again.notifyDidStart(withSessionID: "s1")
            #expect(sessions.lifecycle == ["CS connecting", "willResume", "CS connected", "didResume"])
            sessions.clear()
            again.notifyDidReceiveDeviceVolume(0.5, muted: true)
            again.notifyDidReceiveDeviceStatus("busy")
            #expect(sessions.lines == ["volume 0.5 true", "text busy"] && again.deviceStatusText == "busy")
            sessions.clear()
            again.notifyDidEndWithError(nil, willTryToResume: false)
            #expect(sessions.lifecycle == ["willEnd", "CS notConnected", "didEnd nil"])
            again.notifyDidReceiveDeviceVolume(1, muted: false)
            again.notifyDidStart(withSessionID: "s2")
            #expect(sessions.lines.count == 3, "an ended session reports nothing")

            log.lines = []
            stage.context.unregisterDeviceProvider(forCategory: "shelf")
            stage.context.unregisterDeviceProvider(forCategory: "shelf")
            #expect(log.lines.filter { $0 == "will" || $0 == "did" } == ["will", "did"])
            #expect(log.mirrorOfAll(stage.discovery) == ["B"] && shelf.stops == 1)
            sessions.stop()
        }
    }

    @Test("T43 A device that is created from its address can be connected")
    func byAddress() async throws {
        try await CastStage.perform(.loopbackTLS) { stage in
            let device = try await stage.open()
            stage.begin()
            let made = GCKDeviceProvider(deviceCategory: kGCKCastDeviceCategory).createDevice(
                withID: "by-address",
                networkAddress: GCKNetworkAddress(iPv4Address: device.endpoint.host),
                servicePort: UInt16(device.endpoint.port)
            )
            let session = try await stage.started(on: made)
            #expect(session.device === made && device.snapshot.application != nil)
        }
    }

    @Test("An index out of range ends the program")
    func range() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                _ = GCKDiscoveryManager(gate: .none, sleep: { _ in }).device(at: 0)
            }
        }
    }

    private func device(_ id: String, _ name: String) -> CastDevice {
        CastDevice(
            id: id,
            friendlyName: name,
            endpoints: [CastEndpoint(host: "192.0.2.1", port: 8009)],
            text: ["id": id, "st": "0"]
        )
    }
}

/// A provider that publishes the devices that a test names.
private final class Shelf: GCKDeviceProvider {
    var starts = 0
    var stops = 0
    var made: [GCKSession] = []

    override func startDiscovery() { starts += 1 }

    override func stopDiscovery() { stops += 1 }

    override func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]?
    ) -> GCKSession {
        let session = ShelfSession(device: device, traits: nil, sessionID: sessionID, sessionOptions: sessionOptions)
        made.append(session)
        return session
    }

    func publish(_ id: String, _ name: String) {
        let device = createDevice(withID: id, networkAddress: .init(iPv4Address: "1.1.1.1"), servicePort: 1)
        device.friendlyName = name
        notifyDidPublishDevice(device)
    }
}

private final class ShelfSession: GCKSession {
    override func start() {}

    override func end(with action: GCKSessionEndAction) {}
}

/// Records the calls about the list, and maintains a copy of the list by applying them.
private final class ListLog: NSObject, GCKDiscoveryManagerListener {
    var lines: [String] = []
    var mirror: [String] = []
    private var isOpen = false
    private(set) var isWellFormed = true

    init(_ manager: GCKDiscoveryManager) {
        super.init()
        mirror = mirrorOfAll(manager)
        manager.add(self)
    }

    func mirrorOfAll(_ manager: GCKDiscoveryManager) -> [String] {
        (0..<manager.deviceCount).map { manager.device(at: $0).friendlyName ?? "" }
    }

    private func change(_ line: String) {
        lines.append(line)
        if !isOpen { isWellFormed = false }
    }

    func didStartDiscovery(forDeviceCategory deviceCategory: String) { lines.append("started \(deviceCategory)") }

    func willUpdateDeviceList() {
        lines.append("will")
        isOpen = true
    }

    func didUpdateDeviceList() {
        lines.append("did")
        isOpen = false
    }

    func didInsert(_ device: GCKDevice, at index: UInt) {
        change("insert \(device.friendlyName ?? "") \(index)")
        mirror.insert(device.friendlyName ?? "", at: Int(index))
    }

    func didUpdate(_ device: GCKDevice, at index: UInt) {
        change("update \(device.friendlyName ?? "") \(index)")
        mirror[Int(index)] = device.friendlyName ?? ""
    }

    func didUpdate(_ device: GCKDevice, at index: UInt, andMoveTo newIndex: UInt) {
        change("update \(device.friendlyName ?? "") \(index) to \(newIndex)")
        mirror.remove(at: Int(index))
        mirror.insert(device.friendlyName ?? "", at: Int(newIndex))
    }

    func didRemoveDevice(at index: UInt) {
        change("remove \(index)")
        mirror.remove(at: Int(index))
    }

    func didRemove(_ device: GCKDevice, at index: UInt) { change("remove \(device.friendlyName ?? "") \(index)") }

    func didHaveDiscoveredDeviceWhenStartingDiscovery() { lines.append("had devices") }
}
