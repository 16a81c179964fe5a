public import CastWire
import NIOCore

/// The values for a device volume control: requested values while they are pending, the device's values otherwise.
public struct VolumeControls: Sendable, Hashable {
    /// The volume level, 0…1.
    public let level: PendingValue<Double>
    /// Whether the device is muted.
    public let isMuted: PendingValue<Bool>
    /// How the device volume can be changed; nil if the device does not report it.
    public let controlType: VolumeControlType?
    /// The step of the device's own volume buttons; nil if the device does not report it.
    public let stepInterval: Double?
    /// The range of the level; 0…1 for all Cast devices.
    public let range: ClosedRange<Double>
    /// Whether the device can be muted.
    public let canMute: Bool

    init(_ volume: CastVolume? = nil, _ pendingValues: PendingVolume = PendingVolume()) {
        level = PendingValue(pendingValues.level)
        isMuted = PendingValue(pendingValues.muted)
        controlType = volume?.controlType
        stepInterval = volume?.stepInterval.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
        range = 0...1
        canMute = volume?.controlType != .fixed
    }

    /// Creates the values for a device that this package does not control.
    package init(
        level: Double,
        isMuted: Bool,
        isFixed: Bool,
        stepInterval: Double?,
        range: ClosedRange<Double>,
        canMute: Bool
    ) {
        self.level = PendingValue(confirmed: level)
        self.isMuted = PendingValue(confirmed: isMuted)
        controlType = isFixed ? .fixed : .attenuation
        self.stepInterval = stepInterval
        self.range = range
        self.canMute = canMute
    }

    /// Whether senders cannot change the volume.
    public var isFixed: Bool { controlType == .fixed }
}

/// The requested values for the device volume.
struct PendingVolume {
    var level = Reconciler<Double>(agree: PendingMediaValues.isSameLevel)
    var muted = Reconciler<Bool>()

    /// The earliest time at which one of the reconcilers must be called.
    var nextDeadline: NIODeadline? { [level.nextDeadline, muted.nextDeadline].compactMap { $0 }.min() }

    mutating func reported(_ volume: CastVolume?) {
        if let level = volume?.boundedLevel { self.level.reported(level) }
        if let muted = volume?.muted { self.muted.reported(muted) }
    }
}
