// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastRemote

@Suite("Event log entries about playback")
struct PlaybackLogTests {
    private func lines(_ reports: [(PlayerState?, String?)]) -> [String] {
        var log = PlaybackLog()
        return reports.compactMap { log.line($0.0, title: $0.1) }.map { Localizer.of("en_US").text($0) }
    }

    @Test("An item is logged once, however often it seeks and buffers")
    func seeking() {
        let lines = lines([
            (.idle, nil), (.buffering, "film.mp4"), (.playing, "film.mp4"), (.buffering, "film.mp4"),
            (.playing, "film.mp4"), (.playing, "film.mp4"), (.buffering, "film.mp4"), (.playing, "film.mp4"),
        ])
        #expect(lines == ["Playing film.mp4"])
    }

    @Test("A pause and its end have an entry each, without the title")
    func pausing() {
        let lines = lines([
            (.playing, "film.mp4"), (.paused, "film.mp4"), (.buffering, "film.mp4"), (.paused, "film.mp4"),
            (.playing, "film.mp4"),
        ])
        #expect(lines == ["Playing film.mp4", "Paused", "Playing"])
    }

    @Test("The next item of a queue is logged, also after a pause; the end is logged once")
    func next() {
        let lines = lines([
            (.playing, "a"), (.playing, "b"), (.paused, "b"), (.buffering, "c"), (.playing, "c"), (.idle, "c"),
            (nil, nil), (.playing, "c"),
        ])
        #expect(lines == ["Playing a", "Playing b", "Paused", "Playing c", "Playback ended", "Playing c"])
    }
}
