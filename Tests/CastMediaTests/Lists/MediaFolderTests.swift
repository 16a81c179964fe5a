// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@Suite struct MediaFolderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func create(_ path: String) throws {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/" + parent,
            withIntermediateDirectories: true
        )
        _ = try folder.file(path, [1])
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + path, withDestinationPath: target)
    }

    private func files(isRecursive: Bool = true, limit: Int = 10_000) throws -> [String] {
        try MediaFolder.files(in: folder.path + "/", isRecursive: isRecursive, limit: limit)
            .map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test func `media files are in natural order and folders follow files`() throws {
        for name in [
            "Episode 10.mkv", "episode 2.MP4", "song.mp3", "cover.jpg", "a.srt", "a.vtt", "a.m3u", "a.m3u8", "a.pls",
            "a.xspf", "a.txt", ".hidden.mp4", "1.m4s", "noextension", "Season 10/a.mp4", "Season 2/a.mp4",
            "Season 2/Extras/b.mp4", ".git/a.mp4", "folder.mp4/c.mp4",
        ] {
            try create(name)
        }
        let top = ["cover.jpg", "episode 2.MP4", "Episode 10.mkv", "song.mp3"]
        #expect(try files(isRecursive: false) == top)
        let below = ["folder.mp4/c.mp4", "Season 2/a.mp4", "Season 2/Extras/b.mp4", "Season 10/a.mp4"]
        #expect(try files() == top + below)
        #expect(try files(limit: 2) == Array(top.prefix(2)))
        #expect(try files(limit: -1) == [])
    }

    @Test func `links are followed and loops end`() throws {
        try create("a/1.mp4")
        try create("b/2.mp4")
        try link("a/loop", to: "..")
        try link("a/self", to: ".")
        try link("b/3.mp4", to: "../a/1.mp4")
        try link("broken.mp4", to: "missing.mp4")
        try link("ring.mp4", to: "ring.mp4")
        try link("device.mp4", to: "/dev/zero")
        #expect(try files() == ["a/1.mp4", "b/2.mp4", "b/3.mp4"])
    }

    @Test(.timeLimit(.minutes(5))) func `folders that are linked many times are read once`() throws {
        for level in 0..<30 {
            try create("\(level)/\(level).mp4")
            for name in ["x", "y"] { try link("\(level)/\(name)", to: "../\(level + 1)") }
        }
        #expect(try files().count == 30)
    }

    @Test func `subfolders are read to a depth of 32`() throws {
        let path = (1...40).map { "\($0)" }
        for depth in 1...40 { try create((path.prefix(depth) + ["a.mp4"]).joined(separator: "/")) }
        #expect(try files().count == 32)
    }

    @Test func `a path that is not a folder is an error`() throws {
        try create("a.mp4")
        let file = folder.path + "/a.mp4"
        #expect(throws: MediaListError(.notAFolder, subject: file)) { try MediaFolder.files(in: file) }
        let missing = folder.path + "/missing"
        #expect(throws: MediaListError(.notReadable, subject: missing)) { try MediaFolder.files(in: missing) }
    }
}
