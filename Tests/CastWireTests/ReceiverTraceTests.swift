import CastWire
import Testing

@Suite(
    "What recorded messages of devices say",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.whenMissing))
)
struct ReceiverTraceTests {
    private func status(_ name: String) throws -> (message: ReceiverStatusMessage, status: ReceiverStatus) {
        let object = try Trace.named("receiver-status-\(name)").object()
        guard case .status(let message) = ReceiverMessage(object) else { throw PayloadError(.missing, key: "type") }
        return (message, message.status)
    }

    @Test("An idle device has no applications key and an empty equaliser; the step has the noise of a float32")
    func idleNoApp() throws {
        let (message, status) = try status("idle-no-app")
        #expect(message.requestID == 0)
        #expect(!status.hasApplicationsKey)
        #expect(status.applications == [])
        #expect(status.userEq == [:])
        #expect(status.volume?.stepInterval == 0.05000000074505806)
        #expect(status.volume?.controlType == .attenuation)
        #expect(status.volume?.muted == false)
    }

    @Test("A television with a fixed volume does not say whether it is the active input")
    func idleFixedVolume() throws {
        let (_, status) = try status("idle-fixed-volume-tv")
        #expect(status.volume?.controlType == .fixed)
        #expect(status.isActiveInput == nil)
        #expect(status.isStandBy == nil)
    }

    @Test("Backdrop of old firmware: no idle screen flag, transport id unlike session id")
    func backdrop18() throws {
        let (_, status) = try status("backdrop-1.18")
        let app = try #require(status.applications.first)
        #expect(app.appID == "E8C28D3C")
        #expect(app.isIdleScreen == nil)
        #expect(app.transportID == "web-3")
        #expect(app.sessionID == "1CAFD4C1-39BD...")
        #expect(app.statusText == "")
        #expect(status.isActiveInput == true)
        #expect(status.isStandBy == false)
    }

