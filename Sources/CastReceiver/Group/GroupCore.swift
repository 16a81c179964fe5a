import CastTransport
import CastWire
import NIOCore

/// The driver of a group: the one place where its machine meets the endpoint and the members.
///
/// Lives on the endpoint's event loop. Members may live on others: what they say is handed over in order, and what
/// they are told, too.
actor GroupCore {
    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }
    /// Each device that becomes the leader, in order, none left out; ends when the group is over.
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

    /// Follows the endpoint, and takes the first members in; the first leads.
    func begin(_ devices: [VirtualDevice]) async {
        let core = endpoint.parts.core
        await core.watchZone(as: endpoint.id) { [weak self] event in self?.hand(event, from: nil) }
        for device in devices { await add(device) }
        // What was moved here ran before anybody watched.
        perform(machine.applicationChanged(await core.zoneReport.application))
    }

    /// Takes a device in; nothing when it is a member.
    func add(_ device: VirtualDevice) async {
        guard !isClosed, !machine.hasEnded, devices[device.id] == nil, device.id != endpoint.id else { return }
        devices[device.id] = device
        let id = device.id
        let report = await device.parts.core.watchZone(as: endpoint.id) { [weak self] event in
            self?.hand(event, from: id)
        }
        guard !isClosed, devices[id] === device else {
            // It was let go of meanwhile.
            return await device.parts.core.leaveZone(endpoint.id)
        }
        guard let report else { return memberSaid(.gone, id: id) }
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

    /// Lets every member go. Later calls do nothing.
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

    /// From any event loop; `nil` is the endpoint.
    private nonisolated func hand(_ event: ZoneEvent, from id: String?) {
        eventLoop.execute { [weak self] in
            self?.assumeIsolated { core in
                if let id { core.memberSaid(event, id: id) } else { core.endpointSaid(event) }
            }
        }
    }

    private func memberSaid(_ event: ZoneEvent, id: String) {
        guard !isClosed, devices[id] != nil else { return }
        switch event {
        case .changed(let report):
            perform(machine.reported(id, volume: report.volume, isAway: isAway(report)))
        case .gone:
            devices[id] = nil
            perform(machine.left(id, isGone: true))
        case .groupStopped: endpoint.parts.core.inZone { $0.stopZoneApplication() }
        case .memberTurned, .groupTurned: break
        }
    }

    private func endpointSaid(_ event: ZoneEvent) {
        guard !isClosed else { return }
        switch event {
        case .changed(let report): perform(machine.applicationChanged(report.application))
        case .memberTurned(let id, let level, let isMuted, let requestID):
            perform(machine.turned(id, level: level, isMuted: isMuted, requestID: requestID))
        case .groupTurned(let level, let isMuted):
            // Only what differs: a member that is muted alone stays so when the group gets louder.
            perform(
                machine.turned(
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

    // MARK: - Orders

    private func perform(_ actions: [GroupMachine.Action]) {
        let core = endpoint.parts.core
        let groupID = endpoint.id
        for action in actions {
            switch action {
            case .list(let members): core.inZone { $0.setZoneMembers(members) }
            case .tell(let news): core.inZone { $0.tellZone(news) }
            case .groupVolume(let level, let isMuted):
                core.inZone { $0.setZoneVolume(level: level, isMuted: isMuted) }
            case .memberVolume(let id, let level, let isMuted):
                devices[id]?.parts.core.inZone { $0.turnVolume(level: level, isMuted: isMuted) }
            case .role(let id, let role, let isTaking):
                devices[id]?.parts.core.inZone { $0.setZoneRole(role, of: groupID, isTaking: isTaking) }
            case .move(let leaderID):
                if let leader = devices[leaderID] { announceMove.yield(leader) }
            case .stopApplication: core.inZone { $0.stopZoneApplication() }
            case .end: announceMove.finish()
            }
        }
    }

    /// Tells every member's HTTP side where the group is.
    func describe() {
        let place = endpoint.endpoint
        for (id, device) in devices {
            let leader = id == machine.leaderID ? "self" : "\(place)"
            let entry = GroupDescription(
                id: endpoint.id,
                name: endpoint.name,
                electedLeader: leader,
                port: place.port,
                isDynamic: isDynamic
            )
            device.parts.screen?.setGroup(entry, id: endpoint.id)
        }
    }
}
