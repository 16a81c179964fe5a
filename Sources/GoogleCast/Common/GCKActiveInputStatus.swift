/// Whether the television shows what the device sends.
public enum GCKActiveInputStatus: Int, CaseIterable, Sendable {
    /// The device does not say.
    case unknown = -1
    /// It shows another input.
    case inactive = 0
    /// It shows the device.
    case active = 1
}
