// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastCommand

@Suite("The password of a broker")
struct BrokerOptionsTests {
    private func withFile(_ content: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID().uuidString)").path
        try Data(content).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func failure(_ path: String) throws -> CommandFailure {
        try #require(throws: CommandFailure.self) { try BrokerOptions.password(in: path) }
    }

    @Test("it is the first line of its file")
    func firstLine() throws {
        for text in ["s3crét", "s3crét\n", "s3crét\r\nnote"] {
            try withFile(Array(text.utf8)) { path in
                let password = try BrokerOptions.password(in: path)
                #expect(password == "s3crét", "\(text)")
            }
        }
    }

    @Test("the error for a file that cannot be read has its path and the reason")
    func unreadable() throws {
        let missing = try failure("/none/password").message
        #expect(missing.hasSuffix("/none/password cannot be read: No such file or directory"))
        #expect(try failure("/").message.hasSuffix("Is a directory"))
        #expect(try failure("/dev/zero").message.hasSuffix("it is larger than 64 KiB"))
        try withFile([0x70, 0xFF]) { path in
            let message = try failure(path).message
            #expect(message.hasSuffix("\(path) cannot be read: it is not UTF-8 text"))
        }
    }
}
