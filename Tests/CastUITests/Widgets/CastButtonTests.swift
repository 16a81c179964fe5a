// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import Testing

@Suite("Cast button")
struct CastButtonTests {
    @Test("UW4 UW6 UW10 DC12 Each state has its own icon and name, and only the connecting icon is animated")
    func states() {
        var desk = StateFixture()
        #expect(desk.state.castButton.icon == .castInactive)
        #expect(desk.state.castButton.phase == .noDevices)
        let noDevices = desk.state.castButton.label
        desk.send(.discoveryStarted, .devices([.den]))
        let idle = desk.state.castButton
        #expect(idle.phase == .notConnected)
        #expect(idle.icon == .castInactive)
        #expect(idle.label == noDevices)
        #expect(!idle.isAnimating)
        desk.send(.session(.starting(.den)))
        let connecting = desk.state.castButton
        #expect(connecting.icon == .castConnecting)
        #expect(connecting.isAnimating)
        desk.send(.session(.running(.den, applicationName: nil)))
        let connected = desk.state.castButton
        #expect(connected.icon == .castActive)
        #expect(!connected.isAnimating)
        #expect(connected.value == .text("Den"))
        #expect(Set([idle.label.english, connecting.label.english, connected.label.english]).count == 3)
    }

    @Test("UW5 UW7 DC59 The waves are animated while connecting, but not with reduced motion")
    func animation() {
        var platformState = PlatformState.onNetwork
        platformState.reducesMotion = true
        var desk = StateFixture()
        desk.send(.session(.starting(.den)))
        #expect(desk.state.castButton.isAnimating)
        desk.send(.platformState(platformState))
        #expect(!desk.state.castButton.isAnimating)
        #expect(desk.state.castButton.icon == .castConnecting)
    }

    @Test("A suspended session is shown as connecting")
    func suspended() {
        var desk = StateFixture.connected()
        desk.send(.session(.suspended))
        #expect(desk.state.castButton.phase == .connecting)
        #expect(desk.state.castButton.isAnimating)
    }

    @Test("UW8 UW9 An app can set the label for one state or for all")
    func names() {
        var options = CastUIOptions()
        options.buttonLabels[.connected] = "On air"
        var desk = StateFixture.connected(options: options)
        #expect(desk.state.castButton.label == .text("On air"))
        desk.send(.session(.ended(reason: nil)))
        #expect(desk.state.castButton.label.english == "Cast")
        options.buttonLabel = "TV"
        desk.send(.options(options), .session(.starting(.den)), .session(.running(.den, applicationName: nil)))
        #expect(desk.state.castButton.label == .text("TV"))
    }

    @Test("UW11 HU9 DC53 The start and the end of a session are announced once, a resumption is not")
    func announcements() {
        var desk = StateFixture()
        desk.send(.devices([.den]), .session(.starting(.den)))
        #expect(desk.send(.session(.running(.den, applicationName: nil))).announcements == ["Casting to Den"])
        #expect(desk.send(.session(.suspended)).announcements == [])
        #expect(desk.send(.session(.running(.den, applicationName: nil))).announcements == [])
        #expect(desk.send(.session(.ending), .session(.ended(reason: nil))).announcements == ["Casting ended"])
        #expect(desk.send(.session(.ended(reason: nil))).announcements == [])
    }

    @Test("UW17 DC9 DC10 HU8 The button is visible until the first tap, and then while there is a network")
    func visibility() {
        for permission in [PlatformState.Permission.notApplicable, .notRequested, .granted, .denied] {
            for startsLate in [true, false] {
                for isAutomatic in [true, false] {
                    for hasTapped in [true, false] {
                        for network in [PlatformState.Network.unknown, .absent, .present] {
                            var options = CastUIOptions()
                            options.startsDiscoveryAfterFirstTap = startsLate
                            options.startsDiscoveryAutomatically = isAutomatic
                            var platformState = PlatformState()
                            platformState.permission = permission
                            platformState.hasTappedButton = hasTapped
                            platformState.network = network
                            let state = CastUIState(options: options, platformState: platformState)
                            let waitsForTap =
                                startsLate && isAutomatic && permission != .notApplicable && !hasTapped
                            #expect(state.castButton.isVisible == (waitsForTap || network != .absent))
                        }
                    }
                }
            }
        }
    }

    @Test("UW12 UW13 HU10 DC18 The first tap explains the local network; discovery starts once the explanation closes")
    func firstTap() {
        for leave in [Intent.acknowledgeNetworkExplanation, .dismissNetworkExplanation] {
            var desk = StateFixture(platformState: .phone())
            #expect(desk.send(.launched) == [])
            #expect(desk.state.tapAction == .explainNetwork)
            #expect(desk.act(.tapCastButton) == [.remember(.tappedButton)])
            #expect(desk.state.networkExplanation?.isDenied == false)
            #expect(desk.state.networkExplanation?.primary.english == "OK")
            #expect(desk.dialog == nil)
            #expect(desk.act(leave) == [.startDiscovery])
            #expect(desk.state.networkExplanation == nil)
            #expect(desk.act(leave) == [])
        }
    }

