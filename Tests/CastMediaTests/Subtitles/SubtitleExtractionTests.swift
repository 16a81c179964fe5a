// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import NIOConcurrencyHelpers
import Testing

@testable import CastMedia

@Suite(.timeLimit(.minutes(1))) struct SubtitleExtractionTests {
    private static func track(_ index: Int) -> TrackFacts {
        TrackFacts(index: index, kind: .subtitles, codec: .subRip)
    }

    private static func srt(_ text: String) -> [UInt8] { Array("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8) }

    /// Counts the extractions of each track, and how many run at once.
    private final class Recorder: Sendable {
        private let state = NIOLockedValueBox((counts: [Int: Int](), running: 0, most: 0))
        var counts: [Int: Int] { state.withLockedValue { $0.counts } }
        var most: Int { state.withLockedValue { $0.most } }

        func begin(_ track: Int) {
            state.withLockedValue { state in
                state.counts[track, default: 0] += 1
                state.running += 1
                state.most = max(state.most, state.running)
            }
        }

        func end() { state.withLockedValue { $0.running -= 1 } }
    }

    @Test func `a track is extracted once for all requests, and one track at a time`() async throws {
        let recorder = Recorder()
        let extraction = SubtitleExtraction { track, _ in
            recorder.begin(track.index)
            for _ in 0..<20 { await Task.yield() }
            recorder.end()
            return Self.srt("track \(track.index)")
        }
        let texts = try await withThrowingTaskGroup(of: String.self) { group -> [String] in
            for index in [2, 3, 2, 4, 3, 2] {
                let subtitles = EmbeddedSubtitles(extraction: extraction, track: Self.track(index), delay: 0.5)
                group.addTask { try await subtitles.webVTT() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count == 6)
        #expect(Set(texts).count == 3)
        #expect(texts.allSatisfy { $0.contains("00:00:01.500 --> 00:00:02.500\ntrack ") })
        #expect(recorder.counts == [2: 1, 3: 1, 4: 1])
        #expect(recorder.most == 1)
    }

    @Test func `a failed extraction is repeated for the next request, three times`() async {
        let recorder = Recorder()
        let extraction = SubtitleExtraction { track, _ in
            recorder.begin(track.index)
            recorder.end()
            throw ExternalProgramError.failed(program: "ffmpeg", status: "signal 11", message: "")
        }
        for _ in 0..<8 {
            await #expect(throws: (any Error).self) { try await extraction.text(of: Self.track(2)) }
        }
        #expect(recorder.counts == [2: 3])
    }

    @Test func `closing ends an extraction that hangs, and fails its requests`() async throws {
        let (started, signal) = AsyncStream<Void>.makeStream()
        let extraction = SubtitleExtraction { _, _ in
            signal.yield()
            try await Task.sleep(for: .seconds(3600))
            return []
        }
        let text = Task { try await extraction.text(of: Self.track(2)) }
        for await _ in started { break }
        await extraction.close()
        await #expect(throws: CancellationError.self) { try await text.value }
        await #expect(throws: MediaConversionError.self) { try await extraction.text(of: Self.track(2)) }
    }

    @Test func `the memory of kept tracks is bounded`() async throws {
        let recorder = Recorder()
        let limits = SubtitleExtraction.Limits(kept: 100)
        let extraction = SubtitleExtraction(limits: limits) { track, _ in
            recorder.begin(track.index)
            recorder.end()
            return [UInt8](repeating: 65, count: 60)
        }
        for index in [2, 2, 3, 3, 2] { _ = try await extraction.text(of: Self.track(index)) }
        #expect(recorder.counts == [2: 2, 3: 1])
    }

    @Test func `a track without cues is an empty file, and one of another format an error`() async throws {
        let extraction = SubtitleExtraction { track, _ in
            track.index == 2 ? Array("\n\n".utf8) : Array("no subtitles here".utf8)
        }
        let empty = EmbeddedSubtitles(extraction: extraction, track: Self.track(2), delay: 0)
        #expect(try await empty.webVTT() == "WEBVTT\n")
        let wrong = EmbeddedSubtitles(extraction: extraction, track: Self.track(3), delay: 0)
        await #expect(throws: SubtitleError.unknownFormat) { try await wrong.webVTT() }
    }

    @Test func `ffmpeg may read only the file, and only subtitles that are text have arguments`() throws {
        let arguments = try #require(FFmpegArguments(path: "/films/-i concat:a.mkv").subtitles(Self.track(4)))
        #expect(arguments.contains("file:/films/-i concat:a.mkv"))
        #expect(arguments.contains("-protocol_whitelist"))
        #expect(arguments.contains("0:4"))
        for codec in [MediaCodec.pgs, .vobSub, .dvbSubtitle, "dvb_teletext", .unknown] {
            let track = TrackFacts(index: 4, kind: .subtitles, codec: codec)
            #expect(FFmpegArguments(path: "/film.mkv").subtitles(track) == nil)
        }
    }
}
