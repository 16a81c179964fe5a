// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@testable import CastCommand

@Suite struct PlayListTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID().uuidString)")

    private func write(_ files: [String: String]) throws {
        for (name, content) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(content.utf8).write(to: url)
        }
    }

    private func names(_ list: PlayList) -> [String] { list.entries.map(\.source.title) }

    @Test func `a folder is its media in natural order`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(["e10.mp4": "", "e2.mkv": "", "notes.txt": "", "e2.srt": "", ".hidden.mp4": "", "extra/e1.mp4": ""])
        let source = CastSource.file(path: folder.path)
        let flat = try PlayList([source], isRecursive: false) { _ in }
        #expect(names(flat) == ["e2", "e10"])
        let deep = try PlayList([source], isRecursive: true) { _ in }
        #expect(names(deep) == ["e2", "e10", "e1"])
    }

    @Test func `a playlist is its entries, and unsafe ones are skipped with a note`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write([
            "list.m3u": """
            #EXTM3U
            #EXTINF:12,The First
            music/one.mp3
            https://example.org/two.mp3
            concat:/etc/passwd|/etc/group
            """,
            "music/one.mp3": "",
        ])
        var notes: [String] = []
        let path = folder.appending(path: "list.m3u").path
        let list = try PlayList([.file(path: path), .url("https://example.org/three.mp3")], isRecursive: false) {
            notes.append($0)
        }
        #expect(names(list) == ["one", "two.mp3", "three.mp3"])
        #expect(list.entries.first?.title == "The First")
        #expect(notes.count == 1)
        #expect(notes.first?.hasPrefix("Skipped concat:") == true)
    }

    @Test func `an HLS playlist and a missing file are items themselves`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(["film.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n"])
        let sources = [
            CastSource.file(path: folder.appending(path: "film.m3u8").path), .file(path: "/missing/film.mp4"),
        ]
        let list = try PlayList(sources, isRecursive: false) { _ in }
        #expect(list.entries.map(\.source) == sources)
    }

    @Test func `an empty folder is an error that names it`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(["notes.txt": ""])
        let error = #expect(throws: CommandFailure.self) {
            try PlayList([.file(path: folder.path)], isRecursive: false) { _ in }
        }
        #expect(error?.message == "\(folder.path) cannot be played: it contains no media")
    }

    // MARK: - Pages

    /// Writes a script in the place of `yt-dlp`, which finds a list of two entries, and returns its folder.
    private func writeProgram(_ script: String) throws -> String {
        try write(["yt-dlp": "#!/bin/sh\n\(script)\n"])
        let path = folder.appending(path: "yt-dlp").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return folder.path
    }

    @Test func `a list of a video site is its entries, whose media is looked up when they are played`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try writeProgram(
            """
            echo '{"entries": [{"_type": "url", "url": "https://s.example/1", "title": "One"},
            {"title": "Two", "url": "https://s.example/2.mp4", "ext": "mp4", "webpage_url": "https://s.example/2"}]}'
            """
        )
        var list = try PlayList([.url("https://s.example/list")], isRecursive: false) { _ in }
        try await list.resolvePages(.always, searchPath: path) { _ in }
        #expect(list.entries.map(\.source) == [.url("https://s.example/1"), .url("https://s.example/2")])
        #expect(list.entries.map(\.title) == ["One", "Two"])
        #expect(list.entries.map(\.isLookedUpLate) == [true, false])
        #expect(list.entries.map { $0.siteMedia == nil } == [true, false])
    }

    @Test func `a page without media fails at once, but not the other items of a list`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try writeProgram("echo 'ERROR: Private video' >&2; exit 1")
        var single = try PlayList([.url("https://s.example/1")], isRecursive: false) { _ in }
        do throws(CommandFailure) {
            try await single.resolvePages(.always, searchPath: path) { _ in }
            Issue.record("no error")
        } catch {
            #expect(error.code == "urlNotPlayable")
            #expect(error.message.hasSuffix("yt-dlp found no media: Private video"))
        }
        var several = try PlayList(
            [.url("https://s.example/1"), .url("https://s.example/2")],
            isRecursive: false
        ) { _ in }
        try await several.resolvePages(.always, searchPath: path) { _ in }
        #expect(several.entries.count == 2)
        try await single.resolvePages(.never, searchPath: path) { _ in }
        // A URL with the name of a media file is not requested: nothing listens there.
        var file = try PlayList([.url("http://127.0.0.1:9/film.mp4")], isRecursive: false) { _ in }
        try await file.resolvePages(.automatic, searchPath: path) { _ in }
        #expect(file.entries.count == 1)
    }
}
