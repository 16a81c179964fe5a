public import Foundation

/// Hears of the devices that a ``GCKDeviceScanner`` finds. Everything is optional.
@available(*, deprecated, message: "use GCKDiscoveryManagerListener")
@preconcurrency @MainActor
public protocol GCKDeviceScannerListener: NSObjectProtocol {
    /// A device was found; it is in the scanner's list already.
    func deviceDidComeOnline(_ device: GCKDevice)

    /// A device is gone, and out of the list. One that is elsewhere now goes and comes.
    func deviceDidGoOffline(_ device: GCKDevice)

    /// A device says something new of itself.
    func deviceDidChange(_ device: GCKDevice)
}

@available(*, deprecated, message: "use GCKDiscoveryManagerListener")
extension GCKDeviceScannerListener {
    public func deviceDidComeOnline(_ device: GCKDevice) {}
    public func deviceDidGoOffline(_ device: GCKDevice) {}
    public func deviceDidChange(_ device: GCKDevice) {}
}
