// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Volume changes")
struct VolumeChangeTests {
    @Test(
        "levels and offsets in percent are parsed",
        arguments: [
            ("40", 0.5, 0.4), ("40%", 0.5, 0.4), ("0", 0.5, 0), ("100", 0.5, 1), ("+5", 0.5, 0.55), ("-5%", 0.5, 0.45),
            ("\u{2212}5", 0.5, 0.45), ("+60", 0.5, 1), ("-60", 0.5, 0), ("12.5", 0.5, 0.125),
        ]
    )
    func understood(text: String, level: Double, expected: Double) throws {
        let change = try #require(VolumeChange(text))
        #expect(abs(change.applied(to: level) - expected) < 1e-9)
    }

    @Test("other text is rejected", arguments: ["", "%", "+", "loud", "101", "+101", "-", "0x10", "nan", "1e1x"])
    func refused(text: String) {
        #expect(VolumeChange(text) == nil)
    }

    @Test("the mute state can be set and toggled")
    func mute() {
        #expect(MuteChange.on.applied(to: false))
        #expect(!MuteChange.off.applied(to: true))
        #expect(MuteChange.toggle.applied(to: false))
        #expect(!MuteChange.toggle.applied(to: true))
    }

    @Test("negative numbers are protected for seek and volume only")
    func negativeValues() {
        #expect(NegativeValues.protected(["volume", "-5"]) == ["volume", "\u{2212}5"])
        #expect(
            NegativeValues.protected(["--json", "seek", "-1:30", "-d", "TV"]) == [
                "--json", "seek", "\u{2212}1:30", "-d", "TV",
            ]
        )
        #expect(NegativeValues.protected(["play", "-5"]) == ["play", "-5"])
        #expect(NegativeValues.protected([]) == [])
    }
}
