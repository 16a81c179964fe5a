import CastUI
import CastWire
import Testing

@testable import CastRemote

@Suite("What happened: lines about playback")
struct PlaybackNewsTests {
    private func lines(_ reports: [(PlayerState?, String?)]) -> [String] {
        var news = PlaybackNews()
        return reports.compactMap { news.line($0.0, title: $0.1) }.map { Localizer.of("en_US").text($0) }
    }

    @Test("A film is named once, however often it is sought in and buffers")
    func seeking() {
        let lines = lines([
            (.idle, nil), (.buffering, "film.mp4"), (.playing, "film.mp4"), (.buffering, "film.mp4"),
            (.playing, "film.mp4"), (.playing, "film.mp4"), (.buffering, "film.mp4"), (.playing, "film.mp4"),
        ])
        #expect(lines == ["Playing film.mp4"])
    }

    @Test("A pause and its end are a line each; the film is not named again")
    func pausing() {
        let lines = lines([
            (.playing, "film.mp4"), (.paused, "film.mp4"), (.buffering, "film.mp4"), (.paused, "film.mp4"),
            (.playing, "film.mp4"),
        ])
        #expect(lines == ["Playing film.mp4", "Paused", "Playing"])
    }

    @Test("The next film of a queue is named, also after a pause; the end is said once")
    func next() {
        let lines = lines([
            (.playing, "a"), (.playing, "b"), (.paused, "b"), (.buffering, "c"), (.playing, "c"), (.idle, "c"),
            (nil, nil), (.playing, "c"),
        ])
        #expect(lines == ["Playing a", "Playing b", "Paused", "Playing c", "Playback ended", "Playing c"])
    }
}
