/// A change in the devices of a network.
public enum DeviceEvent: Sendable, Hashable {
    /// A device is there.
    case found(CastDevice)
    /// A known device says something else of itself, or is somewhere else.
    case changed(CastDevice)
    /// A device said goodbye, or has not been heard of until its records ran out.
    case lost(CastDevice)

    /// The device, as it was when it was lost.
    public var device: CastDevice {
        switch self {
        case .found(let device), .changed(let device), .lost(let device): device
        }
    }
}
