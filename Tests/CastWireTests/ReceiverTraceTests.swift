// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Messages of devices")
struct ReceiverTraceTests {
    private func status(
        _ name: String,
        in data: TestData
    ) throws -> (message: ReceiverStatusMessage, status: ReceiverStatus) {
        let object = try Trace.object("receiver-status-\(name)", in: data)
        guard case .status(let message) = ReceiverMessage(object) else { throw PayloadError(.missing, key: "type") }
        return (message, message.status)
    }

    @Test(
        "An idle device has no applications key and an empty equalizer; the volume step is a float32",
        arguments: TestData.available
    )
    func idleNoApp(_ data: TestData) throws {
        let (message, status) = try status("idle-no-app", in: data)
        #expect(message.requestID == 0)
        #expect(!status.hasApplicationsKey)
        #expect(status.applications == [])
        #expect(status.userEq == [:])
        #expect(status.volume?.stepInterval == 0.05000000074505806)
        #expect(status.volume?.controlType == .attenuation)
        #expect(status.volume?.muted == false)
    }

    @Test(
        "A television with a fixed volume does not report whether it is the active input",
        arguments: TestData.available
    )
    func idleFixedVolume(_ data: TestData) throws {
        let (_, status) = try status("idle-fixed-volume-tv", in: data)
        #expect(status.volume?.controlType == .fixed)
        #expect(status.isActiveInput == nil)
        #expect(status.isStandBy == nil)
    }

    @Test(
        "Backdrop of old firmware: no idle screen flag, different transport ID and session ID",
        arguments: TestData.available
    )
    func backdrop18(_ data: TestData) throws {
        let (_, status) = try status("backdrop-1.18", in: data)
        let app = try #require(status.applications.first)
        #expect(app.appID == "E8C28D3C")
        #expect(app.isIdleScreen == nil)
        data.expect(app.transportID, fixture: "web-4")
        data.expect(app.sessionID, fixture: "A0000001-0000-4000-8000-0000000000D1")
        #expect(app.statusText == "")
        #expect(status.isActiveInput == true)
        #expect(status.isStandBy == false)
    }

