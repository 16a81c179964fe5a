// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let playerID = "CC1AD845"

@Suite("2.x: device manager", .serialized)
@MainActor
struct LegacyDeviceManagerTests {
    @available(*, deprecated, message: "tests deprecated API")
    private func connect(
        _ stage: LegacyStage,
        ignoresAppState: Bool = true
    ) async throws -> (GCKDeviceManager, LegacyRecorder) {
        let manager = GCKDeviceManager(
            device: stage.found,
            clientPackageName: "org.example.app",
            ignoreAppStateNotifications: ignoresAppState
        )
        let recorder = LegacyRecorder()
        manager.delegate = recorder
        manager.connect()
        #expect(manager.connectionState == .connecting)
        let isConnected = try await stage.wait { recorder.calls == ["connected"] }
        #expect(isConnected && manager.connectionState == .connected)
        return (manager, recorder)
    }

    @Test("G7 connecting is reported once, and so is a failure to connect", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func connecting(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            #expect(manager.isConnected && !manager.isConnectedToApp && manager.applicationMetadata == nil)
            #expect(manager.deviceVolume == 1 && !manager.deviceMuted && manager.applicationSessionID == nil)
            manager.connect()
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls == ["connected", "disconnected"] })
            #expect(manager.connectionState == .disconnected)

