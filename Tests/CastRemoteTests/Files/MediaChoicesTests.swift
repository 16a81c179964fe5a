// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastUI
import Foundation
import Testing

@testable import CastRemote

@Suite("Choices for an item before it is cast")
struct MediaChoicesTests {
    @Test("Only qualities below the height of the video are offered, and other values have no effect")
    func quality() {
        var choices = PageFixture.choices()
        #expect(choices.smallerHeights == [480])
        choices.choose(.quality, "480")
        #expect(choices.conversion.maximumHeight == 480)
        for value in ["1080", "9", "-1", "", "99999999999999999999"] { choices.choose(.quality, value) }
        #expect(choices.maximumHeight == 480)
        choices.choose(.quality, "none")
        #expect(choices.maximumHeight == nil)
        choices.facts = nil
        #expect(choices.smallerHeights.isEmpty && choices.audioLanguages.isEmpty)
    }

    @Test("Audio languages are offered if there are several tracks")
    func audio() {
        var choices = PageFixture.choices()
        #expect(choices.audioLanguages == ["en", "fr"])
        choices.choose(.audio, "fr")
        choices.choose(.audio, "xx")
        #expect(choices.conversion.audioLanguage == "fr")
        choices.facts?.tracks.removeLast()
        #expect(choices.audioLanguages.isEmpty)
    }

    @Test("The chosen subtitles come first, and the others stay available on the device")
    func subtitles() {
        var choices = PageFixture.choices()
        for index in ["1", "2", "-1", "x"] { choices.choose(.subtitles, index) }
        #expect(choices.selectedSubtitles == 1)
        var options = MediaItem.Options()
        choices.apply(to: &options)
        #expect(options.subtitles.paths == ["/b.srt", "/a.en.srt"] && !options.subtitles.includesSidecars)
        choices.choose(.subtitles, "none")
        choices.apply(to: &options)
        #expect(choices.selectedSubtitles == nil && options.subtitles.paths == ["/a.en.srt", "/b.srt"])
    }

    @Test("A text track inside the file is shown by its id on the device, and pictures are drawn into the video")
    func tracksInside() throws {
        let facts = Self.factsWithSubtitles()
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(facts.subtitleTracks(searchPath: folder).texts.isEmpty, "the extraction needs ffmpeg")
        try Self.writeProgram("\(folder)/ffmpeg")
        let tracks = facts.subtitleTracks(searchPath: folder)
        #expect(tracks.texts.map(\.language) == ["en"] && tracks.pictures.map(\.language) == ["fr"])

        var choices = MediaChoices()
        choices.facts = facts
        choices.subtitles = [
            MediaChoices.SubtitleOption(path: "/a.srt", name: "a.srt"),
            MediaChoices.SubtitleOption(.text(index: 2), name: "English", language: "en"),
            MediaChoices.SubtitleOption(.pictures(index: 3), name: "French", language: "fr"),
        ]
        var shared = tracks.texts
        shared[0].id = 2
        choices.choose(.subtitles, "1")
        #expect(choices.activeTrackIDs(in: shared) == [2] && choices.conversion.burnsIn == nil)
        choices.choose(.subtitles, "2")
        #expect(choices.activeTrackIDs(in: shared).isEmpty && choices.conversion.burnsIn == 3)
        var options = MediaItem.Options()
        choices.apply(to: &options)
        #expect(options.subtitles.paths == ["/a.srt"])
        choices.choose(.subtitles, "none")
        #expect(choices.activeTrackIDs(in: shared).isEmpty && choices.conversion.burnsIn == nil)
    }

    private static func factsWithSubtitles() -> MediaFacts {
        var tracks = [
            TrackFacts(index: 0, kind: .video, codec: .h264), TrackFacts(index: 1, kind: .audio, codec: .aac),
        ]
        for (codec, language) in [(MediaCodec.subRip, "en"), (.pgs, "fr")] {
            var track = TrackFacts(index: tracks.count, kind: .subtitles, codec: codec)
            track.language = language
            tracks.append(track)
        }
        return MediaFacts(container: .matroska, duration: 600, tracks: tracks)
    }

    private static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/choices-tests-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }

    private static func writeProgram(_ path: String) throws {
        try "#!/bin/sh\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    @Test("Subtitles next to a file are found, files without subtitles are not, and uploaded ones come first")
    func reading() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [("Film.mp4", "x"), ("Film.de.srt", Self.cue), ("Film.fr.srt", "nothing")] {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let added = ["Film.en.srt", "Other.srt"].map { MediaChoices.SubtitleOption(path: "/up/\($0)", name: $0) }
        let choices = await MediaChoices.reading(path: folder + "/Film.mp4", added: added, preselected: 1)
        #expect(choices.subtitles.map(\.name) == ["Film.en.srt", "Film.de.srt", "Other.srt"])
        #expect(choices.subtitles.map(\.language) == [nil, "de", nil])
        #expect(choices.selectedSubtitles == 0)
        let none = await MediaChoices.reading(path: nil, added: added)
        #expect(none.subtitles.count == 2 && none.selectedSubtitles == nil)
    }

    private static let cue = "1\n00:00:00,000 --> 00:00:09,000\nHello\n"

    @Test(
        "A start position is seconds, minutes or hours; other texts are rejected",
        arguments: [
            ("", 0), (" 90 ", 90), ("1:30", 90), ("1:02:03", 3723), ("1:60", nil), ("1:2:3:4", nil), ("-5", nil),
            ("1e3", nil), ("99999999", nil), ("soon", nil), ("1::2", nil), ("٣", nil),
            (String(repeating: "1", count: 5000), nil),
        ] as [(String, Double?)]
    )
    func positions(_ text: String, _ seconds: Double?) {
        #expect(StartPosition.parse(text) == seconds)
    }

    @Test("A position is shown in the form in which it is entered")
    func positionText() {
        for (seconds, text) in [(3723.9, "1:02:03"), (65, "1:05"), (0.5, ""), (-1, ""), (.nan, ""), (1e300, "")] {
            #expect(StartPosition.text(seconds) == text)
        }
    }

    @Test("The dialog shows what the choices do on the device, with the language in words")
    func dialog() throws {
        var show = PageFixture.connected()
        var choices = PageFixture.choices()
        choices.choose(.quality, "480")
        show.options = RemotePage.OpenOptions(
            title: "Film.mkv",
            opener: "options-1",
            choices: choices,
            lastPosition: 75,
            device: ("Den", .forModel("Chromecast"))
        )
        let html = show.html(.options)
        let text = html.content.filter { !"\u{2068}\u{2069}".contains($0) }
        #expect(text.contains("For Den: convert H.264 video to H.264 with 480 lines"), "\(text)")
        #expect(text.contains("French") && text.contains("Playback was left at 01:15."))
        let checked = html.elements.filter { $0["checked"] != nil }.compactMap { $0["id"] }
        #expect(checked == ["option-subtitles-0", "option-audio-none", "option-quality-480"])
        #expect(!html.written().contains("/a.en.srt"), "paths are not shown")
    }
}
