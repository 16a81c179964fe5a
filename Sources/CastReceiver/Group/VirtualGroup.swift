package import CastTransport
public import Logging
package import NIOCore

/// Virtual devices that play together: an endpoint of its own at the leader's host, and what its members show.
///
/// ```swift
/// let group = try await VirtualGroup.start(GroupConfiguration(name: "Downstairs"), members: [living, kitchen])
/// ```
///
/// The first member leads; when it goes, the next does, and the endpoint moves to its host. A member that starts
/// something of its own is out until that ends. A group ends with its last member, or with ``shutdown()``; the members
/// go on. May be used from anywhere.
public final class VirtualGroup: Sendable {
    /// The group's endpoint: a device like any other, with the group's id, snapshots and faults.
    public let device: VirtualDevice
    let core: GroupCore
    private let following: Task<Void, Never>

    private init(device: VirtualDevice, core: GroupCore, firstPlace: String) {
        self.device = device
        self.core = core
        following = Task { await Self.follow(core, device, from: firstPlace) }
    }

    /// Starts a group. When this returns, its endpoint listens and was announced.
    ///
    /// - Parameters:
    ///   - configuration: What the group is to be.
    ///   - members: At least one; the first leads.
    /// - Throws: ``VirtualDeviceError``; nothing keeps running then.
    public static func start(
        _ configuration: GroupConfiguration,
        members: [VirtualDevice],
        logger: Logger = Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() }
    ) async throws(VirtualDeviceError) -> VirtualGroup {
        guard let leader = members.first else { throw noMembers }
        let endpoint = try await VirtualDevice.start(configuration.endpoint, at: leader.parts.place, logger: logger)
        return await start(configuration, endpoint: endpoint, members: members)
    }

    /// Starts a group on given sockets, event loop and player, without advertisement and keys.
    ///
    /// - Parameter isMoving: What runs on the first member goes on at the endpoint.
    package static func start(
        _ configuration: GroupConfiguration,
        members: [VirtualDevice],
        acceptor: any CastAcceptor,
        on eventLoop: any EventLoop,
        isMoving: Bool = false,
        makeSessionID: @escaping @Sendable () -> String,
        makePlayer: @Sendable () -> any MediaPlayer
    ) async throws -> VirtualGroup {
        guard let leader = members.first else { throw noMembers }
        let endpoint = try await VirtualDevice.start(
            configuration.endpoint,
            acceptor: acceptor,
            at: CastEndpoint(host: leader.parts.place.address.host, port: configuration.port),
            on: eventLoop,
            isGroup: true,
            makeSessionID: makeSessionID,
            makePlayer: makePlayer
        )
        return await start(configuration, endpoint: endpoint, members: members, isMoving: isMoving)
    }

    private static func start(
        _ configuration: GroupConfiguration,
        endpoint: VirtualDevice,
        members: [VirtualDevice],
        isMoving: Bool = false
    ) async -> VirtualGroup {
        if isMoving, let source = members.first,
            let handover = await source.parts.core.releaseApplication(isFollowed: true)
        {
            _ = await endpoint.parts.core.adoptApplication(handover)
        }
        let core = GroupCore(endpoint: endpoint, isDynamic: configuration.isDynamic)
        await core.begin(members)
        return VirtualGroup(device: endpoint, core: core, firstPlace: members.first?.id ?? "")
    }

    private static var noMembers: VirtualDeviceError {
        VirtualDeviceError(.invalidConfiguration, "a group needs at least one member")
    }

    /// The group's id: a UUID in lower case with hyphens.
    public var id: String { device.id }
    /// The friendly name.
    public var name: String { device.name }

    /// The ids of all members, in the order in which they came.
    public var members: [String] { get async { await core.memberIDs } }
    /// Those that have nothing else to do.
    public var presentMembers: [String] { get async { await core.presentIDs } }
    /// The id of the member at whose host the endpoint is; nil after the end.
    public var leader: String? { get async { await core.leaderID } }
    /// Whether the last member is gone.
    public var hasEnded: Bool { get async { await core.hasEnded } }

    /// Takes another member in; nothing when it is one.
    public func add(_ device: VirtualDevice) async {
        await core.add(device)
        await core.describe()
    }

    /// Lets a member go; the last one ends the group.
    public func remove(_ device: VirtualDevice) async {
        await core.remove(device.id)
        await core.describe()
    }

    /// Makes a member lead: connections break, and the endpoint is at its host from now on.
    public func lead(_ device: VirtualDevice) async {
        await core.lead(device.id)
    }

    /// Lets a device and others play together from now on: what runs there goes on at the endpoint of a new group,
    /// with its session and its media, as when somebody adds a speaker from a phone.
    ///
    /// - Parameters:
    ///   - device: Leads; what runs there is moved.
    ///   - others: The speakers that are added.
    ///   - configuration: Nil names the group `<device> + <number of others>`.
    /// - Throws: ``VirtualDeviceError``; everything goes on as it was then.
    public static func expand(
        _ device: VirtualDevice,
        with others: [VirtualDevice],
        _ configuration: GroupConfiguration? = nil
    ) async throws(VirtualDeviceError) -> VirtualGroup {
        var configuration = configuration ?? GroupConfiguration(name: "\(device.name) + \(others.count)")
        configuration.isDynamic = true
        let logger = Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() }
        let endpoint = try await VirtualDevice.start(configuration.endpoint, at: device.parts.place, logger: logger)
        return await start(configuration, endpoint: endpoint, members: [device] + others, isMoving: true)
    }

    /// Ends the group; what it plays goes on at a device, with its session and its media.
    public func collapse(to device: VirtualDevice) async {
        let handover = await self.device.parts.core.releaseApplication()
        await core.close()
        if let handover { _ = await device.parts.core.adoptApplication(handover) }
        await shutdown()
    }

    /// Ends the group and returns when nothing of it is left; its members go on. Later calls do nothing.
    public func shutdown() async {
        await core.close()
        await following.value
        await device.shutdown()
    }

    /// Takes the endpoint to each leader, until the group is over.
    private static func follow(_ core: GroupCore, _ device: VirtualDevice, from firstPlace: String) async {
        var place = firstPlace
        await core.describe()
        for await leader in core.moves {
            if leader.id != place {
                place = leader.id
                await device.move(to: leader.parts.place)
            }
            await core.describe()
        }
        await device.shutdown()
    }
}

extension VirtualDevice {
    /// Goes to the host of another device: connections break, what runs goes on.
    func move(to place: DevicePlace) async {
        await parts.door.leave()
        await cutConnections()
        // Where no port is free there, the endpoint is off until the next leader.
        try? await parts.door.return(to: place, port: 0)
    }
}
