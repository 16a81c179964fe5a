// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Foundation

// Handles the events of the device link and notifies the delegate in the documented order.

@available(*, deprecated, message: "Internal to GCKDeviceManager.")
extension GCKDeviceManager {
    func take(_ event: DeviceLink.Event) {
        guard link != nil else { return }
        switch event {
        case .connected(let status):
            state = .connected
            notify { $0.deviceManagerDidConnect(self) }
            show(status, isAll: true)
        case .notConnected(let error):
            clearState()
            notify { $0.deviceManager(self, didFailToConnectWithError: GCKError(error)) }
        case .suspended(let reason): suspended(GCKConnectionSuspendReason(reason))
        case .resumed(let session, let status): resumed(session, status)
        case .disconnected(let reason): disconnected(GCKError(reason, device: device.castDevice))
        case .status(let status): show(status, isAll: false)
        case .joined(let number, let session, let isLaunched): joined(number, session, isLaunched)
        case .done(let number, let status):
            guard let kind = pendingRequests.removeValue(forKey: number) else { return }
            if case .stop = kind { notify { $0.deviceManagerDidStopApplication(self) } }
            if let status { show(status, isAll: true) }
        case .failed(let number, let error): failed(number, GCKError(error))
        case .sessionEnded(let session, let reason):
            guard self.session === session else { return }
            applicationLost(GCKError(reason, device: device.castDevice))
        }
    }

    private func suspended(_ reason: GCKConnectionSuspendReason) {
        isRestoringConnection = true
        state = reason == .appBackgrounded ? .disconnected : .connecting
        applicationState = session == nil ? .disconnected : .connecting
        let error = GCKError(code: reason == .appBackgrounded ? .appDidEnterBackground : .networkError)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(error, isOver: false)
        }
        notify { $0.deviceManager(self, didSuspendConnectionWith: reason) }
    }

    private func resumed(_ session: CastSession?, _ status: ReceiverStatus) {
        isRestoringConnection = false
        state = .connected
        let hadSession = self.session != nil
        self.session = session
        applicationState = session == nil ? .disconnected : .connected
        if let session {
            for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
                channel.connect(to: session)
            }
        } else if hadSession {
            let error = GCKError(code: .applicationNotRunning)
            for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
                channel.disconnect(error, isOver: true)
            }
        }
        notify { $0.deviceManagerDidResumeConnection(self, rejoinedApplication: session != nil) }
        show(status, isAll: false)
    }

    private func disconnected(_ error: GCKError?) {
        let wasJoined = session != nil
        clearState()
        let closeError = error ?? GCKError(code: .disconnected)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(closeError, isOver: true)
        }
        if wasJoined { notify { $0.deviceManager(self, didDisconnectFromApplicationWithError: error) } }
        notify { $0.deviceManager(self, didDisconnectWithError: error) }
    }

    private func joined(_ number: Int, _ session: CastSession, _ isLaunched: Bool) {
        pendingRequests[number] = nil
        let isNew = self.session !== session
        self.session = session
        applicationState = .connected
        if isNew {
            for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
                channel.connect(to: session)
            }
        }
        notify {
            $0.deviceManager(
                self,
                didConnectToCastApplication: GCKApplicationMetadata(session.application),
                sessionID: session.sessionID,
                launchedApplication: isLaunched
            )
        }
    }

    private func failed(_ number: Int, _ error: GCKError) {
        guard let kind = pendingRequests.removeValue(forKey: number) else { return }
        notify {
            switch kind {
            case .application: $0.deviceManager(self, didFailToConnectToApplicationWithError: error)
            case .stop: $0.deviceManager(self, didFailToStopApplicationWithError: error)
            case .other: $0.deviceManager(self, request: number, didFailWithError: error)
            }
        }
    }

    private func applicationLost(_ error: GCKError?) {
        session = nil
        applicationState = .disconnected
        let closeError = error ?? GCKError(code: .disconnected)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(closeError, isOver: true)
        }
        notify { $0.deviceManager(self, didDisconnectFromApplicationWithError: error) }
    }

    /// Applies a receiver status and reports its changes, or all of its values if `isAll` is true.
    private func show(_ status: ReceiverStatus, isAll: Bool) {
        let old = report
        let new = LegacyStatus(status)
        report = new
        if isAll || new.run != old.run { notify { $0.deviceManager(self, didReceive: new.application) } }
        if isAll || new.statusText != old.statusText {
            notify { $0.deviceManager(self, didReceiveApplicationStatusText: new.statusText) }
        }
        if isAll || new.level != old.level || new.isMuted != old.isMuted {
            notify { $0.deviceManager(self, volumeDidChangeToLevel: new.level, isMuted: new.isMuted) }
        }
        if isAll || new.activeInput != old.activeInput {
            notify { $0.deviceManager(self, didReceive: new.activeInput) }
        }
        if isAll || new.standby != old.standby { notify { $0.deviceManager(self, didReceive: new.standby) } }
    }
}

/// The kind of a ``GCKDeviceManager`` request, which determines the callback for its failure.
enum LegacyRequestKind {
    /// A launch or join request.
    case application
    /// A request to stop an application.
    case stop
    /// A volume or status request.
    case other
}

/// Notifies a device link when the app enters the background or the foreground.
final class AppStateObserver {
    private let observers: [any NSObjectProtocol]

    init(_ link: DeviceLink) {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) { _ in
                link.submit { $0.applicationDidEnterBackground() }
            },
            center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) { _ in
                link.submit { $0.applicationWillEnterForeground() }
            },
        ]
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}

/// The contents of a receiver status in the types of the 2.x API.
struct LegacyStatus {
    let application: GCKApplicationMetadata?
    /// Identifies the run of an application. A change means that another application, or another run of it, is active.
    let run: [String?]
    let statusText: String?
    let level: Float
    let isMuted: Bool
    let activeInput: GCKActiveInputStatus
    let standby: GCKStandbyStatus

    init(_ status: ReceiverStatus) {
        let running = status.runningApplication
        application = running.map { GCKApplicationMetadata($0) }
        run = running.map { [$0.appID, $0.sessionID] + $0.namespaces.map(\.rawValue) } ?? []
        statusText = running?.statusText
        level = Float(status.volume?.level ?? 0)
        isMuted = status.volume?.muted ?? false
        activeInput = status.isActiveInput.map { $0 ? .active : .inactive } ?? .unknown
        standby = status.isStandBy.map { $0 ? .active : .inactive } ?? .unknown
    }
}
