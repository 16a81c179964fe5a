import CastSender

/// The volume of a device or of a group's member, as a skin draws it.
public struct VolumeView: Sendable, Equatable {
    /// 0…1, as wished; nil while it is not known.
    public var level: Double?
    /// Between what the level can be.
    public var range: ClosedRange<Double>
    public var isMuted: Bool
    public var icon: Icon
    public var slider: ControlState
    public var up: ControlState
    public var down: ControlState
    public var mute: ControlState
    /// How far a key or a button goes.
    public var step: Double

    /// The usual step, where a device names none.
    public static var defaultStep: Double { 0.05 }
}

extension CastUIState {
    /// The device's volume.
    public var volumeView: VolumeView {
        let reason: DisabledReason? = !session.isConnected ? .noSession : volume?.isFixed == true ? .fixedVolume : nil
        let reasonAgainstMute: DisabledReason? =
            !session.isConnected
            ? .noSession : volume?.canMute != false ? nil : volume?.isFixed == true ? .fixedVolume : .unsupported
        let isBusy = volume.map { $0.level.isPending || $0.isMuted.isPending } ?? false
        let range = volumeRange
        let level =
            session.isConnected ? volume?.level.shown.map { min(max($0, range.lowerBound), range.upperBound) } : nil
        let isMuted = session.isConnected && volume?.isMuted.shown == true
        let value = level.map { Label.value(.percent($0)) }
        return VolumeView(
            level: level,
            range: range,
            isMuted: isMuted,
            icon: Self.icon(level: level, isMuted: isMuted),
            slider: ControlState(label: Label(.volume), reason: reason, isBusy: isBusy, value: value),
            up: ControlState(label: Label(.volumeUp), reason: reason, isBusy: isBusy, value: value),
            down: ControlState(label: Label(.volumeDown), reason: reason, isBusy: isBusy, value: value),
            mute: ControlState(label: Label(isMuted ? .unmute : .mute), reason: reasonAgainstMute, isBusy: isBusy),
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
