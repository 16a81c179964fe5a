// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The state machine of a bridge: what it tells the broker, and which devices it controls. It does no I/O and has no clock.
///
/// Each device has an ``OwnershipMachine``. All devices of the site share one ledger, so that one message renews the leases of a
/// bridge. The driver, ``SiteBridge``, passes what happens and performs the returned actions in order.
struct SiteMachine {
    struct Configuration {
        var topics: SiteTopics
        /// The id of this bridge, which no earlier process has had.
        var bridge: String
        var ownership = OwnershipMachine.Configuration()
        /// The prefix of the topics on which Home Assistant looks for devices; nil for none.
        var homeAssistantPrefix: String?
        /// The largest number of devices. Further ones are ignored.
        var deviceLimit = 2000
    }

    enum Action: Hashable {
        case publish(BrokerMessage, Receipt? = nil)
        /// Subscribe to topics, with or without the messages that this bridge itself publishes there.
        case subscribe([String], wantsOwnMessages: Bool, Receipt? = nil)
        case unsubscribe([String])
        /// Connect to the device, and report its state.
        case control(device: String)
        case endControl(device: String)
        case execute(device: String, id: String, SiteCommand)
        /// Something that operators need to know.
        case log(String)
    }

    /// What is passed back when the broker has confirmed a message or a subscription.
    enum Receipt: Hashable {
        case subscribed(device: String)
        case execution(device: String, id: String)
        case state(device: String)
        /// A response on a topic that the sender of the command has chosen. The broker may refuse it: that is the sender's problem.
        case response
    }

    /// A reason for which a message was ignored.
    enum Drop: String, CaseIterable {
        case unknownTopic, invalidMessage, retainedCommand, tooManyRecords
    }

    /// A device that this bridge sees. An object, because each event reads and changes a few of its many members.
    final class Device {
        var name: String
        var model: String
        var isGroup: Bool
        var ownership: OwnershipMachine
        /// Whether the device is still announced.
        var isPresent = true
        var state = PublishedState()
        /// Whether ``state`` has changed since it was published, and whether the broker has not confirmed that yet.
        var isStateOutdated = false
        var isStateUnconfirmed = false
        var pending: [String: PendingCommand] = [:]
        /// The commands whose execution the broker has not confirmed.
        var unconfirmed: Set<String> = []
        var executing: Set<String> = []
        /// What was published for Home Assistant.
        var homeAssistant: [String: String] = [:]

        init(name: String, model: String, isGroup: Bool, ownership: OwnershipMachine) {
            self.name = name
            self.model = model
            self.isGroup = isGroup
            self.ownership = ownership
        }

        /// Forgets the commands whose responses are not needed anymore.
        func dropExpired(now: NIODeadline) {
            guard pending.values.contains(where: { $0.expires <= now }) else { return }
            pending = pending.filter { $1.expires > now || executing.contains($0) }
        }
    }

    /// A command until some time after its end, for responses to its sender.
    struct PendingCommand {
        /// Nil after its end, and for a command that was refused.
        var command: SiteCommand?
        var reply: Reply
        /// When the response is not needed anymore.
        var expires: NIODeadline
        /// For how many seconds the broker retains the progress, so that a repetition is not executed.
        var retention: UInt32
    }

    struct Reply: Hashable {
        var topic: String
        var correlation: [UInt8]?
        /// The id of the command; nil if it is not known.
        var id: String?
    }

    static let recordLimit = 10_000
    private static let dropLogInterval = TimeAmount.seconds(60)
    static let bridgeLimit = 1000

    let configuration: Configuration
    var topics: SiteTopics { configuration.topics }
    var devices: [String: Device] = [:]
    private(set) var isConnected = false
    /// Whether this bridge is about to end. It then leaves new commands to other bridges.
    var isEnding = false
    var sequence: Int64 = 0
    /// The last number in the ledger of each bridge.
    var sequences: [String: Int64] = [:]
    /// The devices whose renewals each of the own messages in the ledger contains, the oldest first.
    var renewals: [[String]] = []
    /// The records of owners that the broker has retained or this bridge has read, also for devices that it does not see.
    var records: [String: OwnerRecord] = [:]
    private(set) var onlineBridges: Set<String> = []
    /// The numbers of ignored messages, and what was logged of them when.
    private(set) var drops: [Drop: Int] = [:]
    private var loggedDrops: (counts: [Drop: Int], at: NIODeadline) = ([:], .uptimeNanoseconds(0))
    var gaps = 0
    /// The number of commands that this bridge has named, because they came without an id.
    var namedCommands = 0

    init(_ configuration: Configuration) { self.configuration = configuration }

    var bridge: String { configuration.bridge }

    mutating func drop(_ reason: Drop) { drops[reason, default: 0] += 1 }

    // MARK: The broker

    /// What the broker publishes when this bridge is lost. It expires after a day, because the id is never used again.
    var will: BrokerMessage { presence("offline") }

    private func presence(_ status: String) -> BrokerMessage {
        let object: JSONValue = ["status": .string(status), "version": .integer(Int64(SiteTopics.version))]
        return BrokerMessage(topic: topics.bridge(bridge), payload: object.jsonBytes, isRetained: true, expiry: 86_400)
    }

