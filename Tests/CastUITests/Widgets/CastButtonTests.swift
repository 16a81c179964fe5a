import CastSender
import CastUI
import Testing

@Suite("Cast button")
struct CastButtonTests {
    @Test("UW4 UW6 UW10 DC12 Each state has its icon and its name, only the connecting one moves")
    func states() {
        var desk = Desk()
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

    @Test("UW5 UW7 DC59 The waves move while it connects, and not where motion is reduced")
    func animation() {
        var surroundings = Surroundings.onNetwork
        surroundings.reducesMotion = true
        var desk = Desk()
        desk.send(.session(.starting(.den)))
        #expect(desk.state.castButton.isAnimating)
        desk.send(.surroundings(surroundings))
        #expect(!desk.state.castButton.isAnimating)
        #expect(desk.state.castButton.icon == .castConnecting)
    }

    @Test("A session whose connection is looked for looks like one that connects")
    func suspended() {
        var desk = Desk.connected()
        desk.send(.session(.suspended))
        #expect(desk.state.castButton.phase == .connecting)
        #expect(desk.state.castButton.isAnimating)
    }

    @Test("UW8 UW9 An app's names: one for a state, or one for all")
    func names() {
        var options = CastUIOptions()
        options.buttonLabels[.connected] = "On air"
        var desk = Desk.connected(options: options)
        #expect(desk.state.castButton.label == .text("On air"))
        desk.send(.session(.ended(reason: nil)))
        #expect(desk.state.castButton.label.english == "Cast")
        options.buttonLabel = "TV"
        desk.send(.options(options), .session(.starting(.den)), .session(.running(.den, applicationName: nil)))
        #expect(desk.state.castButton.label == .text("TV"))
    }

    @Test("UW11 HU9 DC53 The start and the end of a session are announced once, a resumption is not")
    func announcements() {
        var desk = Desk()
        desk.send(.devices([.den]), .session(.starting(.den)))
        #expect(desk.send(.session(.running(.den, applicationName: nil))).announcements == ["Casting to Den"])
        #expect(desk.send(.session(.suspended)).announcements == [])
        #expect(desk.send(.session(.running(.den, applicationName: nil))).announcements == [])
        #expect(desk.send(.session(.ending), .session(.ended(reason: nil))).announcements == ["Casting ended"])
        #expect(desk.send(.session(.ended(reason: nil))).announcements == [])
    }

    @Test("UW17 DC9 DC10 HU8 It is visible until the first touch, and then while there is a network")
    func visibility() {
        for permission in [Surroundings.Permission.notApplicable, .notAsked, .granted, .denied] {
            for startsLate in [true, false] {
                for isAutomatic in [true, false] {
                    for hasTapped in [true, false] {
                        for network in [Surroundings.Network.unknown, .absent, .present] {
                            var options = CastUIOptions()
                            options.startsDiscoveryAfterFirstTap = startsLate
                            options.startsDiscoveryAutomatically = isAutomatic
                            var surroundings = Surroundings()
                            surroundings.permission = permission
                            surroundings.hasTappedButton = hasTapped
                            surroundings.network = network
                            let state = CastUIState(options: options, surroundings: surroundings)
                            let waitsForTap =
                                startsLate && isAutomatic && permission != .notApplicable && !hasTapped
                            #expect(state.castButton.isVisible == (waitsForTap || network != .absent))
                        }
                    }
                }
            }
        }
    }

    @Test("UW12 UW13 HU10 DC18 The first touch explains the network; the search begins when that is left")
    func firstTap() {
        for leave in [Intent.acknowledgeNetworkExplanation, .dismissNetworkExplanation] {
            var desk = Desk(surroundings: .phone())
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

    @Test("UW14 In a later run the first touch is long past, and the search begins at once")
    func laterRun() {
        var surroundings = Surroundings.phone(.granted)
        surroundings.hasTappedButton = true
        var desk = Desk(surroundings: surroundings)
        #expect(desk.send(.launched) == [.startDiscovery])
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.tell(.dialogWillShow)])
        #expect(desk.state.networkExplanation == nil)
    }

    @Test("UW15 Without the first-touch mode the search begins at the launch")
    func searchesAtLaunch() {
        var options = CastUIOptions()
        options.startsDiscoveryAfterFirstTap = false
        var desk = Desk(options: options, surroundings: .phone())
        #expect(desk.send(.launched) == [.startDiscovery])
        #expect(desk.state.tapAction == .openDialog)
        var elsewhere = Desk()
        #expect(elsewhere.send(.launched) == [.startDiscovery], "a system that does not ask")
    }

    @Test("UW16 Where the app begins the search itself, the first touch is nothing special")
    func manualSearch() {
        for startsLate in [true, false] {
            var options = CastUIOptions()
            options.startsDiscoveryAutomatically = false
            options.startsDiscoveryAfterFirstTap = startsLate
            var desk = Desk(options: options, surroundings: .phone())
            #expect(desk.send(.launched) == [])
            #expect(desk.state.tapAction == .openDialog)
            desk.send(.devices([.den]))
            #expect(desk.act(.tapCastButton) == [.tell(.dialogWillShow)])
        }
    }

    @Test("UW18 UW19 UW20 An app may answer the first touch, the later ones, both or none")
    func appAnswers() {
        var options = CastUIOptions()
        options.appHandlesFirstTap = true
        var desk = Desk(options: options, surroundings: .phone())
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.remember(.tappedButton), .tell(.firstTap)])
        #expect(desk.state.networkExplanation == nil)
        #expect(desk.act(.tapCastButton) == [.tell(.dialogWillShow)], "the other one is ours")
        options.appHandlesFirstTap = false
        options.appHandlesTaps = true
        desk = Desk(options: options, surroundings: .phone())
        #expect(desk.act(.tapCastButton) == [.remember(.tappedButton)])
        #expect(desk.state.networkExplanation != nil)
        desk.send(.devices([.den]))
        #expect(desk.act(.tapCastButton) == [.tell(.tap(.notConnected))])
        #expect(desk.dialog == nil)
        desk.send(.session(.starting(.den)))
        #expect(desk.act(.tapCastButton) == [.tell(.tap(.connecting))])
    }

    @Test("UW21 HU7 An app that hears of touches itself gets no dialog, whatever else it has chosen")
    func appHearsTouches() {
        for handles in [true, false] {
            var options = CastUIOptions()
            options.usesDefaultDialog = false
            options.appHandlesTaps = handles
            options.appHandlesFirstTap = handles
            var desk = Desk(options: options, surroundings: .phone())
            #expect(desk.state.tapAction == .nothing)
            #expect(desk.act(.tapCastButton) == [])
        }
    }

    @Test("HU7 UW12 UW18 UW19 UW20 UW21 What a touch leads to: every choice, every permission, every state")
    func everyTouch() {
        enum Outcome { case nothing, explanation, dialog, firstTap, tap }
        // Our dialog is used, it is the first touch, the app answers the first one, and the later ones.
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
        // The first touch is something only where the system guards the network, and the search waits for the touch.
        let firsts: [(Surroundings.Permission, isLate: Bool, isAutomatic: Bool, hasTapped: Bool)] = [
            (.notAsked, true, true, false), (.granted, true, true, false), (.denied, true, true, false),
        ]
        var seen: [Outcome: Int] = [:]
        for permission in [Surroundings.Permission.notApplicable, .notAsked, .granted, .denied] {
            for number in 0..<64 {
                let bits = (0..<6).map { number >> $0 & 1 == 1 }
                var options = CastUIOptions()
                options.startsDiscoveryAfterFirstTap = bits[0]
                options.startsDiscoveryAutomatically = bits[1]
                options.usesDefaultDialog = bits[3]
                options.appHandlesFirstTap = bits[4]
                options.appHandlesTaps = bits[5]
                var surroundings = Surroundings.phone(permission)
                surroundings.hasTappedButton = bits[2]
                let isFirst = firsts.contains { $0 == (permission, bits[0], bits[1], bits[2]) }
                for phase in CastPhase.allCases {
                    var desk = Desk(options: options, surroundings: surroundings)
                    desk.send(.discoveryStarted)
                    if phase != .noDevices { desk.send(.devices([.den])) }
                    if phase == .connecting || phase == .connected { desk.send(.session(.starting(.den))) }
                    if phase == .connected { desk.send(.session(.running(.den, applicationName: nil))) }
                    #expect(desk.state.phase == phase)
                    let outcome = table[[bits[3], isFirst, bits[4], bits[5]]]
                    let action = desk.state.tapAction
                    let effects = desk.act(.tapCastButton).filter { $0 != .remember(.tappedButton) }
                    let place = Comment(rawValue: "\(permission) \(bits) \(phase)")
                    switch outcome {
                    case .nothing?:
                        #expect(action == .nothing, place)
                        #expect(effects == [], place)
                    case .explanation?:
                        #expect(action == .explainNetwork, place)
                        #expect(desk.state.networkExplanation != nil, place)
                    case .dialog?:
                        #expect(action == .openDialog, place)
                        #expect(effects == [.tell(.dialogWillShow)], place)
                        #expect(desk.dialog?.content.phase == phase, place)
                    case .firstTap?:
                        #expect(action == .app(phase, isFirst: true), place)
                        #expect(effects == [.tell(.firstTap)], place)
                    case .tap?:
                        #expect(action == .app(phase, isFirst: false), place)
                        #expect(effects == [.tell(.tap(phase))], place)
                    case nil: Issue.record("no row for \(place)")
                    }
                    if outcome != .dialog { #expect(desk.dialog == nil, place) }
                    if let outcome { seen[outcome, default: 0] += 1 }
                }
            }
        }
        #expect(seen == [.nothing: 512, .explanation: 24, .firstTap: 24, .dialog: 232, .tap: 232])
    }

    @Test("UW22 Before the search has begun there are no devices")
    func beforeSearch() {
        #expect(Desk(surroundings: .phone()).state.phase == .noDevices)
    }

    @Test("Where access was refused, the explanation leads to the settings and stays")
    func denied() {
        var desk = Desk(surroundings: .phone(.denied))
        desk.act(.tapCastButton)
        #expect(desk.state.networkExplanation?.isDenied == true)
        #expect(desk.act(.acknowledgeNetworkExplanation) == [.openSystemSettings])
        #expect(desk.state.networkExplanation != nil)
        desk.send(.surroundings(.phone(.granted)))
        #expect(desk.state.networkExplanation == nil)
    }

    @Test(
        "UW20 An app that answers the first touch can leave the explanation to us; there is none where nothing is guarded"
    )
    func explanationOnBehalf() {
        var options = CastUIOptions()
        options.appHandlesFirstTap = true
        var desk = Desk(options: options, surroundings: .phone())
        desk.act(.tapCastButton)
        #expect(desk.state.networkExplanation == nil)
        desk.act(.explainNetwork)
        #expect(desk.state.networkExplanation != nil)
        #expect(desk.act(.acknowledgeNetworkExplanation) == [.startDiscovery])
        desk.send(.surroundings(.phone(.granted)))
        #expect(desk.act(.explainNetwork) == [])
        #expect(desk.state.networkExplanation == nil)
    }

    @Test("UW41 UW42 UW43 HU14 DC5 DC7 The introduction is shown once, and only where it can point at something")
    func introduction() {
        var desk = Desk()
        desk.send(.devices([.den]))
        #expect(desk.act(.introduce(canPoint: false)) == [.tell(.introduction(wasShown: false))])
        #expect(desk.state.introduction == nil)
        let shown: [CastUIEffect] = [.remember(.shownIntroduction(true)), .tell(.introduction(wasShown: true))]
        #expect(desk.act(.introduce(canPoint: true)) == shown)
        #expect(desk.state.introduction?.text.english == "Touch here to play on your TV or speakers")
        #expect(desk.state.introduction?.dismiss.english == "OK")
        desk.act(.dismissIntroduction)
        #expect(desk.state.introduction == nil)
        #expect(desk.act(.introduce(canPoint: true)) == [.tell(.introduction(wasShown: false))])
        #expect(desk.act(.clearIntroduction) == [.remember(.shownIntroduction(false))])
        #expect(desk.act(.introduce(canPoint: true)) == shown)
        #expect(desk.act(.tapIntroducedButton) == [.tell(.dialogWillShow)])
        #expect(desk.state.introduction == nil)
    }
}

extension CastDialogView.Content {
    /// The state that it belongs to; nil for what belongs to none.
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
