// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Terminal panel")
struct TerminalPanelTests {
    @Test("lines replace the previous ones, also if there are fewer, and can be removed")
    func redraw() {
        var panel = TerminalPanel()
        var screen = TerminalScreen(columns: 20)
        screen.feed("$ cast\r\n")
        screen.feed(panel.show(["one", "two", "three"].map { TerminalLine($0) }, usesColor: true, columns: 20))
        #expect(screen.lines == ["$ cast", "one", "two", "three"])
        screen.feed(panel.show(["1", "2"].map { TerminalLine($0, .good) }, usesColor: true, columns: 20))
        #expect(screen.lines == ["$ cast", "1", "2"])
        #expect(panel.show(["1", "2"].map { TerminalLine($0, .good) }, usesColor: true, columns: 20) == "")
        screen.feed(panel.erasing(columns: 20) + "said\r\n" + panel.drawing(usesColor: false))
        #expect(screen.lines == ["$ cast", "said", "1", "2"])
        screen.feed(panel.show([], usesColor: true, columns: 20))
        #expect(screen.lines == ["$ cast", "said"])
        #expect(screen.isPlain, "all attributes are turned off")
    }

    @Test("after the window became narrower, all rows of the wrapped lines are redrawn")
    func narrower() {
        var panel = TerminalPanel()
        var screen = TerminalScreen(columns: 20)
        screen.feed(
            "$\r\n" + panel.show([TerminalLine("0123456789abcde"), TerminalLine("xyz")], usesColor: false, columns: 20)
        )
        screen = TerminalScreen(columns: 10)
        // A terminal wraps the lines like this.
        screen.feed("$\r\n0123456789\r\nabcde\r\nxyz")
        screen.feed(panel.show([TerminalLine("short")], usesColor: false, columns: 10))
        #expect(screen.lines == ["$", "short"])
    }

    @Test("a line whose width was computed wrongly stays on its row")
    func misjudged() {
        var panel = TerminalPanel()
        var screen = TerminalScreen(columns: 5)
        screen.feed(panel.show([TerminalLine("12345678"), TerminalLine("b")], usesColor: false, columns: 80))
        #expect(screen.lines == ["12348", "b"])
    }
}
