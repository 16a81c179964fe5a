// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@Suite("Untrusted texts")
struct DisplayTextTests {
    @Test("Markup is kept as plain text")
    func markup() {
        let name = #"<script>alert("1")</script> & <b>TV</b>"#
        #expect(DisplayText.bounded(name) == name)
        #expect(Localizer.of("en").text(ControlLabel.text(name)) == name)
        #expect(Localizer.of("en").text(Phrase(.castingTo, .text(name))) == "Casting to \(name)")
        #expect(Localizer.of("en").text(Phrase(.groupName, .text("%2$@ %@"), .number(1))) == "%2$@ %@ and 1 more")
    }

    @Test("10,000 characters are cut to 200 with an ellipsis")
    func long() {
        let text = DisplayText.bounded(String(repeating: "x", count: 10_000))
        #expect(text.count == 200)
        #expect(text.hasSuffix("x…"))
        #expect(DisplayText.bounded(String(repeating: "x", count: 200)).hasSuffix("xx"))
        #expect(DisplayText.bounded("abcdef", limit: 4) == "abc…")
        #expect(DisplayText.bounded("abcdef", limit: 1) == "…")
        #expect(DisplayText.bounded("abcdef", limit: 0) == "")
    }

    @Test("One letter with 10,000 accents is bounded, too")
    func accents() {
        let text = DisplayText.bounded("a" + String(repeating: "\u{0301}", count: 10_000) + "b")
        #expect(text.unicodeScalars.count <= 1_002)
    }

    @Test("Text is cut between emoji, not within them")
    func emoji() {
        let family = "👩‍👩‍👧‍👦"
        #expect(DisplayText.bounded(String(repeating: family, count: 5), limit: 3) == family + family + "…")
        #expect(DisplayText.bounded("📺 Den 🇩🇪") == "📺 Den 🇩🇪")
    }

    @Test("Lines, tabs and control characters become one space")
    func lines() {
        #expect(DisplayText.bounded("  a\n\r\n\tb\u{0}\u{1B}[31mc\u{2028}d\u{85}e ") == "a b [31mc d e")
        #expect(DisplayText.bounded("\n\u{0}") == "")
    }

    @Test(
        "A text of which nothing can be seen is none",
        arguments: ["\u{200B}", "\u{2060}\u{202E}", " \u{AD}\u{3164} "]
    )
    func invisible(text: String) {
        #expect(DisplayText.bounded(text) == "")
    }

    @Test("A name with directional marks affects only its own direction")
    func directions() {
        #expect(DisplayText.bounded("\u{202E}VT") == "\u{202E}VT\u{202C}")
        #expect(DisplayText.bounded("\u{2067}a\u{202B}b") == "\u{2067}a\u{202B}b\u{202C}\u{2069}")
        #expect(DisplayText.bounded("a\u{2069}\u{202C}b") == "ab")
        #expect(DisplayText.bounded("\u{202E}abcdef", limit: 4) == "\u{202E}ab…\u{202C}")
        #expect(DisplayText.bounded("\u{200F}שלום") == "\u{200F}שלום")
        let isolated = Localizer.of("en").text(Phrase(.castingTo, .text("\u{202E}VT")))
        #expect(isolated == "Casting to \u{2068}\u{202E}VT\u{202C}\u{2069}")
        #expect(Localizer.of("en").text(Phrase(.castingTo, .text("סלון"))) == "Casting to \u{2068}סלון\u{2069}")
    }
}
