import CastWire

/// Waits until a member has the volume that it was given.
///
/// Some groups answer SET_DEVICE_VOLUME by a DEVICE_UPDATED without the request's id, so the effect is looked for too.
struct MemberVolumeWait: Equatable {
    enum Step: Equatable {
        case wait
        case done
        case memberGone
    }

    let memberID: String
    let level: Double?
    let isMuted: Bool?
    /// Devices round levels to their own steps, of 1/100 at least.
    static let tolerance = 0.011

    func step(_ status: GroupStatus) -> Step {
        guard let member = status.member(memberID) else { return .memberGone }
        if let level, abs((member.level ?? -1) - level) > Self.tolerance { return .wait }
        if let isMuted, member.isMuted != isMuted { return .wait }
        return .done
    }
}
