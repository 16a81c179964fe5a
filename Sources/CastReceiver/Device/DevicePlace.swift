import MulticastDNS

/// The machine at which a device is reached: its own, or that of a group's leader.
struct DevicePlace: Sendable {
    /// Of the device whose host this is.
    var host: DeviceIdentity
    var address: ListeningAddress
    /// Where that device is announced; nil where it is not.
    var network: MulticastDNS?
}
