// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender
@testable import CastUI

@Suite("Cast dialog")
struct CastDialogTests {
    private func open(_ events: CastUIEvent...) -> StateFixture {
        var desk = StateFixture()
        desk.send(.discoveryStarted)
        for event in events { desk.send(event) }
        desk.act(.tapCastButton)
        return desk
    }

    private func rows(_ desk: StateFixture) -> [DeviceRow] {
        guard case .chooser(let rows)? = desk.dialog?.content else { return [] }
        return rows
    }

    @Test("UW23 UW26 DC1 Without devices, the dialog searches for a few seconds, then shows help and announces it once")
    func nothingFound() {
        var desk = open()
        #expect(desk.dialog?.content == .searching)
        #expect(desk.dialog?.title.english == "Cast to")
        #expect(desk.wait(4.9) == [])
        #expect(desk.wait(0.1).announcements == ["No devices found"])
        guard case .noDevices(let help)? = desk.dialog?.content else {
            Issue.record("\(String(describing: desk.dialog))")
            return
        }
        #expect(help.map(\.title.english) == ["Same Wi-Fi network"])
        #expect(desk.dialog?.title.english == "No devices found")
        #expect(desk.wait(60) == [])
        desk.send(.devices([.den]))
        #expect(rows(desk).map(\.name) == ["Den"])
        desk.act(.dismissDialog)
        #expect(desk.effects.filter { $0 == .notify(.dialogWillShow) || $0 == .notify(.dialogDidHide) }.count == 2)
        #expect(desk.act(.dismissDialog) == [])
    }

    @Test("DC1 Without a network, help is shown immediately, also after devices were found, and announced once")
    func noNetwork() {
        var desk = open(.devices([.den]))
        #expect(rows(desk).map(\.name) == ["Den"])
        var offline = PlatformState.onNetwork
        offline.network = .absent
        #expect(desk.send(.platformState(offline)).announcements == ["No devices found"])
        guard case .noDevices(let help)? = desk.dialog?.content else {
            Issue.record("\(String(describing: desk.dialog))")
            return
        }
        #expect(help.map(\.title.english) == ["No network"])
        #expect(desk.send(.devices([.den, .kitchen])) == [])
        desk.send(.platformState(.onNetwork))
        #expect(rows(desk).map(\.name) == ["Den", "Kitchen"])
    }

