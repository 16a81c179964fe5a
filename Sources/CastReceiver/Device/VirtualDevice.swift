// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastTransport
import NIOCore

/// A Cast device in this process. Senders discover it, connect to it, and play media, on its page or by the clock.
///
/// ```swift
/// let device = try await VirtualDevice.start(DeviceConfiguration(name: "Study", interfaces: .named(["lo"])))
/// for await snapshot in device.snapshots { print(snapshot.media?.state as Any) }
/// ```
///
/// The device runs until ``close()``; call it before you release the device. Can be used from any task.
public final class VirtualDevice: Sendable {
    /// The components of a running device.
    struct Parts: Sendable {
        var core: DeviceCore
        var listener: DeviceListener
        var injector: FaultInjector
        /// The machine and the address of the device.
        var place: DevicePlace
        var background: Task<Void, Never>?
        /// Withdraws the announcement.
        var withdrawAnnouncement: @Sendable () async -> Void = {}
        var screen: DeviceScreen?
        var frameLog: FrameLog?
    }

    /// The device's id: a lowercase UUID with hyphens. Unchanged after a restart with the same state directory.
    public let id: String
    /// The friendly name.
    public let name: String
    /// The endpoint at which senders connect, with the actual port. Changes with ``changePort(to:)``, and when a group
    /// gets another leader.
    public var endpoint: CastEndpoint { parts.listener.endpoint }
    /// The URL of the device's page; nil without HTTP and on a headless device.
    public let pageURL: String?
    /// The root certificate that senders must trust to authenticate the device, in PEM format; nil on a device without
    /// TLS.
    public let rootCertificate: String?
    /// The path of a file with ``rootCertificate``; nil without a state directory.
    public let rootCertificatePath: String?

    let parts: Parts

    init(
        id: String,
        name: String,
        pageURL: String? = nil,
        rootCertificate: String? = nil,
        rootCertificatePath: String? = nil,
        parts: Parts
    ) {
        self.id = id
        self.name = name
        self.pageURL = pageURL
        self.rootCertificate = rootCertificate
        self.rootCertificatePath = rootCertificatePath
        self.parts = parts
    }

    /// The current snapshot, then each change. A slow reader misses intermediate snapshots. Each access creates an
    /// independent stream, which ends when the device shuts down.
    public var snapshots: AsyncStream<DeviceSnapshot> { parts.core.snapshots.stream }

    /// The current snapshot.
    public var snapshot: DeviceSnapshot {
        guard let snapshot = parts.core.snapshots.value else { preconditionFailure("a device begins with a snapshot") }
        return snapshot
    }

    /// The messages, connections and sockets that the device has dropped so far, by reason.
    public var drops: DropCounters {
        get async { await parts.core.drops }
    }

    /// Withdraws the announcement, closes the ports and all connections, and returns when this is done. Later calls do
    /// nothing. Canceling the task does not interrupt the shutdown.
    public func close() async {
        await parts.withdrawAnnouncement()
        parts.background?.cancel()
        await parts.listener.close()
        await parts.core.close()
        await parts.background?.value
        await parts.screen?.close()
        await parts.frameLog?.close()
    }
}

/// Actions of a user at the device, on its apps and its screen. Senders are notified.
///
/// ``remote`` controls volume and playback. Each method returns when the action is complete. After ``close()`` the
/// methods do nothing.
extension VirtualDevice {
    /// Stops the running app; its senders receive CLOSE. Does nothing if no app is running.
    public func stopApplication() async {
        await parts.core.stopApplication()
    }

    /// Launches an app in place of the running one, as when another sender takes over. Does nothing if the app is
    /// already running.
    ///
    /// - Throws: ``LaunchRefusal``: `NOT_FOUND` for an app that is not installed, or what its check throws.
    public func launchApplication(_ appID: String) async throws(LaunchRefusal) {
        try await parts.core.launchApplication(appID)
    }

