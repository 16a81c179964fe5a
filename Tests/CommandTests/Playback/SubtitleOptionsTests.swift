// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastWire
import Testing

@testable import CastCommand

@Suite("Options for subtitles")
struct SubtitleOptionsTests {
    private func parsed(_ arguments: String...) throws -> TextTrackStyle? {
        try SubtitleStyleOptions.parse(arguments).style
    }

    @Test("without options, the device keeps its style")
    func none() throws {
        #expect(try parsed() == nil)
    }

    @Test("the style is in the terms of the protocol")
    func style() throws {
        let style = try #require(
            try parsed(
                "--subtitles-size",
                "150%",
                "--subtitles-color",
                "yellow",
                "--subtitles-background",
                "#00000080",
                "--subtitles-edge",
                "drop-shadow",
                "--subtitles-font",
                "monospace"
            )
        )
        #expect(style.fontScale == 1.5)
        #expect(style.foregroundColor == "#FFFF00FF")
        #expect(style.backgroundColor == "#00000080")
        #expect(style.edgeType == .dropShadow)
        #expect(style.edgeColor == "#000000FF")
        #expect(style.fontGenericFamily == .monospacedSansSerif)
        #expect(style.fontFamily == nil)
        #expect(try parsed("--subtitles-font", "Comic Neue")?.fontFamily == "Comic Neue")
        let plain = try #require(try parsed("--subtitles-edge", "none"))
        #expect(plain.edgeType == TextEdgeType.none)
        #expect(plain.edgeColor == nil)
    }

    @Test(
        "colors have a name or are hexadecimal",
        arguments: [
            ("white", "#FFFFFFFF"), ("#fc0", "#FFCC00FF"), ("00ff7f", "#00FF7FFF"), ("none", "#00000000"),
            ("#12345678", "#12345678"),
        ]
    )
    func colors(argument: String, color: String) {
        #expect(SubtitleColor(argument: argument)?.text == color)
    }

    @Test("other colors and sizes are rejected", arguments: ["mauve-ish", "#12", "", "#GGGGGG", "#1234567", "é"])
    func badColors(argument: String) {
        #expect(SubtitleColor(argument: argument) == nil)
        #expect(SubtitleSize(argument: argument) == nil)
    }

    @Test("a size is a percentage within the limits of devices")
    func sizes() {
        #expect(SubtitleSize(argument: "75")?.scale == 0.75)
        for argument in ["10%", "401%", "nan", "inf", "-50"] { #expect(SubtitleSize(argument: argument) == nil) }
    }

    @Test("keys change the delay in steps, and take effect after the last one")
    func delay() {
        var change = SubtitleDelayChange()
        let first = change.press(isLater: true, current: 1, item: 0)
        let second = change.press(isLater: true, current: 1, item: 0)
        #expect(change.pending == 1.5)
        #expect(!change.isDue(first))
        #expect(change.isDue(second))
        #expect(change.take(for: 0) == 1.5)
        #expect(!change.isDue(second))
        for _ in 0..<3 { _ = change.press(isLater: false, current: 0.25, item: 0) }
        #expect(change.pending == -0.5)
        for _ in 0..<5_000 { _ = change.press(isLater: false, current: 0, item: 0) }
        #expect(change.pending == -600)
    }

    @Test func `a delay of an hour that the user has set changes by a step, not to ten minutes`() {
        var change = SubtitleDelayChange()
        _ = change.press(isLater: false, current: 3_600, item: 0)
        #expect(change.pending == 3_599.75)
    }

    @Test func `a change is dropped when another item plays before it takes effect`() {
        var change = SubtitleDelayChange()
        let revision = change.press(isLater: true, current: 0, item: 0)
        #expect(change.isDue(revision))
        #expect(change.pending(of: 1) == nil)
        #expect(change.take(for: 1) == nil)
        #expect(change.take(for: 0) == nil)
        _ = change.press(isLater: true, current: 0, item: 0)
        _ = change.press(isLater: true, current: 5, item: 1)
        #expect(change.take(for: 1) == 5.25)
    }

    @Test(arguments: [(0.25, "+0.25"), (-1.5, "-1.5"), (2.0, "+2"), (0.0, "0")])
    func `a delay is displayed with its sign`(delay: Double, text: String) {
        #expect(SubtitleDelayChange.text(delay) == text)
    }
}
