// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import Foundation

// Observers are held weakly and need not be removed. They are removed at the next event after their deallocation.

extension ContextWidgets {
    /// Calls a closure with the current state and after each change, until the observer is deallocated.
    func observe<Observer: AnyObject>(
        _ observer: Observer,
        _ body: @escaping @MainActor (Observer, CastUIState) -> Void
    ) {
        let registration = ObserverNumber()
        registration.number = store.observe { [weak observer, weak store] state in
            if let observer {
                body(observer, state)
            } else if let number = registration.number {
                store?.removeObserver(number)
            }
        }
    }

    /// Calls a closure for each media status after the store has processed it, and with nil when no media is loaded any
    /// more, until the observer is deallocated.
    func observeMedia<Observer: AnyObject>(
        _ observer: Observer,
        _ body: @escaping @MainActor (Observer, GCKMediaStatus?) -> Void
    ) {
        addMediaObserver { [weak observer] status in
            guard let observer else { return false }
            body(observer, status)
            return true
        }
    }
}

/// The number of an observer in the store.
@MainActor
private final class ObserverNumber {
    var number: Int?
}

// MARK: - Conversions between the API's objects and the widgets' types

extension CastUIOptions {
    /// Creates options from those with which the app created the context.
    init(_ options: GCKCastOptions) {
        self.init()
        startsDiscoveryAfterFirstTap = options.startDiscoveryAfterFirstTapOnCastButton
        startsDiscoveryAutomatically = !options.disableDiscoveryAutostart
        stopsApplicationWhenEnding = options.stopReceiverApplicationWhenEndingSession
        // Set by the app with `useDefaultExpandedMediaControls`.
        usesDefaultExpandedControls = false
        keysChangeVolume = options.physicalVolumeButtonsWillControlDeviceVolume
    }
}

extension GCKDevice {
    /// The device for the widgets. A device of another category is identified by its unique ID.
    var widgetDevice: CastDevice {
        var device = castDevice
        if category != kGCKCastDeviceCategory { device.id = uniqueID }
        return device
    }
}

extension GCKDiscoveryManager {
    var widgetDevices: [CastDevice] { list.map(\.widgetDevice) }

    /// Starts or restarts discovery.
    func restartDiscovery() {
        if discoveryActive { stopDiscovery() }
        startDiscovery()
    }
}

extension CastError {
    /// Creates an error for the widgets from an error of an app's own session.
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
