// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore

/// Drives a group: connects its state machine to the endpoint and the members.
///
/// Isolated to the endpoint's event loop. Members can use other event loops; events and commands are passed between the
/// loops in order.
actor GroupCore {
    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }
    /// Each device that becomes the leader, in order and without omissions; finishes when the group ends.
    nonisolated let moves: AsyncStream<VirtualDevice>

    let endpoint: VirtualDevice
    private let isDynamic: Bool
    private var machine: GroupMachine
    private(set) var devices: [String: VirtualDevice] = [:]
    private let announceMove: AsyncStream<VirtualDevice>.Continuation
    private var isClosed = false

    init(endpoint: VirtualDevice, isDynamic: Bool) {
        self.endpoint = endpoint
        self.isDynamic = isDynamic
        eventLoop = endpoint.parts.core.eventLoop
        machine = GroupMachine(id: endpoint.id, name: endpoint.name)
        (moves, announceMove) = AsyncStream.makeStream(of: VirtualDevice.self)
    }

    var memberIDs: [String] { machine.members.map(\.id) }
    var presentIDs: [String] { machine.present.map(\.id) }
    var leaderID: String? { machine.leaderID }
    var hasEnded: Bool { machine.hasEnded }
    var leader: VirtualDevice? { machine.leaderID.flatMap { devices[$0] } }

    /// Observes the endpoint and adds the first members; the first one leads.
    func begin(_ devices: [VirtualDevice]) async {
        let core = endpoint.parts.core
        await core.observeZone(as: endpoint.id) { [weak self] event in self?.forward(event, from: nil) }
        for device in devices { await add(device) }
        // An app that was moved to the endpoint has started before the group observed the endpoint.
        perform(machine.applicationChanged(await core.zoneReport.application))
    }

    /// Adds a device. Does nothing if it is a member.
    func add(_ device: VirtualDevice) async {
        guard !isClosed, !machine.hasEnded, devices[device.id] == nil, device.id != endpoint.id else { return }
        devices[device.id] = device
        let id = device.id
        let report = await device.parts.core.observeZone(as: endpoint.id) { [weak self] event in
            self?.forward(event, from: id)
        }
        guard !isClosed, devices[id] === device else {
            // The device was removed meanwhile.
            return await device.parts.core.leaveZone(endpoint.id)
        }
        guard let report else { return memberReported(.gone, id: id) }
        perform(
            machine.joined(
                GroupMachine.Member(
                    id: id,
                    name: device.name,
                    capabilities: device.parts.core.capabilities,
                    volume: report.volume,
                    isAway: isAway(report)
                )
            )
        )
    }

    func remove(_ id: String) async {
        guard let device = devices[id] else { return }
        perform(machine.left(id))
        devices[id] = nil
        await device.parts.core.leaveZone(endpoint.id)
        device.parts.screen?.setGroup(nil, id: endpoint.id)
    }

    func lead(_ id: String) {
        perform(machine.lead(id))
    }

    /// Removes all members. Later calls do nothing.
    func close() async {
        guard !isClosed else { return }
        isClosed = true
        announceMove.finish()
        for device in devices.values {
            await device.parts.core.leaveZone(endpoint.id)
            device.parts.screen?.setGroup(nil, id: endpoint.id)
        }
        devices = [:]
        await endpoint.parts.core.leaveZone(endpoint.id)
    }

    // MARK: - Events

    /// Passes an event to the group's event loop, from any event loop. `id` is nil for the endpoint.
    private nonisolated func forward(_ event: ZoneEvent, from id: String?) {
        eventLoop.execute { [weak self] in
            self?.assumeIsolated { core in
                if let id { core.memberReported(event, id: id) } else { core.endpointReported(event) }
            }
        }
    }

    private func memberReported(_ event: ZoneEvent, id: String) {
        guard !isClosed, devices[id] != nil else { return }
        switch event {
        case .changed(let report):
            perform(machine.reported(id, volume: report.volume, isAway: isAway(report)))
        case .gone:
            devices[id] = nil
            perform(machine.left(id, isGone: true))
        case .groupStopped: endpoint.parts.core.runOnEventLoop { $0.stopZoneApplication() }
        case .memberVolumeRequested, .groupVolumeRequested: break
        }
    }

    private func endpointReported(_ event: ZoneEvent) {
        guard !isClosed else { return }
        switch event {
        case .changed(let report): perform(machine.applicationChanged(report.application))
        case .memberVolumeRequested(let id, let level, let isMuted, let requestID):
            perform(machine.volumeRequested(id, level: level, isMuted: isMuted, requestID: requestID))
        case .groupVolumeRequested(let level, let isMuted):
            // Passes on only what differs: a member that is muted on its own stays muted when the group's level
            // changes.
            perform(
                machine.volumeRequested(
                    level: level == machine.level ? nil : level,
                    isMuted: isMuted == machine.isMuted ? nil : isMuted
                )
            )
        case .groupStopped: break
        case .gone: announceMove.finish()
        }
    }

    private func isAway(_ report: ZoneReport) -> Bool {
        report.application != nil || (report.groupID != nil && report.groupID != endpoint.id)
    }

    // MARK: - Actions

    private func perform(_ actions: [GroupMachine.Action]) {
        let core = endpoint.parts.core
        let groupID = endpoint.id
        for action in actions {
            switch action {
            case .list(let members): core.runOnEventLoop { $0.setZoneMembers(members) }
            case .notify(let change): core.runOnEventLoop { $0.notifyZone(change) }
            case .groupVolume(let level, let isMuted):
                core.runOnEventLoop { $0.setZoneVolume(level: level, isMuted: isMuted) }
            case .memberVolume(let id, let level, let isMuted):
                devices[id]?.parts.core.runOnEventLoop { $0.adjustVolume(level: level, isMuted: isMuted) }
            case .role(let id, let role, let takesOver):
                devices[id]?.parts.core.runOnEventLoop { $0.setZoneRole(role, of: groupID, takesOver: takesOver) }
            case .move(let leaderID):
                if let leader = devices[leaderID] { announceMove.yield(leader) }
            case .stopApplication: core.runOnEventLoop { $0.stopZoneApplication() }
            case .end: announceMove.finish()
            }
        }
    }

    /// Updates the group's entry on the HTTP server of every member.
    func describe() {
        let address = endpoint.endpoint
        for (id, device) in devices {
            let leader = id == machine.leaderID ? "self" : "\(address)"
            let entry = GroupDescription(
                id: endpoint.id,
                name: endpoint.name,
                electedLeader: leader,
                port: address.port,
                isDynamic: isDynamic
            )
            device.parts.screen?.setGroup(entry, id: endpoint.id)
        }
    }
}

/// The entry of a group in the HTTP description of its members.
package struct GroupDescription: Sendable, Hashable {
    /// The group's id: a lowercase UUID with hyphens.
    package var id: String
    package var name: String
    /// `self` on the leader; otherwise the host and port of the group's endpoint.
    package var electedLeader: String
    /// The port of the group's endpoint.
    package var port: Int
    /// Whether the group is temporary.
    package var isDynamic: Bool

    package init(id: String, name: String, electedLeader: String, port: Int, isDynamic: Bool) {
        self.id = id
        self.name = name
        self.electedLeader = electedLeader
        self.port = port
        self.isDynamic = isDynamic
    }
}
