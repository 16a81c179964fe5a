// SPDX-License-Identifier: Apache-2.0

import CastFiles
import Foundation
import SystemPackage
import Testing

@Suite("Files, who may use them, and their folders")
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

    @Test("A file is writable by others if its group or all users may write to it")
    func access() throws {
        try withFolder { folder in
            let file = folder + "/a"
            try Data().write(to: URL(filePath: file))
            for (mode, isWritable) in [(0o600, false), (0o755, false), (0o620, true), (0o602, true), (0o777, true)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                #expect(try Stat(file).isWritableByOthers == isWritable, "\(String(mode, radix: 8))")
            }
            #expect(try Stat(file).isOwn)
            #expect(try Stat("/").isOwn == (geteuid() == 0))
            #expect(try Stat(file).isOwnOrOfSuperuser)
            #expect(try Stat("/").isOwnOrOfSuperuser)
        }
    }

    @Test("The time of the last change has fractions of a second")
    func modificationTime() throws {
        try withFolder { folder in
            let file = folder + "/a"
            try Data().write(to: URL(filePath: file))
            let date = Date(timeIntervalSince1970: 1_700_000_000.25)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
            #expect(try Stat(file).modificationTime == 1_700_000_000.25)
        }
    }

    @Test("The folders of a file are created for this user only, and those that exist stay as they are")
    func folders() throws {
        try withFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
            try PrivateFile.makeFolder(of: folder + "/a//b/c/file")
            #expect(try mode(folder) == 0o755)
            for path in ["/a", "/a/b", "/a/b/c"] { #expect(try mode(folder + path) == 0o700) }
            #expect(!FileManager.default.fileExists(atPath: folder + "/a/b/c/file"))
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
