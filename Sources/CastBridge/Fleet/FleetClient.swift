// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire

/// Shows and controls the devices of all sites over an MQTT broker.
public actor FleetClient {
    /// The devices of all sites, or why there is no connection anymore.
    public enum Update: Sendable {
        /// All devices, sorted by site and id.
        case devices([FleetDevice])
        /// The connection has ended. Nothing follows.
        case closed(BrokerError)
    }

    private struct Pending {
        var device: FleetDevice.ID
        var continuation: CheckedContinuation<FleetResult, Never>
        /// Sends the command again.
        var repeating: Task<Void, Never>
    }

    private static let deviceLimit = 200_000
    /// The largest number of commands of one call whose responses are awaited at the same time.
    private static let concurrency = 256
    /// After what time a command is sent again. Bridges execute it once.
    private static let repetition = Duration.seconds(5)
    private static let publicationDelay = Duration.milliseconds(50)

    private let prefix: String
    private let broker: String
    private nonisolated let executor: any SerialExecutor
    private var connection: (any BrokerConnection)?
    private let replyTopic: String
    private let clientID: String
    private var known: [FleetDevice.ID: FleetDevice] = [:]
    /// Bridges at work, after the site.
    private var onlineBridges: Set<String> = []
    /// Publishes the devices after a short while, in which more of them may change.
    private var publication: Task<Void, Never>?
    private var pending: [String: Pending] = [:]
    private var sentCommands = 0
    /// The commands that the broker has not confirmed, by the numbers of their messages.
    private var unconfirmed: [Int: String] = [:]
    private var subscription: Int?
    private let changes = CurrentValue<Update>(nil)
    private var reader: Task<Void, Never>?

    /// Connects to a broker.
    ///
    /// - Parameters:
    ///   - broker: The broker.
    ///   - prefix: The beginning of all topics of bridges.
    /// - Throws: ``BrokerError``.
    public static func connect(
        to broker: BrokerAddress,
        prefix: String = "cast"
    ) async throws(BrokerError) -> FleetClient {
        try await connect(with: SiteBridge.makeConnector(to: broker), prefix: prefix)
    }

    static func connect(
        with connector: any BrokerConnector,
        prefix: String = "cast"
    ) async throws(BrokerError) -> FleetClient {
        let id = "cast-fleet-" + String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
        let client = FleetClient(id, prefix: prefix, connector)
        try await client.start(connector)
        return client
    }

    private init(_ id: String, prefix: String, _ connector: any BrokerConnector) {
        clientID = id
        self.prefix = prefix
        broker = connector.name
        executor = connector.executor
        // Not below the prefix: bridges do not respond to topics of their own.
        replyTopic = "\(prefix)-reply/\(id)"
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private func start(_ connector: any BrokerConnector) async throws(BrokerError) {
        let connection = try await connector.connect(client: clientID, will: nil)
        self.connection = connection
        subscription = connection.subscribe(
            SiteTopics(prefix: prefix, site: "+").ofViewer + [replyTopic],
            wantsOwnMessages: true
        )
        reader = Task { [weak self] in
            while let isOpen = await self?.handleNextEvents(), isOpen {}
        }
    }

    /// Closes the connection.
    public func close() async {
        await connection?.close()
        await reader?.value
        fail(BrokerError(.connectionLost, broker: broker, "the connection was closed"))
    }

    // MARK: Devices

    /// The devices of all sites: the current ones, then each change. Any number of readers; a slow one misses intermediate values.
    public nonisolated var updates: AsyncStream<Update> { changes.stream }

    /// The devices of all sites that are known, sorted by site and id. The broker sends them within moments after connecting.
    public var devices: [FleetDevice] { known.values.sorted { $0.id < $1.id } }

    /// Why there is no connection anymore; nil while there is one.
    public var failure: BrokerError? {
        guard case .closed(let error)? = changes.value else { return nil }
        return error
    }

    /// Returns whether the connection is still open.
    private func handleNextEvents() async -> Bool {
        guard let connection else { return false }
        for event in await connection.nextEvents() {
            handle(event)
            if case .closed = event { return false }
        }
        return true
    }

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .message(let message) where message.topic == replyTopic: responseReceived(message)
        case .message(let message):
            guard let site = SiteTopics.site(of: message.topic, prefix: prefix) else { return }
            switch SiteTopics(prefix: prefix, site: site).topic(message.topic) {
            case .state(let device): stateReceived(message, FleetDevice.ID(site: site, device: device))
            case .bridge(let bridge): presenceReceived(message, bridge: bridge, site: site)
            default: return
            }
            publishDevices()
        case .closed(let error): fail(error)
        case .confirmed(let number): unconfirmed[number] = nil
        case .subscribed: return
        case .refused(let number, let reason):
            if number == subscription {
                return fail(
                    BrokerError(
                        .notAuthorized,
                        broker: broker,
                        "reading the topics of the sites was refused: \(reason)"
                    )
                )
            }
            guard let id = unconfirmed.removeValue(forKey: number) else { return }
            settle(
                id,
                code: BrokerError.Code.notAuthorized.rawValue,
                message: "the broker refused the command: \(reason)"
            )
        }
    }

    private func stateReceived(_ message: BrokerMessage, _ id: FleetDevice.ID) {
        guard known.count < Self.deviceLimit || known[id] != nil else { return }
        known[id] = FleetDevice(id, payload: message.payload)
        updateAvailability(of: id)
    }

    private func presenceReceived(_ message: BrokerMessage, bridge: String, site: String) {
        let status = try? JSONValue(parsing: message.payload)["status"]
        if status == "online", onlineBridges.count < Self.deviceLimit {
            onlineBridges.insert("\(site)/\(bridge)")
        } else {
            onlineBridges.remove("\(site)/\(bridge)")
        }
        for (id, device) in known where id.site == site && device.bridge == bridge { updateAvailability(of: id) }
    }

    private func updateAvailability(of id: FleetDevice.ID) {
        guard let device = known[id] else { return }
        known[id]?.isOnline =
            device.state["availability"] == "online" && onlineBridges.contains("\(id.site)/\(device.bridge)")
    }

    private func publishDevices() {
        guard publication == nil else { return }
        publication = Task { [weak self] in
            try? await Task.sleep(for: Self.publicationDelay)
            await self?.publishNow()
        }
    }

    private func publishNow() {
        publication = nil
        changes.publish(.devices(devices))
    }

    private func fail(_ error: BrokerError) {
        if failure == nil { changes.publish(.closed(error)) }
        changes.finish()
        publication?.cancel()
        for id in Array(pending.keys) {
            settle(id, code: "noResponse", message: "the connection to the broker ended: \(error.reason)")
        }
    }

    // MARK: Commands

    /// Sends a command to a device, and waits for the response. Repeats it meanwhile, because a bridge may be lost; it is executed
    /// at most once.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - device: The device.
    ///   - timeout: For how long bridges may execute the command, and how long to wait for the response. 0.1 s to an hour.
    /// - Returns: What became of it. If the task is canceled, the response is `noResponse`, and the command may be executed still.
    public func send(
        _ command: SiteCommand,
        to device: FleetDevice.ID,
        timeout: Duration = .seconds(30)
    ) async -> FleetResult {
        sentCommands += 1
        let id = "\(clientID.dropFirst("cast-fleet-".count)).\(sentCommands)"
        var object: JSONObject = ["id": .string(id), "timeout": .number(timeout / .seconds(1))]
        object.merge(command.json)
        let message = BrokerMessage(
            topic: SiteTopics(prefix: prefix, site: device.site).command(device.device),
            payload: JSONValue.object(object).jsonBytes,
            expiry: UInt32(clamping: (timeout / .seconds(1)).rounded(.up)),
            responseTopic: replyTopic
        )
        let repeating = Task { [weak self] in
            let end = ContinuousClock.now + timeout
            while !Task.isCancelled, .now < end {
                guard await self?.publish(message, id) == true else { break }
                try? await Task.sleep(for: min(Self.repetition, end - .now))
            }
            await self?.settle(id, code: "noResponse", message: "no bridge responded within \(timeout / .seconds(1)) s")
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending[id] = Pending(device: device, continuation: continuation, repeating: repeating)
            }
        } onCancel: {
            repeating.cancel()
        }
    }

    /// Sends a command to devices, to 256 of them at the same time, and waits for the responses.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - devices: The devices.
    ///   - timeout: As for one device, counted from when the command is sent to it.
    /// - Returns: What became of it on each device, in the order of the devices.
    public nonisolated func send(
        _ command: SiteCommand,
        to devices: [FleetDevice.ID],
        timeout: Duration = .seconds(30)
    ) async -> [FleetResult] {
        await withTaskGroup(of: (Int, FleetResult).self) { group in
            var waiting = devices.enumerated().makeIterator()
            func sendNext() {
                guard let (index, device) = waiting.next() else { return }
                group.addTask { (index, await self.send(command, to: device, timeout: timeout)) }
            }
            for _ in 0..<Self.concurrency { sendNext() }
            var results: [(Int, FleetResult)] = []
            for await result in group {
                results.append(result)
                sendNext()
            }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Returns false if there is no connection anymore.
    private func publish(_ message: BrokerMessage, _ id: String) -> Bool {
        guard let number = connection?.publish(message) else { return false }
        unconfirmed[number] = id
        return true
    }

    private func responseReceived(_ message: BrokerMessage) {
        guard let object = try? JSONValue(parsing: message.payload).objectValue, let id = object["id"]?.stringValue,
            let outcome = object["outcome"]
        else { return }
        if outcome == "done" { return settle(id, code: nil, message: nil) }
        settle(
            id,
            code: object["error"]?["code"]?.stringValue ?? "failed",
            message: object["error"]?["message"]?.stringValue ?? "the device refused the command"
        )
    }

    private func settle(_ id: String, code: String?, message: String?) {
        guard let pending = pending.removeValue(forKey: id) else { return }
        pending.repeating.cancel()
        pending.continuation.resume(
            returning: FleetResult(device: pending.device, errorCode: code, message: message)
        )
    }
}
