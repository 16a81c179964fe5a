// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Progress line")
struct ProgressLineTests {
    let line = ProgressLine(
        state: .init(text: "Playing"),
        title: "Big Buck Bunny",
        elapsed: "02:29",
        total: "09:56",
        share: 0.25,
        volume: "Volume 40%",
        shortVolume: "40%",
        device: "Living Room"
    )

    @Test("a wide terminal shows all parts")
    func wide() {
        #expect(
            line.line(width: 104, style: .unicode).text
                == "Playing    Big Buck Bunny  02:29 ━━━━━━━━━━────────────────────────────── 09:56  Volume 40%  Living Room"
        )
    }

    @Test("at 80 columns the bar uses the remaining width")
    func eighty() {
        let text = line.line(width: 80, style: .unicode).text
        #expect(text == "Playing    Big Buck Bunny  02:29 ━━━━──────────── 09:56  Volume 40%  Living Room")
        #expect(DisplayWidth.of(text) == 80)
    }

    @Test("without Unicode the bar consists of ASCII")
    func ascii() {
        #expect(
            line.line(width: 80, style: .ascii).text
                == "Playing    Big Buck Bunny  02:29 [===-----------] 09:56  Volume 40%  Living Room"
        )
    }

    @Test(
        "a narrow line omits device, bar, volume and title, in this order",
        arguments: [
            (60, "Playing    Big Buck B…  02:29 ━━━───────── 09:56  Volume 40%"),
            (50, "Playing    Big Buck Bun…  02:29 / 09:56  Volume 40%"),
            (35, "Playing    Big Buck…  02:29 / 09:56"),
            (24, "Playing    02:29 / 09:56"),
            (12, "Playing    0"),
            (0, ""),
        ]
    )
    func narrow(width: Int, expected: String) {
        let text = line.line(width: width, style: .unicode).text
        #expect(DisplayWidth.of(text) <= width)
        if width < 44 || width == 60 { #expect(text == expected) }
    }

    @Test("a narrow terminal with enough rows shows all parts on three lines")
    func stack() {
        #expect(
            line.stack(width: 24, style: .unicode).map(\.text) == [
                "Playing    Big Buck Bun…", "02:29 ━━━───────── 09:56", "Living Room  Volume 40%",
            ]
        )
        #expect(
            line.stack(width: 19, style: .unicode).map(\.text) == [
                "Playing    Big Buc…", "02:29 ━────── 09:56", "Living Room  40%",
            ]
        )
    }

    @Test("ads are marked on the bar")
    func markers() {
        var line = line
        line.markers = [0.5, 1, 7, -1]
        #expect(line.line(width: 104, style: .unicode).text.contains("━━━━━━━━━━──────────┃──────────────────┃ 09:56"))
        #expect(line.line(width: 80, style: .ascii).text.contains("[===----|-----|]"))
    }

    @Test("no line exceeds the width", arguments: 0...160)
    func bounds(width: Int) {
        for style in [TextStyle.unicode, .ascii] {
            for title in ["", "x", "Big Buck Bunny", "映画のとても長い題名がここにあります", String(repeating: "🎬", count: 60)] {
                var line = line
                line.title = title
                #expect(line.line(width: width, style: style).width <= width)
                #expect(line.stack(width: width, style: style).allSatisfy { $0.width <= width })
            }
        }
    }

    @Test("without a duration the line has no bar")
    func live() {
        var line = line
        (line.elapsed, line.total, line.share) = ("LIVE", nil, nil)
        #expect(
            line.line(width: 80, style: .unicode).text
                == "Playing    Big Buck Bunny  LIVE  Volume 40%  Living Room"
        )
    }

    @Test("the bar is full at the end and does not overflow")
    func fullBar() {
        var line = line
        line.share = 1.2
        #expect(!line.line(width: 80, style: .unicode).text.contains("─"))
        line.share = 0
        #expect(!line.line(width: 80, style: .unicode).text.contains("━"))
        line.share = .nan
        #expect(line.line(width: 80, style: .unicode).width <= 80)
    }

    @Test(
        "columns are counted like on a terminal",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("映画", 4), ("🎬", 2), ("한국", 4), ("\u{1B}", 0),
            ("\u{2068}a\u{2069}", 1), ("👨‍👩‍👧", 2), ("🇩🇪", 2),
        ]
    )
    func widths(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "the locale determines whether Unicode is used",
        arguments: [
            (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
            (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), (["LC_ALL": "", "LC_CTYPE": "C.utf8"], true),
        ] as [([String: String], Bool)]
    )
    func locale(environment: [String: String], isUnicode: Bool) {
        #expect((TextStyle(environment: environment) == .unicode) == isUnicode)
    }
}
