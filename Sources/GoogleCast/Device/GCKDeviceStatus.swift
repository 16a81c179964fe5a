/// Whether a device ran an application when it was last seen.
public enum GCKDeviceStatus: Int, CaseIterable, Sendable {
    case unknown = -1
    case idle = 0
    case busy = 1
}
