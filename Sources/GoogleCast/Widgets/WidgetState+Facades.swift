import CastSender
import CastUI
import Foundation

// What the API's objects are in terms of the widgets.

extension CastUIOptions {
    /// What an app chose when it created the context.
    init(_ options: GCKCastOptions) {
        self.init()
        startsDiscoveryAfterFirstTap = options.startDiscoveryAfterFirstTapOnCastButton
        startsDiscoveryAutomatically = !options.disableDiscoveryAutostart
        stopsApplicationWhenEnding = options.stopReceiverApplicationWhenEndingSession
        // An app says so, see `useDefaultExpandedMediaControls`.
        usesDefaultExpandedControls = false
        keysChangeVolume = options.physicalVolumeButtonsWillControlDeviceVolume
    }
}

extension GCKDevice {
    /// The device as widgets list it. Devices of other categories go by the id that no other category can have.
    var widgetDevice: CastDevice {
        var device = castDevice
        if category != kGCKCastDeviceCategory { device.id = uniqueID }
        return device
    }
}

extension GCKDiscoveryManager {
    var widgetDevices: [CastDevice] { list.map(\.widgetDevice) }

    /// Begins the search, or begins it anew.
    func searchAnew() {
        if discoveryActive { stopDiscovery() }
        startDiscovery()
    }
}

extension CastError {
    /// An error of an app's own session, for widgets.
    init(_ error: any Error) {
        if let error = error as? CastError {
            self = error
            return
        }
        let code: CastError.Code =
            switch (error as? GCKError).flatMap({ GCKErrorCode(rawValue: $0.code) }) {
            case .cancelled: .requestCancelled
            case .timeout: .requestTimedOut
            case .networkError, .networkNotReachable, .disconnected, .deviceNotConnected: .connectFailed
            default: .launchFailed
            }
        self.init(code, error.localizedDescription)
    }
}
