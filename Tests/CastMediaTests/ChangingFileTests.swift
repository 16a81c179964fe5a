// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

/// Tests of files that change while they are shared.
@Suite struct ChangingFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a replaced file has another entity tag`() async throws {
        try await withServer { server, port in
            let path = try folder.file("film.mp4", pattern(1000))
            let media = try server.share(file: path)
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                let tag = try #require(try await connection.response().field("ETag"))
                try await connection.get(media.path, "If-None-Match: \(tag)")
                #expect(try await connection.response().status == 304)
                _ = try folder.file("film.mp4", [1, 2, 3])
                try await connection.get(media.path, "Range: bytes=0-0", "If-Range: \(tag)")
                let response = try await connection.response()
                #expect(response.status == 200)
                #expect(response.body == [1, 2, 3])
                #expect(response.field("ETag") != tag)
            }
        }
    }

    @Test func `a deleted file is not found until it exists again`() async throws {
        try await withServer { server, port in
            let path = try folder.file("film.mp4", [1])
            let media = try server.share(file: path)
            try FileManager.default.removeItem(atPath: path)
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().status == 404)
            }
            _ = try folder.file("film.mp4", [2])
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().body == [2])
            }
        }
    }

    @Test func `a symbolic link that replaced a file is not followed`() async throws {
        try await withServer { server, port in
            let path = try folder.file("film.mp4", [1])
            let secret = try folder.file("secret.txt", [9])
            let media = try server.share(file: path)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: secret)
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().status == 404)
            }
        }
    }

    enum Replacement: CaseIterable {
        case link
        case folder
        case linkHigherUp
    }

    @Test(arguments: Replacement.allCases)
    func `a folder put in the place of a shared file's folder is not served`(by replacement: Replacement) async throws {
        try await withServer { server, port in
            let files = FileManager.default
            for place in ["shared/films", "private/films"] {
                try files.createDirectory(atPath: "\(folder.path)/\(place)", withIntermediateDirectories: true)
            }
            let media = try server.share(file: folder.file("shared/films/film.mp4", [1]))
            _ = try folder.file("private/films/film.mp4", [9])
            let (films, secret) = ("\(folder.path)/shared/films", "\(folder.path)/private/films")
            switch replacement {
            case .link:
                try files.moveItem(atPath: films, toPath: films + "-before")
                try files.createSymbolicLink(atPath: films, withDestinationPath: secret)
            case .folder:
                try files.moveItem(atPath: films, toPath: films + "-before")
                try files.moveItem(atPath: secret, toPath: films)
            case .linkHigherUp:
                try files.moveItem(atPath: "\(folder.path)/shared", toPath: "\(folder.path)/before")
                try files.createSymbolicLink(
                    atPath: "\(folder.path)/shared",
                    withDestinationPath: "\(folder.path)/private"
                )
            }
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().status == 404)
            }
        }
    }

    enum Change: CaseIterable {
        case cut
        case overwritten
    }

    @Test(arguments: Change.allCases)
    func `a file that changes while it is served closes the connection`(change: Change) async throws {
        try await withServer { server, port in
            // Larger than the socket buffers of client and server.
            let size = 64 << 20
            let path = try folder.sparseFile("film.mp4", size: size, ending: [1])
            let media = try server.share(file: path)
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                let first = try await connection.bytes(100_000)
                #expect(first.starts(with: "HTTP/1.1 200".utf8))
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                switch change {
                case .cut: try handle.truncate(atOffset: 1000)
                case .overwritten: try handle.write(contentsOf: Data([9, 9, 9]))
                }
                try handle.close()
                let rest = await connection.bytesUntilEnd()
                #expect(100_000 + rest < size)
            }
            guard case .requested = await events.next() else { return #expect(Bool(false)) }
            guard case .answered(media, let sent, isComplete: false) = await events.next() else {
                return #expect(Bool(false))
            }
            #expect(sent < size)
        }
    }
}
