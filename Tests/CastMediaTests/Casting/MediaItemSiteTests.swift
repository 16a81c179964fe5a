// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import CastWire
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

#if os(Linux) || os(macOS)
/// Pages of video sites, with a script in the place of `yt-dlp`.
@Suite(.timeLimit(.minutes(1))) struct MediaItemSiteTests {
    private static let target = CastTarget(capabilities: .unknown, name: "TV", localAddress: "127.0.0.1")

    /// A site with a page at `/watch`, and a folder with a `yt-dlp` that prints a description of its media.
    private struct Site {
        let server: OddWebServer
        let folder: TemporaryFolder
        /// The file to which the program writes a line at each run.
        let runs: String

        init(_ script: (_ base: String) -> String) async throws {
            server = try await OddWebServer { head in
                switch head.uri {
                case "/watch": OddWebServer.Answer(type: "text/html", body: Array("<html></html>".utf8))
                case "/film.mp4":
                    OddWebServer.Answer(type: "video/mp4", allowedOrigin: "*", body: pattern(2000), hasRanges: true)
                case "/en.vtt":
                    OddWebServer.Answer(
                        type: "text/vtt",
                        body: Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n".utf8)
                    )
                default: OddWebServer.Answer(status: 404)
                }
            }
            folder = try TemporaryFolder()
            runs = folder.path + "/runs"
            let text = "#!/bin/sh\necho run >> '\(runs)'\n\(script(server.url("")))\n"
            let path = try folder.file("yt-dlp", Array(text.utf8))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }

        var page: String { server.url("/watch") }
        var runCount: Int { (try? String(contentsOfFile: runs, encoding: .utf8))?.count ?? 0 }
    }

    private static func description(_ base: String, _ members: String = "") -> String {
        """
        cat <<END
        {"title": "A \\u001b[31mfilm", "uploader": "Ada", "thumbnail": "\(base)/art.jpg"\(members),
         "formats": [{"url": "\(base)/film.mp4", "ext": "mp4", "vcodec": "avc1.4d401f", "acodec": "mp4a.40.2", "height": 720}],
         "subtitles": {"en": [{"ext": "vtt", "url": "\(base)/en.vtt"}], "de": [{"ext": "vtt", "url": "\(base)/missing"}]}}
        END
        """
    }

    private static func error(_ item: MediaItem, _ searchPath: String) async -> MediaItemError? {
        do throws(MediaItemError) {
            _ = try await item.prepare(for: target, searchPath: searchPath)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a page is cast as its media, with title, author, artwork and subtitles of the site`() async throws {
        let site = try await Site { Self.description($0) }
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(site.page), on: server)
            let steps = NIOLockedValueBox<[String]>([])
            let prepared = try await item.prepare(for: Self.target, searchPath: site.folder.path) { step in
                steps.withLockedValue { $0.append("\(step)") }
            }
            let media = prepared.information
            #expect(media.contentID == site.server.url("/film.mp4"))
            #expect(media.contentType == "video/mp4")
            #expect(media.streamType == .buffered)
            #expect(media.metadata?.title == "A film", "without escape sequences")
            #expect(item.title == "A film")
            #expect(media.metadata?.subtitle == "Ada")
            #expect(media.metadata?.images?.map(\.url) == [site.server.url("/art.jpg")])
            #expect(media.tracks?.map(\.language) == ["en"], "missing subtitles are skipped")
            let text = try #require(media.tracks?.first?.trackContentID)
            #expect(text.hasPrefix("http://127.0.0.1:"))
            #expect(text != site.server.url("/en.vtt"), "served by this machine")
            #expect(steps.withLockedValue { $0 }.contains { $0.contains("yt-dlp") })
            _ = try await item.prepare(for: Self.target, searchPath: site.folder.path)
            #expect(site.runCount == 4, "the program is asked once")
        }
        await site.server.close()
    }

    @Test func `the choices of the user take precedence`() async throws {
        let site = try await Site { Self.description($0) }
        try await MediaServer.withServer { server in
            var options = MediaItem.Options(
                title: "Mine",
                subtitle: "Line",
                artwork: .url("https://example.org/a.png"),
                subtitles: .init(includesSidecars: false)
            )
            let item = try MediaItem(.url(site.page), options: options, on: server)
            let media = try await item.prepare(for: Self.target, searchPath: site.folder.path).information
            #expect(media.metadata?.title == "Mine")
            #expect(media.metadata?.subtitle == "Line")
            #expect(media.metadata?.images?.map(\.url) == ["https://example.org/a.png"])
            #expect(media.tracks == nil)
            options.siteLookup = .never
            let refused = try MediaItem(.url(site.page), options: options, on: server)
            let error = await Self.error(refused, site.folder.path)
            #expect(error?.message.hasSuffix("leads to a web page, not to media") == true)
        }
        await site.server.close()
    }

    @Test func `live media is declared as live`() async throws {
        let site = try await Site { Self.description($0, #", "is_live": true"#) }
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(site.page), on: server)
            let media = try await item.prepare(for: Self.target, searchPath: site.folder.path).information
            #expect(media.streamType == .live)
        }
        await site.server.close()
    }

    @Test func `of a list, the first entry with media is cast, with a note`() async throws {
        let site = try await Site { base in
            """
            for url; do :; done
            case "$url" in
            */two)
            \(Self.description(base))
            ;;
            */one) echo 'ERROR: Private video' >&2; exit 1 ;;
            *) echo '{"entries": [{"_type": "url", "url": "\(base)/one"}, {"_type": "url", "url": "\(base)/two"}]}' ;;
            esac
            """
        }
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(site.page), on: server)
            let notes = NIOLockedValueBox<[String]>([])
            let prepared = try await item.prepare(for: Self.target, searchPath: site.folder.path) { step in
                notes.withLockedValue { $0.append("\(step)") }
            }
            #expect(prepared.information.contentID == site.server.url("/film.mp4"))
            #expect(notes.withLockedValue { $0 }.contains { $0.contains("list with 2 entries") })
        }
        await site.server.close()
    }

    @Test(arguments: [
        ("Unsupported URL: https://x", "update yt-dlp"), ("[x] 1: This video is DRM protected", "its provider"),
        ("[x] 1: Sign in to confirm your age", "no login"),
        ("[x] 1: not made this video available in your country", "another source"),
    ])
    func `the reason of the program is reported, with advice`(reason: String, advice: String) async throws {
        let site = try await Site { _ in "echo 'ERROR: \(reason)' >&2; exit 1" }
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(site.page), on: server)
            let error = await Self.error(item, site.folder.path)
            #expect(error?.code == .urlNotPlayable(status: nil))
            #expect(error?.message == "\(site.page) leads to a web page, and yt-dlp found no media: \(reason)")
            #expect(error?.advice?.contains(advice) == true)
        }
        await site.server.close()
    }

    @Test func `without the program, the error says how to install it`() async throws {
        let site = try await Site { _ in "" }
        let empty = try TemporaryFolder()
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(site.page), on: server)
            let error = await Self.error(item, empty.path)
            #expect(error?.message.contains("yt-dlp, which finds the media of video sites, is not installed") == true)
            #expect(error?.advice?.contains("install it with") == true)
        }
        await site.server.close()
    }

    @Test func `a page is not requested from a machine that a peer must not reach`() async throws {
        let site = try await Site { Self.description($0) }
        try await MediaServer.withServer { server in
            var rules = RestrictedHTTPClient.Configuration()
            rules.narrowestScope = .link
            let item = try MediaItem(.url(site.page), on: server)
            _ = try? await item.prepare(for: Self.target, searchPath: site.folder.path, client: rules)
            #expect(site.server.requests == [])
            #expect(site.runCount == 0)
        }
        await site.server.close()
    }
}
#endif
