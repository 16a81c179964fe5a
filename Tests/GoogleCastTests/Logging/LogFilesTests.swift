// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@Suite("Log files")
struct LogFilesTests {
    let files = LogFiles(directory: NSTemporaryDirectory() + "gck-logs-\(UUID().uuidString)") {
        Date(timeIntervalSince1970: 1_700_000_000.125)
    }

    private func entry(_ message: String) -> LogEntry {
        LogEntry(
            level: .info,
            function: "-[GCKCastSession start]",
            location: "SessionManager.swift:12",
            message: message
        )
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: files.directory).sorted() }
    }

    private func text(_ number: Int) throws -> String {
        try String(contentsOfFile: files.directory + "/cast-\(number).log", encoding: .utf8)
    }

    private func size(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: files.directory + "/" + name)
        return try #require(attributes[.size] as? Int)
    }

    @Test("A line has time, level, location, function and message, with line breaks escaped")
    func line() throws {
        files.write(entry("two\nlines\r\\"), limits: LogFiles.Limits())
        files.flush()
        #expect(
            try text(0)
                == "2023-11-14T22:13:20.125Z I SessionManager.swift:12 -[GCKCastSession start] two\\nlines\\r\\\\\n"
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: files.directory + "/cast-0.log")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("L19 files keep to the configured count and size, with the newest lines in cast-0.log")
    func rotation() throws {
        var limits = LogFiles.Limits()
        limits.size = LogFiles.Limits.smallestSize
        limits.count = 3
        for number in 0..<2_000 {
            files.write(entry("\(number) " + String(repeating: "x", count: 100)), limits: limits)
        }
        files.flush()
        #expect(try names == ["cast-0.log", "cast-1.log", "cast-2.log"])
        for name in try names { #expect(try size(name) <= 32_768) }
        #expect(try text(0).contains(" 1999 x"))
        let newest = try text(0).split(separator: "\n").count
        #expect(try text(1).split(separator: "\n").last?.contains(" \(1999 - newest) x") == true)
    }

    @Test("Lowering the file count deletes the surplus files at the next line")
    func fewerFiles() throws {
        var limits = LogFiles.Limits()
        limits.size = LogFiles.Limits.smallestSize
        limits.count = 5
        for _ in 0..<2_000 { files.write(entry(String(repeating: "x", count: 100)), limits: limits) }
        files.flush()
        #expect(try names.count == 5)
        limits.count = 2
        files.write(entry("x"), limits: limits)
        files.flush()
        #expect(try names == ["cast-0.log", "cast-1.log"])
    }

    @Test("A message of a megabyte is truncated to the size limit of a file")
    func hugeMessage() throws {
        var limits = LogFiles.Limits()
        limits.size = LogFiles.Limits.smallestSize
        files.write(entry(String(repeating: "y", count: 1 << 20)), limits: limits)
        files.flush()
        #expect(try size("cast-0.log") == 32_768)
    }

    @Test("After reopening, new lines are appended to the existing files")
    func reopened() throws {
        files.write(entry("first"), limits: LogFiles.Limits())
        files.close()
        let again = LogFiles(directory: files.directory)
        files.flush()
        again.write(entry("second"), limits: LogFiles.Limits())
        again.flush()
        #expect(try text(0).split(separator: "\n").count == 2)
    }

    @Test("A directory that is not writable disables file logging only")
    func unwritable() throws {
        let blocked = LogFiles(directory: "/dev/null/logs")
        for _ in 0..<3 { blocked.write(entry("x"), limits: LogFiles.Limits()) }
        blocked.flush()
    }

    @Test("A symbolic link in place of the newest file is not followed")
    func link() throws {
        try FileManager.default.createDirectory(atPath: files.directory, withIntermediateDirectories: true)
        let target = files.directory + "/elsewhere"
        try FileManager.default.createSymbolicLink(
            atPath: files.directory + "/cast-0.log",
            withDestinationPath: target
        )
        files.write(entry("x"), limits: LogFiles.Limits())
        files.flush()
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
