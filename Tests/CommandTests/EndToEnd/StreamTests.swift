// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("HLS streams and the inspection of URLs")
    struct StreamTests {
        private static let playlist = """
            #EXTM3U
            #EXT-X-TARGETDURATION:1
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:1,
            0.m4s
            #EXT-X-ENDLIST

            """

        /// Runs a test with the URL of a stream of fragmented MP4.
        private func withStream(_ body: (String) async throws -> Void) async throws {
            let server = try await MediaServer.start()
            let shared = server.share(
                data: Array(Self.playlist.utf8),
                contentType: "application/vnd.apple.mpegurl",
                name: "film.m3u8"
            )
            do {
                try await body(server.url(for: shared, reachableFrom: "127.0.0.1"))
            } catch {
                await server.close()
                throw error
            }
            await server.close()
        }

        @Test("an fMP4 HLS stream that nobody declared plays, because the sender detects it")
        func detected() async throws {
            try await withStream { url in
                try await withReceiver { receiver in
                    let output = try await CastProgram.run(["play", url, "--json"] + receiver.byName)
                    #expect(output.status == 0, "\(output.standardError)")
                    #expect(try output.mediaStates.contains("PLAYING"))
                    let typed = try await CastProgram.run(
                        ["play", url, "--json", "--content-type", "application/x-mpegurl"] + receiver.byName
                    )
                    #expect(typed.status == 0, "\(typed.standardError)")
                }
            }
        }

        @Test("--hls-segment-format takes precedence over detection, and a device never plays a wrong format")
        func declared() async throws {
            try await withStream { url in
                try await withReceiver { receiver in
                    let output = try await CastProgram.run(
                        ["play", url, "--json", "--hls-segment-format", "ts", "--timeout", "1"] + receiver.byName
                    )
                    #expect(output.status != 0)
                    #expect(try !output.mediaStates.contains("PLAYING"))
                    #expect(try output.objects.last?["error"]?["code"] == "requestTimedOut")
                }
            }
        }

        @Test("cast inspect URL shows the stream, its problems, and what cast play declares")
        func inspect() async throws {
            try await withStream { url in
                let output = try await CastProgram.run(["inspect", url, "--json"])
                #expect(output.status == 0, "\(output.standardError)")
                let object = try output.object
                #expect(object["contentType"] == "application/vnd.apple.mpegurl")
                #expect(object["stream"]?["live"] == false)
                #expect(object["stream"]?["duration"] == .number(1))
                #expect(object["stream"]?["hlsSegmentFormat"] == "fmp4")
                #expect(object["stream"]?["hlsVideoSegmentFormat"] == "fmp4")
                #expect(object["delivery"] == "url")
                // The segments of this stream do not exist.
                #expect(object["problems"]?.arrayValue?.map { $0["code"] } == ["missingPart"])
                let text = try await CastProgram.run(["inspect", url])
                #expect(text.standardOutput.contains("hlsVideoSegmentFormat fmp4"))
                #expect(text.standardOutput.contains("Problem: "))
            }
        }

        @Test("cast inspect shows a web page as a problem with advice, and exits with an error")
        func page() async throws {
            let server = try await WebServer(
                .bytes(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n"
                        + "<html>no</html>"
                )
            )
            let output = try await CastProgram.run(["inspect", server.url])
            #expect(output.status == ExitStatus.failure.rawValue)
            #expect(output.standardOutput.contains("leads to a web page"))
            #expect(output.standardOutput.contains("use the URL of the media itself"))
            let json = try await CastProgram.run(["inspect", server.url, "--json"])
            #expect(try json.object["delivery"] == "none")
            await server.close()
        }
    }
}
