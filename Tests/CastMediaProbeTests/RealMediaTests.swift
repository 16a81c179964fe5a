// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Foundation
import Testing

/// Tests with files that ffmpeg writes, if it is installed.
@Suite struct RealMediaTests {
    static let ffmpeg: String? = {
        let found = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg", "/opt/homebrew/bin/ffmpeg"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil {
            print("SKIPPED: ffmpeg is not installed")
        }
        return found
    }()

    @Test(
        .enabled(if: ffmpeg != nil),
        arguments: [
            ("a.mp4", "-c:v libx264 -preset ultrafast -c:a aac -movflags +faststart"),
            ("b.mp4", "-c:v libx264 -preset ultrafast -c:a aac"),
            ("c.mp4", "-c:v libx264 -preset ultrafast -c:a aac -movflags +frag_keyframe+empty_moov+global_sidx"),
            ("d.mov", "-c:v libx264 -preset ultrafast -c:a aac"),
            ("e.mkv", "-c:v libx264 -preset ultrafast -c:a aac"),
            ("f.webm", "-c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus"),
            ("g.wav", "-vn"),
            ("h.mp3", "-vn -c:a libmp3lame -b:a 128k"),
            ("i.mp3", "-vn -c:a libmp3lame -q:a 5"),
            ("j.mp3", "-vn -c:a libmp3lame -b:a 128k -write_xing 0"),
            ("k.flac", "-vn"),
            ("l.m4a", "-vn -c:a aac"),
        ]
    )
    func `the duration is the one of the written file`(name: String, options: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name).path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.ffmpeg))
        let input = "-v error -f lavfi -i testsrc2=size=64x36:rate=25 -f lavfi -i sine -t 7"
        process.arguments = "\(input) \(options)".split(separator: " ").map(String.init) + [file]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let duration = try #require(try await MediaProbe.probe(file: file).duration)
        #expect(abs(duration - 7) < 0.1)
    }
}
