// SPDX-License-Identifier: Apache-2.0

import CastSender

// Intents and events about volume. Volume requests are sent only as the result of an intent.

extension CastUIState {
    mutating func applyVolumeIntent(
        _ intent: Intent,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch intent {
        case .setVolume(let level): setVolume(level, at: instant, &effects)
        case .nudgeVolume(let steps): nudge(steps, at: instant, &effects)
        case .volumeKey(let steps): if options.keysChangeVolume { nudge(steps, at: instant, &effects) }
        case .toggleMute:
            guard volumeView.mute.isEnabled, volume != nil else { return }
            effects.append(.setMuted(!volumeView.isMuted))
        case .setMemberVolume(let id, let level):
            guard !level.isNaN, members.first(where: { $0.id == id })?.slider.isEnabled == true else { return }
            let level = min(max(level, 0), 1)
            if memberLevels[id] != nil {
                memberLevels[id]?.next = level
            } else {
                memberLevels[id] = MemberLevel(sent: level)
                effects.append(.setMemberVolume(id: id, level))
            }
        case .toggleMemberMute(let id):
            guard let member = members.first(where: { $0.id == id }), member.mute.isEnabled else { return }
            effects.append(.setMemberMuted(id: id, !member.isMuted))
        default: break
        }
    }

    private mutating func nudge(
        _ steps: Int,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        guard let shown = volume?.level.shown else { return }
        let level = lastLevel?.value(at: instant) ?? shown
        // Rounded, so that repeated steps stay on the device's grid.
        let target = ((level + Double(steps) * volumeStep) * 10_000).rounded() / 10_000
        setVolume(target, at: instant, &effects)
    }

    private mutating func setVolume(
        _ level: Double,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        guard !level.isNaN, volume != nil, volumeView.slider.isEnabled else { return }
        let level = min(max(level, volumeRange.lowerBound), volumeRange.upperBound)
        lastLevel = RecentValue(requested: level, at: instant)
        effects.append(.setVolume(level))
    }

    mutating func applyGroupStatus(_ group: GroupStatus?) {
        self.group = session == .none ? nil : group
        memberLevels = memberLevels.filter { id, _ in self.group?.member(id) != nil }
    }

    /// Handles the end of a request for a member's volume, and sends the latest pending value.
    mutating func applyMemberResult(
        _ id: String,
        _ error: CastError?,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        guard let change = memberLevels[id] else { return }
        if let next = change.next, next != change.sent {
            memberLevels[id] = MemberLevel(sent: next)
            effects.append(.setMemberVolume(id: id, next))
        } else {
            memberLevels[id] = nil
            if let error { showFailure(.noticeRequestFailed, error, at: instant, &effects) }
        }
    }
}
