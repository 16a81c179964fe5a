// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastBridge
@testable import CastRemote

@Suite("Commands of a fleet's pages")
@MainActor
struct FleetHostTests {
    /// Records the commands that a host sends, and answers each.
    private actor Recorder {
        private(set) var commands: [String] = []
        private let failing: Set<String>
        private var waiting: [(Int, CheckedContinuation<Void, Never>)] = []

        init(failing: Set<String> = []) { self.failing = failing }

        func send(_ command: SiteCommand, to devices: [FleetDevice.ID]) -> [FleetResult] {
            commands += devices.map { "\(command) \($0.text)" }
            for (count, continuation) in waiting where count <= commands.count { continuation.resume() }
            waiting.removeAll { $0.0 <= commands.count }
            return devices.map { device in
                guard failing.contains(device.device) else { return FleetResult(device: device) }
                return FleetResult(device: device, errorCode: "invalidRequest", message: "The device refused")
            }
        }

        func commands(count: Int) async -> [String] {
            if commands.count < count { await withCheckedContinuation { waiting.append((count, $0)) } }
            return commands
        }
    }

    private func withPage(
        failing: Set<String> = [],
        _ body: @MainActor (FleetHost, OpenFleetPage, Recorder) async throws -> Void
    ) async throws {
        let recorder = Recorder(failing: failing)
        let host = FleetHost(localizer: .of("en_US")) { await recorder.send($0, to: $1) }
        host.update(try FleetPageTests.home().devices)
        try await body(host, try #require(host.open()), recorder)
        await host.close()
    }

    /// Waits for the notice on a page, which follows the last response.
    private func notice(of page: OpenFleetPage, _ key: TextKey) async -> String {
        let following = page.follow()
        for await _ in following.signals where page.page().notice?.key == key { break }
        return page.page().html(of: .notice).content
    }

    @Test("A command for all devices shown is sent to each that is online, and the page says what became of it")
    func shown() async throws {
        try await withPage { _, page, recorder in
            page.take(.showSite("hotel"))
            page.take(.playShown("https://example.org/film.mp4"))
            let commands = await recorder.commands(count: 3)
            #expect(commands.allSatisfy { $0.contains("https://example.org/film.mp4") })
            #expect(await notice(of: page, .fleetDone) == "Done on devices: 3")
        }
    }

    @Test("Failures name a device and the reason")
    func failures() async throws {
        try await withPage(failing: ["id-Bar", "id-Room"]) { _, page, recorder in
            page.take(.stopShown)
            _ = await recorder.commands(count: 3)
            let text = await notice(of: page, .fleetFailedMany)
            #expect(text.hasPrefix("Failed on 2 of 3 devices.") && text.hasSuffix("The device refused"))
            page.take(.stop("hotel/id-Bar"))
            #expect(await notice(of: page, .fleetFailed) == "Bar: The device refused")
        }
    }

    @Test("A button acts on its device: pause while it plays, resume while it is paused, volume, mute")
    func buttons() async throws {
        try await withPage { _, page, recorder in
            page.take(.togglePlayback("hotel/id-Lobby"))
            page.take(.togglePlayback("hotel/id-Room"))
            page.take(.setVolume("hotel/id-Lobby", 0.25))
            page.take(.toggleMute("hotel/id-Lobby"))
            page.take(.stop("hotel/no-such-device"))
            let commands = Set(await recorder.commands(count: 4))
            #expect(commands.count == 4)
            #expect(commands.contains("pause hotel/id-Lobby") && commands.contains("resume hotel/id-Room"))
        }
    }

    @Test("A text that is no http or https URL is not sent to devices")
    func notAnAddress() async throws {
        try await withPage { _, page, recorder in
            page.take(.playShown("file:///etc/passwd"))
            #expect(page.page().html(of: .notice).content.contains("http"))
            #expect(await recorder.commands.isEmpty)
        }
    }

    @Test("Messages to a page contain the regions that have changed; a lost broker leaves the devices on it")
    func messages() async throws {
        try await withPage { host, page, _ in
            let (number, _) = page.follow()
            let first = try #require(page.message(for: number))
            #expect(first["regions"]?.objectValue?.count == FleetPage.Region.allCases.count)
            #expect(page.message(for: number) == nil)
            host.connectionLost("the connection was refused")
            let second = try #require(page.message(for: number)?["regions"]?.objectValue)
            #expect(second.keys.map(\.self) == ["connection"])
            #expect(second["connection"]?.stringValue?.contains("the connection was refused") == true)
            _ = page.follow()
            #expect(page.message(for: number) == nil, "a newer reader has replaced this one")
        }
    }
}
