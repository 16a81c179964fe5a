// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastRemote
@testable import CastSender

@Suite("Page HTML")
struct RemotePageTests {
    @Test("HU5 The same state results in the same HTML")
    func same() throws {
        for (name, show) in try PageFixture.everything() {
            for region in RemoteRegion.allCases {
                #expect(show.html(region).written() == show.html(region).written(), "\(name): \(region)")
            }
        }
    }

    @Test("HU6 After any state change, the page contains nothing of the earlier state")
    func noHistory() throws {
        let shows = try PageFixture.everything().map(\.show)
        for before in shows {
            for after in shows {
                var composer = RemoteComposer()
                _ = composer.message(before.page)
                var shown = Dictionary(
                    uniqueKeysWithValues: RemoteRegion.allCases.map { ($0, before.html($0).written(.still)) }
                )
                for part in composer.message(after.page)?.parts ?? [] {
                    shown[part.region] = after.html(part.region).written(.still)
                }
                for region in RemoteRegion.allCases { #expect(shown[region] == after.html(region).written(.still)) }
            }
        }
    }

    @Test("DC4 Only the region of the dialog lists devices")
    func devicesInTheDialogAlone() throws {
        let others = ["Attic Screen", "Balcony Speaker"]
        let found =
            [CastDevice(id: "den", friendlyName: "Den", endpoints: [])]
            + others.map { CastDevice(id: $0, friendlyName: $0, endpoints: []) }
        var listed = 0
        for (name, var show) in try PageFixture.everything() {
            show.send(.devices(found))
            for region in RemoteRegion.allCases {
                let html = show.html(region).written()
                let named = others.filter(html.contains)
                if region == .dialog { listed += named.count } else { #expect(named == [], "\(name): \(region)") }
            }
        }
        #expect(listed >= others.count, "the dialog lists them")
    }

    @Test("HU31 DC52 All controls have a name and a valid intent")
    func names() throws {
        var count = 0
        for (name, show) in try PageFixture.everything() {
            for element in show.whole.elements {
                guard ["button", "input", "select", "a", "summary"].contains(element.name) else { continue }
                guard element["type"] != "hidden" else { continue }
                count += 1
                let isLabelled = ["select", "input"].contains(element.name) && element["aria-label"] == nil
                #expect(isLabelled || !element.accessibleName.isEmpty, "\(name): \(element)")
                guard let intent = element["data-intent"] else { continue }
                let value: PageRequest.Value? =
                    switch element.name {
                    case "button": intent.contains("Address") ? .text("https://example.com/") : nil
                    case "select": .number(1)
                    default: .text(element["value"] ?? "")
                    }
                #expect(PageRequest(intent, value: value) != nil, "\(name): \(intent)")
            }
            // A control without a name of its own is in a label, which has a name.
            let labels = show.whole.all("label")
            for label in labels { #expect(!label.accessibleName.isEmpty, "\(name)") }
            // The field for uploads is outside of its label, which refers to it.
            let labelled = Set(labels.compactMap { $0["for"] })
            func nameless(_ elements: [HTML.Element]) -> Int {
                elements.filter {
                    !labelled.contains($0["id"] ?? "") && ["select", "input"].contains($0.name)
                        && $0["aria-label"] == nil && $0["type"] != "hidden"
                }.count
            }
            let within = labels.reduce(0) { $0 + nameless($1.children.flatMap(\.elements)) }
            #expect(nameless(show.whole.elements) == within, "\(name)")
        }
        #expect(count > 150)
    }

    @Test("A still image has no seek bar, times, playback rate or skip buttons")
    func stillImages() throws {
        for (type, isStill) in [("image/jpeg", true), ("video/mp4", false)] {
            var show = PageFixture.connected()
            try show.status(
                """
                "playerState":"PAUSED","currentTime":0,"playbackRate":1,"supportedMediaCommands":12303,
                "media":{"contentId":"1","contentType":"\(type)","streamType":"BUFFERED","duration":10,
                "metadata":{"metadataType":\(isStill ? 4 : 1),"title":"Lake"}}
                """
            )
            show.act(.openExpanded)
            let player = show.html(.player)
            let intents = player.elements.compactMap { $0["data-intent"] }
            #expect(intents.contains("tap:stop") && intents.contains("tap:next"), "\(type)")
            for intent in ["seek", "setRate", "tap:rewind:10", "tap:forward:30"] {
                #expect(intents.contains(intent) != isStill, "\(type): \(intent)")
            }
            #expect((player.first { $0["class"]?.contains("times") == true } == nil) == isStill, "\(type)")
        }
    }

    @Test("The page, which may be open on a phone, does not mention this computer")
    func otherMachines() throws {
        for (name, show) in try PageFixture.everything() {
            #expect(
                !show.page.document(PageFrame(page: "p", secret: "s", version: "1")).lowercased().contains(
                    "this computer"
                ),
                "\(name)"
            )
        }
    }

    @Test("The page contains no inline scripts, styles or event handlers")
    func nothingInline() throws {
        for (name, show) in try PageFixture.everything() {
            for element in show.whole.elements {
                #expect(!["script", "style", "iframe", "object"].contains(element.name), "\(name)")
                for attribute in element.attributes {
                    #expect(!attribute.name.hasPrefix("on") && attribute.name != "style", "\(name): \(attribute)")
                }
                if let address = element["src"] ?? element["href"] {
                    #expect(address.hasPrefix("/") || address.hasPrefix("#"), "\(name): \(address)")
                }
            }
        }
    }

    @Test("Element ids are unique in all states")
    func ids() throws {
        for (name, show) in try PageFixture.everything() {
            let ids = show.whole.elements.compactMap { $0["id"] } + RemoteRegion.allCases.map(\.rawValue)
            #expect(Set(ids).count == ids.count, "\(name): \(ids.sorted())")
        }
    }

    @Test("HU32 DC54 A dialog is labeled by its title, closes by Escape, and returns the focus to a button")
    func dialogs() throws {
        var count = 0
        for (name, show) in try PageFixture.everything() {
            for dialog in show.whole.all("dialog") {
                count += 1
                let title = show.whole.first { $0["id"] == dialog["aria-labelledby"] }
                #expect(title?.name == "h2" && title?.content.isEmpty == false, "\(name)")
                #expect(dialog["aria-modal"] == "true", "\(name)")
                #expect(dialog["data-close"].flatMap { PageRequest($0) } != nil, "\(name)")
                #expect(show.whole.first { $0["id"] == dialog["data-opener"] }?.name == "button", "\(name)")
            }
        }
        #expect(count > 6)
    }

    @Test("HU30 The list of the remote's texts contains each of them once")
    func listIsComplete() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appending(path: "Sources/CastRemote/Page/TextKey+Remote.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let declared = source.matches(of: /static let (\w+) = TextKey\(\s*"(\w+)"/)
        #expect(declared.map { String($0.output.1) } == declared.map { String($0.output.2) })
        #expect(declared.map { String($0.output.2) } == TextKey.remote.map(\.name))
        #expect(Set(TextKey.remote).isDisjoint(with: TextKey.widgets), "the names are unique")
    }

    @Test("HU30 All texts come from the localizer")
    func sentences() throws {
        var catalog = StringCatalog()
        for key in TextKey.widgets + TextKey.remote {
            catalog.set(.text("‹\(key.name) %1$@ %2$@›"), for: key, in: "qq")
        }
        for (name, var show) in try PageFixture.everything() {
            show.files = []
            var page = show.page
            page.localizer = .of("qq", catalog)
            let html = HTML.group(RemoteRegion.allCases.map { page.html(of: $0) })
            for element in html.elements {
                for text in [element["aria-label"], element["title"], element["aria-valuetext"]].compactMap(\.self) {
                    #expect(Self.untranslated(text).allSatisfy { !$0.isLetter }, "\(name): \(text)")
                }
                for case .text(let text) in element.children where text.contains(where: \.isLetter) {
                    // Names of devices and apps are in an element that isolates their direction.
                    let isFromOutside = element.name == "bdi"
                    #expect(isFromOutside || Self.untranslated(text).allSatisfy { !$0.isLetter }, "\(name): \(text)")
                }
            }
        }
    }

    /// Returns a text without the localized texts in it.
    private static func untranslated(_ text: String) -> String {
        var (rest, depth) = ("", 0)
        for character in text {
            switch character {
            case "‹": depth += 1
            case "›": depth -= 1
            default: if depth == 0 { rest.append(character) }
            }
        }
        return rest
    }

    @Test("DC56 Sliders have a name, a range, a value within it, and a value text")
    func sliders() throws {
        var show = PageFixture.connected()
        try show.playFilm(at: 5)
        show.act(.openExpanded)
        let seek = try #require(show.html(.player).first { $0["id"] == "seek" })
        #expect(seek["aria-label"] == "Position")
        #expect(seek["aria-valuetext"] == "5 seconds of 1 minute")
        #expect([seek["min"], seek["max"], seek["value"]] == ["0", "60", "5"])
        let volume = try #require(show.html(.volume).first { $0["id"] == "volume-slider" })
        #expect(volume["aria-label"] == "Volume" && volume["aria-valuetext"] == "50%")
        #expect([volume["min"], volume["max"], volume["value"]] == ["0", "1", "0.5"])
        for (name, show) in try PageFixture.everything() {
            for slider in show.whole.elements where slider["type"] == "range" {
                #expect(slider["aria-label"] != nil && slider["aria-valuetext"] != nil, "\(name): \(slider)")
            }
        }
    }

    @Test("Each member of a group has its own slider and mute button with its name, on the page and in the dialog")
    func members() {
        var show = PageFixture.group()
        for region in [RemoteRegion.volume, .dialog] {
            let sliders = show.html(region).elements.filter { $0["data-intent"]?.hasPrefix("setMemberVolume") == true }
            #expect(sliders.map { $0["data-intent"] } == ["setMemberVolume:a", "setMemberVolume:b<i>"])
            #expect(sliders.map { $0["aria-label"] } == ["Volume of Kitchen", "Volume of <b>Bath</b>"])
            #expect(sliders.map { $0["aria-valuetext"] } == ["10%", "20%"])
            let buttons = show.html(region).elements.filter { $0["data-intent"]?.hasPrefix("toggleMember") == true }
            #expect(buttons.count == 2)
            let ids = show.whole.elements.compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count, "ids are unique")
            show.act(.openDialog)
        }
    }

    @Test("DC12 DC53 The cast button has a label for its state, and the ARIA states of the dialog that it opens")
    func castButton() throws {
        var show = PageFixture()
        var names: [String] = []
        var icons: Set<String> = []
        func look() throws {
            let button = try #require(show.html(.castButton).elements.first)
            #expect(button.name == "button" && button["aria-haspopup"] == "dialog")
            #expect(button["aria-expanded"] == (show.state.openDialog == nil ? "false" : "true"))
            names.append(button.accessibleName)
            icons.insert(show.html(.castButton).elements.compactMap { $0["href"] ?? $0["d"] }.joined())
        }
        try look()
        let device = CastDevice(id: "den", friendlyName: "Den", endpoints: [])
        show.send(.devices([device]))
        show.act(.tapCastButton)
        try look()
        show.act(.selectDevice("den"))
        try look()
        show.send(.session(.running(device, applicationName: nil)))
        try look()
        #expect(names == ["Cast", "Cast", "Connecting to a device", "Casting, show controls Den"])
        #expect(icons.count == 3)
    }

    @Test("DC1 Without a network, the dialog shows this and lists no devices")
    func noNetwork() {
        var show = PageFixture()
        show.send(.discoveryStarted, .devices([CastDevice(id: "den", friendlyName: "Den", endpoints: [])]))
        show.act(.openDialog)
        #expect(show.html(.dialog).all("button").contains { $0["data-intent"] == "selectDevice:den" })
        var platformState = show.state.platformState
        platformState.network = .absent
        show.send(.platformState(platformState))
        let dialog = show.html(.dialog)
        #expect(dialog.written().contains("No network"))
        #expect(!dialog.elements.contains { $0["data-intent"]?.hasPrefix("selectDevice") == true })
    }

    @Test("DC13 DC14 DC15 The dialog lists every device with its name and status, and selects it by id")
    func chooser() throws {
        var show = PageFixture()
        var busy = CastDevice(id: "b", friendlyName: "Bath", endpoints: [])
        busy.statusText = "Radio"
        show.send(.devices([CastDevice(id: "a", friendlyName: "Attic", endpoints: []), busy]))
        show.act(.openDialog)
        let dialog = show.html(.dialog)
        #expect(dialog.all("h2").first?.content == "Cast to")
        let rows = dialog.all("button").filter { $0["class"] == "row" }
        #expect(rows.map(\.content) == ["Attic", "Bath Casting Radio"])
        #expect(rows.map { $0["data-intent"] } == ["selectDevice:a", "selectDevice:b"])
        #expect(dialog.all("li").map { $0["data-key"] } == ["a", "b"])
    }

    @Test("DC20 DC21 DC30 The dialog of a session has the device's name, the media, the volume, and Stop casting")
    func connected() throws {
        var show = PageFixture.connected()
        show.act(.openDialog)
        #expect(show.html(.dialog).content.contains("Nothing is playing"))
        try show.playFilm()
        let dialog = show.html(.dialog)
        #expect(dialog.all("h2").first?.content == "Den")
        #expect(dialog.content.contains("A film"))
        #expect(dialog.first { $0["id"] == "dialog-volume" } != nil)
        #expect(dialog.all("button").last?.accessibleName == "Stop casting")
    }

    @Test("DC24 DC25 The mini controller has title, device, progress and play; the expanded controller has the rest")
    func controllers() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        let mini = show.html(.mini)
        #expect(mini.content.contains("A film"))
        #expect(mini.content.contains("Casting to Den"), "the device beside the subtitle")
        #expect(mini.content.contains("Studio"))
        #expect(mini.elements.first?["aria-label"] == "Casting to Den")
        #expect(mini.all("progress").count == 1)
        #expect(mini.all("button").map { $0["data-intent"] } == ["tapMini", "tap:playPause"])
        show.act(.tapMini)
        #expect(show.html(.mini) == .nothing)
        let player = show.html(.player)
        #expect(player.content.contains("Casting to Den") && player.content.contains("Playing"))
        let intents = player.elements.compactMap { $0["data-intent"] }
        #expect(
            intents == [
                "collapse", "seek", "tap:previous", "tap:rewind:10", "tap:playPause", "tap:forward:30", "tap:next",
                "openTracks", "tap:repeat", "tap:stop", "setRate",
            ]
        )
    }

    @Test("A disabled control is focusable and contains the reason")
    func disabled() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        show.act(.openExpanded)
        let previous = try #require(show.html(.player).first { $0["data-intent"] == "tap:previous" })
        #expect(previous["aria-disabled"] == "true" && previous["disabled"] == nil)
        #expect(previous["title"] == "Previous – No previous item")
        #expect(previous.content.contains("No previous item"))
    }

    @Test("DC26 The queue can be reordered without dragging, and each button names its item")
    func queue() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        let rows = show.html(.queue).elements.filter { $0.name == "li" }
        #expect(rows.count == 2)
        let second = HTML.element(rows[1])
        #expect(
            second.all("button").map(\.accessibleName) == [
                "Next one Somebody 01:30", "Move Next one up", "Move Next one down", "Remove Next one",
            ]
        )
        #expect(
            second.all("button").map { $0["data-intent"] } == [
                "jumpToItem:2", "moveItem:2:0", "moveItem:2:2", "removeItem:2",
            ]
        )
        #expect(second.all("button").map { $0["aria-disabled"] } == [nil, nil, "true", nil])
        #expect(HTML.element(rows[0]).all("button")[0]["aria-current"] == "true")
    }

    @Test("DC62 The layout is right-to-left in Arabic, except for the timeline")
    func rightToLeft() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        show.act(.openExpanded)
        var catalog = StringCatalog()
        catalog.set(.text("تشغيل"), for: .play, in: "ar")
        var page = show.page
        page.localizer = .of("ar", catalog)
        let text = page.document(.init(page: "1", secret: "2", version: "3"))
        #expect(text.contains("<html lang=\"ar\" dir=\"rtl\">"))
        let player = page.html(of: .player)
        #expect(player.first { $0["class"] == "seek" }?["dir"] == "ltr")
        #expect(player.first { $0["class"] == "transport" }?["dir"] == "ltr")
    }

    @Test("A live stream has a text badge, Go to live, and stop instead of pause")
    func live() throws {
        let show = try #require(try PageFixture.everything().first { $0.name == "live" }?.show)
        let player = show.html(.player)
        #expect(player.first { $0["data-intent"] == "seekToLive" }?.accessibleName.hasPrefix("Go to live") == true)
        #expect(player.first { $0["id"] == "play-pause" }?.accessibleName == "Stop")
        #expect(player.first { $0["id"] == "seek" }?["aria-valuetext"]?.isEmpty == false)
    }

    @Test("An entered address stays in its field until it has been cast; then the script gets the cast address")
    func enteredAddress() throws {
        var show = PageFixture()
        func field() throws -> HTML.Element { try #require(show.html(.castFile).first { $0["id"] == "address" }) }
        #expect(try field()["value"] == nil)
        #expect(try field()["data-last-accepted"] == nil)
        show.address.text = "https://example.com/wrong.mp4"
        #expect(try field()["value"] == "https://example.com/wrong.mp4")
        show.address.accepted("https://example.com/other.mp4")
        #expect(try field()["value"] == "https://example.com/wrong.mp4")
        show.address.accepted("https://example.com/wrong.mp4")
        #expect(try field()["value"] == nil)
        #expect(try field()["data-last-accepted"] == "2 https://example.com/wrong.mp4")
    }
}
