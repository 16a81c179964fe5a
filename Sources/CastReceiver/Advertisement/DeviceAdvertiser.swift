import Logging

/// Keeps what the network hears about the device current.
struct DeviceAdvertiser: Sendable {
    static func start(
        _ configuration: DeviceConfiguration,
        advertisement: DeviceAdvertisement,
        port: Int,
        addresses: [String]?,
        logger: Logger
    ) async throws(VirtualDeviceError) -> DeviceAdvertiser? { nil }
    func follow(_ applications: AsyncStream<RunningApplication?>) async {}
    func close() async {}
}
