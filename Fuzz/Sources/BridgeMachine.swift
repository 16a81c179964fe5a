// SPDX-License-Identifier: Apache-2.0

import NIOCore

@testable import CastBridge
@testable import CastWire

extension FuzzTarget {
    /// A bridge to an MQTT broker, with any messages on its topics.
    static let bridge = FuzzTarget("bridge") { bytes in
        var model = BridgeModel(FuzzInput(bytes))
        model.run()
    }
}

/// A bridge under any events. The ledger is numbered without gaps, and memory is bounded. Unless other clients publish what only
/// bridges may publish, no command is executed twice.
private struct BridgeModel {
    private static let topics = SiteTopics(site: "home")
    private static let devices = ["tv", "radio"]
    private static let commands = ["pause", "volume", "seek", "play", "mute", "dance"]
    private static let members: [(key: String, values: [JSONValue])] = [
        ("bridge", ["a", "b", ""]), ("sequence", [1, 2, 3, .integer(.max), .integer(.min)]),
        ("type", ["claim", "renew", "release", "started", "abandoned", "finished"]),
        ("device", ["tv", "radio", "unknown"]), ("fence", [1, 2, .integer(1 << 53), .integer(.max), -1]),
        ("command", ["1", "2", "1", "2", "pause", "volume", "play"]),
        ("outcome", ["done", "failed", "unknown", "won"]),
        ("error", [["code": "c", "message": "m"]]), ("id", ["1", "2", "a b"]), ("timeout", [0.1, 30, 3600, 1e300]),
        ("startedBy", ["a", "b"]), ("status", ["online", "offline"]), ("level", [0.5]), ("position", [1]),
        ("url", ["http://h/a.mp4", "file:///a"]), ("muted", [true]), ("items", [[["url": "http://h/a"]]]),
    ]

    private var input: FuzzInput
    private let isHostile: Bool
    /// What the broker has retained of commands.
    private var progress: [String: BrokerMessage] = [:]
    private var machine = SiteMachine(.init(topics: topics, bridge: "a", homeAssistantPrefix: "homeassistant"))
    private var now = NIODeadline.start
    /// The bridge's own messages in the ledger that have not come back, and what the broker has not confirmed.
    private var ledger: [BrokerMessage] = []
    private var receipts: [SiteMachine.Receipt] = []
    private var sequence: Int64 = 0
    private var running: [(device: String, id: String)] = []
    private var executed: Set<String> = []

    init(_ input: FuzzInput) {
        self.input = input
        isHostile = self.input.bool()
    }

    mutating func run() {
        connect()
        for device in Self.devices { see(device) }
        for _ in 0..<256 where !input.isEmpty { step() }
        take(machine.leaveAll(now: now))
        require(machine.devices.isEmpty, "devices after the end")
        take(machine.disconnected())
        require(
            machine.tick(now: now + .hours(9)).allSatisfy { if case .log = $0 { true } else { false } },
            "time after the end"
        )
    }

    private mutating func step() {
        let device = input.element(of: Self.devices)
        switch input.below(14) {
        case 0:
            if machine.isConnected { take(machine.disconnected()) }
            (ledger, receipts) = ([], [])
            connect()
        case 1: see(device)
        case 2: take(machine.deviceGone(device, now: now))
        case 3, 4:
            now = now + .milliseconds(Int64(input.timeStep() * 1000))
            take(machine.tick(now: now))
        case 5, 6, 7: if !ledger.isEmpty { receive(ledger.removeFirst()) }
        case 8, 9: if !receipts.isEmpty { confirm(receipts.removeFirst()) }
        case 10:
            guard !running.isEmpty else { return }
            let (device, id) = running.remove(at: input.below(running.count))
            let outcomes: [CommandOutcome] = [.done, .unknown, .failed(CommandError(code: "c", message: input.text()))]
            take(machine.executed(id, input.element(of: outcomes), device: device, now: now))
        case 11:
            let availability: [PublishedState.Availability] = [.online, .connecting, .offline(nil)]
            let state = PublishedState(availability: input.element(of: availability), volume: input.bool() ? 0.5 : nil)
            take(machine.stateChanged(state, device: device, now: now))
        case 12: if isHostile { receive(message(device)) }
        default:
            let id = "\(input.below(8))"
            let command: JSONObject = [
                "id": .string(id), "command": .string(input.element(of: Self.commands)), "level": 0.5,
            ]
            receive(BrokerMessage(topic: Self.topics.command(device), payload: JSONValue.object(command).jsonBytes))
        }
        require(
            machine.devices.values.allSatisfy { $0.pending.count <= 8192 },
            "the commands of a device are not bounded"
        )
    }

    /// A message that another client could publish on a topic of the site.
    private mutating func message(_ device: String) -> BrokerMessage {
        let topics = [
            Self.topics.ledger, Self.topics.owner(device), Self.topics.progress(device, "\(input.below(4))"),
            Self.topics.command(device), "\(Self.topics.command(device))/\(input.element(of: Self.commands))",
            Self.topics.bridge("b"), "cast/1/home/\(input.text())",
        ]
        let payload = input.chance(of: 8) ? Array(input.text().utf8) : JSONValue.object(object()).jsonBytes
        return BrokerMessage(
            topic: input.element(of: topics),
            payload: payload,
            isRetained: input.bool(),
            expiry: input.chance(of: 4) ? UInt32(truncatingIfNeeded: input.number()) : nil,
            responseTopic: input.chance(of: 4) ? input.text() : nil,
            correlation: input.chance(of: 4) ? input.bytes(input.below(40)) : nil
        )
    }

    /// An object that usually has all members that any message needs, because messages that lack one are dropped at once.
    private mutating func object() -> JSONObject {
        var object: JSONObject = [:]
        for (key, values) in Self.members where !input.chance(of: 32) {
            object[key] = input.chance(of: 16) ? input.value() : input.element(of: values)
        }
        return object
    }

    private mutating func confirm(_ receipt: SiteMachine.Receipt) {
        take(machine.confirmed(receipt, now: now))
        guard case .subscribed(let device) = receipt else { return }
        let start = Self.topics.progress(device, "")
        for message in progress.values.sorted(by: { $0.topic < $1.topic }) where message.topic.hasPrefix(start) {
            receive(message)
        }
    }

    private mutating func connect() {
        sequence = 0
        take(machine.connected())
    }

    private mutating func see(_ device: String) {
        take(machine.deviceSeen(device, name: "Device", model: "", isGroup: input.bool()))
    }

    private mutating func receive(_ message: BrokerMessage) {
        if machine.isConnected { take(machine.received(message, now: now)) }
    }

    private mutating func take(_ actions: [SiteMachine.Action]) {
        for action in actions {
            switch action {
            case .publish(let message, let receipt):
                require(machine.isConnected, "a message without the broker")
                require(
                    message.payload.count <= BrokerMessage.payloadLimit,
                    "a message of \(message.payload.count) bytes"
                )
                if message.topic == Self.topics.ledger {
                    sequence += 1
                    require(LedgerMessage(message.payload)?.sequence == sequence, "the ledger is not numbered in order")
                    ledger.append(message)
                }
                if message.topic.contains("/progress/") { progress[message.topic] = message }
                if let receipt { receipts.append(receipt) }
            case .subscribe(_, _, let receipt): if let receipt { receipts.append(receipt) }
            case .execute(let device, let id, _):
                let isFirst = executed.insert("\(device) \(id)").inserted
                require(isFirst || isHostile, "the command \(id) is executed twice")
                running.append((device, id))
            case .unsubscribe, .control, .endControl, .log: break
            }
        }
    }
}
