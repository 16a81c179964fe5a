import Testing

@testable import cast

@Suite("The progress line")
struct ProgressLineTests {
    let line = ProgressLine(
        state: .playing,
        title: "Big Buck Bunny",
        position: 149,
        duration: 596,
        volume: VolumeStatus(level: 0.4, isMuted: false),
        device: "Living Room"
    )

    @Test("a wide terminal shows everything, the bar at a quarter")
    func wide() {
        #expect(
            line.render(width: 100, style: .unicode)
                == "Playing    Big Buck Bunny  2:29 ━━━━━━━━━━────────────────────────────── 9:56  vol 40 %  Living Room"
        )
    }

    @Test("80 columns give the bar what is left")
    func eighty() {
        let text = line.render(width: 80, style: .unicode)
        #expect(text == "Playing    Big Buck Bunny  2:29 ━━━━━─────────────── 9:56  vol 40 %  Living Room")
        #expect(DisplayWidth.of(text) == 80)
    }

    @Test("without Unicode the bar is made of ASCII")
    func ascii() {
        #expect(
            line.render(width: 80, style: .ascii)
                == "Playing    Big Buck Bunny  2:29 [====--------------] 9:56  vol 40 %  Living Room"
        )
    }

    @Test(
        "a narrow terminal drops device, bar, volume and title, in this order",
        arguments: [
            (60, "Playing    Big Buck…  2:29 ━━────── 9:56  vol 40 %  Living Room"),
            (50, "Playing    Big Buck Bunny  2:29 / 9:56  vol 40 %"),
            (33, "Playing    Big Buck…  2:29 / 9:56"),
            (24, "Playing    2:29 / 9:56"),
            (12, "Playing    2"),
            (0, ""),
        ]
    )
    func narrow(width: Int, expected: String) {
        let text = line.render(width: width, style: .unicode)
        #expect(DisplayWidth.of(text) <= width)
        if width < 44 { #expect(text == expected) }
    }

    @Test("no width is ever exceeded", arguments: 0...160)
    func bounds(width: Int) {
        for style in [TextStyle.unicode, .ascii] {
            for title in ["", "x", "Big Buck Bunny", "映画のとても長い題名がここにあります", String(repeating: "🎬", count: 60)] {
                var line = line
                line.title = title
                #expect(DisplayWidth.of(line.render(width: width, style: style)) <= width)
            }
        }
    }

    @Test("live media has neither bar nor length")
    func live() {
        var line = line
        line.isLive = true
        line.duration = nil
        #expect(line.render(width: 80, style: .unicode) == "Playing    Big Buck Bunny  LIVE  vol 40 %  Living Room")
    }

    @Test("without a known length there is no bar")
    func unknownLength() {
        var line = line
        line.duration = nil
        line.state = .buffering
        #expect(line.render(width: 80, style: .unicode) == "Buffering  Big Buck Bunny  2:29  vol 40 %  Living Room")
    }

    @Test("muted takes the place of the volume")
    func muted() {
        var line = line
        line.volume = VolumeStatus(level: 0.4, isMuted: true)
        line.duration = nil
        line.state = .paused
        #expect(line.render(width: 80, style: .unicode) == "Paused     Big Buck Bunny  2:29  muted  Living Room")
    }

    @Test("a device's text cannot move the cursor")
    func controlCharacters() {
        var line = line
        line.title = "a\u{1B}[2Jb\r\nc"
        line.device = "d\u{7}"
        line.duration = nil
        let text = line.render(width: 80, style: .unicode)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("the bar is full at the end, and never longer")
    func fullBar() {
        var line = line
        line.position = 700
        #expect(!line.render(width: 80, style: .unicode).contains("─"))
        line.position = 0
        #expect(!line.render(width: 80, style: .unicode).contains("━"))
    }

    @Test(
        "columns are counted as a terminal does",
        arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("映画", 4), ("🎬", 2), ("한국", 4), ("\u{1B}", 0)]
    )
    func widths(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "the locale decides about Unicode as for other programs",
        arguments: [
            (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
            (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), (["LC_ALL": "", "LC_CTYPE": "C.utf8"], true),
        ] as [([String: String], Bool)]
    )
    func locale(environment: [String: String], isUnicode: Bool) {
        #expect((TextStyle(environment: environment) == .unicode) == isUnicode)
    }
}
