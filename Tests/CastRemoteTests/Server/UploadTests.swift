// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastUI
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import CastRemote

@Suite("Uploads to the web remote", .timeLimit(.minutes(1)))
struct UploadTests {
    /// The beginning of an MP4 file, which is enough to determine its type.
    private static let film = "\u{0}\u{0}\u{0}\u{18}ftypmp42" + String(repeating: "\u{1}", count: 3000)

    private struct Visit {
        var remote: WebRemote
        var visitor: TestClient
        var folder: String
        var page: [(String, String)]

        var files: [RemoteFile] { get async { await remote.host.uploads?.files ?? [] } }

        /// The paths of all files that the remote has created.
        var stored: [String] {
            FileManager.default.subpaths(atPath: folder)?.filter { !$0.hasSuffix(".lock") && $0.contains("/") } ?? []
        }

        func put(_ name: String, _ body: String, _ headers: [(String, String)] = []) async throws -> TestClient.Answer {
            let name = ("Cast-File-Name", name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            return try await visitor.request(.PUT, "/upload", page + [name] + headers, body: body)
        }

        func post(
            _ parts: [(name: String, file: String?, content: String)],
            secret: String? = nil
        ) async throws
            -> TestClient.Answer
        {
            var body = ""
            let fields = [("page", page[0].1), ("secret", secret ?? page[1].1)].map { ($0.0, String?.none, $0.1) }
            for (name, file, content) in fields + parts {
                let fileName = file.map { "; filename=\"\($0)\"" } ?? ""
                body += "--border\r\nContent-Disposition: form-data; name=\"\(name)\"\(fileName)\r\n\r\n\(content)\r\n"
            }
            let headers = [("Content-Type", "multipart/form-data; boundary=border"), ("Origin", "null")]
            return try await visitor.request(.POST, "/upload", headers, body: body + "--border--\r\n")
        }
    }

