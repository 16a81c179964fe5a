// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the volume controls of a device.
public struct VolumeView: Sendable, Equatable {
    /// The volume level, or the pending one, 0…1; nil if it is unknown.
    public var level: Double?
    /// The range of the level.
    public var range: ClosedRange<Double>
    /// Whether the device is muted.
    public var isMuted: Bool
    /// The icon, which shows the volume.
    public var icon: Icon
    /// The control of the volume level.
    public var slider: ControlState
    /// The control that turns the volume up.
    public var up: ControlState
    /// The control that turns the volume down.
    public var down: ControlState
    /// The control that mutes the device and unmutes it.
    public var mute: ControlState
    /// The change of the level by a key or a button.
    public var step: Double

    /// The step for devices that do not report one.
    public static var defaultStep: Double { 0.05 }
}

extension CastUIState {
    /// The content of the volume controls.
    public var volumeView: VolumeView {
        let reason: DisabledReason? = !session.isConnected ? .noSession : volume?.isFixed == true ? .fixedVolume : nil
        let muteDisabledReason: DisabledReason? =
            !session.isConnected
            ? .noSession : volume?.canMute != false ? nil : volume?.isFixed == true ? .fixedVolume : .unsupported
        let isBusy = volume.map { $0.level.isPending || $0.isMuted.isPending } ?? false
        let range = volumeRange
        let level =
            session.isConnected ? volume?.level.shown.map { min(max($0, range.lowerBound), range.upperBound) } : nil
        let isMuted = session.isConnected && volume?.isMuted.shown == true
        let value = level.map { ControlLabel.value(.percent($0)) }
        return VolumeView(
            level: level,
            range: range,
            isMuted: isMuted,
            icon: Self.icon(level: level, isMuted: isMuted),
            slider: ControlState(label: ControlLabel(.volume), reason: reason, isBusy: isBusy, value: value),
            up: ControlState(label: ControlLabel(.volumeUp), reason: reason, isBusy: isBusy, value: value),
            down: ControlState(label: ControlLabel(.volumeDown), reason: reason, isBusy: isBusy, value: value),
            mute: ControlState(
                label: ControlLabel(isMuted ? .unmute : .mute),
                reason: muteDisabledReason,
                isBusy: isBusy
            ),
            step: volumeStep
        )
    }

    var volumeStep: Double {
        volume?.stepInterval.flatMap { $0.isFinite && $0 > 0 && $0 <= 1 ? $0 : nil } ?? VolumeView.defaultStep
    }

    var volumeRange: ClosedRange<Double> { session.isConnected ? volume?.range ?? 0...1 : 0...1 }

    static func icon(level: Double?, isMuted: Bool) -> Icon {
        isMuted ? .volumeMuted : (level ?? 1) < 0.33 ? .volumeLow : .volumeHigh
    }
}

/// The content of a group member's row, with its own volume.
public struct MemberView: Sendable, Equatable, Identifiable {
    public var id: String
    /// The name that the owner gave to the device.
    public var name: String
    /// The volume level, 0…1; nil if it is unknown.
    public var level: Double?
    /// Whether the member is muted.
    public var isMuted: Bool
    /// The icon, which shows the volume.
    public var icon: Icon
    /// The control of the volume level.
    public var slider: ControlState
    /// The control that mutes the member and unmutes it.
    public var mute: ControlState
}

extension CastUIState {
    /// The members of the connected group; empty if the device is not a group.
    public var members: [MemberView] {
        guard session.isConnected, let group, group.members.count > 1 else { return [] }
        return group.members.map { member in
            let level = (memberLevels[member.id]?.shown ?? member.level).map { min(max($0, 0), 1) }
            let isMuted = member.isMuted == true
            let reason: DisabledReason? = member.description.volume?.controlType == .fixed ? .fixedVolume : nil
            let name = Phrase.Argument.text(member.name)
            return MemberView(
                id: member.id,
                name: member.name,
                level: level,
                isMuted: isMuted,
                icon: Self.icon(level: level, isMuted: isMuted),
                slider: ControlState(
                    label: ControlLabel(.volumeOf, name),
                    reason: reason,
                    isBusy: memberLevels[member.id] != nil,
                    value: level.map { .value(.percent($0)) }
                ),
                mute: ControlState(label: ControlLabel(isMuted ? .unmuteOf : .muteOf, name), reason: reason)
            )
        }
    }
}
