// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire
import NIOCore

extension CastConnection {
    /// The members and playback of the group; nil until the device has reported them. Devices report them when a sender
    /// connects and whenever they change.
    public nonisolated var groupStatus: GroupStatus? { currentGroup.value }

    /// The values of ``groupStatus``: the current one, then each change. A slow reader gets only the newest. The
    /// sequence ends with the connection.
    public nonisolated var groupStatuses: LatestValues<GroupStatus> { currentGroup.latestValues }

    /// The changes of the group's members from now on. The stream ends with the connection.
    public nonisolated var groupEvents: EventStream<GroupEvent> { groupEventSource.stream }

    /// Requests the members of the group.
    ///
    /// - Throws: ``CastError``: `notSupported` when the device is not a group, `requestTimedOut`.
    @discardableResult
    public func refreshGroupStatus() async throws(CastError) -> GroupStatus {
        try await refreshGroupStatus(requestID: nil)
    }

    /// The request ``refreshGroupStatus()`` with an id from ``makeRequestID()``; nil uses the next one.
    @discardableResult
    package func refreshGroupStatus(requestID: Int?) async throws(CastError) -> GroupStatus {
        let answer: JSONObject
        do throws(CastError) {
            answer = try await request(GetMultizoneStatusRequest(), id: requestID)
        } catch {
            guard error.code == .invalidRequest else { throw error }
            throw CastError.noGroup(device: device.friendlyName, cause: error)
        }
        guard answer.messageType == MultizoneStatusMessage.type, let status = groupStatus else {
            throw CastError.unexpectedReply(
                "the request for its members",
                answer: DevicePayload(fields: answer),
                device: device.friendlyName
            )
        }
        guard device.isGroup(with: status) else { throw CastError.noGroup(device: device.friendlyName) }
        return status
    }

    /// Requests the groups that the device can cast to. The format of the reply is not documented, so it is returned as
    /// received.
    ///
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `invalidRequest`.
    public func castingGroups() async throws(CastError) -> CastingGroupsMessage {
        CastingGroupsMessage(fields: try await request(GetCastingGroupsRequest()))
    }

    /// Sets the volume of one member of the group.
    ///
    /// Returns when the group has confirmed it. Some groups do not support setting a member's volume; if the member's
    /// device is passed, this method then connects to it and sets its volume there.
    ///
    /// - Parameters:
    ///   - level: The volume, 0…1; values outside are clamped.
    ///   - id: The id of the member, in any case and with or without hyphens.
    ///   - member: The member's device, from discovery.
    /// - Throws: ``CastError``: `groupMemberGone`; `invalidArgument` for NaN; `notSupported` when the group does not
    ///   support it and no device is passed; and the errors of connecting to the member.
    public func setVolume(
        _ level: Double,
        ofMember id: String,
        memberDevice member: CastDevice? = nil
    ) async throws(CastError) {
        try await setVolume(level, ofMember: id, memberDevice: member, requestID: nil)
    }

    /// The command ``setVolume(_:ofMember:memberDevice:)`` with the id of its first request, from ``makeRequestID()``;
    /// nil uses the next one.
    package func setVolume(
        _ level: Double,
        ofMember id: String,
        memberDevice member: CastDevice?,
        requestID: Int?
    ) async throws(CastError) {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try await change(
            level: min(max(level, 0), 1),
            isMuted: nil,
            ofMember: id,
            memberDevice: member,
            requestID: requestID
        )
    }

    /// Mutes or unmutes one member of the group, in the same way as ``setVolume(_:ofMember:memberDevice:)``.
    ///
    /// - Throws: ``CastError``, as ``setVolume(_:ofMember:memberDevice:)``.
    public func setMuted(
        _ muted: Bool,
        ofMember id: String,
        memberDevice member: CastDevice? = nil
    ) async throws(CastError) {
        try await setMuted(muted, ofMember: id, memberDevice: member, requestID: nil)
    }

    /// The command ``setMuted(_:ofMember:memberDevice:)`` with the id of its first request, from ``makeRequestID()``;
    /// nil uses the next one.
    package func setMuted(
        _ muted: Bool,
        ofMember id: String,
        memberDevice member: CastDevice?,
        requestID: Int?
    ) async throws(CastError) {
        try await change(level: nil, isMuted: muted, ofMember: id, memberDevice: member, requestID: requestID)
    }

