// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Frame log")
struct FrameLogTests {
    private let message = CastMessage(
        from: "sender-0",
        to: "receiver-0",
        namespace: .receiver,
        payload: .text(#"{"type":"GET_STATUS","requestId":1}"#)
    )

    @Test("a line contains time, direction, peer, ids, namespace and payload")
    func line() throws {
        let line = FrameLog.line(
            .inbound,
            message,
            peer: "192.0.2.7:4000",
            socket: SocketID(3),
            time: Date(timeIntervalSince1970: 1_700_000_000.25)
        )
        let object = try #require(try JSONValue(parsing: line).objectValue)
        #expect(object["time"] == .string("2023-11-14T22:13:20.250Z"))
        #expect(object["direction"] == .string("in"))
        #expect(object["peer"] == .string("192.0.2.7:4000"))
        #expect(object["socket"] == .integer(3))
        #expect(object["source"] == .string("sender-0"))
        #expect(object["destination"] == .string("receiver-0"))
        #expect(object["namespace"] == .string("urn:x-cast:com.google.cast.receiver"))
        #expect(object["text"] == .string(#"{"type":"GET_STATUS","requestId":1}"#))
    }

    @Test("binary payloads are logged as base64, and long ones are truncated")
    func payloads() throws {
        var binary = message
        binary.payload = .binary([1, 2, 3])
        let line = FrameLog.line(.outbound, binary, peer: "p", socket: SocketID(1), time: Date())
        #expect(try JSONValue(parsing: line)["base64"] == .string("AQID"))
        var long = message
        long.payload = .text(String(repeating: "é", count: 20_000))
        let cut = try JSONValue(parsing: FrameLog.line(.inbound, long, peer: "p", socket: SocketID(1), time: Date()))
        #expect(cut["length"] == .integer(40_000))
        #expect(cut["text"]?.stringValue?.utf8.count == FrameLog.payloadLimit)
    }

    @Test("lines are appended in order to a file with a private mode")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.path() + "cast-frames-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 {
            let log = try FrameLog(path: path)
            for socket in 1...50 {
                #expect(log.record(.inbound, message, peer: "p", socket: SocketID(socket)))
            }
            await log.close()
            #expect(!log.record(.inbound, message, peer: "p", socket: SocketID(1)))
        }
        let lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 100)
        #expect(
            try lines.prefix(50).map { try JSONValue(parsing: String($0))["socket"] } == (1...50).map { .integer($0) }
        )
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("a file that cannot be written is a typed error that names it")
    func unwritable() {
        let error = #expect(throws: VirtualDeviceError.self) { try FrameLog(path: "/proc/nowhere/frames") }
        #expect(error?.code == .frameLogUnwritable)
        #expect(error?.reason.contains("/proc/nowhere/frames") == true)
    }

    @Test("a pipe that no program reads is an error; one that is read gets the lines")
    func pipe() async throws {
        let path = FileManager.default.temporaryDirectory.path() + "cast-frames-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: VirtualDeviceError.self) { try FrameLog(path: path) }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let log = try FrameLog(path: path)
        #expect(log.record(.inbound, message, peer: "p", socket: SocketID(1)))
        await log.close()
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(read(reader, &buffer, buffer.count) > 0)
    }
}
