import CastSender
import CastWire
import Foundation

// What the link reports, in the order in which delegates are told.

@available(*, deprecated, message: "belongs to GCKDeviceManager")
extension GCKDeviceManager {
    func take(_ event: DeviceLink.Event) {
        guard link != nil else { return }
        switch event {
        case .connected(let status):
            state = .connected
            tell { $0.deviceManagerDidConnect(self) }
            show(status, isAll: true)
        case .notConnected(let error):
            letGo()
            tell { $0.deviceManager(self, didFailToConnectWithError: GCKError(error)) }
        case .suspended(let reason): suspended(GCKConnectionSuspendReason(reason))
        case .resumed(let session, let status): resumed(session, status)
        case .disconnected(let reason): disconnected(GCKError(reason, device: device.castDevice))
        case .status(let status): show(status, isAll: false)
        case .joined(let number, let session, let isLaunched): joined(number, session, isLaunched)
        case .done(let number, let status):
            guard let order = orders.removeValue(forKey: number) else { return }
            if case .stop = order { tell { $0.deviceManagerDidStopApplication(self) } }
            if let status { show(status, isAll: true) }
        case .failed(let number, let error): failed(number, GCKError(error))
        case .sessionEnded(let session, let reason):
            guard self.session === session else { return }
            applicationLost(GCKError(reason, device: device.castDevice))
        }
    }

    private func suspended(_ reason: GCKConnectionSuspendReason) {
        isTryingAgain = true
        state = reason == .appBackgrounded ? .disconnected : .connecting
        applicationState = session == nil ? .disconnected : .connecting
        let error = GCKError(code: reason == .appBackgrounded ? .appDidEnterBackground : .networkError)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(error, isOver: false)
        }
        tell { $0.deviceManager(self, didSuspendConnectionWith: reason) }
    }

    private func resumed(_ session: CastSession?, _ status: ReceiverStatus) {
        isTryingAgain = false
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
        tell { $0.deviceManagerDidResumeConnection(self, rejoinedApplication: session != nil) }
        show(status, isAll: false)
    }

    private func disconnected(_ error: GCKError?) {
        let wasJoined = session != nil
        letGo()
        let gone = error ?? GCKError(code: .disconnected)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(gone, isOver: true)
        }
        if wasJoined { tell { $0.deviceManager(self, didDisconnectFromApplicationWithError: error) } }
        tell { $0.deviceManager(self, didDisconnectWithError: error) }
    }

    private func joined(_ number: Int, _ session: CastSession, _ isLaunched: Bool) {
        orders[number] = nil
        let isNew = self.session !== session
        self.session = session
        applicationState = .connected
        if isNew {
            for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
                channel.connect(to: session)
            }
        }
        tell {
            $0.deviceManager(
                self,
                didConnectToCastApplication: GCKApplicationMetadata(session.application),
                sessionID: session.sessionID,
                launchedApplication: isLaunched
            )
        }
    }

    private func failed(_ number: Int, _ error: GCKError) {
        guard let order = orders.removeValue(forKey: number) else { return }
        tell {
            switch order {
            case .application: $0.deviceManager(self, didFailToConnectToApplicationWithError: error)
            case .stop: $0.deviceManager(self, didFailToStopApplicationWithError: error)
            case .other: $0.deviceManager(self, request: number, didFailWithError: error)
            }
        }
    }

    private func applicationLost(_ error: GCKError?) {
        session = nil
        applicationState = .disconnected
        let gone = error ?? GCKError(code: .disconnected)
        for channel in Array(channels.values) where channels.values.contains(where: { $0 === channel }) {
            channel.disconnect(gone, isOver: true)
        }
        tell { $0.deviceManager(self, didDisconnectFromApplicationWithError: error) }
    }

    /// Takes a status over, and tells what is new in it, or all of it.
    private func show(_ status: ReceiverStatus, isAll: Bool) {
        let old = report
        let new = LegacyStatus(status)
        report = new
        if isAll || new.run != old.run { tell { $0.deviceManager(self, didReceive: new.application) } }
        if isAll || new.statusText != old.statusText {
            tell { $0.deviceManager(self, didReceiveApplicationStatusText: new.statusText) }
        }
        if isAll || new.level != old.level || new.isMuted != old.isMuted {
            tell { $0.deviceManager(self, volumeDidChangeToLevel: new.level, isMuted: new.isMuted) }
        }
        if isAll || new.activeInput != old.activeInput { tell { $0.deviceManager(self, didReceive: new.activeInput) } }
        if isAll || new.standby != old.standby { tell { $0.deviceManager(self, didReceive: new.standby) } }
    }
}
