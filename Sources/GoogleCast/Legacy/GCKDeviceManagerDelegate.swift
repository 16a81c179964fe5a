// SPDX-License-Identifier: Apache-2.0

#if !canImport(ObjectiveC)
public import Foundation

/// Receives the events of a ``GCKDeviceManager``. All methods are optional.
@available(*, deprecated, message: "Use GCKSessionManagerListener.")
@preconcurrency @MainActor
public protocol GCKDeviceManagerDelegate: NSObjectProtocol {
    // MARK: Device

    /// Called when the device is connected. No application was launched.
    func deviceManagerDidConnect(_ deviceManager: GCKDeviceManager)
    /// Called when the connection couldn't be established.
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectWithError error: any Error)
    /// Called when the connection was closed. The error is nil if this sender closed it.
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectWithError error: (any Error)?)
    /// Called when the connection was lost and the manager tries to restore it.
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didSuspendConnectionWith reason: GCKConnectionSuspendReason
    )
    /// Called when the connection was restored. `rejoinedApplication` is true if the joined application is still
    /// running.
    func deviceManagerDidResumeConnection(_ deviceManager: GCKDeviceManager, rejoinedApplication: Bool)

    // MARK: Application

    /// Called when an application was launched, or joined if it was already running.
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didConnectToCastApplication applicationMetadata: GCKApplicationMetadata,
        sessionID: String,
        launchedApplication: Bool
    )
    /// Called when an application couldn't be launched or joined.
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectToApplicationWithError error: any Error)
    /// Called when the application was left or lost. The error is nil if this sender left it.
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectFromApplicationWithError error: (any Error)?)
    /// Called when the application was stopped.
    func deviceManagerDidStopApplication(_ deviceManager: GCKDeviceManager)
    /// Called when the application couldn't be stopped.
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToStopApplicationWithError error: any Error)

    // MARK: Status

    /// Called when another application is running. Nil if no application is running.
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive applicationMetadata: GCKApplicationMetadata?)
    /// Called when the status text of the application changed.
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didReceiveApplicationStatusText applicationStatusText: String?
    )
    /// Called when the volume or the mute state of the device changed.
    func deviceManager(_ deviceManager: GCKDeviceManager, volumeDidChangeToLevel volumeLevel: Float, isMuted: Bool)
    /// Called when the active input status changed.
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive activeInputStatus: GCKActiveInputStatus)
    /// Called when the standby status changed.
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive standbyStatus: GCKStandbyStatus)
    /// Called when a volume or status request failed.
    func deviceManager(_ deviceManager: GCKDeviceManager, request requestID: Int, didFailWithError error: any Error)
    /// Never called, because guest mode no longer exists.
    func deviceManagerDidPair(_ deviceManager: GCKDeviceManager, withGuestModeDevice device: GCKDevice)
}

@available(*, deprecated, message: "Use GCKSessionManagerListener.")
extension GCKDeviceManagerDelegate {
    public func deviceManagerDidConnect(_ deviceManager: GCKDeviceManager) {}
    public func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectWithError error: any Error) {}
    public func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectWithError error: (any Error)?) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didSuspendConnectionWith reason: GCKConnectionSuspendReason
    ) {}
    public func deviceManagerDidResumeConnection(_ deviceManager: GCKDeviceManager, rejoinedApplication: Bool) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didConnectToCastApplication applicationMetadata: GCKApplicationMetadata,
        sessionID: String,
        launchedApplication: Bool
    ) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didFailToConnectToApplicationWithError error: any Error
    ) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didDisconnectFromApplicationWithError error: (any Error)?
    ) {}
    public func deviceManagerDidStopApplication(_ deviceManager: GCKDeviceManager) {}
    public func deviceManager(_ deviceManager: GCKDeviceManager, didFailToStopApplicationWithError error: any Error) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didReceive applicationMetadata: GCKApplicationMetadata?
    ) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didReceiveApplicationStatusText applicationStatusText: String?
    ) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        volumeDidChangeToLevel volumeLevel: Float,
        isMuted: Bool
    ) {}
    public func deviceManager(_ deviceManager: GCKDeviceManager, didReceive activeInputStatus: GCKActiveInputStatus) {}
    public func deviceManager(_ deviceManager: GCKDeviceManager, didReceive standbyStatus: GCKStandbyStatus) {}
    public func deviceManager(
        _ deviceManager: GCKDeviceManager,
        request requestID: Int,
        didFailWithError error: any Error
    ) {}
    public func deviceManagerDidPair(_ deviceManager: GCKDeviceManager, withGuestModeDevice device: GCKDevice) {}
}
#endif
