// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Judging a sender")
    struct SenderConformanceTests {
        @Test("the tool itself differs from no must and no should, as the report says")
        func ownTool() async throws {
            let sound = try SoundFile(seconds: 2)
            defer { sound.remove() }
            let folder = FileManager.default.temporaryDirectory.appending(path: "cast-report-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let receiver = try await VirtualReceiver(["--headless", "--conformance", "--report", folder])
            let play = try await CastProgram.run(["play", sound.path, "--volume", "50"] + receiver.byName)
            #expect(play.status == 0, "\(play.standardError)")
            for command in [["volume", "40"], ["status"], ["stop"]] {
                _ = try await CastProgram.run(command + ["--host", receiver.endpoint])
            }
            receiver.program.interrupt()
            let output = try await receiver.program.end()
            #expect(output.status == 0, "\(output.standardOutput)")
            let statements = try output.objects.filter { $0["event"] == "statement" }
            #expect(statements.count > 70)
            let differing = statements.filter { ["failed", "finding"].contains($0["verdict"]?.stringValue) }
            #expect(differing.map(\.description) == [])
            #expect(statements.contains { $0["case"] == "SM01" && $0["verdict"] == "passed" })
            #expect(try output.objects.contains { $0["summary"]?["failed"] == 0 })
            #expect(try output.objects.last?["event"] == "closed")
            let report = try JSONValue(parsing: String(contentsOfFile: "\(folder)/report.json", encoding: .utf8))
            #expect(report["format"] == 1 && report["sender"]?["userAgent"] != nil)
            for name in ["report.html", "junit.xml"] {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                #expect(text.contains("SM01") && !text.contains("127.0.0.1"))
            }
            await receiver.stop()
        }

        @Test("a sender that breaks a must ends the command with status 1, also after --conformance-time")
        func badSender() async throws {
            let receiver = try await VirtualReceiver(["--headless", "--conformance", "--conformance-time", "2"])
            let colon = try #require(receiver.endpoint.lastIndex(of: ":"))
            let port = try #require(Int(receiver.endpoint[receiver.endpoint.index(after: colon)...]))
            let socket = try await CastTLSConnector(group: MultiThreadedEventLoopGroup.singleton).connect(
                to: CastEndpoint(host: "127.0.0.1", port: port),
                timeout: .seconds(10),
                on: nil
            )
            let request: JSONObject = ["type": "GET_STATUS", "requestId": 1]
            try await socket.eventLoop.submit {
                socket.activate(Ignorer())
                // Without CONNECT.
                try socket.send(CastMessage(from: "sender-0", to: "receiver-0", namespace: .receiver, json: request))
            }.get()
            let output = try await receiver.program.end()
            try await socket.eventLoop.submit { socket.close(.local) }.get()
            #expect(output.status == ExitStatus.failure.rawValue, "\(output.standardOutput)")
            let failed = try output.objects.filter { $0["verdict"] == "failed" }
            #expect(failed.map { $0["case"] } == ["SC01"])
            #expect(failed.first?["received"]?.stringValue?.contains("GET_STATUS") == true)
            await receiver.stop()
        }
    }
}

/// A sender that does nothing with what it receives.
private final class Ignorer: CastSocketHandler {
    func socketDidReceive(_ message: CastMessage) {}
    func socketDidChangeWritability(_ isWritable: Bool) {}
    func socketDidClose(_ reason: CastCloseReason) {}
}
