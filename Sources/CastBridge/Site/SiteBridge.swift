// SPDX-License-Identifier: Apache-2.0

public import CastSender
import CastWire
import NIOCore

/// Connects the devices of a site to an MQTT broker: publishes their states, and executes the commands that arrive.
///
/// Several bridges of a site may see the same device. One of them controls it; another one takes it over within 10 s if that bridge
/// is lost, and at once if it is closed. docs/fleet.md describes topics, messages and guarantees.
public actor SiteBridge {
    /// The settings of a bridge.
    public struct Configuration: Sendable {
        /// The name of the site, in topics. Bridges with the same name share their devices.
        public var site: String
        /// The name of this bridge, in ids and in the log. A random suffix is added, so that two may have the same name.
        public var name: String
        /// The beginning of all topics. Default `cast`.
        public var topicPrefix = "cast"
        /// The prefix of the topics on which Home Assistant looks for devices; nil to publish nothing for it.
        public var homeAssistantPrefix: String?
        /// The options for connections to devices.
        public var connection = ConnectionOptions()

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - site: The name of the site, in topics.
        ///   - name: The name of this bridge, in ids and in the log.
        public init(site: String, name: String) {
            self.site = site
            self.name = name
        }
    }

    /// What operators see of a bridge.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Event: Sendable, Hashable {
        /// The broker has accepted the connection.
        case connected
        /// There is no connection to the broker. The bridge tries again after the time.
        case disconnected(BrokerError, retryAfter: Duration)
        /// This bridge controls the device from now on.
        case controls(device: String)
        /// This bridge does not control the device anymore.
        case released(device: String)
        /// A command was executed, or failed with an error.
        case executed(device: String, command: String, error: String?)
        /// Something that operators need to know.
        case notice(String)
    }

    private struct Control {
        var number: Int
        var jobs: AsyncStream<(String, SiteCommand)>.Continuation
        var task: Task<Void, Never>
    }

    /// How often the leases are checked.
    private static let tick = Duration.milliseconds(250)
    /// How long closing waits for commands that are being executed.
    private static let drainLimit = Duration.seconds(5)

    /// What happens, for the log. Has one reader; the oldest events are dropped while more than 1,000 wait.
    public nonisolated let events: AsyncStream<Event>
    private let eventContinuation: AsyncStream<Event>.Continuation
    private let configuration: Configuration
    private let connector: any BrokerConnector
    private let now: @Sendable () -> NIODeadline
    private var machine: SiteMachine
    private var connection: (any BrokerConnection)?
    private var receipts: [Int: SiteMachine.Receipt] = [:]
    /// The number of messages that the broker has not confirmed.
    private var unconfirmed = 0
    private var devices: [String: CastDevice] = [:]
    private var controls: [String: Control] = [:]
    private var controlCount = 0
    /// The tasks of devices that this bridge does not control anymore.
    private var ending: [Int: Task<Void, Never>] = [:]
    private var tasks: [Task<Void, Never>] = []

    init(
        _ configuration: Configuration,
        connector: any BrokerConnector,
        ownership: OwnershipMachine.Configuration = OwnershipMachine.Configuration(),
        now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        self.configuration = configuration
        self.connector = connector
        self.now = now
        let topics = SiteTopics(prefix: configuration.topicPrefix, site: SiteTopics.topicLevel(configuration.site))
        let suffix = String(UInt32.random(in: 0x1000_0000...0xFFFF_FFFF), radix: 16)
        machine = SiteMachine(
            SiteMachine.Configuration(
                topics: topics,
                bridge: "\(SiteTopics.topicLevel(configuration.name).prefix(64))-\(suffix)",
                ownership: ownership,
                homeAssistantPrefix: configuration.homeAssistantPrefix
            )
        )
        (events, eventContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    }

    /// The id of this bridge, which no other process has.
    public var id: String { machine.bridge }

    /// Starts a bridge. It connects again after losses, and keeps trying if the broker cannot be reached at the start.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - broker: The broker.
    ///   - devices: The devices that this bridge sees, such as `DeviceBrowser.devices`.
    /// - Throws: ``BrokerError`` if the settings are not usable, or the broker refuses them.
    public static func start(
        _ configuration: Configuration,
        broker: BrokerAddress,
        devices: LatestValues<[CastDevice]>
    ) async throws(BrokerError) -> SiteBridge {
        let bridge = SiteBridge(configuration, connector: try makeConnector(to: broker))
        try await bridge.start(devices)
        return bridge
    }

    // MARK: Start and end

    func start(_ devices: some AsyncSequence<[CastDevice], Never> & Sendable) async throws(BrokerError) {
        var first: (any BrokerConnection)?
        do throws(BrokerError) {
            first = try await connector.connect(client: machine.bridge, will: machine.will)
        } catch {
            guard error.isTemporary else { throw error }
            eventContinuation.yield(.disconnected(error, retryAfter: .seconds(1)))
        }
        tasks = [
            Task { [weak self, first] in await self?.stayConnected(first) },
            Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.tick)
                    await self?.ticked()
                }
            },
            Task { [weak self] in for await present in devices { await self?.devicesChanged(present) } },
        ]
    }

    /// Ends the bridge. Commands that are being executed get 5 s; then other bridges take the devices over.
    public func close() async {
        let end = ContinuousClock.now + Self.drainLimit
        while machine.devices.values.contains(where: { !$0.executing.isEmpty }), .now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
        perform(machine.leaveAll(now: now()))
        let flushed = ContinuousClock.now + .seconds(1)
        while unconfirmed > 0, connection != nil, .now < flushed { try? await Task.sleep(for: .milliseconds(10)) }
        for task in tasks { task.cancel() }
        for id in Array(controls.keys) { endControl(of: id) }
        for task in ending.values { task.cancel() }
        await connection?.close()
        for task in tasks + ending.values { await task.value }
        tasks = []
        eventContinuation.finish()
    }

    // MARK: The broker

    private func stayConnected(_ first: (any BrokerConnection)?) async {
        var backOff = ReconnectPolicy.manyDevices.backOff
        var next = first
        // The first try was made already.
        if first == nil { try? await Task.sleep(for: .seconds(1)) }
        while !Task.isCancelled {
            let error: BrokerError
            do throws(BrokerError) {
                let connection: any BrokerConnection
                if let first = next {
                    connection = first
                } else {
                    connection = try await connector.connect(client: machine.bridge, will: machine.will)
                }
                next = nil
                backOff.reset()
                error = await follow(connection)
            } catch let failure {
                error = failure
            }
            guard !Task.isCancelled else { return }
            let delay = max(backOff.next(), .milliseconds(100))
            eventContinuation.yield(.disconnected(error, retryAfter: delay))
            try? await Task.sleep(for: delay)
        }
    }

    private func follow(_ connection: any BrokerConnection) async -> BrokerError {
        self.connection = connection
        (receipts, unconfirmed) = ([:], 0)
        eventContinuation.yield(.connected)
        perform(machine.connected())
        var end = BrokerError(.connectionLost, broker: connector.name, "the connection ended")
        for await event in connection.events {
            switch event {
            case .message(let message):
                connection.handled()
                perform(machine.received(message, now: now()))
            case .confirmed(let number):
                unconfirmed -= 1
                if let receipt = receipts.removeValue(forKey: number) {
                    perform(machine.confirmed(receipt, now: now()))
                }
            case .refused(let number, let reason):
                unconfirmed -= 1
                receipts[number] = nil
                // Nothing works without the site's topics: try again, with other rules or users.
                end = BrokerError(.notAuthorized, broker: connector.name, "a message was refused: \(reason)")
                await connection.close()
            case .subscribed(let number):
                if let receipt = receipts.removeValue(forKey: number) {
                    perform(machine.confirmed(receipt, now: now()))
                }
            case .closed(let error): if end.code != .notAuthorized { end = error }
            }
        }
        self.connection = nil
        perform(machine.disconnected())
        return end
    }

    private func ticked() { perform(machine.tick(now: now())) }

    // MARK: Devices

    private func devicesChanged(_ present: [CastDevice]) {
        let known = Dictionary(present.map { (SiteTopics.topicLevel($0.id), $0) }) { first, _ in first }
        for id in devices.keys.sorted() where known[id] == nil {
            perform(machine.deviceGone(id, now: now()))
        }
        for (id, device) in known.sorted(by: { $0.key < $1.key }) where devices[id] != device {
            perform(
                machine.deviceSeen(id, name: device.friendlyName, model: device.modelName, isGroup: device.isGroup)
            )
        }
        devices.merge(known) { $1 }
        devices = devices.filter { machine.devices[$0.key] != nil }
    }

    private func control(_ id: String) {
        guard let device = devices[id], controls[id] == nil else { return }
        let snapshots = AsyncStream<DeviceSnapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let jobs = AsyncStream<(String, SiteCommand)>.makeStream()
        controlCount += 1
        let number = controlCount
        let controller = DeviceController(device, options: configuration.connection) {
            snapshots.continuation.yield($0)
        }
        let task = Task { [weak self] in
            await withDiscardingTaskGroup { group in
                group.addTask { await controller.run() }
                group.addTask { for await snapshot in snapshots.stream { await self?.changed(snapshot, device: id) } }
                for await (command, request) in jobs.stream {
                    guard await self?.mayBegin(command, on: id, number) == true else { continue }
                    // One after the other, but for announcements, which take as long as their media.
                    if case .announce = request {
                        group.addTask {
                            await self?.executed(command, request, await controller.execute(request), on: id)
                        }
                    } else {
                        await self?.executed(command, request, await controller.execute(request), on: id)
                    }
                }
                group.cancelAll()
            }
            await self?.controlEnded(number)
        }
        controls[id] = Control(number: number, jobs: jobs.continuation, task: task)
        eventContinuation.yield(.controls(device: device.friendlyName))
    }

    private func endControl(of id: String) {
        guard let control = controls.removeValue(forKey: id) else { return }
        // The command that has begun is finished first.
        control.jobs.finish()
        ending[control.number] = control.task
        eventContinuation.yield(.released(device: devices[id]?.friendlyName ?? id))
    }

    private func controlEnded(_ number: Int) { ending[number] = nil }

    /// Whether a command can begin. After this bridge was paused or has lost the broker, another one may have given it up.
    private func mayBegin(_ command: String, on device: String, _ number: Int) -> Bool {
        if controls[device]?.number == number, machine.devices[device]?.ownership.isValidOwner(now: now()) == true {
            return true
        }
        perform(machine.executed(command, .unknown, device: device, now: now()))
        return false
    }

    private func changed(_ snapshot: DeviceSnapshot, device: String) {
        perform(machine.snapshotChanged(snapshot, device: device, now: now()))
    }

    private func executed(_ id: String, _ command: SiteCommand, _ outcome: CommandOutcome, on device: String) {
        var error: String?
        if case .failed(let failure) = outcome { error = failure.message }
        eventContinuation.yield(
            .executed(device: devices[device]?.friendlyName ?? device, command: command.name, error: error)
        )
        perform(machine.executed(id, outcome, device: device, now: now()))
    }

    // MARK: Actions

    private func perform(_ actions: [SiteMachine.Action]) {
        for action in actions {
            switch action {
            case .publish(let message, let receipt):
                guard let number = connection?.publish(message) else { continue }
                unconfirmed += 1
                receipts[number] = receipt
            case .subscribe(let filters, let receipt):
                if let number = connection?.subscribe(filters) { receipts[number] = receipt }
            case .unsubscribe(let filters): connection?.unsubscribe(filters)
            case .control(let device): control(device)
            case .endControl(let device): endControl(of: device)
            case .execute(let device, let id, let command):
                guard let control = controls[device] else {
                    perform(machine.executed(id, .unknown, device: device, now: now()))
                    continue
                }
                control.jobs.yield((id, command))
            case .log(let text): eventContinuation.yield(.notice(text))
            }
        }
    }

    static func makeConnector(to broker: BrokerAddress) throws(BrokerError) -> any BrokerConnector {
        #if MQTT
        return MosquittoConnector(address: broker)
        #else
        throw BrokerError(.notBuilt, broker: broker.name, "this build has no MQTT client")
        #endif
    }
}