    mutating func connected() -> [Action] {
        isConnected = true
        (sequence, sequences, renewals, onlineBridges) = (0, [:], [], [bridge])
        var actions: [Action] = [.subscribe(topics.ofBridge, wantsOwnMessages: true), .publish(presence("online"))]
        for id in devices.keys.sorted() { actions.append(subscription(to: id)) }
        return actions
    }

    func subscription(to device: String) -> Action {
        // What this bridge has retained about its commands, it knows.
        .subscribe(topics.ofDevice(device), wantsOwnMessages: false, .subscribed(device: device))
    }

    mutating func disconnected() -> [Action] {
        isConnected = false
        return loseLedger()
    }

    mutating func confirmed(_ receipt: Receipt, now: NIODeadline) -> [Action] {
        switch receipt {
        case .subscribed(let id):
            guard isConnected else { return [] }
            if let record = records[id] {
                devices[id]?.ownership.recordReceived(owner: record.bridge, fence: record.fence, now: now)
            }
            devices[id]?.ownership.connected(now: now)
            return []
        case .execution(let id, let command):
            guard devices[id]?.unconfirmed.remove(command) != nil, let request = devices[id]?.pending[command]?.command
            else { return [] }
            return [.execute(device: id, id: command, request)]
        case .response: return []
        case .state(let id):
            devices[id]?.isStateUnconfirmed = false
            return publishState(of: id, now: now)
        }
    }

    /// Handles a message of the broker.
    mutating func received(_ message: BrokerMessage, now: NIODeadline) -> [Action] {
        guard let topic = topics.topic(message.topic) else {
            drop(.unknownTopic)
            return []
        }
        switch topic {
        case .ledger: return ledgerReceived(message, now: now)
        case .owner(let device): return recordReceived(message, of: device, now: now)
        case .progress(let device, let command):
            progressReceived(message, of: command, device: device, now: now)
            return []
        case .command(let device): return commandReceived(message, for: device, now: now)
        case .simpleCommand(let device, let name):
            return simpleCommandReceived(name, message, for: device, now: now)
        case .bridge(let id):
            presenceReceived(message, of: id)
            return []
        case .state, .result:
            drop(.unknownTopic)
            return []
        }
    }

    private mutating func presenceReceived(_ message: BrokerMessage, of id: String) {
        guard id != bridge else { return }
        let status = try? JSONValue(parsing: message.payload)["status"]
        if status == "online", onlineBridges.count < Self.bridgeLimit {
            onlineBridges.insert(id)
        } else {
            onlineBridges.remove(id)
        }
    }

    // MARK: Time

    /// Handles the passing of time. Call it at least every half second: see ``OwnershipMachine/Configuration/lease``.
    mutating func tick(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        var renewed: [String] = []
        for id in devices.keys.sorted() {
            guard let deadline = devices[id]?.ownership.nextDeadline, deadline <= now else { continue }
            actions += update(id, renewed: &renewed) { $0.ownership.deadlineReached(now: now) }
        }
        if !renewed.isEmpty {
            // One message renews all.
            for id in devices.keys where devices[id]?.ownership.isOwner == true && !renewed.contains(id) {
                actions += update(id, renewed: &renewed) { $0.ownership.renew(now: now) }
            }
            renewals.append(renewed)
            actions.append(.publish(ledgerMessage(.renewal)))
        }
        if drops != loggedDrops.counts, loggedDrops.at + Self.dropLogInterval <= now {
            loggedDrops = (drops, now)
            let counts = drops.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
            actions.append(.log("messages of the broker were ignored so far: \(counts.joined(separator: ", "))"))
        }
        for device in devices.values { device.dropExpired(now: now) }
        return actions
    }

    // MARK: Actions of the ownership

    mutating func update(_ id: String, _ body: (Device) -> [OwnershipMachine.Action]) -> [Action] {
        var renewed: [String] = []
        return update(id, renewed: &renewed, body)
    }

    private mutating func update(
        _ id: String,
        renewed: inout [String],
        _ body: (Device) -> [OwnershipMachine.Action]
    ) -> [Action] {
        guard let device = devices[id] else { return [] }
        var result: [Action] = []
        for action in body(device) {
            switch action {
            case .publish(let entry):
                if case .renew = entry.content {
                    renewed.append(id)
                } else if isConnected {
                    result.append(
                        .publish(ledgerMessage(.entry(device: id, entry.content, fence: entry.fence)))
                    )
                }
            case .retain(let owner, let fence):
                let record = OwnerRecord(bridge: owner, fence: fence).payload
                result.append(.publish(BrokerMessage(topic: topics.owner(id), payload: record, isRetained: true)))
            case .execute(let command):
                device.unconfirmed.insert(command)
                device.executing.insert(command)
                let started: JSONObject = ["startedBy": .string(bridge)]
                result.append(.publish(progress(of: command, started, device: id), .execution(device: id, id: command)))
            case .respond(let command, let outcome): result += respond(command, outcome, device: id)
            case .becameOwner:
                device.state = PublishedState()
                device.isStateOutdated = true
                device.homeAssistant = [:]
                result.append(.control(device: id))
                result += homeAssistantConfigurations(of: id)
            case .lostOwnership: result.append(.endControl(device: id))
            }
        }
        return result
    }
}
