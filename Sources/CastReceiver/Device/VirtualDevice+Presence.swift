public import CastTransport
import NIOCore

// What happens to a device as a whole, as seen by its senders.
extension VirtualDevice {
    /// Messages that go wrong between the device and its senders.
    public var faults: DeviceFaults { DeviceFaults(injector: parts.injector) }

    /// Ends every connection without goodbye. Senders may connect again at once.
    public func cutConnections() async {
        let injector = parts.injector
        // Fails only when the event loop is gone, and the connections with it.
        try? await injector.eventLoop.submit { injector.cutAll() }.get()
    }

    /// Lets nobody in for a while; open connections stay, and the device is still announced.
    ///
    /// - Parameter duration: For how long; returns when it is over, or when the device ends. Nil: until
    ///   ``acceptConnections()``; returns at once.
    /// - Throws: ``VirtualDeviceError`` when the port has been taken meanwhile.
    public func refuseConnections(for duration: Duration? = nil) async throws(VirtualDeviceError) {
        await parts.door.refuse()
        guard let duration else { return }
        await parts.door.rest(for: duration)
        try await acceptConnections()
    }

    /// Lets senders in again after ``refuseConnections(for:)``.
    ///
    /// - Throws: ``VirtualDeviceError`` when the port has been taken meanwhile.
    public func acceptConnections() async throws(VirtualDeviceError) {
        do {
            try await parts.door.admit()
        } catch {
            throw VirtualDeviceError(starting: error)
        }
    }

    /// Is off for a while, as with the plug pulled: connections break, nobody gets in, nothing is announced. What
    /// runs goes on and is there when the device comes back.
    ///
    /// - Parameter duration: For how long; returns when the device is back, or has ended. Cancelling the task brings it
    ///   back at once.
    /// - Throws: ``VirtualDeviceError`` when the port has been taken meanwhile.
    public func goOff(for duration: Duration) async throws(VirtualDeviceError) {
        await parts.door.leave()
        await cutConnections()
        await parts.door.rest(for: duration)
        try await comeBack()
    }

    /// Moves to another port: connections break, and the device is announced there.
    ///
    /// - Parameter port: 0 takes a free one.
    /// - Returns: Where senders connect now.
    /// - Throws: ``VirtualDeviceError`` when the port cannot be opened; the device is then off.
    @discardableResult
    public func changePort(to port: Int = 0) async throws(VirtualDeviceError) -> CastEndpoint {
        guard (0...65_535).contains(port) else {
            throw VirtualDeviceError(.invalidConfiguration, "a port is a number from 0 to 65535, not \(port)")
        }
        await parts.door.leave()
        await cutConnections()
        try await comeBack(port: port)
        return endpoint
    }

    private func comeBack(port: Int? = nil) async throws(VirtualDeviceError) {
        do {
            try await parts.door.return(port: port)
        } catch {
            throw VirtualDeviceError(starting: error)
        }
    }
}
