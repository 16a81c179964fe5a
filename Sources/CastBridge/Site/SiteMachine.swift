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
        case subscribe([String], Receipt)
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
    }

    /// A reason for which a message was ignored.
    enum Drop: String, CaseIterable {
        case unknownTopic, invalidMessage, retainedCommand, tooManyRecords
    }

    /// A device that this bridge sees.
    struct Device {
        var name: String
        var model: String
        var isGroup: Bool
        var ownership: OwnershipMachine
        /// Whether the device is still announced.
        var isPresent = true
        var snapshot = DeviceSnapshot()
        /// Whether ``snapshot`` has changed since it was published, and whether the broker has not confirmed that yet.
        var isStateOutdated = false
        var isStateUnconfirmed = false
        var pending: [String: PendingCommand] = [:]
        /// The commands whose execution the broker has not confirmed.
        var unconfirmed: Set<String> = []
        var executing: Set<String> = []
        /// What was published for Home Assistant.
        var homeAssistant: [String: String] = [:]
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

    private struct OwnerRecord {
        var bridge: String
        var fence: UInt64
    }

    static let recordLimit = 10_000
    private static let bridgeLimit = 1000

    let configuration: Configuration
    var topics: SiteTopics { configuration.topics }
    var devices: [String: Device] = [:]
    private(set) var isConnected = false
    private var sequence: Int64 = 0
    /// The last number in the ledger of each bridge.
    private var sequences: [String: Int64] = [:]
    /// The devices whose renewals each of the own messages in the ledger contains, the oldest first.
    private var renewals: [[String]] = []
    /// The records of owners that the broker has retained or this bridge has read, also for devices that it does not see.
    private var records: [String: OwnerRecord] = [:]
    private(set) var onlineBridges: Set<String> = []
    private(set) var drops: [Drop: Int] = [:]
    private(set) var gaps = 0
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
        var actions: [Action] = [.subscribe(topics.ofBridge, .subscribed(device: "")), .publish(presence("online"))]
        for id in devices.keys.sorted() { actions.append(subscription(to: id)) }
        return actions
    }

    private func subscription(to device: String) -> Action {
        .subscribe(topics.ofDevice(device), .subscribed(device: device))
    }

    mutating func disconnected() -> [Action] {
        isConnected = false
        return loseLedger()
    }

    /// Ends all roles, because entries of the ledger may be missing.
    private mutating func loseLedger() -> [Action] {
        var actions: [Action] = []
        for id in devices.keys.sorted() {
            actions += update(id) { device in
                var actions = device.ownership.disconnected()
                for command in device.unconfirmed {
                    device.executing.remove(command)
                    actions += device.ownership.executed(command, .unknown)
                }
                device.unconfirmed = []
                device.isStateUnconfirmed = false
                return actions
            }
        }
        return actions
    }

    mutating func confirmed(_ receipt: Receipt, now: NIODeadline) -> [Action] {
        switch receipt {
        case .subscribed(device: ""): return []
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
        case .owner(let device):
            recordReceived(message, of: device, now: now)
            return []
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

    private mutating func recordReceived(_ message: BrokerMessage, of device: String, now: NIODeadline) {
        // Later changes are in the ledger.
        guard message.isRetained else { return }
        guard let object = try? JSONValue(parsing: message.payload).objectValue,
            let owner = object["bridge"]?.stringValue, owner.utf8.count <= 128,
            case .integer(let number)? = object["fence"], let fence = UInt64(exactly: number)
        else { return drop(.invalidMessage) }
        guard records.count < Self.recordLimit || records[device] != nil else { return drop(.tooManyRecords) }
        records[device] = OwnerRecord(bridge: owner, fence: fence)
        devices[device]?.ownership.recordReceived(owner: owner, fence: fence, now: now)
    }

    private mutating func progressReceived(_ message: BrokerMessage, of id: String, device: String, now: NIODeadline) {
        guard devices[device] != nil, !message.payload.isEmpty else { return }
        guard SiteTopics.isCommandID(id), let object = try? JSONValue(parsing: message.payload).objectValue else {
            return drop(.invalidMessage)
        }
        if object["outcome"] != nil {
            guard let outcome = CommandOutcome(object) else { return drop(.invalidMessage) }
            devices[device]?.ownership.progressReceived(id, .finished(outcome), now: now)
        } else {
            guard let by = object["startedBy"]?.stringValue, by.utf8.count <= 128 else { return drop(.invalidMessage) }
            devices[device]?.ownership.progressReceived(id, .started(by: by), now: now)
        }
    }

    // MARK: The ledger

    private mutating func ledgerReceived(_ message: BrokerMessage, now: NIODeadline) -> [Action] {
        guard !message.isRetained, let entry = LedgerMessage(message.payload) else {
            drop(.invalidMessage)
            return []
        }
        let last = sequences[entry.bridge]
        guard sequences.count < Self.bridgeLimit || last != nil else {
            drop(.tooManyRecords)
            return []
        }
        sequences[entry.bridge] = entry.sequence
        var actions: [Action] = []
        // The first message of a connection has the number 1.
        if let last, entry.sequence != 1, entry.sequence != last + 1 {
            gaps += 1
            actions = loseLedger() + [.log("messages of bridge \(entry.bridge) are missing; starting again")]
            renewals = []
            for id in devices.keys { devices[id]?.ownership.connected(now: now) }
        }
        switch entry.content {
        case .entry(let device, let content, let fence):
            if case .claim = content, fence > records[device]?.fence ?? 0,
                records[device] != nil || records.count < Self.recordLimit
            {
                records[device] = OwnerRecord(bridge: entry.bridge, fence: fence)
            }
            if case .release = content, records[device]?.bridge == entry.bridge { records[device] = nil }
            actions += update(device) { device in
                device.ownership.entryReceived(
                    OwnershipMachine.Entry(bridge: entry.bridge, fence: fence, content: content),
                    now: now
                )
            }
            if case .finished(let id, _) = content { commandFinished(id, device: device, now: now) }
            return actions
        case .renewal:
            let renewed =
                entry.bridge == bridge
                ? renewals.isEmpty ? [] : renewals.removeFirst()
                : devices.keys.filter { devices[$0]?.ownership.owner == entry.bridge }
            for id in renewed {
                actions += update(id) { device in
                    device.ownership.entryReceived(
                        OwnershipMachine.Entry(bridge: entry.bridge, fence: device.ownership.fence, content: .renew),
                        now: now
                    )
                }
            }
            return actions
        }
    }

    private mutating func ledgerMessage(_ content: LedgerMessage.Content) -> BrokerMessage {
        sequence += 1
        let message = LedgerMessage(bridge: bridge, sequence: sequence, content: content)
        return BrokerMessage(topic: topics.ledger, payload: message.payload)
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
        for (id, device) in devices {
            for (command, pending) in device.pending
            where pending.expires <= now && !device.executing.contains(command) {
                devices[id]?.pending[command] = nil
            }
        }
        return actions
    }

    // MARK: Devices

    /// Handles a device that is announced, or has changed.
    mutating func deviceSeen(_ id: String, name: String, model: String, isGroup: Bool) -> [Action] {
        if devices[id] != nil {
            devices[id]?.isPresent = true
            devices[id]?.name = name
            devices[id]?.model = model
            return []
        }
        guard devices.count < configuration.deviceLimit else {
            return [.log("\(name) is ignored: this bridge has \(configuration.deviceLimit) devices already")]
        }
        let ownership = OwnershipMachine(bridge: bridge, configuration: configuration.ownership)
        devices[id] = Device(name: name, model: model, isGroup: isGroup, ownership: ownership)
        return isConnected ? [subscription(to: id)] : []
    }

    /// Handles that a device is not announced anymore. While this bridge is connected to it, it is kept.
    mutating func deviceGone(_ id: String, now: NIODeadline) -> [Action] {
        devices[id]?.isPresent = false
        return leaveIfGone(id, now: now)
    }

    /// Leaves a device to other bridges that see it.
    mutating func leaveIfGone(_ id: String, now: NIODeadline) -> [Action] {
        guard let device = devices[id], !device.isPresent, device.executing.isEmpty,
            device.snapshot.availability != .online || !device.ownership.isOwner
        else { return [] }
        return leave(id, now: now)
    }

    private mutating func leave(_ id: String, now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        if isConnected, devices[id]?.ownership.isValidOwner(now: now) == true {
            devices[id]?.snapshot = DeviceSnapshot(availability: .offline(nil))
            devices[id]?.isStateOutdated = true
            devices[id]?.isStateUnconfirmed = false
            actions += publishState(of: id, now: now)
            actions.append(.publish(BrokerMessage(topic: topics.owner(id), payload: [], isRetained: true)))
        }
        actions += update(id) { $0.ownership.release() }
        if isConnected { actions.append(.unsubscribe(topics.ofDevice(id))) }
        devices[id] = nil
        return actions
    }

    /// Leaves all devices, before the bridge ends: other bridges take them over at once.
    mutating func leaveAll(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for id in devices.keys.sorted() { actions += leave(id, now: now) }
        if isConnected {
            actions.append(.publish(BrokerMessage(topic: topics.bridge(bridge), payload: [], isRetained: true)))
        }
        return actions
    }

    /// Whether another bridge that is at work has claimed a device that this one does not see.
    func isKnownElsewhere(_ device: String) -> Bool {
        records[device].map { onlineBridges.contains($0.bridge) && $0.bridge != bridge } ?? false
    }

    // MARK: Actions of the ownership

    mutating func update(_ id: String, _ body: (inout Device) -> [OwnershipMachine.Action]) -> [Action] {
        var renewed: [String] = []
        return update(id, renewed: &renewed, body)
    }

    private mutating func update(
        _ id: String,
        renewed: inout [String],
        _ body: (inout Device) -> [OwnershipMachine.Action]
    ) -> [Action] {
        guard var device = devices[id] else { return [] }
        // Without a second reference, the device changes in place.
        devices[id] = nil
        let actions = body(&device)
        devices[id] = device
        var result: [Action] = []
        for action in actions {
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
                let record: JSONValue = ["bridge": .string(owner), "fence": .integer(Int64(clamping: fence))]
                result.append(
                    .publish(BrokerMessage(topic: topics.owner(id), payload: record.jsonBytes, isRetained: true))
                )
            case .execute(let command):
                devices[id]?.unconfirmed.insert(command)
                devices[id]?.executing.insert(command)
                let started: JSONObject = ["startedBy": .string(bridge)]
                result.append(.publish(progress(of: command, started, device: id), .execution(device: id, id: command)))
            case .respond(let command, let outcome): result += respond(command, outcome, device: id)
            case .becameOwner:
                devices[id]?.snapshot = DeviceSnapshot()
                devices[id]?.isStateOutdated = true
                devices[id]?.homeAssistant = [:]
                result.append(.control(device: id))
                result += homeAssistantConfigurations(of: id)
            case .lostOwnership: result.append(.endControl(device: id))
            }
        }
        return result
    }
}
