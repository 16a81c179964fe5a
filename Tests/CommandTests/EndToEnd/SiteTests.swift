// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    /// Pages of video sites, with a script in the place of `yt-dlp`.
    @Suite("Video sites") struct SiteTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "cast-site-\(UUID())")

        /// Writes the script and returns the environment in which it is found.
        private func environment(_ script: String) throws -> [String: String] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "yt-dlp")
            try Data("#!/bin/sh\nfor url; do :; done\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return ["PATH": "\(folder.path):\(path)"]
        }

        private static let page = WebServer.Answer.bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\nConnection: close\r\n\r\n<html></html>"
        )

        @Test("the entries of a list on a site play one after another")
        func list() async throws {
            let sound = try SoundFile(seconds: 1)
            defer { sound.remove() }
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try await FileServer(sound)
            let site = try await WebServer(Self.page)
            let base = site.url.replacing("/media.mp4", with: "")
            let media = #""url": "\#(server.url)", "ext": "wav", "vcodec": "none", "acodec": "pcm""#
            let environment = try environment(
                """
                case "$url" in
                */1) echo '{"title": "The first", "uploader": "Ada", \(media)}' ;;
                */2) echo '{"title": "The second", \(media)}' ;;
                */list) echo '{"title": "All", "entries": [{"_type": "url", "url": "\(base)/1", "title": "One"},
                    {"_type": "url", "url": "\(base)/2"}]}' ;;
                *) echo "ERROR: Unsupported URL: $url" >&2; exit 1 ;;
                esac
                """
            )
            try await withReceiver { receiver in
                let output = try await CastProgram.run(
                    ["play", "\(base)/list", "--json"] + receiver.byName,
                    environment: environment
                )
                #expect(output.status == 0, "\(output.standardError)\(output.standardOutput)")
                let titles = try output.objects.filter { $0["event"] == "state" }.compactMap {
                    $0["media"]?["title"]?.stringValue
                }
                #expect(titles.contains("One"), "the title of the list: \(titles)")
                #expect(titles.contains("The second"), "the title of the page: \(titles)")
                let failed = try await CastProgram.run(
                    ["play", "\(base)/other", "--json"] + receiver.byName,
                    environment: environment
                )
                #expect(failed.status == ExitStatus.failure.rawValue)
                let message = try failed.objects.last?["error"]?["message"]?.stringValue
                #expect(message?.contains("yt-dlp found no media: Unsupported URL") == true, "\(message ?? "")")
            }
            await site.close()
            await server.close()
        }

        @Test("cast inspect shows what a device receives of a page")
        func inspect() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment = try environment(
                """
                echo '{"title": "A film", "duration": 90, "subtitles": {"de": [{"ext": "vtt", "url": "https://s.example/de"}]},
                "formats": [{"url": "https://v.example/480.mp4", "ext": "mp4", "height": 480},
                {"url": "https://v.example/1080.mp4", "ext": "mp4", "height": 1080, "vcodec": "vp9", "acodec": "opus"}]}'
                """
            )
            let arguments = ["inspect", "--site", "https://s.example/watch"]
            let text = try await CastProgram.run(arguments, environment: environment)
            #expect(text.status == 0, "\(text.standardError)")
            #expect(text.standardOutput.contains("Media: A film, 01:30"))
            #expect(text.standardOutput.contains("480 lines, https://v.example/480.mp4"))
            #expect(text.standardOutput.contains("because unknown model does not decode VP9 video"))
            let json = try await CastProgram.run(arguments + ["--json"], environment: environment).object
            #expect(json["delivery"] == "site")
            #expect(json["media"]?["height"] == 480)
            #expect(json["subtitles"] == ["de"])
        }
    }
}
