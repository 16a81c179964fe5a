public import CastWire

extension ReceiverStatus {
    /// How the device's volume can be changed; attenuation where it does not say.
    public var volumeControl: VolumeControlType { volume?.controlType ?? .attenuation }

    /// Whether Cast can change the device's volume at all.
    public var hasVariableVolume: Bool { volumeControl != .fixed }
}
