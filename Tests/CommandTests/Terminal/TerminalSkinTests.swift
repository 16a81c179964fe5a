import CastUI
import CastWire
import Testing

@testable import CastSender
@testable import cast

@Suite("What a remote control shows on a terminal")
struct TerminalSkinTests {
    @Test(
        "HU35 Title, device, state and position at every stage, as they were, at several sizes",
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
            let isKnown = !["searching", "nothing plays"].contains(name)
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

    @Test("a terminal without Unicode gets ASCII and nothing else")
    func ascii() throws {
        var record = ""
        for (name, scene) in try TerminalScene.all() {
            let text = TerminalSkin.test(80, 24, .ascii).text(scene)
            #expect(text.utf8.count == text.unicodeScalars.count, "\(name)\n\(text)")
            record += "--- \(name)\n\(text)\n"
        }
        try Snapshot.expect(record, matches: "terminal-ascii.txt")
    }

    @Test("no size is ever exceeded, whatever plays", arguments: [1, 2, 3, 5, 8, 13, 20, 21, 34, 55, 79, 80, 132, 250])
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
                    for aside in [TerminalSkin.Aside(), .init(showsAllKeys: true)] {
                        let lines = skin.lines(scene, aside: aside)
                        #expect(lines.count <= max(1, rows - 1))
                        #expect(lines.allSatisfy { $0.width <= max(1, columns - 1) }, "\(lines.map(\.text))")
                        for line in lines.map(\.text) {
                            // What is set apart ends with its line, also where it was cut.
                            let marks = line.unicodeScalars.filter { (0x2066...0x2069).contains($0.value) }
                            let open = marks.reduce(0) { $0 + ($1.value == 0x2069 ? -1 : 1) }
                            #expect(open == 0, "\(line)")
                        }
                    }
                }
            }
        }
    }

    @Test("a title cannot move the cursor, change colours, or turn around what stands beside it")
    func hostile() throws {
        for title in [
            "a\u{1B}[2Jb\r\nc", "\u{9B}31mred", "\u{202E}evil", "\u{2067}open", "x\u{2028}y", "שלום", "z\u{8}\u{7}",
        ] {
            var scene = TerminalScene(device: CastDevice(id: "d", friendlyName: title, endpoints: []))
            scene.programme = Programme(title: title, count: 2, next: title)
            try scene.film(title: title)
            for line in TerminalSkin.test(100).lines(scene) {
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

    @Test("what is written the other way is set apart, so that the times stay where they are")
    func rightToLeft() throws {
        var scene = TerminalScene()
        try scene.film(title: "שלום")
        #expect(TerminalSkin.test(80).text(scene).contains("\u{2068}שלום\u{2069}"))
    }

    @Test("markup in a title is text")
    func markup() throws {
        var scene = TerminalScene()
        try scene.film(title: "<b>&amp;</b>")
        #expect(TerminalSkin.test(100).text(scene).contains("<b>&amp;</b>"))
    }

    @Test("all keys are there when asked for, each with its name, in as many lines as it takes")
    func allKeys() throws {
        var scene = TerminalScene()
        try scene.film()
        var record = ""
        for columns in [100, 40, 20] {
            record +=
                "--- \(columns)\n\(TerminalSkin.test(columns, 40).text(scene, aside: .init(showsAllKeys: true)))\n"
        }
        try Snapshot.expect(record, matches: "terminal-keys.txt")
        var skin = TerminalSkin.test(100)
        skin.hasKeys = false
        #expect(!skin.text(scene, aside: .init(showsAllKeys: true)).contains("Mute"), "no keys where none are read")
    }

    @Test("what is of use now is named: the ad's skip, the list's next")
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

    @Test("why a key did nothing takes the place of an older notice")
    func hint() throws {
        var scene = TerminalScene()
        try scene.film()
        scene.send(.mediaEvent(.wishFailed(.position, CastError(.invalidRequest, "refused"))))
        #expect(TerminalSkin.test(80).text(scene).contains("Living Room did not do this"))
        let text = TerminalSkin.test(80).text(scene, aside: .init(hint: Label(.reasonAd)))
        #expect(text.contains("Not during an ad") && !text.contains("did not do this"))
    }

    @Test("colours end where their piece ends, and are left out where they are not wanted")
    func colours() throws {
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

    @Test("the list of tracks keeps what is chosen in sight, in as many rows as there are")
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