            let nowhere = CastDevice(
                id: "nowhere",
                friendlyName: "Nowhere",
                endpoints: [CastEndpoint(host: "127.0.0.1", port: 1)]
            )
            let lost = GCKDeviceManager(device: GCKDevice(nowhere), clientPackageName: "org.example.app")
            let failures = LegacyRecorder()
            lost.delegate = failures
            lost.connect()
            #expect(try await stage.wait { failures.calls == ["failedToConnect"] })
            try await stage.pass(.milliseconds(200))
            #expect(failures.calls.count == 1 && lost.connectionState == .disconnected)
        }
    }

    @Test("G8 without a connection nothing is sent, and every method returns the invalid ID")
    @available(*, deprecated, message: "tests deprecated API")
    func unconnected() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let manager = GCKDeviceManager(device: stage.found, clientPackageName: "")
            let ids = [
                manager.launchApplication(playerID), manager.launchApplication("", with: nil),
                manager.launchApplication(playerID, relaunchIfRunning: true), manager.joinApplication(nil),
                manager.joinApplication(nil, sessionID: ""), manager.stopApplication(),
                manager.stopApplication(withSessionID: ""), manager.setVolume(.nan), manager.setMuted(true),
                manager.requestDeviceStatus(),
            ]
            #expect(Set(ids) == [kGCKInvalidRequestID])
            #expect(!manager.leaveApplication())
            manager.disconnect()
            #expect(manager.reconnectTimeout == 15)
            manager.reconnectTimeout = .nan
            #expect(manager.reconnectTimeout == 15)
            #expect(stage.device.snapshot.socketCount == 0)
        }
    }

    @Test("G9 a running app is joined unless a relaunch is requested", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func launching(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            recorder.forget()
            let id = manager.launchApplication(playerID)
            #expect(id != kGCKInvalidRequestID)
            #expect(try await stage.wait { recorder.calls == ["app CC1AD845 launched"] })
            #expect(recorder.statuses.contains("app CC1AD845"), "the metadata is reported first")
            #expect(manager.applicationSessionID == recorder.sessionIDs.last)
            #expect(manager.applicationConnectionState == .connected)
            #expect(manager.applicationMetadata?.applicationID == playerID)

            let (second, other) = try await connect(stage)
            second.launchApplication(playerID, with: GCKLaunchOptions())
            #expect(try await stage.wait { other.calls.last == "app CC1AD845 joined" })
            #expect(other.sessionIDs == recorder.sessionIDs)
            second.launchApplication(playerID, relaunchIfRunning: true)
            #expect(try await stage.wait { other.calls.last == "app CC1AD845 launched" })
            #expect(other.sessionIDs.last != recorder.sessionIDs.last)
            manager.disconnect()
            second.disconnect()
            #expect(try await stage.wait { other.calls.last == "disconnected" })
        }
    }

    @Test(
        "G10 a running app can be joined without its ID; a session that has ended cannot",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func joining(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            manager.joinApplication(nil)
            #expect(try await stage.wait { recorder.calls.last == "failedToConnectToApp" })
            try await stage.device.launchApplication(playerID)
            manager.joinApplication(nil)
            #expect(try await stage.wait { recorder.calls.last == "app CC1AD845 joined" })
            manager.joinApplication(nil, sessionID: "stale")
            #expect(try await stage.wait { recorder.calls.last == "failedToConnectToApp" })
            #expect(manager.applicationConnectionState == .connected, "the joined app stays connected")
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test(
        "G11 leaving an app keeps the device connected and the app running for other senders",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func leaving(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let (first, one) = try await connect(stage)
            let (second, two) = try await connect(stage)
            first.launchApplication(playerID)
            #expect(try await stage.wait { one.calls.last == "app CC1AD845 launched" })
            second.joinApplication(playerID)
            #expect(try await stage.wait { two.calls.last == "app CC1AD845 joined" })
            #expect(first.leaveApplication())
            #expect(try await stage.wait { one.calls.last == "left app" })
            #expect(first.connectionState == .connected && first.applicationSessionID == nil)
            #expect(!first.leaveApplication())
            try await stage.pass(.milliseconds(100))
            #expect(stage.device.snapshot.application?.appID == playerID)
            #expect(second.applicationConnectionState == .connected)
            first.disconnect()
            second.disconnect()
            #expect(try await stage.wait { two.calls.last == "disconnected" })
        }
    }

    @Test(
        "G12 stopping a session ID that is not running fails; stopping the running one ends the app",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func stopping(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            manager.launchApplication(playerID)
            #expect(try await stage.wait { recorder.calls.last == "app CC1AD845 launched" })
            manager.stopApplication(withSessionID: "wrong")
            #expect(try await stage.wait { recorder.calls.last == "failedToStopApp" })
            recorder.forget()
            var metadataWasThere: Bool?
            recorder.onCall = { if $0 == "left app" { metadataWasThere = !recorder.statuses.contains("app none") } }
            manager.stopApplication(withSessionID: try #require(manager.applicationSessionID))
            #expect(try await stage.wait { recorder.statuses.contains("app none") })
            #expect(recorder.calls == ["stopped app", "left app"] && metadataWasThere == true)
            #expect(stage.device.snapshot.application == nil)
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test(
        "G13 disconnecting with leave sends CLOSE, disconnecting without it does not",
        arguments: LegacyStage.Kind.allCases,
        [true, false]
    )
    @available(*, deprecated, message: "tests deprecated API")
    func disconnecting(_ kind: LegacyStage.Kind, leaves: Bool) async throws {
        var configuration = DeviceConfiguration(name: "Old TV")
        configuration.lastSenderGracePeriod = .zero
        try await LegacyStage.perform(kind, configuration: configuration) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            manager.launchApplication(playerID)
            #expect(try await stage.wait { recorder.calls.last == "app CC1AD845 launched" })
            recorder.forget()
            manager.disconnect(withLeave: leaves)
            #expect(manager.connectionState == .disconnecting)
            #expect(try await stage.wait { recorder.calls == ["left app", "disconnected"] })
            #expect(try await stage.wait { stage.device.snapshot.socketCount == 0 })
            try await stage.pass(.milliseconds(200))
            // The device ends an app when its last sender has sent CLOSE.
            #expect((stage.device.snapshot.application == nil) == leaves)
        }
    }

    @Test(
        "G14 volume is clamped and reported; a requested status is reported completely",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func volume(_ kind: LegacyStage.Kind) async throws {
        var configuration = DeviceConfiguration(name: "Old TV")
        configuration.volumeLevel = 0.25
        try await LegacyStage.perform(kind, configuration: configuration) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            #expect(recorder.statuses.contains("volume 0.25 false"))
            manager.setVolume(2)
            #expect(try await stage.wait { recorder.statuses.last == "volume 1.0 false" })
            #expect(manager.deviceVolume == 1)
            manager.setMuted(true)
            #expect(try await stage.wait { recorder.statuses.last == "volume 1.0 true" })
            recorder.forget()
            manager.requestDeviceStatus()
            #expect(try await stage.wait { recorder.statuses.count == 5 })
            #expect(recorder.statuses == ["app none", "text", "volume 1.0 true", "input", "standby"])
            let id = manager.setVolume(.nan)
            #expect(try await stage.wait { recorder.calls.last == "request \(id) failed" })
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test("G15 a connection lost for five seconds is resumed, whether or not the app still runs")
    @available(*, deprecated, message: "tests deprecated API")
    func shortLoss() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            manager.launchApplication(playerID)
            #expect(try await stage.wait { recorder.calls.last == "app CC1AD845 launched" })
            for isAppGone in [false, true] {
                recorder.forget()
                try await stage.device.refuseConnections()
                await stage.device.cutConnections()
                #expect(try await stage.wait { recorder.calls == ["suspended 2"] })
                #expect(manager.isReconnecting && manager.connectionState != .connected)
                #expect(manager.requestDeviceStatus() == kGCKInvalidRequestID)
                if isAppGone { await stage.device.stopApplication() }
                try await stage.pass(.seconds(5))
                #expect(recorder.calls == ["suspended 2"])
                try await stage.device.acceptConnections()
                #expect(try await stage.wait { recorder.calls == ["suspended 2", "resumed \(!isAppGone)"] })
                #expect(!manager.isReconnecting && manager.connectionState == .connected)
                #expect((manager.applicationSessionID == nil) == isAppGone)
            }
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test("G16 a connection that is lost for longer than the timeout ends with an error", arguments: [nil, 4.0])
    @available(*, deprecated, message: "tests deprecated API")
    func longLoss(timeout: Double?) async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let manager = GCKDeviceManager(
                device: stage.found,
                clientPackageName: "org.example.app",
                ignoreAppStateNotifications: true
            )
            let recorder = LegacyRecorder()
            manager.delegate = recorder
            if let timeout { manager.reconnectTimeout = timeout }
            manager.connect()
            #expect(try await stage.wait { recorder.calls == ["connected"] })
            try await stage.device.refuseConnections()
            await stage.device.cutConnections()
            #expect(try await stage.wait { recorder.calls.last == "suspended 2" })
            try await stage.pass(.seconds((timeout ?? 15) - 2))
            #expect(recorder.calls.last == "suspended 2")
            try await stage.pass(.seconds(3))
            #expect(recorder.calls == ["connected", "suspended 2", "disconnected with error"])
        }
    }

    @Test("G17 a manager is suspended in the background unless it ignores app states", arguments: [true, false])
    @available(*, deprecated, message: "tests deprecated API")
    func background(ignores: Bool) async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let (manager, recorder) = try await connect(stage, ignoresAppState: ignores)
            #expect(manager.ignoreAppStateNotifications == ignores)
            let center = NotificationCenter.default
            center.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
            try await stage.pass(.milliseconds(200))
            #expect(recorder.calls == (ignores ? ["connected"] : ["connected", "suspended 1"]))
            center.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            try await stage.pass(.milliseconds(500))
            #expect(recorder.calls == (ignores ? ["connected"] : ["connected", "suspended 1", "resumed false"]))
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test("G18 each namespace accepts one channel", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func channels(_ kind: LegacyStage.Kind) async throws {
        let echo = InstalledApplication(
            ApplicationInformation(appIDs: ["7E57EC40"], name: "Echo", namespaces: ["urn:x-cast:org.example.echo"])
        ) { _ in LegacyEcho() }
        let configuration = DeviceConfiguration(name: "Old TV", applications: [echo])
        try await LegacyStage.perform(kind, configuration: configuration) { stage async throws in
            let (manager, recorder) = try await connect(stage)
            let channel = RecordingChannel(namespace: "urn:x-cast:org.example.echo")
            #expect(manager.add(channel) && !manager.add(channel))
            #expect(!manager.add(RecordingChannel(namespace: "urn:x-cast:org.example.echo")))
            #expect(!manager.add(RecordingChannel(namespace: "nonsense")))
            #expect(manager.add(GCKMediaControlChannel()) && !manager.add(GCKMediaControlChannel()))
            #expect(channel.deviceManager === manager)
            #expect(!channel.sendTextMessage("too early"))
            manager.launchApplication("7E57EC40")
            #expect(try await stage.wait { recorder.calls.last == "app 7E57EC40 launched" })
            #expect(try await stage.wait { channel.isConnected })
            #expect(channel.sendTextMessage("hello"))
            #expect(try await stage.wait { channel.messages == ["hello"] })
            #expect(manager.remove(channel) && !manager.remove(channel))
            #expect(!channel.isConnected && channel.deviceManager == nil)
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
        }
    }

    @Test(
        "G28 a device manager and a context use the same device without affecting each other's connection",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func besideContext(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: playerID))
            await GCKCastContext.reset()
            #expect(GCKCastContext.create(options, stage.environment))
            let sessions = GCKCastContext.sharedInstance().sessionManager
            #expect(sessions.startSession(with: stage.found))
            #expect(try await stage.wait { sessions.hasConnectedCastSession() })
            let (manager, recorder) = try await connect(stage)
            manager.launchApplication(playerID)
            #expect(try await stage.wait { recorder.calls.last == "app CC1AD845 joined" })
            manager.disconnect()
            #expect(try await stage.wait { recorder.calls.last == "disconnected" })
            #expect(sessions.hasConnectedCastSession())
            #expect(sessions.endSession())
            #expect(try await stage.wait { sessions.currentSession == nil })
            await GCKCastContext.reset()
        }
    }
}

private struct LegacyEcho: ReceiverApplication {
    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        context.send(message.payload, in: message.namespace, to: message.sender)
    }
}

private final class RecordingChannel: GCKCastChannel {
    private(set) var messages: [String] = []
    override func didReceiveTextMessage(_ message: String) { messages.append(message) }
}