    @Test("Backdrop of newer firmware says that it is the idle screen and whether the cloud launched it")
    func backdrop28() throws {
        let app = try #require(try status("backdrop-1.28").status.applications.first)
        #expect(app.isIdleScreen == true)
        #expect(app.launchedFromCloud == false)
        #expect(app.transportID == "...")
        #expect(
            app.namespaces == [
                .init("urn:x-cast:com.google.cast.debugoverlay"), .commandAndControl, "urn:x-cast:com.google.cast.sse",
            ]
        )
    }

    @Test("A status text may start with a blank")
    func mirroring() throws {
        let app = try #require(try status("mirroring-1.28").status.applications.first)
        #expect(app.statusText == " (Tab)")
        #expect(app.displayName == "Chrome Mirroring")
    }

    @Test("A third party's namespace, a filled equaliser, the master volume")
    func spotify() throws {
        let (_, status) = try status("spotify")
        let app = try #require(status.applications.first)
        #expect(app.namespaces.contains("urn:x-cast:com.spotify.chromecast.secure.v1"))
        #expect(app.namespaces.contains(.media))
        #expect(status.userEq?["high_shelf"]?["frequency"] == 4500.0)
        #expect(status.volume?.controlType == .master)
        #expect(status.volume?.stepInterval == 0.019999999552965164)
        #expect(app.iconURL?.hasPrefix("https://lh3.googleusercontent.com/") == true)
    }

    @Test("Firmware of 2014 lists namespaces as plain strings and the level as an integer")
    func stringNamespaces() throws {
        let (message, status) = try status("dmr-string-namespaces")
        let app = try #require(status.applications.first)
        #expect(app.namespaces == ["urn:x-cast:com.google.cast.player.message", .media])
        #expect(status.volume?.level == 1)
        #expect(status.volume?.fields["level"] == .integer(1))
        #expect(status.isStandBy == nil)
        #expect(message.requestID == 8_476_438)
    }

    @Test("The answer to a launch has the launcher's request id; the equaliser mixes integers and fractions")
    func launchReply() throws {
        let (message, status) = try status("dmr-launch-reply-2018")
        #expect(message.requestID == 1195)
        #expect(status.userEq?["low_shelf"]?["gain_db"] == .integer(2))
        #expect(status.userEq?["high_shelf"]?["gain_db"] == .number(0))
        #expect(status.applications.first?.statusText == "Ready To Cast")
    }

    @Test("Application type, empty icon and universal id of a television")
    func television() throws {
        let (_, status) = try status("dmr-tv-2020")
        let app = try #require(status.applications.first)
        #expect(app.appType == "WEB")
        #expect(app.iconURL == "")
        #expect(app.universalAppID == "CC1AD845")
        #expect(status.volume?.stepInterval == 0.009999999776482582)
    }

    @Test("A sender's connection changes one key of the status and nothing else")
    func senderConnected() throws {
        let before = try status("dmr-sender-not-connected-2024")
        let after = try status("dmr-sender-connected-2024")
        #expect(before.message.requestID == 30)
        #expect(after.message.requestID == 0)
        #expect(before.status.applications.first?.senderConnected == false)
        #expect(after.status.applications.first?.senderConnected == true)
        var changed = before.status
        changed.applications[0].senderConnected = true
        #expect(changed == after.status)
    }

    @Test("The status text names what is cast")
    func castingText() throws {
        #expect(
            try status("dmr-casting-text").status.applications.first?.statusText == "Casting: Desktop Audio Streamer"
        )
    }

    @Test("LAUNCH_STATUS has the launch's id, none of its own, and a word for a status")
    func launchStatus() throws {
        let object = try Trace.named("launch-status-user-allowed").object()
        guard case .launchStatus(let message) = ReceiverMessage(object) else {
            Issue.record("LAUNCH_STATUS expected")
            return
        }
        #expect(message.launchRequestID == 507)
        #expect(object.launchRequestID == 507)
        #expect(message.requestID == nil)
        #expect(message.status == .userAllowed)
    }

    @Test(
        "LAUNCH_ERROR",
        arguments: [
            ("launch-error-not-found", LaunchErrorReason.notFound),
            ("launch-error-cast-init-timeout", LaunchErrorReason.castInitTimeout),
        ]
    )
    func launchError(_ name: String, _ reason: LaunchErrorReason) throws {
        guard case .launchError(let message) = ReceiverMessage(try Trace.named(name).object()) else {
            Issue.record("LAUNCH_ERROR expected")
            return
        }
        #expect(message.reason == reason)
        #expect(message.requestID == 1)
    }

    @Test("Messages about members of a group")
    func multizone() throws {
        guard case .deviceAdded(let added) = MultizoneMessage(try Trace.named("multizone-device-added").object()),
            case .deviceUpdated(let updated) = MultizoneMessage(try Trace.named("multizone-device-updated").object())
        else {
            Issue.record("DEVICE_ADDED and DEVICE_UPDATED expected")
            return
        }
        #expect(added.device?.capabilities == .audioOut)
        #expect(added.device?.name == "Amplifier")
        #expect(updated.device?.volume?.level == 0.35)
        #expect(updated.device?.deviceID == "654321")
    }

    private func multizoneStatus(_ name: String) throws -> MultizoneStatus {
        guard case .status(let message) = MultizoneMessage(try Trace.named("multizone-status-\(name)").object()) else {
            throw PayloadError(.missing, key: "type")
        }
        #expect(message.requestID == 0)
        return message.status
    }

    @Test("A group and its members; a lone device; what plays")
    func multizoneStatuses() throws {
        let single = try multizoneStatus("single-speaker")
        #expect(single.devices.map(\.capabilities?.rawValue) == [196_612])
        #expect(single.devices.first?.volume?.level == 0.30000001192092896)

        let group = try multizoneStatus("group-of-3")
        #expect(group.devices.map(\.name) == ["Zolder", "Studeerkamer", "Slaapkamer"])
        #expect(group.isMultichannel == false)
        #expect(group.playbackSession == nil)
        #expect(group.devices[0].normalizedDeviceID == "71d8c580bbd0166b72f10071a427b6cb")

        let playing = try multizoneStatus("playback-session")
        #expect(playing.playbackSession?.appAllowsGrouping == true)
        #expect(playing.playbackSession?.isVideoContent == false)
        #expect(playing.playbackSession?.streamTransferSupported == true)
        #expect(playing.devices.first?.normalizedDeviceID == "0a1b2c3d4e5f60718293a4b5c6d7e8f9")
        #expect(playing.devices.first?.capabilities?.contains(.videoOut) == true)
    }

    @Test("An application's own message has a type and no request id")
    func youTube() throws {
        let object = try Trace.named("youtube-mdx-session-status").object()
        #expect(object.messageType == "mdxSessionStatus")
        #expect(object.requestID == nil)
        #expect(object["data"]?["screenId"] == "1kitoblg0rv85dd0oj86ng0veg")
    }

    @Test("CONNECT and LAUNCH of another sender")
    func senders() throws {
        guard case .connect(let connect) = ConnectionMessage(try Trace.named("sender-connect-pychromecast").object()),
            case .launch(let launch) = ReceiverRequest(try Trace.named("sender-launch").object())
        else {
            Issue.record("CONNECT and LAUNCH expected")
            return
        }
        #expect(connect.userAgent == "PyChromecast")
        #expect(connect.origin == [:])
        #expect(connect.connectionType == nil)
        #expect(!connect.hasInvalidConnectionType)
        #expect(connect.senderInfo?.sdkType == 2)
        #expect(connect.senderInfo?.platform == .macOS)
        #expect(connect.senderInfo?.version == "15.605.1.3")
        #expect(launch.appID == "CC1AD845")
        #expect(launch.requestID == 507)
    }

    @Test("An old device's flat answer about itself, where 255 degrees mean nowhere")
    func eurekaFlat() throws {
        let info = EurekaInfo(fields: try Trace.named("http-eureka-info-flat-1.56").object())
        #expect(info.name == "ChromeCastVideo")
        #expect(info.version == 12)
        #expect(info.buildRevision == "1.56.275994")
        #expect(info.buildNumber == "275994")
        #expect(info.deviceID == "REDACTED")
        #expect(info.ipAddress == "192.168.178.142")
        #expect(info.uptime == 29600.232099)
        #expect(info.setupState == 60)
        #expect(info.locale == "en-US")
        #expect(info.timezone == "Europe/Amsterdam")
        #expect(info.fields["location"]?["latitude"] == 255.0)
        #expect(info.fields["device_info"] == nil)
        #expect(info.isDisplaySupported == nil)
        #expect(info.groups == [])
    }

    @Test("A newer device's answer in sections, with a key that starts with a digit")
    func eurekaSections() throws {
        let info = EurekaInfo(fields: try Trace.named("http-eureka-info-params-1.29").object())
        #expect(info.name == "Living Room speaker")
        #expect(info.version == 9)
        #expect(info.manufacturer == "Google Inc.")
        #expect(info.modelName == "Google Home")
        #expect(info.productName == "pineapple")
        #expect(info.buildRevision == "1.29.106111")
        #expect(info.releaseTrack == "preview-joining-stable-channel")
        #expect(info.isDisplaySupported == false)
        #expect(info.isMultizoneSupported == true)
        #expect(info.uptime == 13279.28)
        #expect(info.timezone == "Asia/Kolkata")
        #expect(info.fields["device_info"]?["4k_blocked"] == 0)
    }
}
