// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing

@testable import CastRemote

@Suite("Covers on the web remote")
struct RemoteCoverTests {
    /// The header of a PNG file with a size of 1 × 1 pixel.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]

    @Test("The list shows the picture of a file, and a file without one has none; both require the token")
    func covers() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/cover-tests-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(FileManager.default.createFile(atPath: folder + "/a.png", contents: Data(Self.png)))
        #expect(FileManager.default.createFile(atPath: folder + "/b.png", contents: Data("<svg/>".utf8)))
        try await withRemote(files: [folder]) { remote, visitor in
            let ids = await remote.host.files.map(\.id)
            let body = try await visitor.get("/").body
            #expect(body.contains("src=\"/cover/\(ids[0])\"") && body.contains("loading=\"lazy\""))
            let cover = try await visitor.get("/cover/\(ids[0])")
            #expect(cover.status == 200 && cover.headers.first(name: "content-type") == "image/png")
            for path in ["/cover/\(ids[1])", "/cover/x", "/cover/..%2F..%2Fetc%2Fpasswd"] {
                let answer = try await visitor.get(path)
                #expect(answer.status == 404, "\(path)")
            }
        }
        try await withRemote(token: "secret-token", files: [folder]) { remote, visitor in
            let id = try #require(await remote.host.files.first?.id)
            let answer = try await visitor.get("/cover/\(id)")
            #expect(answer.status == 401)
        }
    }
}
