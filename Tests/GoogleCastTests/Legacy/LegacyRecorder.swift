// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// Records the calls of the 2.x delegates and listeners, in order.
@available(*, deprecated, message: "tests deprecated API")
@MainActor
final class LegacyRecorder: NSObject, GCKDeviceScannerListener, GCKDeviceManagerDelegate, GCKMediaControlChannelDelegate
{
    /// The calls of connections, apps, media and requests.
    private(set) var calls: [String] = []
    /// The device status calls, whose order relative to other calls is not fixed.
    private(set) var statuses: [String] = []
    private(set) var errors: [GCKError] = []
    private(set) var sessionIDs: [String] = []
    var onCall: ((String) -> Void)?

    nonisolated override init() {}

    func forget() {
        calls = []
        statuses = []
    }

    private func note(_ call: String, _ error: (any Error)? = nil) {
        calls.append(call)
        if let error = error as? GCKError { errors.append(error) }
        onCall?(call)
    }

    func deviceDidComeOnline(_ device: GCKDevice) { note("online \(device.friendlyName ?? "")") }
    func deviceDidGoOffline(_ device: GCKDevice) { note("offline \(device.friendlyName ?? "")") }
    func deviceDidChange(_ device: GCKDevice) { note("changed \(device.friendlyName ?? "")") }

    func deviceManagerDidConnect(_ deviceManager: GCKDeviceManager) { note("connected") }
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectWithError error: any Error) {
        note("failedToConnect", error)
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectWithError error: (any Error)?) {
        note("disconnected\(error == nil ? "" : " with error")", error)
    }
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didSuspendConnectionWith reason: GCKConnectionSuspendReason
    ) { note("suspended \(reason.rawValue)") }
    func deviceManagerDidResumeConnection(_ deviceManager: GCKDeviceManager, rejoinedApplication: Bool) {
        note("resumed \(rejoinedApplication)")
    }
    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didConnectToCastApplication applicationMetadata: GCKApplicationMetadata,
        sessionID: String,
        launchedApplication: Bool
    ) {
        sessionIDs.append(sessionID)
        note("app \(applicationMetadata.applicationID) \(launchedApplication ? "launched" : "joined")")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectToApplicationWithError error: any Error) {
        note("failedToConnectToApp", error)
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didDisconnectFromApplicationWithError error: (any Error)?) {
        note("left app\(error == nil ? "" : " with error")", error)
    }
    func deviceManagerDidStopApplication(_ deviceManager: GCKDeviceManager) { note("stopped app") }
    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToStopApplicationWithError error: any Error) {
        note("failedToStopApp", error)
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive applicationMetadata: GCKApplicationMetadata?) {
        statuses.append("app \(applicationMetadata?.applicationID ?? "none")")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceiveApplicationStatusText text: String?) {
        statuses.append("text")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, volumeDidChangeToLevel level: Float, isMuted: Bool) {
        statuses.append("volume \(level) \(isMuted)")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive activeInputStatus: GCKActiveInputStatus) {
        statuses.append("input")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, didReceive standbyStatus: GCKStandbyStatus) {
        statuses.append("standby")
    }
    func deviceManager(_ deviceManager: GCKDeviceManager, request requestID: Int, didFailWithError error: any Error) {
        note("request \(requestID) failed", error)
    }

    func mediaControlChannel(_ channel: GCKMediaControlChannel, didCompleteLoadWithSessionID sessionID: Int) {
        note("loaded \(sessionID)")
    }
    func mediaControlChannel(_ channel: GCKMediaControlChannel, didFailToLoadMediaWithError error: any Error) {
        note("failedToLoad", error)
    }
    func mediaControlChannelDidUpdateStatus(_ channel: GCKMediaControlChannel) { note("status") }
    func mediaControlChannelDidUpdateQueue(_ channel: GCKMediaControlChannel) { note("queue") }
    func mediaControlChannelDidUpdatePreloadStatus(_ channel: GCKMediaControlChannel) { note("preload") }
    func mediaControlChannelDidUpdateMetadata(_ channel: GCKMediaControlChannel) { note("metadata") }
    func mediaControlChannel(_ channel: GCKMediaControlChannel, requestDidCompleteWithID requestID: Int) {
        note("request \(requestID) completed")
    }
    func mediaControlChannel(_ channel: GCKMediaControlChannel, didReplaceRequestWithID requestID: Int) {
        note("request \(requestID) replaced")
    }
    func mediaControlChannel(_ channel: GCKMediaControlChannel, didCancelRequestWithID requestID: Int) {
        note("request \(requestID) cancelled")
    }
    func mediaControlChannel(
        _ channel: GCKMediaControlChannel,
        requestDidFailWithID requestID: Int,
        error: any Error
    ) { note("request \(requestID) failed", error) }
}
