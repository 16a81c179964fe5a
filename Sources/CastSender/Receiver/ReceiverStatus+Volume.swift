public import CastWire

extension Volume {
    /// The level within 0…1, whatever number the device reports; nil where it reports none.
    var boundedLevel: Double? { level.map { min(max($0.clampedToFinite, 0), 1) } }
}

extension ReceiverStatus {
    /// How the device's volume can be changed; attenuation where it does not say.
    public var volumeControl: VolumeControlType { volume?.controlType ?? .attenuation }

    /// Whether Cast can change the device's volume at all.
    public var hasVariableVolume: Bool { volumeControl != .fixed }
}
