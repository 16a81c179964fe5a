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
