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
    /// Between what the level can be; 0…1 for every device of the engine's.
    public let range: ClosedRange<Double>
    /// Whether it can be muted.
    public let canMute: Bool

    init(_ volume: Volume? = nil, _ wishes: VolumeWishes = VolumeWishes()) {
        level = Wished(wishes.level)
        isMuted = Wished(wishes.muted)
        controlType = volume?.controlType
        stepInterval = volume?.stepInterval.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
        range = 0...1
        canMute = volume?.controlType != .fixed
    }

    /// The volume of something that is no device of the engine's.
    package init(
        level: Double,
        isMuted: Bool,
        isFixed: Bool,
        stepInterval: Double?,
        range: ClosedRange<Double>,
        canMute: Bool
    ) {
        self.level = Wished(confirmed: level)
        self.isMuted = Wished(confirmed: isMuted)
        controlType = isFixed ? .fixed : .attenuation
        self.stepInterval = stepInterval
        self.range = range
        self.canMute = canMute
    }

    /// Whether the volume cannot be changed over Cast.
    public var isFixed: Bool { controlType == .fixed }
}
