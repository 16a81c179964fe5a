// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension SiteMachine {
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
            device.state.availability != .online || !device.ownership.isOwner
        else { return [] }
        return leave(id, now: now)
    }

    private mutating func leave(_ id: String, now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        if isConnected, devices[id]?.ownership.isValidOwner(now: now) == true {
            devices[id]?.state = PublishedState(availability: .offline(nil))
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
}
