// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

@testable import CastBridge

/// Bridges of a site and a broker that delivers without delay, for tests of ``SiteMachine`` by events.
struct SimulatedSite {
    static let topics = SiteTopics(site: "home")

    private(set) var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private(set) var bridges: [String: SiteMachine] = [:]
    private var online: Set<String> = []
    /// What the broker keeps.
    private(set) var retained: [String: BrokerMessage] = [:]
    /// Everything that was published, in order.
    private(set) var published: [BrokerMessage] = []
    private(set) var executions: [(bridge: String, device: String, id: String, SiteCommand)] = []
    /// Which bridges control each device.
    private(set) var controllers: [String: Set<String>] = [:]
    private(set) var logs: [String] = []
    /// Whether the broker confirms states.
    var confirmsStates = true
    private var unconfirmedStates: [(String, SiteMachine.Receipt)] = []
    /// The bridges that the next message does not reach.
    var lossesOfNextMessage: Set<String> = []

    mutating func start(_ bridge: String, homeAssistantPrefix: String? = nil) {
        bridges[bridge] = SiteMachine(
            .init(topics: Self.topics, bridge: bridge, homeAssistantPrefix: homeAssistantPrefix)
        )
        connect(bridge)
    }

    mutating func connect(_ bridge: String) {
        online.insert(bridge)
        perform(bridges[bridge]?.connected() ?? [], of: bridge)
    }

    /// Ends a bridge without an orderly end.
    mutating func kill(_ bridge: String) {
        online.remove(bridge)
        let will = bridges[bridge]?.will
        bridges[bridge] = nil
        for device in controllers.keys { controllers[device]?.remove(bridge) }
        if let will { publish(will) }
    }

    /// Ends all connections, and what the broker keeps.
    mutating func restartBroker() {
        for bridge in online.sorted() { perform(bridges[bridge]?.disconnected() ?? [], of: bridge) }
        online = []
        retained = [:]
    }

    /// Lets a bridge begin to end: it finishes what it executes.
    mutating func end(_ bridge: String) { bridges[bridge]?.isEnding = true }

    mutating func close(_ bridge: String) {
        perform(bridges[bridge]?.leaveAll(now: now) ?? [], of: bridge)
        online.remove(bridge)
        bridges[bridge] = nil
    }

    mutating func see(_ device: String, from bridges: String...) {
        for bridge in bridges {
            let actions = self.bridges[bridge]?.deviceSeen(
                device,
                name: "Device \(device)",
                model: "TV",
                isGroup: false
            )
            perform(actions ?? [], of: bridge)
        }
    }

    mutating func lose(_ device: String, from bridge: String) {
        perform(bridges[bridge]?.deviceGone(device, now: now) ?? [], of: bridge)
    }

    mutating func report(_ state: PublishedState, of device: String) {
        for bridge in controllers[device]?.sorted() ?? [] {
            perform(bridges[bridge]?.stateChanged(state, device: device, now: now) ?? [], of: bridge)
        }
    }

    mutating func finish(_ id: String, _ outcome: CommandOutcome = .done, of device: String) {
        guard let execution = executions.first(where: { $0.id == id && $0.device == device }) else { return }
        let actions = bridges[execution.bridge]?.executed(id, outcome, device: device, now: now)
        perform(actions ?? [], of: execution.bridge)
    }

    mutating func pass(_ seconds: Double) {
        let end = now + .nanoseconds(Int64(seconds * 1e9))
        while now < end {
            now = now + .milliseconds(250)
            for bridge in online.sorted() { perform(bridges[bridge]?.tick(now: now) ?? [], of: bridge) }
        }
    }

    /// Publishes a message of a client that is no bridge.
    mutating func publish(_ message: BrokerMessage) {
        published.append(message)
        if message.isRetained {
            retained[message.topic] = message.payload.isEmpty ? nil : message
        }
        var delivered = message
        delivered.isRetained = false
        let lost = lossesOfNextMessage
        lossesOfNextMessage = []
        for bridge in online.sorted() where !lost.contains(bridge) {
            let filters = Self.topics.ofBridge + (bridges[bridge]?.devices.keys.flatMap(Self.topics.ofDevice) ?? [])
            guard filters.contains(where: { Self.matches(message.topic, $0) }) else { continue }
            perform(bridges[bridge]?.received(delivered, now: now) ?? [], of: bridge)
        }
    }

    mutating func send(
        _ command: JSONObject,
        to device: String,
        isRetained: Bool = false,
        responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        publish(
            BrokerMessage(
                topic: Self.topics.command(device),
                payload: JSONValue.object(command).jsonBytes,
                isRetained: isRetained,
                responseTopic: responseTopic,
                correlation: correlation
            )
        )
    }

    mutating func confirmStates() {
        let receipts = unconfirmedStates
        unconfirmedStates = []
        for (bridge, receipt) in receipts { perform(bridges[bridge]?.confirmed(receipt, now: now) ?? [], of: bridge) }
    }

    /// The messages on a topic, as objects.
    func messages(_ topic: String) -> [JSONObject] {
        published.filter { $0.topic == topic }.compactMap { try? JSONValue(parsing: $0.payload).objectValue }
    }

    func results(_ device: String) -> [JSONObject] { messages(Self.topics.result(device)) }

    func state(_ device: String) -> JSONObject? {
        retained[Self.topics.state(device)].flatMap { try? JSONValue(parsing: $0.payload).objectValue }
    }

    private mutating func perform(_ actions: [SiteMachine.Action], of bridge: String) {
        for action in actions {
            switch action {
            case .publish(let message, let receipt):
                guard online.contains(bridge) else { continue }
                publish(message)
                guard let receipt else { continue }
                if case .state = receipt, !confirmsStates {
                    unconfirmedStates.append((bridge, receipt))
                } else {
                    perform(bridges[bridge]?.confirmed(receipt, now: now) ?? [], of: bridge)
                }
            case .subscribe(let filters, _, let receipt):
                if let receipt { perform(bridges[bridge]?.confirmed(receipt, now: now) ?? [], of: bridge) }
                for message in retained.values.sorted(by: { $0.topic < $1.topic })
                where filters.contains(where: { Self.matches(message.topic, $0) }) {
                    perform(bridges[bridge]?.received(message, now: now) ?? [], of: bridge)
                }
            case .unsubscribe: break
            case .control(let device): controllers[device, default: []].insert(bridge)
            case .endControl(let device): controllers[device]?.remove(bridge)
            case .execute(let device, let id, let command): executions.append((bridge, device, id, command))
            case .log(let text): logs.append(text)
            }
        }
    }

    /// Whether a topic matches a filter (MQTT 5, section 4.7).
    static func matches(_ topic: String, _ filter: String) -> Bool {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        let filters = filter.split(separator: "/", omittingEmptySubsequences: false)
        for (index, filter) in filters.enumerated() {
            if filter == "#" { return true }
            guard index < levels.count, filter == "+" || filter == levels[index] else { return false }
        }
        return levels.count == filters.count
    }
}
