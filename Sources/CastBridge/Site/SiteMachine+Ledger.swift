// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SiteMachine {
    /// Handles a message of the ledger.
    mutating func ledgerReceived(_ message: BrokerMessage, now: NIODeadline) -> [Action] {
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
            if case .claim = content, fence > records[device]?.fence ?? 0, fence <= configuration.ownership.fenceLimit,
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

    /// Returns the next message of this bridge in the ledger.
    mutating func ledgerMessage(_ content: LedgerMessage.Content) -> BrokerMessage {
        sequence += 1
        let message = LedgerMessage(bridge: bridge, sequence: sequence, content: content)
        return BrokerMessage(topic: topics.ledger, payload: message.payload)
    }

    /// Ends all roles, because entries of the ledger may be missing.
    mutating func loseLedger() -> [Action] {
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

    /// Handles the record of the owner of a device: at first the retained one, then each change.
    ///
    /// The ledger decides about owners. Records are for bridges that have not read it from the beginning, so the owner writes its record
    /// again if it was lost or overwritten.
    mutating func recordReceived(_ message: BrokerMessage, of device: String, now: NIODeadline) -> [Action] {
        let record = OwnerRecord(message.payload, fenceLimit: configuration.ownership.fenceLimit)
        if let ownership = devices[device]?.ownership, ownership.isOwner {
            if record == nil, !message.payload.isEmpty { drop(.invalidMessage) }
            let own = OwnerRecord(bridge: bridge, fence: ownership.fence)
            // A higher number is of a claim that is in the ledger, or of no bridge.
            guard record != own, record?.fence ?? 0 <= own.fence else { return [] }
            return update(device) { [.retain(owner: $0.ownership.bridge, fence: $0.ownership.fence)] }
        }
        guard let record else {
            if message.isRetained || !message.payload.isEmpty { drop(.invalidMessage) }
            return []
        }
        guard message.isRetained || records[device] == nil else { return [] }
        guard records.count < Self.recordLimit || records[device] != nil else {
            drop(.tooManyRecords)
            return []
        }
        records[device] = record
        devices[device]?.ownership.recordReceived(owner: record.bridge, fence: record.fence, now: now)
        return []
    }

    /// Handles the retained progress of a command.
    mutating func progressReceived(_ message: BrokerMessage, of id: String, device: String, now: NIODeadline) {
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
}
