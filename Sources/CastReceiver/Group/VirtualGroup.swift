// SPDX-License-Identifier: Apache-2.0

package import CastTransport
public import Logging
package import NIOCore

/// A group of virtual devices that play together, with an endpoint of its own on the leader's host.
///
/// ```swift
/// let group = try await VirtualGroup.start(GroupConfiguration(name: "Downstairs"), members: [living, kitchen])
/// ```
///
/// The first member leads; when it leaves, the next one leads, and the endpoint moves to its host. A member that runs
/// an app of its own is away until that app ends. A group ends with its last member or with ``close()``; its members
/// keep running. Can be used from any task.
public final class VirtualGroup: Sendable {
    /// The group's endpoint: a device with the group's id, snapshots and faults.
    public let device: VirtualDevice
    let core: GroupCore
    private let followTask: Task<Void, Never>

    private init(device: VirtualDevice, core: GroupCore, firstLeaderID: String) {
        self.device = device
        self.core = core
        followTask = Task { await Self.follow(core, device, from: firstLeaderID) }
    }

    /// Starts a group. When this returns, its endpoint is listening and has been announced.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the group.
    ///   - members: The members, at least one; the first one leads.
    ///   - logger: Receives details that snapshots do not have, at debug level; silent by default.
    /// - Throws: ``VirtualDeviceError``; no part of the group keeps running.
    public static func start(
        _ configuration: GroupConfiguration,
        members: [VirtualDevice],
        logger: Logger = Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() }
    ) async throws(VirtualDeviceError) -> VirtualGroup {
        guard let leader = members.first else { throw noMembers }
        let endpoint = try await VirtualDevice.start(configuration.endpoint, at: leader.parts.place, logger: logger)
        return await start(configuration, endpoint: endpoint, members: members)
    }

    /// Starts a group with the given sockets, event loop and player, without announcement and keys.
    ///
    /// - Parameter isMoving: Whether the running app of the first member moves to the endpoint.
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
        return VirtualGroup(device: endpoint, core: core, firstLeaderID: members.first?.id ?? "")
    }

    private static var noMembers: VirtualDeviceError {
        VirtualDeviceError(.invalidConfiguration, "a group needs at least one member")
    }

    /// The group's id: a lowercase UUID with hyphens.
    public var id: String { device.id }
    /// The friendly name.
    public var name: String { device.name }

    /// The ids of all members, in the order in which they were added.
    public var members: [String] { get async { await core.memberIDs } }
    /// The ids of the members that are not away.
    public var presentMembers: [String] { get async { await core.presentIDs } }
    /// The id of the member whose host has the endpoint; nil after the group has ended.
    public var leader: String? { get async { await core.leaderID } }
    /// Whether the last member has left.
    public var hasEnded: Bool { get async { await core.hasEnded } }

    /// Adds a member. Does nothing if the device is a member.
    public func add(_ device: VirtualDevice) async {
        await core.add(device)
        await core.describe()
    }

    /// Removes a member. The group ends without members.
    public func remove(_ device: VirtualDevice) async {
        await core.remove(device.id)
        await core.describe()
    }

    /// Makes a member the leader: connections break, and the endpoint moves to the member's host.
    public func lead(_ device: VirtualDevice) async {
        await core.lead(device.id)
    }

    /// Expands a device to a group. The running app moves to the endpoint of a new group, with its session and its
    /// media, as when a user adds a speaker on a phone.
    ///
    /// - Parameters:
    ///   - device: The device that leads the group and whose running app moves.
    ///   - others: The devices to add.
    ///   - configuration: The configuration; nil for a group named `<device> + <number of others>`.
    /// - Throws: ``VirtualDeviceError``; the devices then continue unchanged.
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

    /// Ends the group and moves its app to a device, with its session and its media.
    public func collapse(to device: VirtualDevice) async {
        let handover = await self.device.parts.core.releaseApplication()
        await core.close()
        if let handover { _ = await device.parts.core.adoptApplication(handover) }
        await close()
    }

    /// Ends the group and returns when its endpoint has shut down; the members keep running. Later calls do nothing.
    public func close() async {
        await core.close()
        await followTask.value
        await device.close()
    }

    /// Moves the endpoint to each new leader until the group ends.
    private static func follow(_ core: GroupCore, _ device: VirtualDevice, from firstLeaderID: String) async {
        var hostID = firstLeaderID
        await core.describe()
        for await leader in core.moves {
            if leader.id != hostID {
                hostID = leader.id
                await device.move(to: leader.parts.place)
            }
            await core.describe()
        }
        await device.close()
    }
}

extension VirtualDevice {
    /// Moves the device to the host of another device: connections break, the running app continues.
    func move(to place: DevicePlace) async {
        await parts.listener.leave()
        await cutConnections()
        // If no port is free there, the endpoint stays off the network until the next leader.
        try? await parts.listener.return(to: place, port: 0)
    }
}
