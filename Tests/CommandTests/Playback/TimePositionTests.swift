// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation
import Testing

@testable import CastCommand

@Suite("Times")
struct TimePositionTests {
    @Test(
        "all formats of times are parsed",
        arguments: [
            ("0", 0), ("90", 90), ("1.5", 1.5), ("0:05", 5), ("1:30", 90), ("90:00", 5400), ("1:02:03", 3723),
            ("1:02:03.5", 3723.5), ("90s", 90), ("2m", 120), ("1m30s", 90), ("1h", 3600), ("1h2m3s", 3723),
            ("1H2M", 3720), ("1h30s", 3630), ("2.5m", 150),
        ]
    )
    func understood(text: String, seconds: Double) throws {
        #expect(try #require(TimePosition(text)).seconds == seconds)
    }

    @Test(
        "text that is not a time is rejected",
        arguments: [
            "", " ", "x", "1:", ":30", "1:3", "1:60", "1:2:3", "1:02:3", "1:02:03:04", "1.5:00", "1:02.5:03", "-5",
            "+5",
            "1m1m", "30s1m", "5x", "s", "1e3", "inf", "nan", "0x10", "1.", ".5", "٣", "1:٣٠", "99999999999",
        ]
    )
    func refused(text: String) {
        #expect(TimePosition(text) == nil)
    }

    @Test(
        "a seek target is a position or an offset",
        arguments: [
            ("1:30", SeekTarget.position(90)), ("+30", .offset(30)), ("-30", .offset(-30)),
            ("\u{2212}1:00", .offset(-60)),
            ("+1m", .offset(60)), ("0", .position(0)),
        ]
    )
    func seek(text: String, target: SeekTarget) {
        #expect(SeekTarget(text) == target)
    }

    @Test("text that is not a seek target is rejected", arguments: ["", "+", "-", "++5", "forward", "- 5"])
    func noSeek(text: String) {
        #expect(SeekTarget(text) == nil)
    }

    @Test(
        "positions are formatted like on a player",
        arguments: [
            (0, "00:00"), (5.9, "00:05"), (59, "00:59"), (60, "01:00"), (599, "09:59"), (3600, "1:00:00"),
            (3723, "1:02:03"), (-3, "00:00"), (.nan, "00:00"), (.infinity, "00:00"), (1e300, "99999:59:59"),
        ] as [(Double, String)]
    )
    func clock(seconds: Double, text: String) {
        #expect(TimeText.clock(seconds) == text)
    }

    @Test("printed lines and the remote control format times equally", arguments: [0, 3.2, 65, 599.9, 3600, 35_999])
    func sameClock(seconds: Double) {
        #expect(TimeText.clock(seconds) == Localizer().time(seconds))
    }

    @Test(
        "durations are formatted with at least two digits",
        arguments: [
            (.microseconds(340), "0.3 ms"), (.milliseconds(9), "9.0 ms"), (.milliseconds(12), "12 ms"),
            (.milliseconds(999), "999 ms"), (.milliseconds(1440), "1.4 s"), (.seconds(75), "75.0 s"),
        ] as [(Duration, String)]
    )
    func elapsed(duration: Duration, text: String) {
        #expect(TimeText.elapsed(duration) == text)
    }
}
