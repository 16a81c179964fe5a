public import Foundation

/// Hears what becomes of a ``GCKDeviceManager``'s device and its application. Everything is optional.
@available(*, deprecated, message: "use GCKSessionManagerListener")
@preconcurrency @MainActor
public protocol GCKDeviceManagerDelegate: NSObjectProtocol {
    // MARK: The device

    /// The device is connected. Nothing has been launched.
    func deviceManagerDidConnect(_ deviceManager: GCKDeviceManager)
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectWithError error: any Error)
    /// The connection is over; the error is nil when that was wanted.
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectWithError error: (any Error)?)
    /// The connection is lost, and looked for again.
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didSuspendConnectionWith reason: GCKConnectionSuspendReason
    )
    /// There is a connection again; whether the application that was joined still runs.
    func deviceManagerDidResumeConnection(_ deviceManager: GCKDeviceManager, rejoinedApplication: Bool)

    // MARK: The application

    /// An application was launched, or joined where it ran already.
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didConnectToCastApplication applicationMetadata: GCKApplicationMetadata,
        sessionID: String,
        launchedApplication: Bool
    )
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectToApplicationWithError error: any Error)
    /// The application was left or is lost; the error is nil when that was wanted.
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectFromApplicationWithError error: (any Error)?)
    func deviceManagerDidStopApplication(_ deviceManager: GCKDeviceManager)
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToStopApplicationWithError error: any Error)

    // MARK: Status

    /// Another application runs; nil when none does.
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive applicationMetadata: GCKApplicationMetadata?)
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didReceiveApplicationStatusText applicationStatusText: String?
    )
    func deviceManager(_ deviceManager: GCKDeviceManager, volumeDidChangeToLevel volumeLevel: Float, isMuted: Bool)
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive activeInputStatus: GCKActiveInputStatus)
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive standbyStatus: GCKStandbyStatus)
    /// A request for volume or status came to nothing.
    func deviceManager(_ deviceManager: GCKDeviceManager, request requestID: Int, didFailWithError error: any Error)
    /// Never called: devices have no guest mode any more.
    func deviceManagerDidPair(_ deviceManager: GCKDeviceManager, withGuestModeDevice device: GCKDevice)
}

@available(*, deprecated, message: "use GCKSessionManagerListener")
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
