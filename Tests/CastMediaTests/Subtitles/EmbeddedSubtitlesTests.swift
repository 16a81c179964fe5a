// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import CastWire
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Text tracks inside files, with the installed `ffmpeg`. They are skipped, with a note, if it is not installed.
@Suite(.timeLimit(.minutes(2))) struct EmbeddedSubtitlesTests {
    private static let isInstalled: Bool = {
        let isInstalled = ExternalProgram.find("ffmpeg") != nil && ExternalProgram.find("ffprobe") != nil
        if !isInstalled { print("SKIPPED: ffmpeg is not installed, so subtitles inside files are not tested") }
        return isInstalled
    }()

    private static let target = CastTarget(capabilities: .unknown, name: "TV", localAddress: "127.0.0.1")
    private static let srt = """
        1
        00:00:01,000 --> 00:00:02,500
        <i>Grüße</i> <script>x</script>

        2
        00:00:03,000 --> 00:00:04,000
        Two & more

        """

    /// Creates a film of 5 seconds with two subtitle tracks.
    private static func film(_ name: String, _ codecs: [String], in folder: TemporaryFolder) async throws -> String {
        let subtitles = try folder.file("source.txt", Array(srt.utf8))
        let path = folder.path + "/" + name
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let text = ["-f", "srt", "-i", subtitles]
        let inputs = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=5"] + text + text
        let maps = ["-map", "0", "-map", "1", "-map", "2"]
        let tags = [
            "-metadata:s:s:0", "language=ger", "-metadata:s:s:1", "language=eng", "-metadata:s:s:1", "title=Signs",
            "-disposition:s:0", "0", "-disposition:s:1", "forced",
        ]
        let arguments = ["-loglevel", "error", "-y"] + inputs + maps + codecs + tags + ["file:\(path)"]
        _ = try await program.output(arguments, limit: 1, timeLimit: .seconds(60))
        return path
    }

    private static func get(_ url: String?) async throws -> (status: Int, type: String?, text: String, cors: String?) {
        let request = HTTPClientRequest(url: try #require(url))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        let fields = response.headers
        return (
            Int(response.status.code), fields.first(name: "Content-Type"), String(buffer: body),
            fields.first(name: "Access-Control-Allow-Origin")
        )
    }

    @Test(.timeLimit(.minutes(1))) func `the server closes while a track is extracted from a large file`() async throws
    {
        let server = try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1"))
        let (began, continuation) = AsyncStream.makeStream(of: Void.self)
        let extraction = SubtitleExtraction { _, _ in
            continuation.finish()
            try await Task.sleep(for: .seconds(600))
            return []
        }
        let track = TrackFacts(index: 2, kind: .subtitles, codec: .subRip)
        let shared = server.share(EmbeddedSubtitles(extraction: extraction, track: track, delay: 0))
        async let answer = Self.get(server.url(for: shared.media, reachableFrom: "127.0.0.1"))
        for await _ in began {}
        await server.close()
        _ = try? await answer
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            ("film.mkv", ["-c:v", "libx264", "-c:s:0", "srt", "-c:s:1", "ass"], 2),
            // MP4 marks the first track as the default one.
            ("film.mp4", ["-c:v", "libx264", "-c:s", "mov_text"], 1),
            ("film.mov", ["-c:v", "libx264", "-c:s", "mov_text"], 1),
            ("film.webm", ["-c:v", "libvpx", "-c:s", "webvtt"], 2),
            ("timed.mp4", ["-c:v", "libx264", "-c:s:0", "mov_text", "-c:s:1", "ttml"], 1),
        ]
    )
    func `text tracks inside a file are served as WebVTT with their language, and the default or forced one is shown`(
        name: String,
        codecs: [String],
        active: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.film(name, codecs, in: folder)
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: path), on: server)
            let prepared = try await item.prepare(for: Self.target)
            let tracks = try #require(prepared.information.tracks)
            #expect(tracks.map(\.trackID) == [1, 2])
            #expect(tracks.map(\.language) == ["de", "en"])
            #expect(tracks.map(\.trackContentType) == ["text/vtt", "text/vtt"])
            #expect(item.subtitleTracks.map(\.origin) == [.embedded(index: 1), .embedded(index: 2)])
            #expect(prepared.activeTrackIDs == [active])
            if active == 2 { #expect(tracks[1].roles == ["forced_subtitle"]) }
            for track in tracks {
                let answer = try await Self.get(track.trackContentID)
                #expect(answer.status == 200)
                #expect(answer.type == "text/vtt")
                #expect(answer.cors == "*")
                #expect(answer.text.hasPrefix("WEBVTT\n"))
                #expect(answer.text.contains("00:00:01.000 --> 00:00:02.500"))
                #expect(answer.text.contains("Grüße"))
                #expect(answer.text.contains("Two &amp; more"))
                #expect(!answer.text.contains("<script"))
            }
            item.withdraw()
            #expect(try await Self.get(tracks[0].trackContentID).status == 404)
        }
    }

    @Test(.enabled(if: isInstalled))
    func `a file next to the media comes first, IDs are unique, and a language or none can be chosen`() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.film("film.mkv", ["-c:v", "libx264", "-c:s", "srt"], in: folder)
        _ = try folder.file("film.fr.srt", Array(Self.srt.utf8))
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: path), on: server)
            #expect(await item.findSubtitles().map(\.language) == ["fr", "de", "en"])
            #expect(try await item.prepare(for: Self.target).activeTrackIDs == [1])
            item.subtitleChoice = .track(id: 3)
            #expect(try await item.prepare(for: Self.target).activeTrackIDs == [3])
            item.subtitleChoice = .none
            #expect(try await item.prepare(for: Self.target).activeTrackIDs == [])

            var options = MediaItem.Options(subtitles: .init(language: "German"))
            let german = try MediaItem(.file(path: path), options: options, on: server)
            #expect(try await german.prepare(for: Self.target).activeTrackIDs == [2])
            options.subtitles.includesEmbedded = false
            options.subtitles.includesSidecars = false
            let none = try MediaItem(.file(path: path), options: options, on: server)
            #expect(try await none.prepare(for: Self.target).information.tracks == nil)
        }
    }

    @Test(.enabled(if: isInstalled))
    func `another delay has new addresses, and the earlier ones are gone`() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.film("film.mkv", ["-c:v", "libx264", "-c:s", "srt"], in: folder)
        let chosen = try folder.file("chosen.srt", Array(Self.srt.utf8))
        _ = try folder.file("film.fr.srt", Array(Self.srt.utf8))
        try await MediaServer.withServer { server in
            let options = MediaItem.Options(subtitles: .init(paths: [chosen], delay: 1))
            let item = try MediaItem(.file(path: path), options: options, on: server)
            let before = try await item.prepare(for: Self.target)
            await item.setSubtitlesDelay(-0.5)
            #expect(item.subtitlesDelay == -0.5)
            let after = try await item.prepare(for: Self.target)
            let urls = [before, after].map { $0.information.tracks?.compactMap(\.trackContentID) ?? [] }
            #expect(urls[0].count == 4)
            #expect(urls[1].count == 4)
            #expect(Set(urls[0]).isDisjoint(with: urls[1]))
            #expect(before.information.contentID == after.information.contentID)
            #expect(before.information.tracks?.map(\.name) == after.information.tracks?.map(\.name))
            for url in urls[0] { #expect(try await Self.get(url).status == 404) }
            for url in urls[1] { #expect(try await Self.get(url).text.contains("00:00:00.500 --> 00:00:02.000")) }
        }
    }

    @Test(.enabled(if: isInstalled))
    func `without ffmpeg a note says how many tracks are not shown, and playback does not fail`() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.film("film.mp4", ["-c:v", "libx264", "-c:s", "mov_text"], in: folder)
        let emptyPath = folder.path
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: path), on: server)
            let notes = Notes()
            let prepared = try await item.prepare(for: Self.target, searchPath: emptyPath) { step in
                if case .note(let text) = step { notes.add(text) }
            }
            #expect(prepared.information.tracks == nil)
            #expect(notes.all.count == 1)
            #expect(
                notes.all.first?.hasPrefix(
                    "2 subtitle tracks inside the file are not shown, because ffmpeg is not installed; install it with"
                ) == true
            )
        }
    }

    @Test(.enabled(if: isInstalled))
    func `nothing is extracted before a device requests it, and a file that is gone is an error of the request`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try await Self.film("film.mkv", ["-c:v", "libx264", "-c:s", "srt"], in: folder)
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: path), on: server)
            let url = try await item.prepare(for: Self.target).information.tracks?.first?.trackContentID
            try FileManager.default.removeItem(atPath: path)
            #expect(try await Self.get(url).status == 503)
        }
    }
}

/// Notes of a preparation.
private final class Notes: Sendable {
    private let texts = NIOLockedValueBox<[String]>([])
    var all: [String] { texts.withLockedValue { $0 } }
    func add(_ text: String) { texts.withLockedValue { $0.append(text) } }
}
