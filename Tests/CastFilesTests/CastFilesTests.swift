// SPDX-License-Identifier: Apache-2.0

import CastFiles
import Foundation
import Testing

@Suite("Files, their kinds and their folders")
struct CastFilesTests {
    /// Calls a function with the path of a new folder, and deletes the folder.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("A file is read up to the limit, also an endless one")
    func limits() throws {
        try withFolder { folder in
            let content = (0..<40_000).map { UInt8($0 % 251) }
            try Data(content).write(to: URL(filePath: folder + "/a"))
            for limit in [0, 1, 16_384, 16_385, 39_999, 40_000] {
                #expect(try LimitedFile.read(folder + "/a", limit: limit) == Array(content.prefix(limit)), "\(limit)")
            }
            #expect(try LimitedFile.read(folder + "/a", limit: 100_000) == content)
            #expect(try LimitedFile.read("/dev/zero", limit: 50_000) == [UInt8](repeating: 0, count: 50_000))
        }
    }

    @Test("A file that cannot be read is an error with the system's reason")
    func unreadable() throws {
        try withFolder { folder in
            let missing = try #require(throws: FileFailure.self) { try LimitedFile.read(folder + "/a", limit: 10) }
            #expect(missing.operation == "opening")
            #expect("\(missing)" == "No such file or directory")
            let isFolder = try #require(throws: FileFailure.self) { try LimitedFile.read(folder, limit: 10) }
            #expect(isFolder.operation == "reading")
            #expect("\(isFolder)" == "Is a directory")
        }
    }

    @Test("The kind is that of what a link leads to; there is none if it leads nowhere")
    func kinds() throws {
        try withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/a"))
            for (link, target) in [("to-file", "a"), ("to-folder", "."), ("to-nothing", "b")] {
                try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
            }
            #expect(FileKind(of: folder + "/a") == .regularFile)
            #expect(FileKind(of: folder) == .folder)
            #expect(FileKind(of: "/dev/null") == .other)
            #expect(FileKind(of: folder + "/to-file") == .regularFile)
            #expect(FileKind(of: folder + "/to-folder") == .folder)
            #expect(FileKind(of: folder + "/to-nothing") == nil)
            #expect(FileKind(of: folder + "/b") == nil)
            #expect(FileKind(of: "") == nil)
        }
    }

    @Test("The folders of a file are created for this user only, and those that exist stay as they are")
    func folders() throws {
        try withFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
            try PrivateFile.makeFolder(of: folder + "/a//b/c/file")
            #expect(try mode(folder) == 0o755)
            for path in ["/a", "/a/b", "/a/b/c"] { #expect(try mode(folder + path) == 0o700) }
            #expect(FileKind(of: folder + "/a/b/c/file") == nil)
            try PrivateFile.makeFolder(of: folder + "/a/b/c/file")
            try PrivateFile.replace(folder + "/a/b/c/file", with: "text".utf8)
            #expect(try mode(folder + "/a/b/c/file") == 0o600)
            let failure = try #require(throws: FileFailure.self) {
                try PrivateFile.makeFolder(of: folder + "/a/b/c/file/d/e")
            }
            #expect("\(failure)" == "Not a directory")
        }
    }
}
