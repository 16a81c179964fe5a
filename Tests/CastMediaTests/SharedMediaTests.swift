// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@Suite struct SharedMediaTests {
    let folder: TemporaryFolder
    let server = MediaServer(configuration: MediaServerConfiguration(port: 8123))

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `each shared item has a random path of its own`() throws {
        let path = try folder.file("film.mp4", [1])
        let sharedMedia = try (0..<100).map { _ in try server.share(file: path) }
        #expect(Set(sharedMedia.map(\.id)).count == 100)
        #expect(sharedMedia.allSatisfy { $0.id.count == 32 })
        #expect(
            sharedMedia.allSatisfy { $0.path == "/\($0.id)/film.mp4" && $0.contentType == "video/mp4" && $0.size == 1 }
        )
    }

    @Test(arguments: [
        ("192.0.2.7", "http://192.0.2.7:8123/"),
        ("fe80::1%none0", "http://[fe80::1]:8123/"),
        ("[2001:db8::1]", "http://[2001:db8::1]:8123/"),
        ("::ffff:192.0.2.7", "http://192.0.2.7:8123/"),
    ])
    func `the URL has the address that the device can reach`(address: String, start: String) throws {
        let media = server.share(data: [1, 2], contentType: "image/png", name: "c.png")
        #expect(server.url(for: media, reachableFrom: address) == "\(start)\(media.id)/c.png")
    }

    @Test(arguments: [
        ("Amélie & \"Nino\" #1.mp4", "Am%C3%A9lie%20%26%20%22Nino%22%20%231.mp4"), ("a/b", "a_b"), ("..", "media"),
        ("", "media"), ("a\r\nb", "a_b"),
    ])
    func `a name is encoded as one path component`(name: String, encoded: String) {
        let media = server.share(data: [], contentType: "x/y", name: name)
        #expect(media.path == "/\(media.id)/\(encoded)")
    }

    @Test func `paths that are not regular files are refused`() throws {
        let file = try folder.file("film.mp4", [1])
        let link = "\(folder.path)/link.mp4"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let pipe = "\(folder.path)/pipe.mp4"
        #expect(mkfifo(pipe, 0o600) == 0)
        let refused: [(String, MediaServerError.Code)] = [
            (link, .symbolicLink), (folder.path, .notAFile), ("/dev/null", .notAFile), (pipe, .notAFile),
            ("\(folder.path)/none.mp4", .noSuchFile), ("\(file)/under.mp4", .noSuchFile),
        ]
        for (path, code) in refused {
            let error = #expect(throws: MediaServerError.self) { try server.share(file: path) }
            #expect(error?.code == code, "\(path)")
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test func `a file URL is shared by its path, and other URLs are refused`() throws {
        let path = try folder.file("a film.mp4", [1])
        let media = try server.share(file: URL(filePath: path))
        #expect(media.contentType == "video/mp4" && media.path.hasSuffix("/a%20film.mp4"))
        let web = try #require(URL(string: "http://192.0.2.7/film.mp4"))
        let error = #expect(throws: MediaServerError.self) { try server.share(file: web) }
        #expect(error?.code == .notAFile)
    }

    @Test func `the type of a file without an extension is detected by its content`() throws {
        let path = try folder.file("download", Array("RIFF1234WAVEfmt ".utf8))
        #expect(try server.share(file: path).contentType == "audio/wav")
        #expect(try server.share(file: path, contentType: "audio/x-mine", name: "a.mp3").contentType == "audio/x-mine")
    }

    @Test func `the type follows the extension of the file if that of the name is not known`() throws {
        let path = try folder.file("lines.srt", Array("hello".utf8))
        #expect(try server.share(file: path, name: "Subtitles").contentType == "application/x-subrip")
        #expect(try server.share(file: path, name: "Vol. 2").contentType == "application/x-subrip")
        #expect(try server.share(file: path, name: "lines.vtt").contentType == "text/vtt")
    }
}
