// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Foundation
import Testing

/// Tests that compare the facts with those of `ffprobe`, for files that `ffmpeg` writes.
@Suite struct FFprobeComparisonTests {
    static let folder: String? = {
        let folder = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].first { folder in
            ["ffmpeg", "ffprobe"].allSatisfy { FileManager.default.isExecutableFile(atPath: folder + $0) }
        }
        if folder == nil {
            print("SKIPPED: ffmpeg and ffprobe are not installed, so no facts are compared with theirs")
        }
        return folder
    }()

    private static let h264 = "-c:v libx264 -preset ultrafast"
    private static let hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=none"
    private static let tags = "-metadata title=A_title -metadata artist=Ada -metadata album=Works"

    /// Files with the options that write them. The inputs are a picture, a tone, and two files of subtitles.
    static let files: [(String, String)] = [
        ("baseline.mp4", "\(h264) -c:a aac -metadata:s:a:0 language=ger \(tags)"),
        ("high.mp4", "-c:v libx264 -preset medium -profile:v high -level 4.1 -c:a aac -movflags +faststart"),
        ("high10.mp4", "-c:v libx264 -preset medium -pix_fmt yuv420p10le -c:a ac3 -ac 6"),
        ("high444.mp4", "-c:v libx264 -preset medium -pix_fmt yuv444p -c:a eac3"),
        ("odd.mp4", "\(h264) -vf scale=318:178 -an"),
        ("hevc.mp4", "\(hevc) -tag:v hvc1 -c:a aac -ac 2"),
        ("hevc10.mp4", "\(hevc) -pix_fmt yuv420p10le -c:a libmp3lame -ac 2"),
        ("mpeg4.mp4", "-c:v mpeg4 -c:a libopus"),
        ("text.mp4", "-map 0 -map 1 -map 2 \(h264) -c:a flac -strict -2 -c:s mov_text -metadata:s:s:0 language=fre"),
        ("fragments.mp4", "\(h264) -c:a aac -movflags +frag_keyframe+empty_moov"),
        ("av1.mp4", "-c:v libsvtav1 -preset 12 -c:a alac"),
        ("vp9.mp4", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -an"),
        ("film.mov", "\(h264) -c:a aac -metadata:s:a:0 language=swe \(tags)"),
        ("pcm.mov", "-c:v mjpeg -c:a pcm_s16le"),
        ("pcm24.mov", "-c:v prores -c:a pcm_s24be"),
        ("audio.m4a", "-vn -c:a aac -ac 2 \(tags)"),
        ("film.mkv", "\(h264) -c:a ac3 -metadata:s:a:0 language=jpn \(tags)"),
        (
            "subtitles.mkv",
            "-map 0 -map 1 -map 2 -map 3 \(hevc) -c:a eac3 -c:s:0 srt -c:s:1 ass -metadata:s:s:0 language=eng "
                + "-metadata:s:s:1 language=por -metadata:s:s:1 title=Brasil -disposition:s:1 forced"
        ),
        ("av1.mkv", "-c:v libsvtav1 -preset 12 -c:a libopus"),
        ("pcm.mkv", "-c:v mpeg2video -c:a pcm_s24le"),
        ("dts.mkv", "-c:v mpeg4 -c:a dca -strict -2"),
        ("aac.mkv", "-c:v libtheora -c:a aac -ac 2"),
        ("vp9.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus"),
        ("vp8.webm", "-map 0 -map 1 -map 2 -c:v libvpx -deadline realtime -c:a libvorbis -c:s webvtt"),
        ("audio.mp3", "-vn -c:a libmp3lame \(tags)"),
        ("audio.mp2", "-vn -c:a mp2"),
        ("audio.flac", "-vn \(tags)"),
        ("audio.wav", "-vn"),
        ("float.wav", "-vn -c:a pcm_f32le -ac 2"),
        ("eight.wav", "-vn -c:a pcm_u8"),
        ("vorbis.ogg", "-vn -c:a libvorbis \(tags)"),
        ("flac.ogg", "-vn -c:a flac \(tags)"),
        ("speex.ogg", "-vn -c:a libspeex -ar 16000"),
        ("film.ogv", "-c:v libtheora -c:a libvorbis"),
        ("audio.opus", "-vn -c:a libopus \(tags)"),
        ("film.ts", "\(h264) -c:a aac -metadata:s:a:0 language=ita"),
        ("hevc.ts", "\(hevc) -c:a ac3 -ac 6"),
        ("mpeg2.ts", "-c:v mpeg2video -c:a mp2"),
        ("mp3.ts", "\(h264) -c:a libmp3lame"),
        ("eac3.ts", "\(h264) -c:a eac3"),
        ("film.m2ts", "\(h264) -c:a ac3"),
        ("audio.aac", "-vn -c:a aac -f adts"),
    ]

    /// The part of the output of `ffprobe` that is compared.
    struct Output: Decodable {
        struct Stream: Decodable {
            var codecName: String?
            var codecType: String
            var profile: String?
            var level: Double?
            var width: Int?
            var height: Int?
            var pixFmt: String?
            var channels: Int?
            var sampleRate: String?
            var disposition: [String: Int]?
            var tags: [String: String]?
        }
        struct Format: Decodable {
            var duration: String?
            var tags: [String: String]?
        }
        var streams: [Stream]
        var format: Format
    }

    @Test(.enabled(if: folder != nil), arguments: files)
    func `the facts are those of ffprobe`(name: String, options: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-facts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name).path
        let subtitles = folder.appendingPathComponent("subtitles.srt").path
        try Data("1\n00:00:00,100 --> 00:00:00,900\nHello.\n".utf8).write(to: URL(fileURLWithPath: subtitles))
        let inputs =
            "-v error -f lavfi -t 1 -i testsrc2=size=320x180:rate=25 -f lavfi -t 1 -i sine=sample_rate=48000 "
            + "-i \(subtitles) -i \(subtitles)"
        _ = try Self.run("ffmpeg", "\(inputs) \(options.contains("-map") ? "" : "-sn") \(options) \(file)")
        let json = try Self.run("ffprobe", "-v error -of json -show_streams -show_format \(file)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let output = try decoder.decode(Output.self, from: json)
        let facts = try await MediaProbe.inspect(file: file)
        try #require(facts.tracks.count == output.streams.count)
        for (track, stream) in zip(facts.tracks, output.streams) { Self.compare(track, stream) }
        // The expected tags are those of the container, or of the only stream for Ogg.
        let tags = (output.format.tags ?? [:]).merging(output.streams.first?.tags ?? [:]) { first, _ in first }
        let lowercase = Dictionary(tags.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        #expect(facts.title == lowercase["title"])
        if facts.container != .matroska {
            #expect(facts.artist == lowercase["artist"])
            #expect(facts.album == lowercase["album"])
        }
        if let expected = output.format.duration.flatMap(Double.init), !name.hasPrefix("fragments") {
            let duration = try #require(facts.duration)
            #expect(abs(duration - expected) < 0.15)
            #expect(try await MediaProbe.probe(file: file).duration == facts.duration)
        }
    }

    private static func compare(_ track: TrackFacts, _ stream: Output.Stream) {
        #expect(track.codec.rawValue == stream.codecName)
        #expect(track.kind.rawValue == (stream.codecType == "subtitle" ? "subtitles" : stream.codecType))
        if track.kind == .video || track.kind == .audio {
            #expect(track.width == stream.width)
            #expect(track.height == stream.height)
            #expect(track.channels == stream.channels)
            #expect(track.sampleRate == stream.sampleRate.flatMap { Int($0) })
        }
        #expect(track.language == stream.tags?["language"].flatMap { LanguageTag.tag($0) })
        if [.h264, .hevc, .aac].contains(track.codec) || track.profile != nil {
            #expect(track.profile == stream.profile)
        }
        if let expected = level(stream) {
            #expect(track.level.map { abs($0 - expected) < 0.05 } == true)
        }
        if let depth = track.bitDepth, let format = stream.pixFmt {
            #expect(format.contains("10le") == (depth == 10))
        }
        if let chroma = track.chroma, let format = stream.pixFmt {
            #expect(format.contains(chroma.filter { $0 != ":" }))
        }
        if let rate = track.frameRate { #expect(abs(rate - 25) < 0.5) }
        if track.isForced { #expect(stream.disposition?["forced"] == 1) }
        if let title = stream.tags?["title"], track.kind == .subtitles { #expect(track.title == title) }
    }

    private static func level(_ stream: Output.Stream) -> Double? {
        guard let level = stream.level else { return nil }
        switch stream.codecName {
        case "h264": return level / 10
        case "hevc": return level / 30
        case "av1": return 2 + (level / 4).rounded(.down) + level.truncatingRemainder(dividingBy: 4) / 10
        default: return nil
        }
    }

    @Test(
        .enabled(if: folder != nil),
        arguments: [
            ("a.mp4", "-c:v libx264 -preset medium -g 10 -bf 2 -keyint_min 10 -sc_threshold 0"),
            ("b.mov", "-c:v libx264 -preset ultrafast -g 10 -keyint_min 10 -sc_threshold 0"),
            ("c.mkv", "-c:v libx264 -preset ultrafast -g 10 -keyint_min 10 -sc_threshold 0"),
            ("d.mp4", "-c:v mjpeg"),
        ]
    )
    func `the key frames are those of ffprobe`(name: String, options: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name).path
        _ = try Self.run("ffmpeg", "-v error -f lavfi -t 3 -i testsrc2=size=320x180:rate=25 \(options) \(file)")
        let output = try Self.run(
            "ffprobe",
            "-v error -select_streams v -skip_frame nokey -show_entries frame=pts_time -of csv=p=0 \(file)"
        )
        let expected = String(decoding: output, as: UTF8.self).split(whereSeparator: { ",\n".contains($0) })
            .compactMap { Double($0) }
        let times = try await MediaProbe.keyFrames(file: file)
        try #require(times.count == expected.count)
        for (time, expected) in zip(times, expected) { #expect(abs(time - expected) < 0.002) }
    }

    /// Runs a tool and returns its output. The arguments contain no spaces.
    private static func run(_ tool: String, _ arguments: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(folder) + tool)
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return output
    }
}