    @Test("UW14 On later launches after the first tap, discovery starts immediately")
    func laterRun() {
        var platformState = PlatformState.phone(.granted)
        platformState.hasTappedButton = true
        var desk = StateFixture(platformState: platformState)
        #expect(desk.send(.launched) == [.startDiscovery])
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.notify(.dialogWillShow)])
        #expect(desk.state.networkExplanation == nil)
    }

    @Test("UW15 Without first-tap mode, discovery starts at launch")
    func searchesAtLaunch() {
        var options = CastUIOptions()
        options.startsDiscoveryAfterFirstTap = false
        var desk = StateFixture(options: options, platformState: .phone())
        #expect(desk.send(.launched) == [.startDiscovery])
        #expect(desk.state.tapAction == .openDialog)
        var elsewhere = StateFixture()
        #expect(elsewhere.send(.launched) == [.startDiscovery], "a system without permissions")
    }

    @Test("UW16 If the app starts discovery itself, the first tap has no special effect")
    func manualSearch() {
        for startsLate in [true, false] {
            var options = CastUIOptions()
            options.startsDiscoveryAutomatically = false
            options.startsDiscoveryAfterFirstTap = startsLate
            var desk = StateFixture(options: options, platformState: .phone())
            #expect(desk.send(.launched) == [])
            #expect(desk.state.tapAction == .openDialog)
            desk.send(.devices([.den]))
            #expect(desk.act(.tapCastButton) == [.notify(.dialogWillShow)])
        }
    }

    @Test("UW18 UW19 UW20 An app can handle the first tap, later taps, both or none")
    func appHandlesTaps() {
        var options = CastUIOptions()
        options.appHandlesFirstTap = true
        var desk = StateFixture(options: options, platformState: .phone())
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.remember(.tappedButton), .notify(.firstTap)])
        #expect(desk.state.networkExplanation == nil)
        #expect(desk.act(.tapCastButton) == [.notify(.dialogWillShow)], "later taps are not handled by the app")
        options.appHandlesFirstTap = false
        options.appHandlesTaps = true
        desk = StateFixture(options: options, platformState: .phone())
        #expect(desk.act(.tapCastButton) == [.remember(.tappedButton)])
        #expect(desk.state.networkExplanation != nil)
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.notify(.tap(.notConnected))])
        #expect(desk.dialog == nil)
        desk.send(.session(.starting(.den)))
        #expect(desk.act(.tapCastButton) == [.notify(.tap(.connecting))])
    }

    @Test("UW21 HU7 An app that observes taps itself gets no dialog, regardless of its other options")
    func appObservesTaps() {
        for handles in [true, false] {
            var options = CastUIOptions()
            options.usesDefaultDialog = false
            options.appHandlesTaps = handles
            options.appHandlesFirstTap = handles
            var desk = StateFixture(options: options, platformState: .phone())
            #expect(desk.state.tapAction == .nothing)
            #expect(desk.act(.tapCastButton) == [])
        }
    }

    @Test("HU7 UW12 UW18 UW19 UW20 UW21 The effect of a tap for all options, permissions and phases")
    func everyTap() {
        enum Outcome { case nothing, explanation, dialog, firstTap, tap }
        // The columns: default dialog, first tap, the app handles the first tap, the app handles later taps.
        let table: [[Bool]: Outcome] = [
            [false, false, false, false]: .nothing, [false, false, false, true]: .nothing,
            [false, false, true, false]: .nothing, [false, false, true, true]: .nothing,
            [false, true, false, false]: .nothing, [false, true, false, true]: .nothing,
            [false, true, true, false]: .nothing, [false, true, true, true]: .nothing,
            [true, false, false, false]: .dialog, [true, false, false, true]: .tap,
            [true, false, true, false]: .dialog, [true, false, true, true]: .tap,
            [true, true, false, false]: .explanation, [true, true, false, true]: .explanation,
            [true, true, true, false]: .firstTap, [true, true, true, true]: .firstTap,
        ]
        // The first tap is special only where the system requires permission and discovery waits for the tap.
        let firsts: [(PlatformState.Permission, isLate: Bool, isAutomatic: Bool, hasTapped: Bool)] = [
            (.notRequested, true, true, false), (.granted, true, true, false), (.denied, true, true, false),
        ]
        var seen: [Outcome: Int] = [:]
        for permission in [PlatformState.Permission.notApplicable, .notRequested, .granted, .denied] {
            for number in 0..<64 {
                let bits = (0..<6).map { number >> $0 & 1 == 1 }
                var options = CastUIOptions()
                options.startsDiscoveryAfterFirstTap = bits[0]
                options.startsDiscoveryAutomatically = bits[1]
                options.usesDefaultDialog = bits[3]
                options.appHandlesFirstTap = bits[4]
                options.appHandlesTaps = bits[5]
                var platformState = PlatformState.phone(permission)
                platformState.hasTappedButton = bits[2]
                let isFirst = firsts.contains { $0 == (permission, bits[0], bits[1], bits[2]) }
                for phase in CastPhase.allCases {
                    var desk = StateFixture(options: options, platformState: platformState)
                    desk.send(.discoveryStarted)
                    if phase != .noDevices { desk.send(.devices([.den])) }
                    if phase == .connecting || phase == .connected { desk.send(.session(.starting(.den))) }
                    if phase == .connected { desk.send(.session(.running(.den, applicationName: nil))) }
                    #expect(desk.state.phase == phase)
                    let outcome = table[[bits[3], isFirst, bits[4], bits[5]]]
                    let action = desk.state.tapAction
                    let effects = desk.act(.tapCastButton).filter { $0 != .remember(.tappedButton) }
                    let context = Comment(rawValue: "\(permission) \(bits) \(phase)")
                    switch outcome {
                    case .nothing?:
                        #expect(action == .nothing, context)
                        #expect(effects == [], context)
                    case .explanation?:
                        #expect(action == .explainNetwork, context)
                        #expect(desk.state.networkExplanation != nil, context)
                    case .dialog?:
                        #expect(action == .openDialog, context)
                        #expect(effects == [.notify(.dialogWillShow)], context)
                        #expect(desk.dialog?.content.phase == phase, context)
                    case .firstTap?:
                        #expect(action == .app(phase, isFirst: true), context)
                        #expect(effects == [.notify(.firstTap)], context)
                    case .tap?:
                        #expect(action == .app(phase, isFirst: false), context)
                        #expect(effects == [.notify(.tap(phase))], context)
                    case nil: Issue.record("no row for \(context)")
                    }
                    if outcome != .dialog { #expect(desk.dialog == nil, context) }
                    if let outcome { seen[outcome, default: 0] += 1 }
                }
            }
        }
        #expect(seen == [.nothing: 512, .explanation: 24, .firstTap: 24, .dialog: 232, .tap: 232])
    }

    @Test("UW22 Before discovery starts there are no devices")
    func beforeSearch() {
        #expect(StateFixture(platformState: .phone()).state.phase == .noDevices)
    }

    @Test("If access was denied, the explanation opens Settings and stays open")
    func denied() {
        var desk = StateFixture(platformState: .phone(.denied))
        desk.act(.tapCastButton)
        #expect(desk.state.networkExplanation?.isDenied == true)
        #expect(desk.act(.acknowledgeNetworkExplanation) == [.openSystemSettings])
        #expect(desk.state.networkExplanation != nil)
        desk.send(.platformState(.phone(.granted)))
        #expect(desk.state.networkExplanation == nil)
    }

    @Test(
        "UW20 An app that handles the first tap can show the explanation; there is none without a permission"
    )
    func explanationOnBehalf() {
        var options = CastUIOptions()
        options.appHandlesFirstTap = true
        var desk = StateFixture(options: options, platformState: .phone())
        desk.act(.tapCastButton)
        #expect(desk.state.networkExplanation == nil)
        desk.act(.explainNetwork)
        #expect(desk.state.networkExplanation != nil)
        #expect(desk.act(.acknowledgeNetworkExplanation) == [.startDiscovery])
        desk.send(.platformState(.phone(.granted)))
        #expect(desk.act(.explainNetwork) == [])
        #expect(desk.state.networkExplanation == nil)
    }

    @Test("UW41 UW42 UW43 HU14 DC5 DC7 The introductory overlay is shown once, and only if the button is on screen")
    func introduction() {
        var desk = StateFixture()
        desk.send(.devices([.den]))
        #expect(desk.act(.introduce(canPoint: false)) == [.notify(.introduction(wasShown: false))])
        #expect(desk.state.introduction == nil)
        let shown: [CastUIEffect] = [.remember(.shownIntroduction(true)), .notify(.introduction(wasShown: true))]
        #expect(desk.act(.introduce(canPoint: true)) == shown)
        #expect(desk.state.introduction?.text.english == "Tap here to cast to your TV or speakers")
        #expect(desk.state.introduction?.dismiss.english == "OK")
        desk.act(.dismissIntroduction)
        #expect(desk.state.introduction == nil)
        #expect(desk.act(.introduce(canPoint: true)) == [.notify(.introduction(wasShown: false))])
        #expect(desk.act(.clearIntroduction) == [.remember(.shownIntroduction(false))])
        #expect(desk.act(.introduce(canPoint: true)) == shown)
        #expect(desk.act(.tapIntroducedButton) == [.notify(.dialogWillShow)])
        #expect(desk.state.introduction == nil)
    }
}

extension CastDialogView.Content {
    /// The phase that the label belongs to; nil if it belongs to none.
    fileprivate var phase: CastPhase? {
        switch self {
        case .searching, .noDevices: .noDevices
        case .chooser: .notConnected
        case .connecting, .waiting: .connecting
        case .connected: .connected
        case .ending, .failed: nil
        }
    }
}
