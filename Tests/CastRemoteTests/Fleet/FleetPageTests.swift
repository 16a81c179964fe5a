// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastBridge
@testable import CastRemote

@Suite("Page of a fleet")
struct FleetPageTests {
    /// A device as its bridge publishes it.
    static func device(
        _ name: String,
        site: String = "office",
        title: String? = nil,
        state: String = "playing",
        volume: Double? = 0.5,
        isOnline: Bool = true
    ) throws -> FleetDevice {
        var object: JSONObject = ["device": ["name": .string(name), "model": "Chromecast"], "availability": "online"]
        if let title { object["media"] = ["title": .string(title), "state": .string(state)] }
        if let volume { object["volume"] = ["level": .number(volume), "muted": false] }
        let id = FleetDevice.ID(site: site, device: "id-" + name.filter { $0.isASCII && $0.isLetter })
        var device = try #require(FleetDevice(id, payload: JSONValue.object(object).jsonBytes))
        device.isOnline = isOnline
        return device
    }

    static func home() throws -> FleetPage {
        FleetPage(
            devices: [
                try device("Lobby", site: "hotel", title: "Welcome"), try device("Bar", site: "hotel", volume: nil),
                try device("Room", site: "hotel", title: "Film", state: "paused"),
                try device("Meeting", isOnline: false),
            ],
            localizer: .of("en_US")
        )
    }

    private static func intents(_ html: HTML) -> [String] { html.elements.compactMap { $0["data-intent"] } }

    @Test("The sites are listed with the numbers of their devices, of those that play, and of those that are offline")
    func sites() throws {
        let sites = try Self.home().html(of: .sites)
        let rows = sites.elements.filter { $0.name == "button" }.map { HTML.element($0).content }
        #expect(
            rows == [
                "All sitesDevices: 4, playing: 1, offline: 1", "hotelDevices: 3, playing: 1, offline: 0",
                "officeDevices: 1, playing: 0, offline: 1",
            ]
        )
        #expect(Self.intents(sites) == ["showAllSites", "showSite:hotel", "showSite:office"])
    }

    @Test("A device has the controls that it can obey: none offline, pause only with media, volume only if it is known")
    func controls() throws {
        let list = try Self.home().html(of: .devices)
        #expect(
            Self.intents(list) == [
                "togglePlayback:hotel/id-Lobby", "stop:hotel/id-Lobby", "toggleMute:hotel/id-Lobby",
                "setVolume:hotel/id-Lobby", "togglePlayback:hotel/id-Room", "stop:hotel/id-Room",
                "toggleMute:hotel/id-Room", "setVolume:hotel/id-Room",
            ]
        )
        let names = list.elements.filter { $0.name == "button" }.compactMap { $0["title"] }
        #expect(names.prefix(3) == ["Pause on Lobby", "Stop Lobby", "Mute Lobby"] && names.contains("Resume on Room"))
    }

    @Test("Search and site choose the devices that are shown, which are those that commands for all are sent to")
    func chosen() throws {
        var page = try Self.home()
        page.site = "hotel"
        page.search = "WELC"
        #expect(page.shown.map(\.name) == ["Lobby"])
        #expect(page.html(of: .actions).content.hasPrefix("Play on all devices shown: 1"))
        page.search = "no such device"
        #expect(page.html(of: .devices).content == "No device matches.")
        #expect(page.html(of: .actions) == .nothing)
        page = FleetPage(devices: [], localizer: .of("en_US"))
        #expect(page.html(of: .devices).content.contains("Run cast bridge"))
    }

    @Test("A hundred thousand devices in a thousand sites make a page of bounded size")
    func bounded() throws {
        let one = try Self.device("TV", title: "Film")
        var page = FleetPage(devices: [], localizer: .of("en_US"))
        page.devices = (0..<100_000).map { number in
            var device = one
            device.id = FleetDevice.ID(site: "site-\(number / 100)", device: "device-\(number)")
            return device
        }
        let text = FleetPage.Region.allCases.map { page.html(of: $0).written() }.joined()
        #expect(text.utf8.count < 400_000)
        #expect(text.contains("and 99900 more") || text.contains("and 99,900 more"))
        page.search = "device-54321"
        #expect(page.shown.map(\.id.text) == ["site-543/device-54321"])
    }

    @Test("Names of devices and titles are never markup")
    func hostile() throws {
        var page = try Self.home()
        page.devices = [try Self.device("<script>alert(1)</script>", site: "\"><img src=x>", title: "</li><b>")]
        page.connectionProblem = "<i>"
        page.notice = Phrase(.fleetFailed, .text("<u>"), .text("<s>"))
        let text = FleetPage.Region.allCases.map { page.html(of: $0).written() }.joined()
        for markup in ["<script", "<img", "<b>", "<i>", "<u>", "<s>"] { #expect(!text.contains(markup), "\(markup)") }
    }

    @Test("Every request that the page can send is one that the server reads; others are not")
    func requests() throws {
        let page = try Self.home()
        for intent in FleetPage.Region.allCases.flatMap({ Self.intents(page.html(of: $0)) }) {
            let value: PageRequest.Value = intent.hasPrefix("setVolume") ? .number(0.5) : .text("https://a/b")
            #expect(FleetRequest(intent, value: value) != nil, "\(intent)")
        }
        #expect(FleetRequest("setVolume:a/b", value: .number(1.5)) == nil)
        #expect(FleetRequest("setVolume:a/b", value: .number(.nan)) == nil)
        #expect(FleetRequest("setVolume:a/b") == nil)
        #expect(FleetRequest("search", value: .number(1)) == nil)
        #expect(FleetRequest("restart") == nil)
    }

    @Test("The list of the fleet's texts contains each of them once")
    func texts() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appending(path: "Sources/CastRemote/Fleet/TextKey+Fleet.swift")
        let declared = try String(contentsOf: file, encoding: .utf8)
            .matches(of: /static let (\w+) = TextKey\(\s*"(\w+)"/)
        #expect(declared.map { String($0.output.1) } == declared.map { String($0.output.2) })
        #expect(declared.map { String($0.output.2) } == TextKey.fleet.map(\.name))
        #expect(Set(TextKey.fleet).isDisjoint(with: TextKey.widgets + TextKey.remote), "the names are unique")
    }
}
