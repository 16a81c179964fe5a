// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastWire
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Relay")
    struct RelayCommandTests {
        private static let token = "t0ken-of-the-test"

        /// Starts a server with a film behind a token, and passes it with a file that holds the header.
        private func withFilm(_ body: (TokenServer, String) async throws -> Void) async throws {
            let server = try await TokenServer(Film.bytes, type: Film.contentType, token: Self.token)
            let file = FileManager.default.temporaryDirectory.appending(path: "cast-header-\(UUID()).txt")
            try Data("Authorization: Bearer \(Self.token)\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try await body(server, file.path)
            await server.close()
        }

        private func status(_ url: String) async throws -> Int {
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
            return Int(response.status.code)
        }

        @Test("U11 an MP4 behind a bearer token plays, seeks, and the relay is gone afterwards")
        func bearer() async throws {
            try await withFilm { server, file in
                try await withReceiver { receiver in
                    let play = try CastProgram(
                        ["play", server.url, "--header", "@\(file)", "--json", "--verbose"] + receiver.byName
                    )
                    _ = try await play.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                    let sought = try await CastProgram.run(["seek", "0:12", "--host", receiver.endpoint, "--json"])
                    // The media plays on while the answer is on its way.
                    let position = try sought.object["media"]?["position"].flatMap(Double.init(json:))
                    #expect(position.map { (12..<20).contains($0) } == true, "\(sought.standardError)")
                    let status = try await CastProgram.run(["status", "--host", receiver.endpoint, "--json"])
                    #expect(try status.object["media"]?["duration"] == .number(20))
                    let loaded = try receiver.program.output.objects.compactMap { $0["media"]?["url"]?.stringValue }
                    let url = try #require(loaded.last)
                    #expect(url.hasSuffix("/film.mp4") && !url.hasPrefix(server.url))
                    #expect(try await self.status(url) == 200)
                    #expect(!server.ranges.isEmpty)

                    let stopped = try await CastProgram.run(["stop", "--host", receiver.endpoint])
                    #expect(stopped.status == 0)
                    let end = try await play.end()
                    #expect(end.status == 0, "\(end.standardError)")
                    await #expect(throws: (any Error).self, "the relay ended with the command") {
                        try await self.status(url)
                    }
                    for output in [end, status, receiver.program.output] {
                        #expect(!output.standardOutput.contains(Self.token))
                        #expect(!output.standardError.contains(Self.token))
                    }
                }
            }
        }

        @Test("a server that refuses the token is reported, and nothing is loaded")
        func refused() async throws {
            try await withFilm { server, _ in
                try await withReceiver { receiver in
                    let output = try await CastProgram.run(
                        ["play", server.url, "--header-env", "FILM_HEADERS", "--json"] + receiver.byName,
                        environment: ["FILM_HEADERS": "Authorization: Bearer wrong-\(Self.token)"]
                    )
                    #expect(output.status == ExitStatus.failure.rawValue)
                    let error = try #require(output.objects.last?["error"])
                    #expect(error["code"] == "urlNotPlayable")
                    #expect(error["detail"]?["status"] == .integer(401))
                    #expect(error["hint"]?.stringValue?.contains("headers or cookies") == true)
                    #expect(!output.standardOutput.contains(Self.token))
                    #expect(!output.standardError.contains(Self.token))
                }
            }
        }

        @Test("headers that cannot be used are reported without their values")
        func invalid() async throws {
            let secret = "Bearer \(Self.token)"
            for arguments in [
                ["--header", secret], ["--header", "Host: \(secret)"], ["--header", "A: \(secret)\nB: c"],
                ["--header", "@/none"], ["--header-env", "NOT_SET"], ["--cookies", "/none"], ["--header-host", "a/b"],
            ] {
                let output = try await CastProgram.run(["play", "http://127.0.0.1:9/a.mp4", "--json"] + arguments)
                #expect(output.status == ExitStatus.usage.rawValue, "\(arguments)")
                #expect(try output.objects.last?["error"]?["code"] == "invalidHeaders", "\(arguments)")
                #expect(!output.standardOutput.contains(Self.token) && !output.standardError.contains(Self.token))
            }
            let local = try await CastProgram.run(["play", "/etc/hostname", "--relay"])
            #expect(local.status == ExitStatus.usage.rawValue)
            let detached = try await CastProgram.run(["play", "http://127.0.0.1:9/a.mp4", "--relay", "--no-wait"])
            #expect(detached.status == ExitStatus.usage.rawValue)
        }

        @Test("cast inspect sends the headers, and shows the facts about the media")
        func inspect() async throws {
            try await withFilm { server, file in
                let refused = try await CastProgram.run(["inspect", server.url, "--json"])
                #expect(refused.status != 0)
                let output = try await CastProgram.run(["inspect", server.url, "--header", "@\(file)", "--json"])
                #expect(output.status == 0, "\(output.standardError)")
                #expect(output.standardOutput.contains("video/mp4"))
                #expect(!output.standardOutput.contains(Self.token))
            }
        }
    }
}
