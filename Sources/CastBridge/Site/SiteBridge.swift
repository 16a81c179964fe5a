// SPDX-License-Identifier: Apache-2.0

public import CastSender
import CastWire
import NIOCore
import NIOPosix

/// Connects the devices of a site to an MQTT broker: publishes their states, and executes the commands that arrive.
///
/// Several bridges of a site may see the same device. One of them controls it; another one takes it over within 10 s if that bridge
/// is lost, and at once if it is closed. docs/fleet.md describes topics, messages and guarantees.
///
/// The bridge runs on the thread that reads from the broker, and its connections to devices share one event loop. Call ``close()`` to
/// end it.
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
        /// Whether ``SiteBridge/Event/executed(device:command:error:)`` is reported. Default false: a bridge may execute thousands
        /// of commands per second.
        public var reportsCommands = false

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
        /// A command was executed, or failed with an error. Only with ``Configuration/reportsCommands``.
        case executed(device: String, command: String, error: String?)
        /// Something that operators need to know.
        case notice(String)
    }

    /// The control of a device.
    private struct Control {
        var controller: DeviceController
        /// Keeps the connection to the device.
        var task: Task<Void, Never>
        /// The commands that have not begun.
        var jobs: [(id: String, SiteCommand)] = []
        /// Executes the commands, one after the other; nil if there are none.
        var worker: Task<Void, Never>?
    }

    /// How often the leases are checked.
    private static let tick = Duration.milliseconds(250)
    /// How long closing waits for commands that are being executed.
    private static let drainLimit = Duration.seconds(5)

    /// What happens, for the log. Has one reader; the oldest events are dropped while more than 1,000 wait.
    public nonisolated let events: AsyncStream<Event>
    private let eventContinuation: AsyncStream<Event>.Continuation
    private nonisolated let executor: any SerialExecutor
    private let eventLoop: any EventLoop
    private let configuration: Configuration
    private let connector: any BrokerConnector
    private let now: @Sendable () -> NIODeadline
    private var machine: SiteMachine
    private var connection: (any BrokerConnection)?
    /// The connection that was opened at the start and is not followed yet.
    private var firstConnection: (any BrokerConnection)?
    /// What the broker has not confirmed, by its number, with what the machine waits for.
    private var unconfirmed: [Int: (topic: String, receipt: SiteMachine.Receipt?)] = [:]
    /// Why this bridge ends the connection by itself, and the task that does.
    private var refusal: BrokerError?
    private var closing: Task<Void, Never>?
    /// The actions that are to be performed, and whether that has begun. They are performed in the order in which the machine
    /// returned them, also those that it returns meanwhile: messages of the ledger are numbered.
    private var actions: [SiteMachine.Action] = []
    private var isPerforming = false
    private var devices: [String: CastDevice] = [:]
    private var controls: [String: Control] = [:]
    /// What this bridge does not control anymore, until the command that had begun has ended, with the task that waits for it.
    private var ending: [ObjectIdentifier: (control: Control, task: Task<Void, Never>)] = [:]
    private var tasks: [Task<Void, Never>] = []

    init(
        _ configuration: Configuration,
        connector: any BrokerConnector,
        ownership: OwnershipMachine.Configuration = OwnershipMachine.Configuration(),
        now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        executor = connector.executor
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

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

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

    func start(_ devices: LatestValues<[CastDevice]>) async throws(BrokerError) {
        do throws(BrokerError) {
            firstConnection = try await connector.connect(client: machine.bridge, will: machine.will)
        } catch {
            guard error.isTemporary else { throw error }
            eventContinuation.yield(.disconnected(error, retryAfter: .seconds(1)))
        }
        tasks = [
            makeTask { [weak self] in await self?.stayConnected() },
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
        machine.isEnding = true
        let end = ContinuousClock.now + Self.drainLimit
        while machine.devices.values.contains(where: { !$0.executing.isEmpty }), .now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
        perform(machine.leaveAll(now: now()))
        let flushed = ContinuousClock.now + .seconds(1)
        while !unconfirmed.isEmpty, connection != nil, .now < flushed { try? await Task.sleep(for: .milliseconds(10)) }
        for task in tasks { task.cancel() }
        for id in Array(controls.keys) { endControl(of: id) }
        // Commands fail when their connection ends.
        for (control, _) in ending.values { control.task.cancel() }
        for (_, task) in ending.values { await task.value }
        await (connection ?? firstConnection)?.close()
        for task in tasks { await task.value }
        await closing?.value
        tasks = []
        eventContinuation.finish()
    }

    // MARK: The broker

    private func stayConnected() async {
        var backOff = ReconnectPolicy.manyDevices.backOff
        // The first try was made already.
        if firstConnection == nil { try? await Task.sleep(for: .seconds(1)) }
        while !Task.isCancelled {
            let error: BrokerError
            do throws(BrokerError) {
                let connection: any BrokerConnection
                if let firstConnection {
                    connection = firstConnection
                } else {
                    connection = try await connector.connect(client: machine.bridge, will: machine.will)
                }
                firstConnection = nil
                guard !Task.isCancelled else { return await connection.close() }
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

    /// Handles what happens on a connection until it ends, and returns why.
    private func follow(_ connection: any BrokerConnection) async -> BrokerError {
        self.connection = connection
        (unconfirmed, refusal) = ([:], nil)
        eventContinuation.yield(.connected)
        perform(machine.connected())
        var end: BrokerError?
        while end == nil {
            for event in await connection.nextEvents() {
                if case .closed(let error) = event { end = error } else { handle(event) }
            }
        }
        self.connection = nil
        perform(machine.disconnected())
        return refusal ?? end ?? BrokerError(.connectionLost, broker: connector.name, "the connection ended")
    }

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .message(let message): perform(machine.received(message, now: now()))
        case .confirmed(let number), .subscribed(let number):
            if let receipt = unconfirmed.removeValue(forKey: number)?.receipt {
                perform(machine.confirmed(receipt, now: now()))
            }
        case .refused(let number, let reason):
            guard let (topic, receipt) = unconfirmed.removeValue(forKey: number), refusal == nil else { return }
            if receipt == .response {
                eventContinuation.yield(.notice("the response topic \(topic) was refused: \(reason)"))
                return
            }
            // Nothing works without the site's topics: try again, with other rules or users.
            refusal = BrokerError(.notAuthorized, broker: connector.name, "the topic \(topic) was refused: \(reason)")
            closing = Task { await connection?.close() }
        case .closed: return
        }
    }

    private func ticked() { perform(machine.tick(now: now())) }

    // MARK: Devices

    private func devicesChanged(_ present: [CastDevice]) {
        let known = Dictionary(present.map { (SiteTopics.topicLevel($0.id), $0) }) { first, _ in first }
        for id in devices.keys.sorted() where known[id] == nil {
            perform(machine.deviceGone(id, now: now()))
        }
        for (id, device) in known.sorted(by: { $0.key < $1.key })
        where devices[id] != device || machine.devices[id]?.isPresent != true {
            controls[id]?.controller.update(device)
            perform(
                machine.deviceSeen(id, name: device.friendlyName, model: device.modelName, isGroup: device.isGroup)
            )
        }
        devices.merge(known) { $1 }
        devices = devices.filter { machine.devices[$0.key] != nil }
    }

    private func control(_ id: String) {
        guard let device = devices[id], controls[id] == nil else { return }
        let controller = DeviceController(device, options: configuration.connection, eventLoop: eventLoop)
        let task = makeTask { [weak self] in
            async let isRunning: Void = controller.run()
            await self?.follow(controller, of: id)
            await isRunning
        }
        controls[id] = Control(controller: controller, task: task)
        eventContinuation.yield(.controls(device: device.friendlyName))
    }

    private func endControl(of id: String) {
        guard let control = controls.removeValue(forKey: id) else { return }
        for (command, _) in control.jobs { perform(machine.executed(command, .unknown, device: id, now: now())) }
        let key = ObjectIdentifier(control.controller)
        let task = Task {
            await control.worker?.value
            control.task.cancel()
            await control.task.value
            ending[key] = nil
        }
        ending[key] = (control, task)
        eventContinuation.yield(.released(device: devices[id]?.friendlyName ?? id))
    }

    /// Publishes what a controller reports, until it ends.
    private func follow(_ controller: DeviceController, of device: String) async {
        while let states = await controller.nextStates() {
            for state in states where controls[device]?.controller === controller {
                perform(machine.stateChanged(state, device: device, now: now()))
            }
        }
    }

    /// Starts a task that stays on this bridge's executor when it waits, where the system has task executors.
    private func makeTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *) else { return Task(operation: body) }
        return Task(executorPreference: executor as? any TaskExecutor, operation: body)
    }

    private func execute(_ id: String, _ command: SiteCommand, on device: String) {
        guard let control = controls[device] else {
            return perform(machine.executed(id, .unknown, device: device, now: now()))
        }
        controls[device]?.jobs.append((id, command))
        guard control.worker == nil else { return }
        controls[device]?.worker = makeTask { [weak self] in await self?.work(on: device, control.controller) }
    }

    /// Executes the commands that wait for a device, one after the other, but for announcements, which take as long as their media.
    private func work(on device: String, _ controller: DeviceController) async {
        await withDiscardingTaskGroup { group in
            while let control = controls[device], control.controller === controller,
                let (id, command) = control.jobs.first
            {
                controls[device]?.jobs.removeFirst()
                // After this bridge was paused, another one may have given the command up.
                guard machine.devices[device]?.ownership.isValidOwner(now: now()) == true else {
                    perform(machine.executed(id, .unknown, device: device, now: now()))
                    continue
                }
                if case .announce = command {
                    group.addTask { await self.executed(id, command, await controller.execute(command), on: device) }
                } else {
                    executed(id, command, await controller.execute(command), on: device)
                }
            }
            if controls[device]?.controller === controller { controls[device]?.worker = nil }
        }
    }

    private func executed(_ id: String, _ command: SiteCommand, _ outcome: CommandOutcome, on device: String) {
        if configuration.reportsCommands {
            var error: String?
            if case .failed(let failure) = outcome { error = failure.message }
            eventContinuation.yield(
                .executed(device: devices[device]?.friendlyName ?? device, command: command.name, error: error)
            )
        }
        perform(machine.executed(id, outcome, device: device, now: now()))
    }

    // MARK: Actions

    private func perform(_ returned: [SiteMachine.Action]) {
        actions += returned
        guard !isPerforming else { return }
        isPerforming = true
        while !actions.isEmpty {
            let next = actions
            actions = []
            for action in next { perform(action) }
        }
        isPerforming = false
    }

    private func perform(_ action: SiteMachine.Action) {
        switch action {
        case .publish(let message, let receipt):
            if let number = connection?.publish(message) { unconfirmed[number] = (message.topic, receipt) }
        case .subscribe(let filters, let wantsOwnMessages, let receipt):
            if let number = connection?.subscribe(filters, wantsOwnMessages: wantsOwnMessages) {
                unconfirmed[number] = (filters.joined(separator: ", "), receipt)
            }
        case .unsubscribe(let filters): connection?.unsubscribe(filters)
        case .control(let device): control(device)
        case .endControl(let device): endControl(of: device)
        case .execute(let device, let id, let command): execute(id, command, on: device)
        case .log(let text): eventContinuation.yield(.notice(text))
        }
    }

    static func makeConnector(to broker: BrokerAddress) throws(BrokerError) -> any BrokerConnector {
        #if MQTT
        return try MosquittoConnector(broker)
        #else
        throw BrokerError(.notBuilt, broker: broker.name, "this build has no MQTT client")
        #endif
    }
}