    @Test(
        "Backdrop of newer firmware reports that it is the idle screen and whether it was launched from the cloud",
        arguments: TestData.available
    )
    func backdrop28(_ data: TestData) throws {
        let app = try #require(try status("backdrop-1.28", in: data).status.applications.first)
        #expect(app.isIdleScreen == true)
        #expect(app.launchedFromCloud == false)
        #expect(app.transportID == app.sessionID)
        #expect(
            app.namespaces == [
                .init("urn:x-cast:com.google.cast.debugoverlay"), .commandAndControl, "urn:x-cast:com.google.cast.sse",
            ]
        )
    }

    @Test("A status text can start with a space", arguments: TestData.available)
    func mirroring(_ data: TestData) throws {
        let app = try #require(try status("mirroring-1.28", in: data).status.applications.first)
        data.expect(app.statusText, fixture: " (Window)")
        #expect(app.statusText?.hasPrefix(" ") == true)
        #expect(app.displayName == "Chrome Mirroring")
    }

    @Test("A third-party namespace, equalizer settings, the master volume", arguments: TestData.available)
    func spotify(_ data: TestData) throws {
        let (_, status) = try status("spotify", in: data)
        let app = try #require(status.applications.first)
        #expect(app.namespaces.contains { !$0.rawValue.hasPrefix("urn:x-cast:com.google.cast.") })
        #expect(app.namespaces.contains(.media))
        data.expect(status.userEq?["high_shelf"]?["frequency"], fixture: 4000.0)
        #expect(status.volume?.controlType == .master)
        #expect(status.volume?.stepInterval == 0.019999999552965164)
        data.expect(app.iconURL, fixture: "https://images.example.com/icons/example-music.png")
    }

    @Test(
        "Firmware of 2014 lists namespaces as plain strings and the level as an integer",
        arguments: TestData.available
    )
    func stringNamespaces(_ data: TestData) throws {
        let (message, status) = try status("dmr-string-namespaces", in: data)
        let app = try #require(status.applications.first)
        #expect(app.namespaces == ["urn:x-cast:com.google.cast.player.message", .media])
        #expect(status.volume?.level == 1)
        #expect(status.volume?.fields["level"] == .integer(1))
        #expect(status.isStandBy == nil)
        data.expect(message.requestID, fixture: 31_415_926)
    }

    @Test(
        "The reply to LAUNCH has its request ID; the equalizer mixes integers and fractions",
        arguments: TestData.available
    )
    func launchReply(_ data: TestData) throws {
        let (message, status) = try status("dmr-launch-reply-2018", in: data)
        data.expect(message.requestID, fixture: 57)
        data.expect(status.userEq?["low_shelf"]?["gain_db"], fixture: .integer(3))
        #expect(status.userEq?["high_shelf"]?["gain_db"] == .number(0))
        data.expect(status.applications.first?.statusText, fixture: "Waiting for media")
    }

    @Test("Application type, empty icon URL and universal ID of a television", arguments: TestData.available)
    func television(_ data: TestData) throws {
        let (_, status) = try status("dmr-tv-2020", in: data)
        let app = try #require(status.applications.first)
        #expect(app.appType == "WEB")
        #expect(app.iconURL == "")
        #expect(app.universalAppID == "CC1AD845")
        #expect(status.volume?.stepInterval == 0.009999999776482582)
    }

    @Test("A sender's connection changes one key of the status and nothing else", arguments: TestData.available)
    func senderConnected(_ data: TestData) throws {
        let before = try status("dmr-sender-not-connected-2024", in: data)
        let after = try status("dmr-sender-connected-2024", in: data)
        data.expect(before.message.requestID, fixture: 21)
        #expect(after.message.requestID == 0)
        #expect(before.status.applications.first?.senderConnected == false)
        #expect(after.status.applications.first?.senderConnected == true)
        var changed = before.status
        changed.applications[0].senderConnected = true
        #expect(changed == after.status)
    }

    @Test("The status text contains the title", arguments: TestData.available)
    func castingText(_ data: TestData) throws {
        let text = try status("dmr-casting-text", in: data).status.applications.first?.statusText
        data.expect(text, fixture: "Casting: Harbor at Dawn")
    }

    @Test("LAUNCH_STATUS has the ID of the launch, no request ID, and a status as text", arguments: TestData.available)
    func launchStatus(_ data: TestData) throws {
        let object = try Trace.object("launch-status-user-allowed", in: data)
        guard case .launchStatus(let message) = ReceiverMessage(object) else {
            Issue.record("LAUNCH_STATUS expected")
            return
        }
        data.expect(message.launchRequestID, fixture: 73)
        #expect(object.launchRequestID == message.launchRequestID)
        #expect(message.requestID == nil)
        #expect(message.status == .userAllowed)
    }

    @Test(
        "LAUNCH_ERROR",
        arguments: TestData.available,
        ["launch-error-not-found", "launch-error-cast-init-timeout"]
    )
    func launchError(_ data: TestData, _ name: String) throws {
        guard case .launchError(let message) = ReceiverMessage(try Trace.object(name, in: data)) else {
            Issue.record("LAUNCH_ERROR expected")
            return
        }
        #expect(message.reason == (name == "launch-error-not-found" ? .notFound : .castInitTimeout))
        data.expect(message.requestID, fixture: 4)
    }

    @Test("Messages about members of a group", arguments: TestData.available)
    func multizone(_ data: TestData) throws {
        guard case .deviceAdded(let added) = MultizoneMessage(try Trace.object("multizone-device-added", in: data)),
            case .deviceUpdated(let updated) = MultizoneMessage(try Trace.object("multizone-device-updated", in: data))
        else {
            Issue.record("DEVICE_ADDED and DEVICE_UPDATED expected")
            return
        }
        #expect(added.device?.capabilities == .audioOut)
        data.expect(added.device?.name, fixture: "Workshop")
        data.expect(updated.device?.volume?.level, fixture: 0.45)
        data.expect(updated.device?.deviceID, fixture: "100002")
    }

    private func multizoneStatus(_ name: String, in data: TestData) throws -> MultizoneStatus {
        let object = try Trace.object("multizone-status-\(name)", in: data)
        guard case .status(let message) = MultizoneMessage(object) else { throw PayloadError(.missing, key: "type") }
        #expect(message.requestID == 0)
        return message.status
    }

    @Test("A group and its members, a single device, a playback session", arguments: TestData.available)
    func multizoneStatuses(_ data: TestData) throws {
        let single = try multizoneStatus("single-speaker", in: data)
        #expect(single.devices.map(\.capabilities?.rawValue) == [196_612])
        data.expect(single.devices.first?.volume?.level, fixture: 0.6000000238418579)

        let group = try multizoneStatus("group-of-3", in: data)
        #expect(group.devices.count == 3)
        data.expect(group.devices.map(\.name), fixture: ["Attic", "Study", "Bedroom"])
        #expect(group.isMultichannel == false)
        #expect(group.playbackSession == nil)
        data.expect(group.devices[0].normalizedDeviceID, fixture: "b00000010000400080000000000000e1")

        let playing = try multizoneStatus("playback-session", in: data)
        #expect(playing.playbackSession?.appAllowsGrouping == true)
        #expect(playing.playbackSession?.isVideoContent == false)
        #expect(playing.playbackSession?.streamTransferSupported == true)
        let id = playing.devices.first?.normalizedDeviceID
        data.expect(id, fixture: "b00000010000400080000000000000e4")
        #expect(playing.devices.first?.capabilities?.contains(.videoOut) == true)
    }

    @Test("A message of an application has a type and no request ID", arguments: TestData.available)
    func youTube(_ data: TestData) throws {
        let object = try Trace.object("youtube-mdx-session-status", in: data)
        #expect(object.messageType == "mdxSessionStatus")
        #expect(object.requestID == nil)
        data.expect(object["data"]?["screenId"], fixture: "0000000000examplescreen001")
    }

    @Test("CONNECT and LAUNCH of another sender", arguments: TestData.available)
    func senders(_ data: TestData) throws {
        guard case .connect(let connect) = ConnectionMessage(try Trace.object("sender-connect-pychromecast", in: data)),
            case .launch(let launch) = ReceiverRequest(try Trace.object("sender-launch", in: data))
        else {
            Issue.record("CONNECT and LAUNCH expected")
            return
        }
        data.expect(connect.userAgent, fixture: "ExampleSender")
        #expect(connect.origin == [:])
        #expect(connect.connectionType == nil)
        #expect(!connect.hasInvalidConnectionType)
        #expect(connect.senderInfo?.sdkType == 2)
        #expect(connect.senderInfo?.platform == .macOS)
        data.expect(connect.senderInfo?.version, fixture: "15.100.0.0")
        #expect(launch.appID == "CC1AD845")
        data.expect(launch.requestID, fixture: 73)
    }

    @Test(
        "eureka_info of an old device is flat, and 255 degrees mean an unknown location",
        arguments: TestData.available
    )
    func eurekaFlat(_ data: TestData) throws {
        let info = EurekaInfo(fields: try Trace.object("http-eureka-info-flat-1.56", in: data))
        data.expect(info.name, fixture: "Guest room TV")
        #expect(info.version == 12)
        data.expect(info.buildRevision, fixture: "1.56.100200")
        data.expect(info.buildNumber, fixture: "100200")
        data.expect(info.deviceID, fixture: "EXAMPLE")
        data.expect(info.ipAddress, fixture: "192.0.2.20")
        data.expect(info.uptime, fixture: 8640.125043)
        #expect(info.setupState == 60)
        data.expect(info.locale, fixture: "de-CH")
        data.expect(info.timezone, fixture: "Europe/Zurich")
        #expect(info.fields["location"]?["latitude"] == 255.0)
        #expect(info.fields["device_info"] == nil)
        #expect(info.isDisplaySupported == nil)
        #expect(info.groups == [])
    }

    @Test(
        "eureka_info of a newer device has sections and a key that starts with a digit",
        arguments: TestData.available
    )
    func eurekaSections(_ data: TestData) throws {
        let info = EurekaInfo(fields: try Trace.object("http-eureka-info-params-1.29", in: data))
        data.expect(info.name, fixture: "Workshop speaker")
        #expect(info.version == 9)
        data.expect(info.manufacturer, fixture: "Example Audio")
        data.expect(info.modelName, fixture: "Example Speaker")
        data.expect(info.productName, fixture: "example")
        data.expect(info.buildRevision, fixture: "1.29.100300")
        data.expect(info.releaseTrack, fixture: "example-channel")
        #expect(info.isDisplaySupported == false)
        #expect(info.isMultizoneSupported == true)
        data.expect(info.uptime, fixture: 4210.5)
        data.expect(info.timezone, fixture: "Europe/Zurich")
        #expect(info.fields["device_info"]?["4k_blocked"] == 0)
    }
}