    private func visit(
        token: String? = nil,
        limits: UploadLimits = UploadLimits(),
        _ body: (Visit) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/upload-tests-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withRemote(uploads: limits, uploadParent: folder) { remote, visitor in
            let answer = try await visitor.get("/")
            let page = [
                ("Cast-Page", try #require(answer.value(after: "data-page=\""))),
                ("Cast-Page-Secret", try #require(answer.value(after: "data-secret=\""))),
            ]
            try await body(Visit(remote: remote, visitor: visitor, folder: folder, page: page))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty, "everything is deleted at the end")
    }

    @Test("A file sent by the script is stored under a random name with mode 0600, and listed on every page")
    func script() async throws {
        try await visit { visit in
            #expect(try await visit.put("Holiday <1>.mp4", Self.film).status == 204)
            let file = try #require(await visit.files.first)
            #expect(file.name == "Holiday <1>.mp4" && file.contentType == "video/mp4")
            #expect(!file.path.contains("Holiday") && file.path.hasSuffix(".mp4"))
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.film)
            let manager = FileManager.default
            #expect(try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            let folder = String(file.path.prefix(upTo: try #require(file.path.lastIndex(of: "/"))))
            #expect(try manager.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
            let body = try await visit.visitor.get("/").body
            #expect(body.contains("Holiday &lt;1&gt;.mp4") && body.contains("removeUpload:\(file.id)"))
            let intent = #"{"intent":"removeUpload:\#(file.id)"}"#
            #expect(try await visit.visitor.json("/intent", intent, visit.page).status == 204)
            #expect(await visit.files.isEmpty && visit.stored.isEmpty)
        }
    }

    private static let subtitles = "1\n00:00:00,000 --> 00:00:09,000\nHello\n"

    @Test("Uploaded subtitles are attached to the film with their name, and are no media")
    func subtitles() async throws {
        try await visit { visit in
            #expect(try await visit.put("Film.de.srt", Self.subtitles).status == 204)
            #expect(try await visit.put("Other.vtt", "WEBVTT\n\n00:00.000 --> 00:09.000\nHello\n").status == 204)
            #expect(try await visit.put("Film.mp4", Self.film).status == 204)
            let refused = try await visit.put("Empty.srt", "nothing")
            #expect(refused.status == 415 && refused.body.contains("no subtitles"))
            let uploads = try #require(await visit.remote.host.uploads)
            let (files, subtitles) = await (uploads.files, uploads.subtitles)
            #expect(files.map(\.name) == ["Film.mp4"] && subtitles.map(\.name) == ["Film.de.srt", "Other.vtt"])
            #expect(subtitles[0].path.hasSuffix("/de.srt"), "the track is named by its language")
            let (related, others) = await uploads.subtitleFiles(for: "folder/Film.mkv")
            #expect(related.map(\.name) == ["Film.de.srt"] && others.map(\.name) == ["Other.vtt"])
            #expect(await visit.remote.host.file(subtitles[0].id) == nil, "subtitles cannot be cast")
            let choices = await visit.remote.host.choices(for: .file(files[0]))
            #expect(choices.subtitles.map(\.name) == ["Film.de.srt", "Other.vtt"] && choices.selectedSubtitles == 0)
            for file in subtitles {
                let intent = #"{"intent":"removeUpload:\#(file.id)"}"#
                #expect(try await visit.visitor.json("/intent", intent, visit.page).status == 204)
            }
            #expect(await uploads.subtitles.isEmpty && visit.stored.count == 1)
        }
    }

    @Test("Without script, the dialog opens, keeps its choices, and reports a start position that is none")
    func options() async throws {
        try await visit { visit in
            #expect(try await visit.put("Film.de.srt", Self.subtitles).status == 204)
            #expect(try await visit.put("Film.mp4", Self.film).status == 204)
            let film = try #require(await visit.files.first)
            let (page, secret) = (visit.page[0].1, visit.page[1].1)
            func submit(_ fields: String) async throws -> String {
                let form = "page=\(page)&secret=\(secret)&\(fields)"
                #expect(try await visit.visitor.form("/intent", form).status == 303)
                return try await visit.visitor.get("/?page=\(page)").body
            }
            var body = try await submit("intent=openOptions%3A\(film.id)")
            let deadline = ContinuousClock.now.advanced(by: .seconds(30))
            while !body.contains("option-subtitles-0"), ContinuousClock.now < deadline {
                body = try await visit.visitor.get("/?page=\(page)").body
            }
            #expect(body.contains(#"value="0" checked id="option-subtitles-0""#))
            body = try await submit("intent=castChosen&option%3Asubtitles=none&start=soon")
            #expect(body.contains("Enter a start position"))
            #expect(body.contains(#"value="none" checked id="option-subtitles-none""#))
            body = try await submit("intent=castChosen&start=1:30")
            #expect(!body.contains("option-subtitles-0") && body.contains("dialog-title"), "a device is to be chosen")
        }
    }

    @Test(
        "The name of subtitles keeps their language or a plain title",
        arguments: [
            ("Film.pt-BR.forced.srt", "pt-BR.forced"), ("Director's cut.srt", "Directors cut"),
            ("../../x/..srt", "subtitles"),
            ("日本.ass", "subtitles"), ("en.vtt", "en"),
        ]
    )
    func subtitleStems(_ name: String, _ stem: String) {
        #expect(UploadName.subtitleStem(of: name) == stem)
    }

    @Test("Without script, a form uploads several files, and the response is the updated page")
    func form() async throws {
        try await visit { visit in
            let answer = try await visit.post([
                ("file", "One.mp4", Self.film), ("file", "Two.mp4", Self.film + "\r\n--borde"), ("file", "", ""),
            ])
            #expect(answer.status == 303)
            #expect(answer.headers.first(name: "location") == "/?page=\(visit.page[0].1)")
            #expect(await visit.files.map(\.name) == ["One.mp4", "Two.mp4"])
            let second = try #require(await visit.files.last)
            #expect(try String(contentsOfFile: second.path, encoding: .utf8) == Self.film + "\r\n--borde")
        }
    }

    @Test("An upload requires the secret of its page, and is rejected from other sites")
    func forgery() async throws {
        try await visit { visit in
            let none = try await visit.visitor.request(.PUT, "/upload", [("Cast-File-Name", "a.mp4")], body: Self.film)
            #expect(none.status == 403)
            #expect(try await visit.put("a.mp4", Self.film, [("Cast-Page-Secret", "wrong")]).status == 403)
            #expect(try await visit.put("a.mp4", Self.film, [("Sec-Fetch-Site", "cross-site")]).status == 403)
            #expect(try await visit.put("a.mp4", Self.film, [("Origin", "http://evil.example")]).status == 403)
            #expect(try await visit.post([("file", "a.mp4", Self.film)], secret: "wrong").status == 403)
            #expect(await visit.files.isEmpty && visit.stored.isEmpty)
        }
    }

    @Test("Uploads require the token, and are impossible if they are not allowed")
    func permission() async throws {
        try await withRemote(token: "secret-token") { remote, visitor in
            let answer = try await visitor.request(.PUT, "/upload", body: Self.film)
            #expect(answer.status == 401)
            #expect(await remote.host.uploads == nil)
        }
        try await withRemote { _, visitor in
            let answer = try await visitor.get("/")
            #expect(!answer.body.contains("upload-form") && !answer.body.contains("upload-files"))
            let page = [
                ("Cast-Page", try #require(answer.value(after: "data-page=\""))),
                ("Cast-Page-Secret", try #require(answer.value(after: "data-secret=\""))),
            ]
            #expect(try await visitor.request(.PUT, "/upload", page, body: Self.film).status == 404)
        }
    }

    @Test("Files beyond a limit are refused with 413, text and playlists with 415")
    func limits() async throws {
        var limits = UploadLimits()
        limits.fileSize = 4000
        limits.totalSize = 9000
        limits.count = 2
        try await visit(limits: limits) { visit in
            let large = try await visit.put("a.mp4", Self.film + Self.film)
            #expect(large.status == 413 && large.body.contains("3.9 KiB"))
            #expect(try await visit.post([("file", "a.mp4", Self.film + Self.film)]).status == 413)
            #expect(try await visit.put("a.mp4", "#EXTM3U\nfile:///etc/passwd\n").status == 415)
            #expect(try await visit.put("a.mkv", "ffconcat version 1.0\nfile /etc/passwd\n").status == 415)
            #expect(try await visit.put("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").status == 415)
            #expect(visit.stored.isEmpty)
            #expect(try await visit.put("a.mp4", Self.film).status == 204)
            #expect(try await visit.put("b.mp4", Self.film).status == 204)
            #expect(try await visit.put("c.mp4", Self.film).status == 413)
            #expect(await visit.files.count == 2 && visit.stored.count == 2)
        }
    }

    @Test("A body that is too large is refused before it is sent")
    func earlyRefusal() async throws {
        var limits = UploadLimits()
        limits.fileSize = 4000
        try await visit(limits: limits) { visit in
            let head = """
                PUT /upload HTTP/1.1\r\nHost: 127.0.0.1:\(visit.remote.port)\r\nCast-File-Name: a.mp4\r
                Cast-Page: \(visit.page[0].1)\r\nCast-Page-Secret: \(visit.page[1].1)\r\nContent-Length: 9000000000\r\n\r\n
                """
            let answer = try await Self.exchange(head, port: visit.remote.port)
            #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer.prefix(60))")
        }
    }

    @Test("An aborted upload is deleted")
    func abort() async throws {
        try await visit { visit in
            let head = """
                PUT /upload HTTP/1.1\r\nHost: 127.0.0.1:\(visit.remote.port)\r\nCast-File-Name: a.mp4\r
                Cast-Page: \(visit.page[0].1)\r\nCast-Page-Secret: \(visit.page[1].1)\r\nContent-Length: 9000\r\n\r\n
                """
            let channel = try await Self.connect(port: visit.remote.port) { $0.eventLoop.makeSucceededVoidFuture() }
            try await channel.writeAndFlush(ByteBuffer(string: head + Self.film))
            try await Self.wait { !visit.stored.isEmpty }
            try await channel.close()
            try await Self.wait { visit.stored.isEmpty }
            #expect(await visit.files.isEmpty)
        }
    }

    // MARK: Raw connections

    private static func connect(
        port: Int,
        _ setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelInitializer(setUp)
            .connect(host: "127.0.0.1", port: port).get()
    }

    /// Sends a text and returns the first bytes of the answer.
    private static func exchange(_ text: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            for try await part in inbound { return String(buffer: part) }
            return ""
        }
    }

    private static func wait(_ condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while !condition() {
            try #require(ContinuousClock.now < deadline, "the condition became true in time")
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

@Suite("Upload storage")
struct UploadStorageTests {
    @Test(
        "The name of an upload is displayed without its path and control characters",
        arguments: [
            ("../../etc/passwd", "passwd"), ("C:\\Users\\Me\\Film.mp4", "Film.mp4"), ("..", "file"), ("", "file"),
            ("a\u{0}\r\n\u{202E}b.mp4", "ab.mp4"), ("/", "file"), ("Käse 日本.mkv", "Käse 日本.mkv"),
        ]
    )
    func names(_ name: String, _ shown: String) {
        #expect(UploadName.display(name) == shown)
    }

    @Test("Only a plain extension becomes part of the path")
    func suffixes() {
        #expect(UploadName.suffix(of: "a.MP4") == "mp4")
        for name in ["a", "a.", "a.m/p4", "a.ä", "a.verylongone", "a.m p"] {
            #expect(UploadName.suffix(of: name) == nil, "\(name)")
        }
    }

    @Test("Uploads are refused if less than 1 GiB of the disk would stay free, also with others in progress")
    @MainActor
    func disk() throws {
        let uploads = RemoteUploads(limits: UploadLimits(), parent: "/nonexistent") { _ in 3 << 30 }
        let first = try uploads.reserve(1 << 30, isSingleFile: true)
        _ = try uploads.reserve(1 << 29, isSingleFile: true)
        #expect(throws: UploadRefusal.diskFull) { _ = try uploads.reserve(1 << 30, isSingleFile: true) }
        uploads.release(first)
        _ = try uploads.reserve(1 << 30, isSingleFile: true)
        uploads.close()
        #expect(throws: UploadRefusal.closed) { _ = try uploads.reserve(1, isSingleFile: true) }
    }

    @Test("The folders of processes that have ended are deleted at the next start, those of others are not")
    func stale() throws {
        let manager = FileManager.default
        let parent = manager.temporaryDirectory.path + "/stale-tests-\(UUID())"
        try manager.createDirectory(atPath: parent, withIntermediateDirectories: false)
        defer { try? manager.removeItem(atPath: parent) }
        let alive = try UploadFolder.create(in: parent)
        let stale = parent + "/cast-uploads-0123"
        try manager.createDirectory(atPath: stale, withIntermediateDirectories: false)
        #expect(manager.createFile(atPath: stale + "/film.mp4", contents: Data([1])))
        #expect(manager.createFile(atPath: stale + ".lock", contents: nil))
        #expect(manager.createFile(atPath: parent + "/cast-uploads-file", contents: nil))
        try manager.createSymbolicLink(atPath: parent + "/cast-uploads-link", withDestinationPath: alive.path)
        UploadFolder.removeStale(in: parent)
        let name = String(alive.path.dropFirst(parent.count + 1))
        #expect(
            try Set(manager.contentsOfDirectory(atPath: parent)) == [
                name, name + ".lock", "cast-uploads-file", "cast-uploads-link",
            ]
        )
        alive.remove()
    }

    @Test("A form is parsed alike, whatever the sizes of its parts on the network")
    func multipart() throws {
        let body = Array(
            ("--b\r\nContent-Disposition: form-data; name=\"page\"\r\n\r\nid\r\n"
                + "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a%22;b.mp4\"\r\n"
                + "Content-Type: video/mp4\r\n\r\nx\r\n--\r\r\n--c\r\n--b--\r\n").utf8
        )
        for size in [1, 2, 3, 7, body.count] {
            var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=\"b\""))
            var parts: [(String, String?, [UInt8])] = []
            for start in stride(from: 0, to: body.count, by: size) {
                for event in try parser.parse(body[start..<min(start + size, body.count)]) {
                    switch event {
                    case .part(let name, let file): parts.append((name, file, []))
                    case .content(let bytes): parts[parts.count - 1].2 += bytes
                    case .partEnd: break
                    }
                }
            }
            #expect(parser.isComplete)
            #expect(parts.map(\.0) == ["page", "file"] && parts.map(\.1) == [nil, "a\";b.mp4"], "\(size)")
            #expect(parts.map(\.2) == [Array("id".utf8), Array("x\r\n--\r\r\n--c".utf8)], "\(size)")
        }
    }

    @Test(
        "A form that violates the format is an error, and its header fields are bounded",
        arguments: [
            "preamble\r\n--b\r\n", "--b\r\n\r\n\r\n", "--bxx", "--b\r\nContent-Disposition: form-data\r\n\r\nx",
            "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"x\"; name=\"y\"\r\n\r\n",
            "--b\r\n" + String(repeating: "a", count: 5000),
        ]
    )
    func malformed(_ body: String) throws {
        var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=b"))
        #expect(throws: MultipartParser.Malformed.self) { _ = try parser.parse(body.utf8) }
        #expect(!parser.isComplete)
        for type in ["multipart/form-data", "multipart/mixed; boundary=b", "multipart/form-data; boundary=\"ä\""] {
            #expect(MultipartParser(contentType: type) == nil)
        }
    }
}
