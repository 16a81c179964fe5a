// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@Suite struct MediaListLoadTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func list(_ name: String, _ lines: String...) throws -> String {
        try folder.file(name, Array(("#EXTM3U\n" + lines.joined(separator: "\n")).utf8))
    }

    private func names(_ list: MediaList) -> [String] {
        list.entries.map { String($0.location.split(separator: "/").last ?? "") }
    }

    @Test func `lists in a list are replaced by their entries`() throws {
        let path = try list("a.m3u", "1.mp3", "b.pls", "4.mp3", "http://host/c.m3u")
        _ = try folder.file("b.pls", Array("[playlist]\nFile1=2.mp3\nFile2=3.mp3".utf8))
        let loaded = try MediaList.load(path: path)
        #expect(names(loaded) == ["1.mp3", "2.mp3", "3.mp3", "4.mp3", "c.m3u"])
        #expect(loaded.entries.first?.location == folder.path + "/1.mp3")
    }

    @Test func `lists that name each other end`() throws {
        let path = try list("a.m3u", "1.mp3", "b.m3u", "a.m3u")
        _ = try list("b.m3u", "2.mp3", "a.m3u", "./b.m3u", "link.m3u")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.m3u", withDestinationPath: path)
        let loaded = try MediaList.load(path: path)
        #expect(names(loaded) == ["1.mp3", "2.mp3"])
        #expect(loaded.skipped.count == 4)
    }

    @Test func `lists are nested to a depth of four`() throws {
        for depth in 1...6 { _ = try list("\(depth).m3u", "\(depth).mp3", "\(depth + 1).m3u") }
        let loaded = try MediaList.load(path: folder.path + "/1.m3u")
        #expect(names(loaded) == ["1.mp3", "2.mp3", "3.mp3", "4.mp3"])
        #expect(loaded.skipped.map(\.reason) == ["is nested in too many playlists"])
    }

    @Test func `an HLS stream in a list is an entry`() throws {
        let path = try list("a.m3u", "stream.m3u8", "stream.m3u8", "missing.m3u8")
        _ = try list("stream.m3u8", "#EXT-X-TARGETDURATION:6", "1.ts")
        let loaded = try MediaList.load(path: path)
        #expect(names(loaded) == ["stream.m3u8", "stream.m3u8"])
        #expect(loaded.skipped.count == 1)
    }

    @Test(.timeLimit(.minutes(5))) func `the entries of all lists together are limited`() throws {
        let lines = (0..<6_000).map { "\($0).mp3" }.joined(separator: "\n")
        _ = try list("b.m3u", lines)
        _ = try list("c.m3u", lines)
        let loaded = try MediaList.load(path: try list("a.m3u", "b.m3u", "c.m3u"))
        #expect(loaded.entries.count == 10_000)
        #expect(loaded.skipped.count == 1)
    }

    @Test func `a file that cannot be a list is an error`() throws {
        #expect(throws: MediaListError.self) { try MediaList.load(path: folder.path) }
        #expect(throws: MediaListError.self) { try MediaList.load(path: folder.path + "/missing.m3u") }
        #expect(throws: MediaListError.self) { try MediaList.load(path: "/dev/zero") }
        #expect(throws: MediaListError.self) { try MediaList.load(path: "") }
        let large = try folder.sparseFile("large.m3u", size: 5 << 20, ending: [10])
        #expect(throws: MediaListError(.tooLarge, subject: large)) { try MediaList.load(path: large) }
    }
}
