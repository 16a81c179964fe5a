// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastCommand
@testable import CastSender

@Suite("Terminal skin")
struct TerminalSkinTests {
    @Test(
        "HU35 title, device, state and position are shown in every state at several sizes",
        arguments: [(100, 24), (80, 24), (40, 24), (20, 10), (80, 3)]
    )
    func stages(columns: Int, rows: Int) throws {
        let skin = TerminalSkin.test(columns, rows)
        var record = ""
        for (name, scene) in try TerminalScene.all() {
            let text = skin.text(scene)
            record += "--- \(name)\n\(text)\n"
            let lines = skin.lines(scene)
            #expect(lines.allSatisfy { $0.width < columns }, "\(name)\n\(text)")
            #expect(lines.count < rows)
            guard rows > 3 else { continue }
            let isKnown = !["searching", "no media"].contains(name)
            if isKnown {
                #expect(["Big ", "News", "Radio", "Soap"].contains(where: text.contains), "\(name)\n\(text)")
            }
            let flat = text.split(separator: "\n").joined(separator: " ")
            if scene.state.session != .none { #expect(flat.contains("Living Room"), "\(name)\n\(text)") }
            if scene.state.session.isConnected {
                #expect(text.contains { $0 == ":" } || text.contains("LIVE"), "\(name)\n\(text)")
            }
        }
        try Snapshot.expect(record, matches: "terminal-\(columns)x\(rows).txt")
    }

    @Test("a terminal without Unicode gets only ASCII")
    func ascii() throws {
        var record = ""
        for (name, scene) in try TerminalScene.all() {
            let text = TerminalSkin.test(80, 24, .ascii).text(scene)
            #expect(text.utf8.count == text.unicodeScalars.count, "\(name)\n\(text)")
            record += "--- \(name)\n\(text)\n"
        }
        try Snapshot.expect(record, matches: "terminal-ascii.txt")
    }

    @Test("no title exceeds the terminal", arguments: [1, 2, 3, 5, 8, 13, 20, 21, 34, 55, 79, 80, 132, 250])
    func bounds(columns: Int) throws {
        let titles = [
            "", "x", "映画のとても長い題名がここにあります", String(repeating: "🎬", count: 60), "שלום עולם, סרט ארוך מאוד",
            "\u{202E}Big", "a\u{1B}[2Jb\r\nc\u{9B}31m", String(repeating: "e\u{301}\u{302}\u{303}", count: 400),
            String(repeating: "x", count: 10_000), "👨‍👩‍👧‍👦🏳️‍🌈1️⃣",
        ]
        for title in titles {
            var scene = TerminalScene(device: CastDevice(id: "d", friendlyName: title, endpoints: []))
            try scene.film(title: title)
            for rows in [1, 2, 3, 4, 24] {
                for style in [TextStyle.unicode, .ascii] {
                    let skin = TerminalSkin.test(columns, rows, style)
                    for displayState in [TerminalSkin.DisplayState(), .init(showsAllKeys: true)] {
                        let lines = skin.lines(scene, displayState: displayState)
                        #expect(lines.count <= max(1, rows - 1))
                        #expect(lines.allSatisfy { $0.width <= max(1, columns - 1) }, "\(lines.map(\.text))")
                        for line in lines.map(\.text) {
                            // Directional isolates are closed on each line, also if the line was cut.
                            let marks = line.unicodeScalars.filter { (0x2066...0x2069).contains($0.value) }
                            let open = marks.reduce(0) { $0 + ($1.value == 0x2069 ? -1 : 1) }
                            #expect(open == 0, "\(line)")
                        }
                    }
                }
            }
        }
    }

    @Test("a title cannot move the cursor, change colors or reorder the text beside it")
    func hostile() throws {
        for title in [
            "a\u{1B}[2Jb\r\nc", "\u{9B}31mred", "\u{202E}evil", "\u{2067}open", "x\u{2028}y", "שלום", "z\u{8}\u{7}",
        ] {
            var scene = TerminalScene(device: CastDevice(id: "d", friendlyName: title, endpoints: []))
            scene.playlist = PlaylistState(title: title, count: 2, next: title)
            try scene.film(title: title)
            // The names of files in the list of media, too.
            var skin = TerminalSkin.test(100)
            skin.media = [title, "Film.mp4"]
            let list = skin.lines(scene, displayState: .init(list: .media))
            #expect(list.count > 3)
            for line in TerminalSkin.test(100).lines(scene) + list {
                for scalar in line.text.unicodeScalars {
                    #expect(scalar.properties.generalCategory != .control, "\(title.debugDescription)")
                    #expect(!(0x202A...0x202E).contains(scalar.value), "\(title.debugDescription)")
                }
                let opened = line.text.unicodeScalars.filter { (0x2066...0x2068).contains($0.value) }.count
                let closed = line.text.unicodeScalars.filter { $0.value == 0x2069 }.count
                #expect(opened == closed, "\(title.debugDescription)")
            }
        }
    }

    @Test("right-to-left text is isolated, so that the times keep their places")
    func rightToLeft() throws {
        var scene = TerminalScene()
        try scene.film(title: "שלום")
        #expect(TerminalSkin.test(80).text(scene).contains("\u{2068}שלום\u{2069}"))
    }

    @Test("markup in a title is shown as text")
    func markup() throws {
        var scene = TerminalScene()
        try scene.film(title: "<b>&amp;</b>")
        #expect(TerminalSkin.test(100).text(scene).contains("<b>&amp;</b>"))
    }

    @Test("the help shows all keys with their names, on as many lines as needed")
    func allKeys() throws {
        var scene = TerminalScene()
        try scene.film()
        var record = ""
        for columns in [100, 40, 20] {
            record +=
                "--- \(columns)\n\(TerminalSkin.test(columns, 40).text(scene, displayState: .init(showsAllKeys: true)))\n"
        }
        try Snapshot.expect(record, matches: "terminal-keys.txt")
        var skin = TerminalSkin.test(100)
        skin.hasKeys = false
        #expect(!skin.text(scene, displayState: .init(showsAllKeys: true)).contains("Mute"), "no keys if none are read")
    }

    @Test("keys that are useful in a state are shown")
    func usefulKeys() throws {
        for (name, scene) in try TerminalScene.all() {
            let text = TerminalSkin.test(120).text(scene)
            #expect(text.contains("s Skip ad") == (name == "ad that can be skipped"), "\(name)")
            #expect(text.contains("? Keys  q Leave") == (name != "choosing tracks"), "\(name)\n\(text)")
        }
        var skin = TerminalSkin.test(120)
        skin.ownActions = [.next]
        #expect(skin.text(TerminalScene()).contains("n Next"))
    }

    @Test("a hint about a key replaces an older notice")
    func hint() throws {
        var scene = TerminalScene()
        try scene.film()
        scene.send(.mediaEvent(.changeFailed(.position, CastError(.invalidRequest, "refused"))))
        #expect(TerminalSkin.test(80).text(scene).contains("Living Room could not do this"))
        let text = TerminalSkin.test(80).text(scene, displayState: .init(hint: ControlLabel(.reasonAd)))
        #expect(text.contains("Not available during an ad") && !text.contains("could not do this"))
    }

    @Test("colors end with their span and can be turned off")
    func colors() throws {
        var scene = TerminalScene()
        try scene.film()
        let lines = TerminalSkin.test(80).lines(scene)
        let written = lines.map { $0.written(usesColor: true) }.joined()
        #expect(written.contains("\u{1B}[32mPlaying"))
        for line in lines {
            let pieces = line.written(usesColor: true).split(separator: "\u{1B}[")
            #expect(
                pieces.count < 2 || line.written(usesColor: true).hasSuffix("\u{1B}[0m")
                    || pieces.last?.hasPrefix("0m") == true
            )
            #expect(line.written(usesColor: false) == line.text)
        }
    }

    @Test("the list of tracks keeps the selected track visible")
    func longTrackList() throws {
        var scene = TerminalScene()
        let tracks = (1...60).map { #"{"trackId":\#($0),"type":"TEXT","name":"Track \#($0)"}"# }.joined(separator: ",")
        try scene.status(#""playerState":"PLAYING","media":{"metadata":{"title":"A"},"tracks":[\#(tracks)]}"#)
        scene.act(.openTracks)
        for chosen in [1, 30, 60] {
            scene.act(.selectTrack(.text, chosen))
            for rows in [8, 12, 24] {
                let text = TerminalSkin.test(80, rows).text(scene)
                #expect(text.contains("● Track \(chosen)\n"), "\(rows)\n\(text)")
            }
        }
    }
}
