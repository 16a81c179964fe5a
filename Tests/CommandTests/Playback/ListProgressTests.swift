// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@testable import CastCommand

@Suite("Progress of lists")
struct ListProgressTests {
    private static let items = (0..<3).map { PlayItem(source: .file(path: "/series/\($0).mp4")) }

    private static func list(_ path: String = "/series") throws -> ListProgress {
        try #require(ListProgress([.file(path: path)], isRecursive: false))
    }

    private static func status(_ position: Double, state: PlaybackStatus.State = .playing) -> PlaybackStatus {
        PlaybackStatus(mediaSessionID: 1, state: state, position: position, duration: 60)
    }

    private static func withFile(_ body: (ListProgressFile) throws -> Void) rethrows {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-lists-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(ListProgressFile(path: folder.appending(path: "swift-cast/lists.json").path))
    }

    @Test("lists with URLs are not recorded, because a URL can contain a secret")
    func urls() throws {
        #expect(ListProgress([.url("https://example.org/a.mp4?token=1")], isRecursive: false) == nil)
        #expect(ListProgress([.file(path: "/a"), .url("https://example.org")], isRecursive: false) == nil)
        #expect(ListProgress([.file(path: String(repeating: "/a", count: 1000))], isRecursive: false) == nil)
        var recorder = ListRecorder(try Self.list(), items: [PlayItem(source: .url("https://e.org/?key"))], offset: 0)
        let changed = recorder.changed(Self.status(5), index: 0, at: .now)
        let progress = try #require(changed)
        #expect(progress.item == nil && progress.position == 5)
    }

    @Test("a list is the same by its absolute paths")
    func paths() throws {
        let current = FileManager.default.currentDirectoryPath
        #expect(try Self.list("series/../series/").isSameList(as: Self.list("\(current)/series")))
        #expect(try !Self.list("/a").isSameList(as: Self.list("/b")))
    }

    @Test("progress is recorded at once for another item, and at most every ten seconds within it")
    func period() throws {
        var recorder = ListRecorder(try Self.list(), items: Self.items, offset: 2)
        let start = ContinuousClock.now
        #expect(recorder.changed(nil, index: 0, at: start) == nil)
        #expect(recorder.changed(Self.status(0, state: .loading), index: 0, at: start) == nil)
        #expect(recorder.changed(Self.status(1), index: 0, at: start)?.position == 1)
        #expect(recorder.changed(Self.status(9), index: 0, at: start + .seconds(9)) == nil)
        #expect(recorder.changed(Self.status(11), index: 0, at: start + .seconds(10))?.position == 11)
        let changed = recorder.changed(Self.status(0), index: 1, at: start + .seconds(11))
        let next = try #require(changed)
        #expect(next.index == 3, "with the items that were left out before")
        #expect(next.item == "/series/1.mp4")
    }

    @Test("at the end, the position is that of the current item, or the next item if this one is over")
    func ends() throws {
        var recorder = ListRecorder(try Self.list(), items: Self.items, offset: 0)
        #expect(recorder.ended(.stopped, Self.status(1), index: 0) == nil, "nothing was played")
        _ = recorder.changed(Self.status(1), index: 0, at: .now)
        #expect(recorder.ended(.stopped, Self.status(30), index: 0)?.position == 30)
        let next = try #require(recorder.ended(.stopped, Self.status(59.5), index: 0))
        #expect(next.item == "/series/1.mp4" && next.position == 0 && !next.isFinished)
        #expect(recorder.ended(.stopped, Self.status(59.5), index: 2)?.isFinished == true)
        #expect(recorder.ended(.finished, Self.status(20), index: 2)?.isFinished == true)
        #expect(recorder.ended(.stopped, nil, index: 1)?.position == 0)
    }

    @Test("the item is found again after files were added or removed")
    func changedList() throws {
        var progress = try Self.list()
        (progress.item, progress.index) = ("/series/1.mp4", 1)
        #expect(progress.index(in: Self.items) == 1)
        #expect(progress.index(in: [PlayItem(source: .file(path: "/series/00.mp4"))] + Self.items) == 2)
        progress.item = "/series/gone.mp4"
        #expect(progress.index(in: Self.items) == 1)
        progress.index = 9
        #expect(progress.index(in: Self.items) == 2)
    }

    @Test("the file keeps the newest lists, only for this user")
    func file() throws {
        try Self.withFile { file in
            #expect(file.load(at: 0) == [])
            for index in 0..<25 {
                var progress = try Self.list("/list \(index)")
                (progress.date, progress.device, progress.item) = (Double(1000 + index), "id", "/list/\"é\".mp4")
                try file.save(progress)
            }
            let lists = file.load(at: 2000)
            #expect(lists.count == ListProgressFile.countLimit)
            #expect(lists.first?.sources == ["/list 24"])
            #expect(lists.first?.item == "/list/\"é\".mp4" && lists.first?.device == "id")
            var again = try Self.list("/list 10")
            (again.date, again.position, again.isAddress, again.device) = (3000, 5.5, true, "192.0.2.1:8009")
            try file.save(again)
            #expect(file.load(at: 3000).first == again)
            #expect(file.load(at: 3000).count == ListProgressFile.countLimit, "a list is recorded once")
            #expect(file.load(at: 3000 + ListProgressFile.lifetime) == [], "old lists are forgotten")
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
        }
    }

    @Test("long paths do not make the file too large to be read")
    func longPaths() throws {
        try Self.withFile { file in
            for index in 0..<25 {
                var progress = try Self.list("/" + String(repeating: "\u{1}", count: 1500) + "\(index)")
                (progress.date, progress.item) = (Double(index), "/" + String(repeating: "\u{2}", count: 1500))
                try file.save(progress)
            }
            #expect(file.load(at: 30).first?.date == 24)
        }
    }

    @Test(
        "a damaged or foreign file counts as empty",
        arguments: [
            "", "{", "[]", "{\"version\":2,\"lists\":[]}", "{\"version\":1,\"lists\":[{\"sources\":[\"relative\"]}]}",
        ]
    )
    func damaged(text: String) throws {
        try Self.withFile { file in
            try file.save(try Self.list())
            try Data(text.utf8).write(to: URL(filePath: file.path))
            #expect(file.load(at: 0) == [])
            try file.save(try Self.list())
            #expect(file.load(at: 0).count == 1)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            #expect(file.load(at: 0) == [], "other users can write it")
        }
    }
}