    private func change(
        level: Double?,
        isMuted: Bool?,
        ofMember id: String,
        memberDevice device: CastDevice?,
        requestID: Int?
    ) async throws(CastError) {
        var requestID = requestID
        var status = groupStatus
        // The device may not have reported all of its members yet.
        if status == nil || status?.member(id) == nil && !machine.multizone.isWhole {
            status = try await refreshGroupStatus(requestID: requestID)
            requestID = nil
        }
        guard let status, self.device.isGroup(with: status) else {
            throw CastError.noGroup(device: self.device.friendlyName)
        }
        guard let member = status.member(id) else {
            throw CastError.memberGone(id, from: status, group: self.device.friendlyName)
        }
        if !refusesMemberVolume {
            do throws(CastError) {
                try await requestVolume(of: member, level: level, isMuted: isMuted, id: requestID)
                unansweredMemberVolumes = 0
                return
            } catch {
                switch error.code {
                case .invalidRequest, .notSupported: refusesMemberVolume = true
                case .requestTimedOut:
                    let requested = MemberVolumeWait(memberID: member.id, level: level, isMuted: isMuted)
                    if let groupStatus, requested.step(groupStatus) == .done { return }
                    // A single timeout may be accidental; after two in a row, the group does not support the request.
                    unansweredMemberVolumes += 1
                    refusesMemberVolume = unansweredMemberVolumes > 1
                default: throw error
                }
            }
        }
        guard let device, device.id == member.id else {
            throw CastError.noMemberVolume(member, group: self.device.friendlyName)
        }
        try await set(level: level, isMuted: isMuted, on: device)
    }

    /// Requests a member's volume from the group.
    private func requestVolume(
        of member: GroupMember,
        level: Double?,
        isMuted: Bool?,
        id reservedID: Int?
    ) async throws(CastError) {
        let request = SetDeviceVolumeRequest(
            deviceID: member.description.deviceID ?? member.id,
            volume: CastVolume(level: level, muted: isMuted)
        )
        let id = reservedID ?? makeRequestID()
        machine.memberVolumeRequested(MemberVolumeWait(memberID: member.id, level: level, isMuted: isMuted), id: id)
        _ = try await ask(
            request.fields,
            id: id,
            type: SetDeviceVolumeRequest.type,
            namespace: .multizone,
            to: CastMessage.receiverID,
            timeout: min(options.requestTimeout, Self.memberVolumeTimeout)
        )
    }

    /// The time limit for SET_DEVICE_VOLUME. Groups that do not support the request send no reply, and a user who moves
    /// a slider must not wait long.
    private static let memberVolumeTimeout = Duration.seconds(2)

    /// Sets a member's volume over a temporary connection to it.
    private func set(level: Double?, isMuted: Bool?, on member: CastDevice) async throws(CastError) {
        var environment = environment
        environment.eventLoop = eventLoop
        let connection = try await CastConnection.open(to: member, options: options, environment: environment)
        let failure: CastError?
        do throws(CastError) {
            if let level { try await connection.setVolume(level) }
            if let isMuted { try await connection.setMuted(isMuted) }
            failure = nil
        } catch {
            failure = error
        }
        await connection.close()
        if let failure { throw failure }
    }
}

extension CastDevice {
    /// Whether this is a group, judged by its members: a device that is not a group reports itself as the only member.
    func isGroup(with status: GroupStatus) -> Bool {
        if isGroup || status.isMultichannel || status.members.count > 1 { return true }
        guard let only = status.members.first, !isKnownByAddressOnly else { return false }
        return only.id != id
    }
}

/// The state machine that waits until a member has the requested volume.
///
/// Some groups answer SET_DEVICE_VOLUME with a DEVICE_UPDATED without the request's id, so the effect is observed as
/// well.
struct MemberVolumeWait: Equatable {
    enum Step: Equatable {
        case wait
        case done
        case memberGone
    }

    let memberID: String
    let level: Double?
    let isMuted: Bool?
    /// The maximum deviation of a level: devices round levels to their own steps, of at least 1/100.
    static let tolerance = 0.011

    func step(_ status: GroupStatus) -> Step {
        guard let member = status.member(memberID) else { return .memberGone }
        if let level, abs((member.level ?? -1) - level) > Self.tolerance { return .wait }
        if let isMuted, member.isMuted != isMuted { return .wait }
        return .done
    }
}

extension ConnectionMachine {
    mutating func memberVolumeRequested(_ wait: MemberVolumeWait, id: Int) {
        memberWaits = memberWaits.filter { requests.entry($0.key) != nil }
        memberWaits[id] = wait
    }

    /// Handles a multizone message: updates the state first, then settles requests.
    mutating func multizoneMessageReceived(_ object: JSONObject) -> [Action] {
        let message = MultizoneMessage(object)
        var actions: [Action] = []
        if let events = multizone.received(message), let status = multizone.status {
            actions.append(.groupChanged(status, events))
        }
        if case .unknown = message { counters.unknownType += 1 }
        if let answer = settle(object, namespace: .multizone, from: CastMessage.receiverID) { actions.append(answer) }
        return actions + settleMemberVolumes()
    }

    private mutating func settleMemberVolumes() -> [Action] {
        guard let status = multizone.status else { return [] }
        var actions: [Action] = []
        for (id, wait) in memberWaits.sorted(by: { $0.key < $1.key }) {
            switch wait.step(status) {
            case .wait: continue
            case .done: actions += effectObserved(id, .success(JSONObject()))
            case .memberGone:
                let error = CastError.memberGone(wait.memberID, from: status, group: device)
                actions += effectObserved(id, .failure(error))
            }
            memberWaits[id] = nil
        }
        return actions
    }
}
