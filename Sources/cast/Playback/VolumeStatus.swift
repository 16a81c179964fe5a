import CastWire

/// The volume of a device.
struct VolumeStatus: Hashable, Sendable {
    /// 0 to 1.
    var level: Double
    var isMuted: Bool
    /// False when the device's volume cannot be set.
    var isAdjustable = true
    /// What the device recommends for one press of a volume key.
    var step = 0.05

    /// The level in whole percent.
    var percent: Int { Int((min(max(level, 0), 1) * 100).rounded()) }

    /// `40 %`, `40 % (muted)`.
    var text: String { isMuted ? "\(percent) % (muted)" : "\(percent) %" }

    /// The object under `volume`.
    var json: JSONObject {
        [
            "level": .number(level),
            "percent": .integer(Int64(percent)),
            "muted": .bool(isMuted),
            "adjustable": .bool(isAdjustable),
            "step": .number(step),
        ]
    }
}
