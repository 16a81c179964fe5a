// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOCore

/// The state of a control for the volume of a device, such as a slider with a mute button.
///
/// The values are those of ``CastConnection/volumeControls``, which ``CastConnection/setPendingVolume(_:)`` and
/// ``CastConnection/setPendingMuted(_:)`` change. ``PendingValue/shown`` is the value to display: the requested value
/// while it is pending, the device's value otherwise.
public struct VolumeControls: Sendable, Hashable {
    /// The volume level within ``range``. Its values are nil until the device reports a volume.
    public let level: PendingValue<Double>
    /// Whether the device is muted, independent of the level. Its values are nil until the device reports them.
    public let isMuted: PendingValue<Bool>
    /// How the device changes its volume; nil if the device does not report it, which means
    /// `VolumeControlType.attenuation`.
    public let controlType: VolumeControlType?
    /// The amount by which a volume button should change the level, greater than 0; nil if the device reports none that
    /// is within 0…1. Usually 0.05.
    public let stepInterval: Double?
    /// The range of the level. 0…1 for all Cast devices.
    public let range: ClosedRange<Double>
    /// Whether the device can be muted. False for Cast devices with a fixed volume.
    public let canMute: Bool

    init(_ volume: CastVolume? = nil, _ pendingValues: PendingVolume = PendingVolume()) {
        level = PendingValue(pendingValues.level)
        isMuted = PendingValue(pendingValues.muted)
        controlType = volume?.controlType
        stepInterval = volume?.stepInterval.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
        range = 0...1
        canMute = volume?.controlType != .fixed
    }

    /// Creates the values for a device that this package does not control, without pending values.
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

    /// Whether the volume is fixed, so that requests to change or mute it fail with `notSupported`.
    public var isFixed: Bool { controlType == .fixed }
}

/// The requested values for the device volume.
struct PendingVolume {
    var level = Reconciler<Double>(agree: PendingMediaValues.isSameLevel)
    var muted = Reconciler<Bool>()

    /// The earliest time at which ``Reconciler/deadlineReached(now:)`` of one of the reconcilers must be called.
    var nextDeadline: NIODeadline? { [level.nextDeadline, muted.nextDeadline].compactMap { $0 }.min() }

    /// Handles a volume that the device reported; nil, and properties that are nil, change nothing.
    mutating func reported(_ volume: CastVolume?) {
        if let level = volume?.boundedLevel { self.level.reported(level) }
        if let muted = volume?.muted { self.muted.reported(muted) }
    }
}
