/// What a ``DeviceProvider`` reports.
public enum DeviceSighting: Sendable, Hashable {
    /// A device is there. The name tells apart what one provider sees: a later sighting under the same name replaces
    /// the earlier one, and two names with one device id are one device with the addresses of both.
    case seen(CastDevice, as: String)
    /// What was seen under this name is there no more.
    case gone(String)

    /// The name under which it was seen.
    public var name: String {
        switch self {
        case .seen(_, let name), .gone(let name): name
        }
    }
}
