// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@testable import CastMedia

@Suite struct SubtitleTrackTests {
    private static func embedded(
        _ index: Int,
        _ language: String?,
        forced: Bool = false,
        isDefault: Bool = false
    )
        -> SubtitleTrack
    {
        var track = TrackFacts(index: index, kind: .subtitles, codec: .subRip)
        track.language = language
        track.isForced = forced
        track.isDefault = isDefault
        return SubtitleTrack(track)
    }

    private static func file(
        _ language: String?,
        isForced: Bool = false,
        isForHearingImpaired: Bool = false
    )
        -> SubtitleTrack
    {
        let path = "film.srt"
        let file = SidecarSubtitle(
            path: path,
            language: language,
            isForced: isForced,
            isForHearingImpaired: isForHearingImpaired
        )
        return SubtitleTrack(file, origin: .sidecar(path: path))
    }

    @Test func `a file is shown before a track inside the media, and a default track before a forced one`() {
        let forced = Self.embedded(3, "de", forced: true)
        let standard = Self.embedded(4, "en", isDefault: true)
        #expect([forced, standard, Self.file("fr")].preferred(language: nil)?.language == "fr")
        #expect([forced, standard].preferred(language: nil) == standard)
        #expect([Self.embedded(2, "fr"), forced].preferred(language: nil) == forced)
    }

    @Test func `a track that is neither default nor forced is not shown`() {
        #expect([Self.embedded(2, "fr")].preferred(language: nil) == nil)
    }

    @Test(arguments: ["de", "ger", "deu", "German", "DE"])
    func `the requested language is shown, wherever it is`(name: String) {
        let tracks = [Self.file("en"), Self.embedded(2, "fr", isDefault: true), Self.embedded(3, "de-AT")]
        #expect(tracks.preferred(language: name) == tracks[2])
    }

    @Test func `in the requested language, complete subtitles precede forced ones and descriptions of sounds`() {
        let forced = Self.file("en", isForced: true)
        let described = Self.file("en", isForHearingImpaired: true)
        let complete = Self.embedded(2, "en")
        #expect([forced, described, complete].preferred(language: "en") == complete)
        #expect([forced, described].preferred(language: "en") == described)
        #expect([forced].preferred(language: "en") == forced)
        #expect([complete, Self.file("fr")].preferred(language: "it")?.language == "fr", "none in this language")
    }

    @Test func `a title from a file is one printable line`() {
        var track = TrackFacts(index: 2, kind: .subtitles, codec: .subRip)
        track.title = "\u{1B}[2JFull\n\u{7}text" + String(repeating: "x", count: 5_000)
        let name = SubtitleTrack(track).name
        #expect(name.hasPrefix("Full textxxx"))
        #expect(name.count == 100)
    }
}
