public import CastWire

/// What a control of the device's volume shows: wishes while they are carried out, the device's values otherwise.
public struct VolumeControls: Sendable, Hashable {
    /// 0…1.
    public let level: Wished<Double>
    public let isMuted: Wished<Bool>
    /// Whether, and how, the device lets its volume be changed; nil where it does not say.
    public let controlType: VolumeControlType?
    /// By how much its own buttons change it; nil where it does not say.
    public let stepInterval: Double?

    init(_ volume: Volume? = nil, _ wishes: VolumeWishes = VolumeWishes()) {
        level = Wished(wishes.level)
        isMuted = Wished(wishes.muted)
        controlType = volume?.controlType
        stepInterval = volume?.stepInterval
    }

    /// The volume of something that is no device of the engine's.
    package init(level: Double, isMuted: Bool, isFixed: Bool, stepInterval: Double?) {
        self.level = Wished(confirmed: level)
        self.isMuted = Wished(confirmed: isMuted)
        controlType = isFixed ? .fixed : .attenuation
        self.stepInterval = stepInterval
    }

    /// Whether the volume cannot be changed over Cast.
    public var isFixed: Bool { controlType == .fixed }
}