    /// Puts the television in standby or wakes it. A launch also wakes it. Does nothing on a device without a screen.
    public func setStandby(_ isStandby: Bool) async {
        await parts.core.changeDisplay(isStandby: isStandby, isActiveInput: nil)
    }

    /// Sets whether the television shows this device. A launch also selects it. Does nothing on a device without a
    /// screen.
    public func setActiveInput(_ isActiveInput: Bool) async {
        await parts.core.changeDisplay(isStandby: nil, isActiveInput: isActiveInput)
    }

    /// Answers the pending launch of a device with ``LaunchPolicy/asks(timeout:)``.
    ///
    /// - Returns: False if no launch is waiting for an answer. See ``DeviceSnapshot/pendingLaunch``.
    @discardableResult
    public func answerLaunch(isAllowed: Bool) async -> Bool {
        await parts.core.answerLaunch(isAllowed: isAllowed)
    }

    /// Sets whether senders may launch apps from now on.
    public func setLaunchPolicy(_ policy: LaunchPolicy) async {
        await parts.core.setLaunchPolicy(policy)
    }
}

/// Simulated failures of the device as a whole, as its senders observe them.
extension VirtualDevice {
    /// The faults of messages between the device and its senders.
    public var faults: DeviceFaults { DeviceFaults(injector: parts.injector) }

    /// Breaks every connection without CLOSE. Senders can reconnect immediately.
    public func cutConnections() async {
        let injector = parts.injector
        // Throws only if the event loop has shut down, and the connections with it.
        try? await injector.eventLoop.submit { injector.cutAll() }.get()
    }

    /// Refuses new connections; open connections remain, and the device stays announced.
    ///
    /// - Parameter duration: How long to refuse connections; the method returns after this time or when the device
    ///   shuts down. Nil: until ``acceptConnections()``; the method returns at once.
    /// - Throws: ``VirtualDeviceError`` if another program has taken the port meanwhile.
    public func refuseConnections(for duration: Duration? = nil) async throws(VirtualDeviceError) {
        await parts.listener.refuse()
        guard let duration else { return }
        await parts.listener.wait(for: duration)
        try await acceptConnections()
    }

    /// Accepts new connections again after ``refuseConnections(for:)``.
    ///
    /// - Throws: ``VirtualDeviceError`` if another program has taken the port meanwhile.
    public func acceptConnections() async throws(VirtualDeviceError) {
        do {
            try await parts.listener.admit()
        } catch {
            throw VirtualDeviceError(starting: error)
        }
    }

    /// Takes the device off the network for a while, as if it were unplugged: connections break, new ones are refused,
    /// and the announcement is withdrawn. The running app continues and is available when the device returns.
    ///
    /// - Parameter duration: How long the device is off. The method returns when the device is back or has shut down.
    ///   Canceling the task brings it back at once.
    /// - Throws: ``VirtualDeviceError`` if another program has taken the port meanwhile.
    public func goOffline(for duration: Duration) async throws(VirtualDeviceError) {
        await parts.listener.leave()
        await cutConnections()
        await parts.listener.wait(for: duration)
        try await returnToNetwork()
    }

    /// Moves the device to another port: connections break, and the device is announced at the new port.
    ///
    /// - Parameter port: The new port; 0 picks a free port.
    /// - Returns: The endpoint at which senders can connect.
    /// - Throws: ``VirtualDeviceError`` if the port cannot be opened; the device then stays off the network.
    @discardableResult
    public func changePort(to port: Int = 0) async throws(VirtualDeviceError) -> CastEndpoint {
        guard (0...65_535).contains(port) else {
            throw VirtualDeviceError(.invalidConfiguration, "the port must be between 0 and 65535, not \(port)")
        }
        await parts.listener.leave()
        await cutConnections()
        try await returnToNetwork(port: port)
        return endpoint
    }

    private func returnToNetwork(port: Int? = nil) async throws(VirtualDeviceError) {
        do {
            try await parts.listener.return(port: port)
        } catch {
            throw VirtualDeviceError(starting: error)
        }
    }
}
