// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastMedia

#if os(Linux) || os(macOS)
/// Runs of `yt-dlp`, or of a script in its place.
@Suite(.timeLimit(.minutes(1))) struct VideoSiteTests {
    /// A folder with a script named `yt-dlp`.
    private static func script(_ text: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let path = try folder.file("yt-dlp", Array("#!/bin/sh\n\(text)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return folder
    }

    private static func error(_ text: String, _ limits: VideoSite.Limits = .init()) async throws -> VideoSiteError? {
        let folder = try script(text)
        let site = try #require(VideoSite.find(searchPath: folder.path, limits: limits))
        do throws(VideoSiteError) {
            _ = try await site.page(at: "https://site.example/watch")
            return nil
        } catch {
            return error
        }
    }

    @Test func `the description is read, and the URL cannot be an option`() async throws {
        let folder = try Self.script(
            """
            while [ "$1" != "--" ]; do shift; done
            printf '{"title": "%s", "url": "https://v.example/a.mp4", "ext": "mp4"}' "$2"
            """
        )
        let site = try #require(VideoSite.find(searchPath: folder.path))
        guard case .media(let media) = try await site.page(at: "--exec=touch") else {
            Issue.record("a list")
            return
        }
        #expect(media.title == "--exec=touch")
        #expect(site.arguments("x").contains("--ignore-config"))
    }

    @Test func `plugins of the user are turned off`() async throws {
        let error = try await Self.error(#"echo "plugins off: $YTDLP_NO_PLUGINS, home $HOME" >&2; exit 1"#)
        #expect("\(error, default: "")".contains("plugins off: 1, home /"), "the rest of the environment is kept")
    }

    @Test func `without the program, nothing is found`() throws {
        let folder = try TemporaryFolder()
        #expect(VideoSite.find(searchPath: folder.path) == nil)
        #expect("\(VideoSiteError.notInstalled)".contains("install it with"))
    }

    @Test func `the reason is the last error of the program, without escape sequences`() async throws {
        let error = try await Self.error(
            """
            echo 'WARNING: something' >&2
            printf '\\033[0;31mERROR:\\033[0m [site] 7: The uploader has not made this video available in your country; please report this issue on https://x.example\\n' >&2
            exit 1
            """
        )
        #expect(error == .failed("[site] 7: The uploader has not made this video available in your country"))
        #expect(error?.advice?.contains("another source") == true)
    }

    @Test func `a crash is reported with its last words, or with its status`() async throws {
        #expect(try await Self.error("echo 'ImportError: no module' >&2; exit 3") == .failed("ImportError: no module"))
        #expect(try await Self.error("exit 3") == .failed("it ended with status 3"))
        guard case .failed(let reason)? = try await Self.error("kill -9 $$") else {
            Issue.record("another error")
            return
        }
        #expect(reason.contains("signal"))
    }

    @Test(arguments: ["exec sleep 600", "sleep 600"])
    func `a program that hangs is ended after the time limit, with the programs that it started`(
        text: String
    ) async throws {
        var limits = VideoSite.Limits()
        limits.time = .milliseconds(300)
        let begin = ContinuousClock.now
        #expect(try await Self.error(text, limits) == .timedOut(limits.time))
        #expect(.now - begin < .seconds(20))
    }

    @Test func `cancellation ends the program`() async throws {
        let folder = try Self.script("touch '\(FileManager.default.temporaryDirectory.path)/x' ; sleep 600")
        let site = try #require(VideoSite.find(searchPath: folder.path))
        let task = Task { () -> VideoSiteError? in
            do throws(VideoSiteError) {
                _ = try await site.page(at: "https://site.example")
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value == .ended)
    }

    @Test func `endless output is ended at the limit`() async throws {
        var limits = VideoSite.Limits()
        limits.output = 1 << 20
        #expect(try await Self.error("exec head -c 104857600 /dev/zero", limits) == .outputTooLarge(bytes: 1 << 20))
    }

    @Test func `garbage and pages are not descriptions`() async throws {
        for text in ["echo '<html>'", "head -c 1000 /dev/urandom", "true"] {
            guard case .unreadable? = try await Self.error(text) else {
                Issue.record("\(text)")
                continue
            }
        }
        #expect(try await Self.error("echo null") == .noMedia)
    }

    private static let isInstalled: Bool = {
        let isInstalled = VideoSite.find() != nil
        if !isInstalled { print("SKIPPED: yt-dlp is not installed, so its real output is not tested") }
        return isInstalled
    }()

    @Test(.enabled(if: isInstalled))
    func `the real program finds the media of pages`() async throws {
        let site = try #require(VideoSite.find())
        let server = try await MediaServer.start()
        func share(_ text: String, _ type: String, _ name: String) -> String {
            let media = server.share(data: Array(text.utf8), contentType: type, name: name)
            return server.url(for: media, reachableFrom: "127.0.0.1")
        }
        do {
            let film = share("film", "video/mp4", "film.mp4")
            let text = share("WEBVTT\n", "text/vtt", "en.vtt")
            let page = share(
                """
                <html><head><title>My page</title></head><body><video poster="\(film).jpg"><source src="\(film)">
                <track src="\(text)" kind="subtitles" srclang="en"></video></body></html>
                """,
                "text/html",
                "page.html"
            )
            guard case .media(let media) = try await site.page(at: page) else {
                Issue.record("a list")
                return
            }
            #expect(media.title?.hasPrefix("My page") == true)
            #expect(media.thumbnail == "\(film).jpg")
            #expect(media.subtitles.map(\.url) == [text])
            let stream = try SiteStream.choose(from: media, for: .unknown)
            #expect(stream.url == film)
            #expect(stream.contentType == "video/mp4")
            #expect(stream.requestHeaders["Referer"] == page)

            let two = share("<video src='\(film)'></video><video src='\(film)?2'></video>", "text/html", "two.html")
            guard case .list(let list) = try await site.page(at: two) else {
                Issue.record("not a list")
                return
            }
            #expect(list.entries.compactMap { $0.media?.formats.first?.url } == [film, "\(film)?2"])
            let none = share("<html><body>Hello</body></html>", "text/html", "none.html")
            await #expect {
                _ = try await site.page(at: none)
            } throws: { error in
                "\(error)".contains("Unsupported URL")
            }
        }
        await server.close()
    }
}
#endif