    @Test("UW23 A dialog that opens before discovery starts shows searching, and never help in between")
    func beforeTheSearch() {
        var desk = StateFixture()
        desk.act(.tapCastButton)
        #expect(desk.dialog?.content == .searching)
        #expect(desk.wait(1).announcements == [])
        desk.send(.discoveryStarted)
        #expect(desk.dialog?.content == .searching)
        #expect(desk.wait(4.9).announcements == [], "the period starts with the search")
        #expect(desk.wait(0.1).announcements == ["No devices found"])
        var idle = StateFixture()
        idle.act(.openDialog)
        #expect(
            idle.wait(5).announcements == ["No devices found"],
            "a search that never starts does not delay the help"
        )
        var offline = StateFixture(platformState: PlatformState())
        offline.state.platformState.network = .absent
        offline.act(.openDialog)
        #expect(offline.dialog?.title.english == "No devices found", "without a network the dialog does not wait")
    }

    @Test("DC19 Help lists the diagnosed cause first, and settings only if the system has a permission")
    func help() {
        func titles(_ platformState: PlatformState, _ problem: DiscoveryState.Problem? = nil) -> [String] {
            var desk = StateFixture(platformState: platformState)
            desk.send(.discoveryStarted)
            if let problem { desk.send(.discoveryFailed(problem)) }
            desk.act(.openDialog)
            desk.wait(5)
            guard case .noDevices(let help)? = desk.dialog?.content else { return [] }
            return help.map { "\($0.title.english): \($0.action.map { "\($0)" } ?? "")" }
        }
        let wifi = "Same Wi-Fi network: retry"
        let permission = "Local network access: openSettings"
        #expect(titles(.onNetwork) == [wifi])
        #expect(titles(.phone(.granted)) == [wifi, permission])
        #expect(titles(.phone(.denied)) == [permission, wifi])
        #expect(titles(.phone(.granted), .permissionDenied) == [permission, wifi])
        #expect(
            titles(.phone(.granted), .servicesNotDeclared)
                == ["The app is not set up for casting: learnMore", wifi, permission]
        )
        #expect(titles(.onNetwork, .blocked("port in use")) == ["The search is blocked: retry", wifi])
        #expect(DiscoveryState.Problem(CastError(.localNetworkDenied, "no")) == .permissionDenied)
        #expect(DiscoveryState.Problem(CastError(.servicesNotDeclared, "no")) == .servicesNotDeclared)
        #expect(DiscoveryState.Problem(CastError(.noNetwork, "port in use")) == .blocked("port in use"))
        var offline = PlatformState()
        offline.network = .absent
        #expect(titles(offline) == ["No network: retry"])
    }

    @Test("Help names the kind of machine")
    func idioms() {
        for (idiom, word) in [(PlatformState.Idiom.phone, "phone"), (.tablet, "tablet"), (.computer, "computer")] {
            var platformState = PlatformState.onNetwork
            platformState.idiom = idiom
            var desk = StateFixture(platformState: platformState)
            desk.act(.openDialog)
            desk.wait(5)
            guard case .noDevices(let help)? = desk.dialog?.content else {
                Issue.record("no help without a search")
                return
            }
            #expect(help.first?.text.english.contains(word) == true)
        }
    }

    @Test("UW24 UW27 UW32 DC13 DC14 HU11 The list contains the discovered devices, sorted by name, then by id")
    func list() {
        var desk = open(.devices([.kitchen, .named("den", id: "b"), .named("Den", id: "a"), .named("attic")]))
        #expect(desk.dialog?.title.english == "Cast to")
        #expect(rows(desk).map(\.id) == ["attic", "a", "b", "kitchen"])
        desk.send(.devices([.kitchen, .named("Balcony"), .kitchen]))
        #expect(rows(desk).map(\.name) == ["Balcony", "Kitchen"])
    }

    @Test("UW28 The icon of a row is a television, a speaker or a group")
    func icons() {
        var speaker = CastDevice.named("b")
        speaker.capabilities = [.audioOut]
        var group = CastDevice.named("c")
        group.isGroup = true
        var odd = CastDevice.named("d")
        odd.capabilities = []
        let desk = open(.devices([.named("a"), speaker, group, odd]))
        #expect(rows(desk).map(\.icon) == [.television, .speaker, .speakerGroup, .television])
    }

    @Test("UW29 DC15 The row of a busy device shows what it is casting")
    func busy() {
        var device = CastDevice.den
        device.statusText = "Big Film"
        #expect(rows(open(.devices([device]))).first?.status?.english == "Casting Big Film")
        device.statusText = " \n"
        #expect(rows(open(.devices([device]))).first?.status == nil)
    }

    @Test("UW30 UW31 A row starts a session on its device; the dialog shows connecting, and closes once connected")
    func connects() {
        var desk = open(.devices([.den, .kitchen]))
        #expect(desk.act(.selectDevice("kitchen")) == [.startSession(.kitchen)])
        #expect(desk.dialog?.title.english == "Connecting to Kitchen")
        #expect(desk.act(.selectDevice("kitchen")) == [], "a second tap")
        #expect(desk.act(.selectDevice("nowhere")) == [])
        desk.send(.session(.starting(.kitchen)))
        #expect(desk.send(.session(.running(.kitchen, applicationName: "P"))).contains(.notify(.dialogDidHide)))
        #expect(desk.dialog == nil)
        #expect(desk.state.phase == .connected)
    }

    @Test("UW31 UW40 A failed start shows the reason, the device and a retry button")
    func fails() {
        var desk = open(.devices([.den]))
        desk.act(.selectDevice("den"))
        let effects = desk.send(.session(.failedToStart(.den, CastError(.connectTimedOut, "no answer"))))
        #expect(effects == [.announce(Phrase(.announceFailed, .text("Den")), .assertive)])
        #expect(desk.dialog?.title.english == "Could not cast to Den")
        guard case .failed(let failure, let retry)? = desk.dialog?.content else {
            Issue.record("no failure")
            return
        }
        #expect(failure.cause == .timedOut)
        #expect(retry?.english == "Try again")
        var moved = CastDevice.den
        moved.modelName = "at another address"
        desk.send(.devices([moved]))
        #expect(desk.act(.retryConnecting) == [.startSession(moved)])
        #expect(desk.dialog?.title.english == "Connecting to Den")
        #expect(desk.act(.retryConnecting) == [])
    }

    @Test("Each cause of a failure has a text; there is no retry for causes that a retry cannot fix")
    func causes() throws {
        func failure(_ code: CastError.Code, _ payload: String? = nil) throws -> DialogFailure? {
            let fields = try payload.flatMap { try JSONValue(parsing: $0).objectValue }
            let error = CastError(code, "It said no.", payload: fields.map(DevicePayload.init))
            return DialogFailure(error, device: .den)
        }
        let table: [(CastError.Code, String?, DialogFailure.Cause, Bool)] = [
            (.launchDenied, #"{"reason":"NOT_ALLOWED","extendedError":"USER_NOT_ALLOWED"}"#, .refused, true),
            (.launchDenied, #"{"extendedError":"USER_NOTIFICATIONS_DISABLED"}"#, .notificationsOff, true),
            (.launchDenied, #"{"reason":"NOT_ALLOWED"}"#, .profileOff, false),
            (.launchDenied, nil, .refused, true),
            (.requestTimedOut, nil, .timedOut, true),
            (.connectFailed, nil, .unreachable, true),
            (.launchFailed, #"{"reason":"NOT_FOUND"}"#, .appUnavailable, false),
            (.launchFailed, nil, .other("It said no."), true),
            (.notAuthenticated, nil, .notGenuine, true),
        ]
        for (code, payload, cause, canRetry) in table {
            let failure = try #require(try failure(code, payload))
            #expect(failure.cause == cause)
            #expect(failure.canRetry == canRetry)
            #expect(failure.text.english.contains(cause == .other("It said no.") ? "It said no." : "Den"))
        }
        #expect(try failure(.requestCancelled) == nil)
    }

    @Test("A failure while the dialog is closed is shown as a notice")
    func failsWhileClosed() {
        var desk = open(.devices([.den]))
        desk.act(.selectDevice("den"), .dismissDialog)
        desk.send(.session(.failedToStart(.den, CastError(.connectFailed, "refused"))))
        #expect(desk.dialog == nil)
        #expect(desk.state.notice?.phrase.key == .announceFailed)
        #expect(desk.wait(6) == [])
        #expect(desk.state.notice == nil)
    }

    @Test("While a device asks its user, the dialog tells where to accept")
    func awaitsUser() {
        var desk = open(.devices([.den]))
        desk.act(.selectDevice("den"))
        #expect(desk.send(.session(.awaitsUser)).announcements == ["Accept the request on Den to continue."])
        #expect(desk.dialog?.title.english == "Waiting for Den")
        #expect(desk.dialog?.close.english == "Cancel")
        #expect(desk.act(.cancelConnecting) == [.endSession(.leave), .notify(.dialogDidHide)])
        let cancelled = CastError(.requestCancelled, "cancelled")
        #expect(desk.send(.session(.failedToStart(.den, cancelled))) == [], "the user canceled")
        #expect(desk.state.phase == .notConnected)
    }

    @Test("A dialog that shows connecting after a network loss can be canceled")
    func cancelsReconnecting() {
        var desk = StateFixture.connected()
        desk.send(.session(.suspended))
        desk.act(.tapCastButton)
        #expect(desk.dialog?.close.english == "Cancel")
        #expect(desk.act(.cancelConnecting) == [.endSession(.leave), .notify(.dialogDidHide)])
        #expect(desk.send(.session(.ending), .session(.ended(reason: nil))).announcements == ["Casting ended"])
    }

    @Test("A session that ends unexpectedly is reported with the device's name")
    func unexpectedEnd() {
        var desk = StateFixture.connected()
        #expect(
            desk.send(.session(.ended(reason: "the device was switched off"))).announcements == ["Casting to Den ended"]
        )
        #expect(desk.state.notice?.phrase.key == .noticeSessionEnded)
        // A requested end is only announced.
        desk = StateFixture.connected()
        #expect(desk.send(.session(.ended(reason: nil))).announcements == ["Casting ended"])
        #expect(desk.state.notice == nil)
    }

    @Test("A device whose name has no visible characters is listed by its model")
    func invisibleName() {
        var device = CastDevice(id: "a1", friendlyName: "\u{200B}", modelName: "Chromecast", endpoints: [])
        let desk = open(.devices([device]))
        #expect(rows(desk).map(\.name) == ["Chromecast"])
        device.modelName = ""
        #expect(rows(open(.devices([device]))).map(\.name) == ["a1"])
    }

    @Test("Dismissing the dialog does not cancel connecting")
    func dismissing() {
        var desk = open(.devices([.den]))
        desk.act(.selectDevice("den"))
        #expect(desk.act(.dismissDialog) == [.notify(.dialogDidHide)])
        #expect(desk.state.phase == .connecting)
    }

    @Test("UW25 UW33 DC20 Connected without media: the device's name, Nothing is playing, and Stop casting")
    func connectedIdle() {
        var desk = StateFixture.connected()
        desk.act(.tapCastButton)
        #expect(desk.dialog?.title == .text("Den"))
        #expect(desk.connected?.title.english == "Nothing is playing")
        #expect(desk.connected?.playPause == nil)
        #expect(desk.connected?.stop.label.english == "Stop casting")
    }

    @Test("UW25 DC21 Connected with media, the dialog shows the media below the device's name")
    func connectedPlaying() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.act(.tapCastButton)
        #expect(desk.dialog?.title == .text("Den"))
        #expect(desk.connected?.title == .text("A film"))
        #expect(desk.connected?.subtitle == .text("Studio"))
        #expect(desk.connected?.artwork == ArtworkReference(url: "https://example.com/1.jpg", purpose: .dialog))
        #expect(desk.connected?.playPause?.isFree == true)
        #expect(desk.connected?.toggle == .playing)
        #expect(desk.connected?.stop.label.english == "Stop casting")
        #expect(desk.connected?.stop.isEnabled == true)
    }

    @Test(
        "UW37 UW38 UW39 DC43 HU13 A single sender stops casting; one of several disconnects unless the app always stops"
    )
    func stops() {
        let table: [(others: Bool, stopsAll: Bool, action: SessionEndAction, label: String)] = [
            (false, false, .stopIfAlone, "Stop casting"), (false, true, .stop, "Stop casting"),
            (true, false, .leave, "Disconnect"), (true, true, .stop, "Stop casting"),
        ]
        for row in table {
            var options = CastUIOptions()
            options.stopsApplicationWhenEnding = row.stopsAll
            var desk = StateFixture.connected(options: options)
            desk.send(.otherSenders(row.others))
            desk.act(.tapCastButton)
            #expect(desk.connected?.stop.label.english == row.label)
            #expect(desk.act(.stopCasting) == [.endSession(row.action), .notify(.dialogDidHide)])
            #expect(desk.send(.session(.ending), .session(.ended(reason: nil))).announcements == ["Casting ended"])
            #expect(desk.act(.stopCasting) == [])
        }
    }

    @Test("HU12 Stop casting cancels the switch to another device")
    func stopsSwitching() {
        var desk = StateFixture.connected()
        desk.send(.devices([.den, .kitchen]))
        desk.act(.openDialog, .selectDevice("kitchen"))
        #expect(desk.act(.stopCasting) == [.notify(.dialogDidHide)], "the end of the session was requested already")
        let effects = desk.send(.session(.ending), .session(.ended(reason: nil)))
        #expect(!effects.contains(.startSession(.kitchen)))
    }

    @Test("HU12 A device whose session is ending can be selected again")
    func selectsEndingDevice() {
        var desk = StateFixture.connected()
        desk.send(.devices([.den]))
        desk.act(.stopCasting)
        desk.send(.session(.ending))
        desk.act(.openDialog, .selectDevice("den"))
        #expect(desk.send(.session(.ended(reason: nil))).last == .startSession(.den))
    }

    @Test("HU12 Selecting another device ends the current session, then starts the new one")
    func switches() {
        var desk = StateFixture.connected()
        desk.send(.devices([.den, .kitchen]))
        desk.act(.openDialog)
        #expect(desk.act(.selectDevice("kitchen")) == [.endSession(.stopIfAlone)])
        #expect(desk.act(.selectDevice("kitchen")) == [])
        #expect(desk.send(.session(.ending)) == [])
        let effects = desk.send(.session(.ended(reason: nil)))
        #expect(effects.last == .startSession(.kitchen))
        #expect(effects.filter { if case .startSession = $0 { true } else { false } }.count == 1)
        #expect(desk.dialog?.title.english == "Connecting to Kitchen")
        #expect(desk.act(.selectDevice("den")) == [.endSession(.leave)], "the user changes their mind")
        let cancelled = CastError(.requestCancelled, "cancelled")
        #expect(desk.send(.session(.failedToStart(.kitchen, cancelled))) == [.startSession(.den)])
    }

    @Test("Selecting the connected device again has no effect")
    func sameDevice() {
        var desk = StateFixture.connected()
        #expect(desk.act(.selectDevice("den")) == [])
    }

    @Test("UW34 With a fixed volume, the slider is disabled with a reason")
    func fixedVolume() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(1, control: .fixed)))
        desk.act(.openDialog)
        #expect(desk.connected?.volume.slider.reason == .fixedVolume)
        #expect(desk.act(.setVolume(0.3), .nudgeVolume(1), .toggleMute) == [])
    }

    @Test("HU6 The widgets depend only on the state: a second window looks the same")
    func secondWindow() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.act(.openDialog, .openExpanded)
        var copy = StateFixture()
        copy.state = desk.state
        #expect(copy.state.dialog(at: desk.now) == desk.dialog)
        #expect(copy.state.expanded(at: desk.now) == desk.expanded)
        #expect(copy.state.mini(at: desk.now) == desk.mini)
        #expect(copy.state.castButton == desk.state.castButton)
    }

    @Test("Names of any length and direction, and with markup, are kept in the state and bounded when shown")
    func hostileNames() {
        let name = "<img src=x onerror=alert(1)>\u{202E}" + String(repeating: "🎉", count: 10_000)
        var desk = open(.devices([.named(name, id: "x")]))
        #expect(rows(desk).first?.name == name)
        let shown = rows(desk).first?.label.english ?? ""
        #expect(shown.hasPrefix("<img src=x onerror=alert(1)>"))
        #expect(shown.count <= 202)
        desk.act(.selectDevice("x"))
        #expect((desk.dialog?.title.english.count ?? 0) < 230)
    }
}

extension StateFixture {
    var connected: CastDialogView.Connected? {
        guard case .connected(let connected)? = dialog?.content else { return nil }
        return connected
    }
}
