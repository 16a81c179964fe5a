// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

/// An application in two forms: an Android TV application that allows only the user Ann, and a web page.
private struct Theatre: ReceiverApplication {
    static let appID = "7EA7E000"
    static let stage: CastNamespace = "urn:x-cast:org.example.theatre"
    static let installed = [
        InstalledApplication(information("Theatre", .web)) { Theatre(launch: $0) },
        InstalledApplication(
            information("Theatre TV", .androidTV),
            check: { launch throws(LaunchRefusal) in
                guard launch.credentials == "token-of-ann", launch.credentialsType == "ios" else {
                    throw LaunchRefusal.userNotAllowed
                }
            },
            make: { Theatre(launch: $0) }
        ),
    ]

    private static func information(_ name: String, _ kind: ApplicationInformation.Kind) -> ApplicationInformation {
        ApplicationInformation(appIDs: [appID], name: name, namespaces: [stage], kind: kind)
    }

    let launch: ApplicationLaunch

    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
        context.send(.text("\(launch.language ?? "-") \(launch.credentials ?? "-")"), in: Self.stage, to: sender)
    }
}

private let defaultMediaReceiver = "CC1AD845"

@Suite("Launch and end of applications", .serialized)
struct LaunchScenarios {
    @Test(
        "Cast Connect: credentials select the Android TV application or the page, and are passed to it",
        arguments: Stage.Kind.allCases
    )
    func castConnect(_ kind: Stage.Kind) async throws {
        let configuration = DeviceConfiguration(name: "Scenario TV", applications: Theatre.installed)
        try await Stage.perform(kind, configuration: configuration) { stage in
            for (token, isCompatible, expected) in [
                ("token-of-ann", true, "Theatre TV"), ("token-of-bob", true, "Theatre"),
                ("token-of-ann", false, "Theatre"),
            ] {
                let connection = try await stage.connect()
                let options = LaunchOptions(
                    language: "de-CH",
                    isAndroidReceiverCompatible: isCompatible,
                    credentials: .init(token, type: "ios"),
                    requiredNamespaces: [Theatre.stage]
                )
                let session = try await stage.passing { try await connection.launch(Theatre.appID, options: options) }
                #expect(session.displayName == expected)
                let channel = try CastChannel(Theatre.stage)
                try session.add(channel)
                let greeting = try await stage.passing { () -> String? in
                    for await message in channel.messages { return message.text }
                    return nil
                }
                #expect(greeting == "de-CH \(token)")
                try await stage.passing { try await session.stop() }
                await connection.close()
            }
        }
    }

    @Test(
        "An application without the media namespace launches without required namespaces",
        arguments: Stage.Kind.allCases
    )
    func withoutMedia(_ kind: Stage.Kind) async throws {
        let configuration = DeviceConfiguration(name: "Scenario TV", applications: Theatre.installed)
        try await Stage.perform(kind, configuration: configuration) { stage in
            // Shorter than the minute that launching waits for the media namespace.
            var options = ConnectionOptions()
            options.launchTimeout = .seconds(5)
            let connection = try await stage.connect(options: options)
            let session = try await stage.passing { try await connection.launch(Theatre.appID) }
            #expect(session.displayName == "Theatre")
            try await stage.passing { try await session.stop() }
            await connection.close()
        }
    }

    @Test("S25 The user denies a launch and allows the next one", arguments: Stage.Kind.allCases)
    func person(_ kind: Stage.Kind) async throws {
        let device = DeviceConfiguration(name: "Scenario TV", launchPolicy: .asks(timeout: .seconds(60)))
        try await Stage.perform(kind, configuration: device) { stage in
            let connection = try await stage.connect()
            let device = stage.device
            for isAllowed in [false, true] {
                let outcome = try await stage.passing { () -> Result<String, any Error> in
                    async let launching = connection.launch(defaultMediaReceiver)
                    for await snapshot in device.snapshots where snapshot.pendingLaunch != nil { break }
                    _ = await device.answerLaunch(isAllowed: isAllowed)
                    do {
                        return .success(try await launching.appID)
                    } catch {
                        return .failure(error)
                    }
                }
                switch outcome {
                case .success(let appID): #expect(isAllowed && appID == defaultMediaReceiver)
                case .failure(let error): #expect(!isAllowed && (error as? CastError)?.code == .launchDenied)
                }
            }
            await connection.close()
        }
    }

    @Test(
        "An application that no sender is connected to and that plays nothing ends by itself",
        arguments: Stage.Kind.allCases
    )
    func idle(_ kind: Stage.Kind) async throws {
        // Simulated time may run ahead of the sender, which has to connect to the application before the timeout.
        let timeout: Duration = kind == .memory ? .seconds(120) : .milliseconds(1500)
        let configuration = DeviceConfiguration(name: "Scenario TV", idleTimeout: timeout)
        try await Stage.perform(kind, configuration: configuration) { stage in
            let onlooker = try await stage.connect()
            let manager = stage.sessionManager()
            let device = CastDevice(at: stage.endpoint)
            _ = try await stage.passing { try await manager.start(.application(defaultMediaReceiver), on: device) }
            try await stage.pass(timeout + .milliseconds(500))
            #expect(stage.device.snapshot.application != nil, "a sender is connected")
            try await stage.passing { try await manager.end(.disconnect) }
            #expect(try await stage.wait(within: timeout + .seconds(10)) { stage.device.snapshot.application == nil })
            #expect(stage.device.snapshot.lastApplicationEnd?.reason == .idle)
            #expect(try await stage.wait { await onlooker.status.runningApplication == nil })
            await manager.close()
            await onlooker.close()
        }
    }

    @Test("Changes made with the remote control are reported to the sender's session", arguments: Stage.Kind.allCases)
    func remote(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let device = CastDevice(at: stage.endpoint)
            let session = try await stage.passing {
                try await manager.start(.application(defaultMediaReceiver), on: device)
            }
            let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            let events = manager.events
            let remote = stage.device.remote

            #expect(await remote.pause())
            #expect(try await stage.wait { await session.media.status?.playerState == .paused })
            #expect(await remote.seek(to: 40))
            #expect(try await stage.wait { await session.media.status.map { stage.position($0) == 40 } ?? false })
            #expect(await remote.setVolume(0.25))
            #expect(try await stage.wait { session.connection.volumeControls.level.shown == 0.25 })
            await stage.device.setStandby(true)
            await stage.device.setActiveInput(false)
            #expect(try await stage.wait { await session.connection.status.isActiveInput == false })
            await stage.device.stopApplication()
            #expect(try await stage.wait { session.state == .ended(.appClosed) })
            await manager.close()

            var heard: [String] = []
            for await event in events {
                switch event {
                case .volumeChanged(let volume): heard.append("volume \(volume.level ?? -1)")
                case .inputChanged(let isActive?, let isStandby?):
                    heard.append("active \(isActive) stand-by \(isStandby)")
                case .ended: heard.append("ended")
                default: break
                }
            }
            #expect(heard == ["volume 0.25", "active true stand-by true", "active false stand-by true", "ended"])
        }
    }
}
