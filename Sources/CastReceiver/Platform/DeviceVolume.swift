import CastWire

/// The volume of the device, apart from that of the stream.
struct DeviceVolume: Sendable, Hashable {
    /// 0 to 1.
    var level: Double
    /// Independent of the level.
    var isMuted: Bool
    var controlType: VolumeControlType
    /// The recommended step for a sender's buttons.
    var stepInterval: Double

    init(
        level: Double = 1,
        isMuted: Bool = false,
        controlType: VolumeControlType = .attenuation,
        stepInterval: Double = 0.05
    ) {
        self.level = level
        self.isMuted = isMuted
        self.controlType = controlType
        self.stepInterval = stepInterval
    }

    /// A device whose volume somebody else controls: SET_VOLUME has no effect.
    var isFixed: Bool { controlType == .fixed }

    /// As RECEIVER_STATUS says it.
    var wire: Volume {
        Volume(level: level, muted: isMuted, controlType: controlType, stepInterval: stepInterval)
    }
}
