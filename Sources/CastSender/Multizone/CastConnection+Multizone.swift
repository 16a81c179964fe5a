public import CastWire
import NIOCore

extension CastConnection {
    /// The group's members, and what plays on it; nil until the device has told. Devices tell when they are connected
    /// and whenever something changes.
    public nonisolated var groupStatus: GroupStatus? { currentGroup.value }

    /// ``groupStatus`` now and whenever it changes; the newest only. Ends with the connection.
    public nonisolated var groupStatuses: LatestValues<GroupStatus> { currentGroup.latestValues }

    /// Members that come, change and go from now on. Ends with the connection.
    public nonisolated var groupEvents: EventStream<GroupEvent> { groupEventSource.stream }

    /// Asks the group for its members.
    ///
    /// - Throws: ``CastError``: `notSupported` when the device is no group, `requestTimedOut`.
    @discardableResult
    public func refreshGroupStatus() async throws(CastError) -> GroupStatus {
        let answer: JSONObject
        do throws(CastError) {
            answer = try await request(GetMultizoneStatusRequest())
        } catch {
            guard error.code == .invalidRequest else { throw error }
            throw CastError.noGroup(device: device.friendlyName, cause: error)
        }
        guard answer.messageType == MultizoneStatusMessage.type, let status = groupStatus else {
            throw CastError.notUnderstood(
                "the question for its members",
                answer: DevicePayload(fields: answer),
                device: device.friendlyName
            )
        }
        guard device.isGroup(with: status) else { throw CastError.noGroup(device: device.friendlyName) }
        return status
    }

    /// Asks which groups the device can cast to. The form of the answer is not published; it is given as it came.
    ///
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `invalidRequest`.
    public func castingGroups() async throws(CastError) -> CastingGroupsMessage {
        CastingGroupsMessage(fields: try await request(GetCastingGroupsRequest()))
    }

    /// Sets the volume of one member of the group.
    ///
    /// Returns when the group has confirmed it. Not every group takes volumes for its members; then the member itself
    /// is connected and set, if its device is given.
    ///
    /// - Parameters:
    ///   - level: 0…1; what lies outside is clamped.
    ///   - id: The member's id in any spelling.
    ///   - member: The member as discovery found it.
    /// - Throws: ``CastError``: `groupMemberGone`, `invalidArgument` for NaN, `notSupported` when the group takes none
    ///   and no device is given, and what connecting to the member throws.
    public func setVolume(
        _ level: Double,
        ofMember id: String,
        foundAs member: CastDevice? = nil
    ) async throws(CastError) {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try await change(level: min(max(level, 0), 1), isMuted: nil, ofMember: id, foundAs: member)
    }

    /// Mutes one member of the group or ends that, as ``setVolume(_:ofMember:foundAs:)`` does.
    ///
    /// - Throws: ``CastError``, as there.
    public func setMuted(
        _ muted: Bool,
        ofMember id: String,
        foundAs member: CastDevice? = nil
    ) async throws(CastError) {
        try await change(level: nil, isMuted: muted, ofMember: id, foundAs: member)
    }

    private func change(
        level: Double?,
        isMuted: Bool?,
        ofMember id: String,
        foundAs device: CastDevice?
    ) async throws(CastError) {
        var status = if let groupStatus { groupStatus } else { try await refreshGroupStatus() }
        // Of a member that is not among the first that were told, nothing is known yet.
        if status.member(id) == nil, !machine.multizone.isWhole { status = try await refreshGroupStatus() }
        guard self.device.isGroup(with: status) else { throw CastError.noGroup(device: self.device.friendlyName) }
        guard let member = status.member(id) else {
            throw CastError.memberGone(id, from: status, group: self.device.friendlyName)
        }
        if !refusesMemberVolume {
            do throws(CastError) {
                try await ask(member, level: level, isMuted: isMuted)
                silentMemberVolumes = 0
                return
            } catch {
                switch error.code {
                case .invalidRequest, .notSupported: refusesMemberVolume = true
                case .requestTimedOut:
                    let wanted = MemberVolumeWait(memberID: member.id, level: level, isMuted: isMuted)
                    if let groupStatus, wanted.step(groupStatus) == .done { return }
                    // Once may be bad luck.
                    silentMemberVolumes += 1
                    refusesMemberVolume = silentMemberVolumes > 1
                default: throw error
                }
            }
        }
        guard let device, device.id == member.id else {
            throw CastError.noMemberVolume(member, group: self.device.friendlyName)
        }
        try await set(level: level, isMuted: isMuted, on: device)
    }

    private func ask(_ member: GroupMember, level: Double?, isMuted: Bool?) async throws(CastError) {
        let request = SetDeviceVolumeRequest(
            deviceID: member.description.deviceID ?? member.id,
            volume: Volume(level: level, muted: isMuted)
        )
        let id = reserveRequestID()
        machine.memberVolumeAsked(MemberVolumeWait(memberID: member.id, level: level, isMuted: isMuted), id: id)
        _ = try await ask(
            request.fields,
            id: id,
            type: SetDeviceVolumeRequest.type,
            namespace: .multizone,
            to: CastMessage.receiverID,
            timeout: min(options.requestTimeout, Self.memberVolumeTimeout)
        )
    }

    /// Groups that do not know the request say nothing at all; a person who turns a knob does not wait long.
    private static let memberVolumeTimeout = Duration.seconds(2)

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
    /// Whether this is a group, by what it says of its members: a lone device names itself and nobody else.
    func isGroup(with status: GroupStatus) -> Bool {
        if isGroup || status.isMultichannel || status.members.count > 1 { return true }
        guard let only = status.members.first, !isKnownByAddressOnly else { return false }
        return only.id != id
    }
}
