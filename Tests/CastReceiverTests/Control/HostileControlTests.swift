// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("Control socket with hostile clients", .serialized)
struct HostileControlTests {
    private static let hostileLines = [
        (#"{}"#, "invalidRequest"), (#"[1]"#, "invalidRequest"), (#"nonsense"#, "invalidRequest"),
        (#"{"command":5}"#, "invalidRequest"), (#"{"command":"dance"}"#, "unknownCommand"),
        (#"{"command":"seek"}"#, "missingArgument"), (#"{"command":"seek","position":-1}"#, "wrongArgument"),
        (#"{"command":"volume","level":"loud"}"#, "wrongArgument"),
        (#"{"command":"off","seconds":1e99}"#, "wrongArgument"),
        (#"{"command":"fault","rule":"dely=1s"}"#, "invalidFault"),
        (#"{"command":"unfault","id":7}"#, "noSuchFault"),
        (#"{"command":"pause","device":"Nobody"}"#, "failed"), (#"{"command":"pause"}"#, "nothingPlays"),
        (#"{"command":"launch","app":"NOSUCHAP"}"#, "launchRefused"),
        (#"{"command":"join","device":"x"}"#, "failed"),
        (#"{"command":"answer","allow":true}"#, "nothingToAnswer"),
        (#"{"command":"standby","on":1}"#, "wrongArgument"),
        (#"{"command":"transfer","to":"Nobody"}"#, "failed"),
        (#"{"command":"port","port":70000}"#, "wrongArgument"),
        (#"{"command":"expand","with":"Nobody"}"#, "failed"), (#"{"command":"dissolve"}"#, "failed"),
    ]

    @Test("every invalid line is answered with a specific error", .timeLimit(.minutes(1)))
    func hostile() async throws {
        let registry = VirtualDeviceRegistry()
        await registry.add(try await VirtualDevice.start(ControlledNetwork.configuration))
        for (line, code) in Self.hostileLines {
            let answer = await ControlServer.answer(line, registry)
            #expect(answer["error"]?["code"]?.stringValue == code, "\(line): \(answer)")
            #expect(answer["error"]?["reason"]?.stringValue?.isEmpty == false)
        }
        await registry.close()
    }

    @Test("a line that is too long is rejected, and the next connection is served", .timeLimit(.minutes(1)))
    func endless() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            let long = String(repeating: "x", count: ControlServer.lineLimit + 1)
            let answer = try await ControlClient.ask(["command": .string(long)], at: path)
            #expect(answer["error"]?["code"] == "lineTooLong")
            #expect(try await ControlClient.ask(["command": "status"], at: path)["ok"] == true)
        }
    }

    @Test(
        "a byte stream without a line end is rejected at the limit, and its connection is closed",
        .timeLimit(.minutes(1))
    )
    func noLineEnd() async throws {
        try await ControlledNetwork.perform { controlled in
            let connection = try await Self.connect(to: controlled.path)
            let answer = try await connection.executeThenClose { inbound, outbound in
                async let writing: Void = {
                    // Ends when the server has closed the connection.
                    for _ in 0..<10_000 { try await outbound.write(ByteBuffer(repeating: 0x20, count: 8192)) }
                }()
                var answer = ByteBuffer()
                do {
                    for try await var bytes in inbound { answer.writeBuffer(&bytes) }
                } catch {
                    // A reset after the answer counts as the end.
                }
                _ = try? await writing
                return String(buffer: answer)
            }
            #expect(answer.contains("lineTooLong"))
            #expect(answer.split(separator: "\n").count == 1)
            #expect(try await ControlClient.ask(["command": "status"], at: controlled.path)["ok"] == true)
        }
    }

    @Test(
        "connections beyond the limit are rejected with an error; closing the server ends all connections",
        .timeLimit(.minutes(1))
    )
    func idleConnections() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
                for _ in 0..<ControlServer.connectionLimit {
                    group.addTask {
                        let connection = try await Self.connect(to: path)
                        try await connection.executeThenClose { inbound, outbound in
                            try await outbound.write(ByteBuffer(string: "{\"command\":\"faults\"}\n"))
                            // One answer, then no data until the server closes.
                            for try await _ in inbound { arrival.yield() }
                        }
                    }
                }
                var arrivalIterator = arrivals.makeAsyncIterator()
                for _ in 0..<ControlServer.connectionLimit { _ = await arrivalIterator.next() }
                var rejectedCount = 0
                for _ in 0..<50 {
                    do throws(VirtualDeviceError) {
                        let answer = try await ControlClient.ask(["command": "status"], at: path)
                        if answer["error"]?["code"] == "tooManyConnections" { rejectedCount += 1 }
                        #expect(answer["ok"] == nil)
                    } catch {
                        // The connection was closed before the request was read.
                        #expect(error.code == .failed, "\(error)")
                    }
                }
                #expect(rejectedCount > 0)
                await controlled.server.close()
                try await group.waitForAll()
            }
        }
    }

    @Test("every client that closes its sending side with its last line gets its answers", .timeLimit(.minutes(1)))
    func halfOpen() async throws {
        try await ControlledNetwork.perform { controlled in
            for _ in 0..<40 {
                let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(unixDomainSocketPath: controlled.path) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                                wrappingChannelSynchronously: channel,
                                configuration: .init(isOutboundHalfClosureEnabled: true)
                            )
                        }
                    }
                // Both in one call, so that they may arrive before the server reads.
                try await channel.channel.eventLoop.submit { [channel = channel.channel] in
                    channel.writeAndFlush(ByteBuffer(string: "{\"command\":\"faults\"}\n"), promise: nil)
                    channel.close(mode: .output, promise: nil)
                }.get()
                let answer = try await channel.executeThenClose { inbound, _ in
                    var bytes = ByteBuffer()
                    for try await var piece in inbound { bytes.writeBuffer(&piece) }
                    return String(buffer: bytes)
                }
                #expect(answer.contains("\"ok\":true"))
            }
        }
    }

    @Test("a client that disconnects during a long command releases its connection", .timeLimit(.minutes(1)))
    func clientDisconnects() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            func code() async -> String? {
                let answer = try? await ControlClient.ask(["command": "faults"], at: path)
                return answer?["ok"] == true ? "ok" : answer?["error"]?["code"]?.stringValue
            }
            @Sendable func stay(asking request: String) async throws {
                while !Task.isCancelled {
                    // The queue of pending connections is short; when it is full, the client tries again.
                    guard let connection = try? await Self.connect(to: path) else { continue }
                    // A rejected connection may be reset before its answer is read.
                    try? await connection.executeThenClose { inbound, outbound in
                        try await outbound.write(ByteBuffer(string: request + "\n"))
                        for try await _ in inbound {}
                    }
                }
            }
            var (isFull, isFree) = (false, false)
            await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1..<ControlServer.connectionLimit {
                    group.addTask { try await stay(asking: "{\"command\":\"faults\"}") }
                }
                let leaving = Task { try await stay(asking: "{\"command\":\"off\",\"seconds\":3600}") }
                for _ in 0..<2000 where !isFull { isFull = await code() == "tooManyConnections" }
                leaving.cancel()
                _ = await leaving.result
                for _ in 0..<2000 where !isFree { isFree = await code() == "ok" }
                group.cancelAll()
                while await group.nextResult() != nil {}
            }
            #expect(isFull)
            #expect(isFree)
        }
    }

    @Test(
        "each of thousands of connections is answered, rejected or closed, and the server keeps working",
        .timeLimit(.minutes(2))
    )
    func thousands() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            let codes = await withTaskGroup(of: String.self) { group in
                var codes: [String: Int] = [:]
                for number in 0..<3000 {
                    if number >= 64, let code = await group.next() { codes[code, default: 0] += 1 }
                    group.addTask {
                        do throws(VirtualDeviceError) {
                            let answer = try await ControlClient.ask(["command": "faults"], at: path)
                            return answer["error"]?["code"]?.stringValue ?? "ok"
                        } catch {
                            // The system's queue of pending connections was full, or the connection closed before its
                            // error was read.
                            return error.code == .addressNotAvailable || error.code == .failed ? "away" : "\(error)"
                        }
                    }
                }
                for await code in group { codes[code, default: 0] += 1 }
                return codes
            }
            #expect(codes["ok", default: 0] > 0)
            #expect(Set(codes.keys).isSubset(of: ["ok", "tooManyConnections", "away"]), "\(codes)")
            #expect(codes.values.reduce(0, +) == 3000)
            // The connections that were served have been released.
            for _ in 0..<ControlServer.connectionLimit * 2 {
                let status = try await ControlClient.ask(["command": "status"], at: path)
                #expect(status["ok"] == true)
            }
        }
    }

    @Test("the number of faults is limited, and they can be removed", .timeLimit(.minutes(1)))
    func manyFaults() async throws {
        let registry = VirtualDeviceRegistry()
        let device = try await VirtualDevice.start(ControlledNetwork.configuration)
        await registry.add(device)
        var refused = 0
        for _ in 0..<DeviceControlCommand.faultLimit + 20 {
            let answer = await ControlServer.answer(#"{"command":"fault","rule":"drop,type=NONE"}"#, registry)
            if answer["error"]?["code"] == "tooManyFaults" { refused += 1 }
        }
        #expect(refused == 20)
        #expect(await device.faults.active.count == DeviceControlCommand.faultLimit)
        #expect(await ControlServer.answer(#"{"command":"unfault"}"#, registry)["ok"] == true)
        #expect(await device.faults.active.isEmpty)
        await registry.close()
    }

    @Test("every command with every wrong type is answered, and does not end the device", .timeLimit(.minutes(2)))
    func wrongTypes() async throws {
        let registry = VirtualDeviceRegistry()
        let device = try await VirtualDevice.start(ControlledNetwork.configuration)
        await registry.add(device)
        let names = [
            "device", "group", "to", "with", "app", "url", "type", "rule", "id", "level", "muted", "position",
            "seconds", "port", "on", "allow", "keep",
        ]
        let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let values = [
            "null", "true", "-1", "1e308", "-1e999", "\"\"", "[]", "{}", "[[1]]", "\"\\u0000\"", "\"nan\"", nested,
            "\"" + String(repeating: "x", count: 10_000) + "\"",
        ]
        for command in DeviceControlCommand.Name.allCases.map(\.rawValue) {
            for name in names {
                for value in values {
                    let answer = await ControlServer.answer(
                        "{\"command\":\"\(command)\",\"\(name)\":\(value)}",
                        registry
                    )
                    let isRefused = answer["error"]?["code"]?.stringValue != nil
                    #expect(answer["ok"] == true || isRefused, "\(command) \(name) \(value.prefix(20)): \(answer)")
                }
            }
        }
        #expect(
            await ControlServer.answer(#"{"command":"status"}"#, registry)["devices"]?[0]?["id"] == .string(device.id)
        )
        await registry.close()
    }

    @Test("lines of random bytes are never executed", .timeLimit(.minutes(1)))
    func randomLines() async throws {
        let registry = VirtualDeviceRegistry()
        for seed in UInt64(0)..<3000 {
            var generator = SeededGenerator(seed: seed)
            var lines = ControlLines(limit: 256)
            let bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            lines.append(bytes + [UInt8(ascii: "\n")])
            while let line = lines.next() {
                let answer = await ControlServer.answer(line, registry)
                #expect(answer["error"]?["code"] == "invalidRequest", "seed \(seed)")
            }
        }
    }

    @Test("a client that sends and never reads is not read any further, and others are served", .timeLimit(.minutes(1)))
    func neverReads() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.autoRead, value: false)
                .connect(unixDomainSocketPath: path)
                .get()
            let request = ByteBuffer(string: String(repeating: "{\"command\":\"status\"}\n", count: 3000))
            // Far more than the buffers of both ends can hold; the rest stays queued in this channel.
            for _ in 0..<100 { connection.writeAndFlush(request, promise: nil) }
            #expect(try await ControlClient.ask(["command": "status"], at: path)["ok"] == true)
            var unsentBytes = try await connection.bufferedBytes()
            while true {
                try await Task.sleep(for: .milliseconds(300))
                let now = try await connection.bufferedBytes()
                if now == unsentBytes { break }
                unsentBytes = now
            }
            #expect(unsentBytes > 100_000)
            #expect(try await ControlClient.ask(["command": "status"], at: path)["ok"] == true)
            try await connection.close()
        }
    }

    @Test(
        "connections that are opened while the server closes are closed, too",
        .timeLimit(.minutes(1))
    )
    func closing() async throws {
        let registry = VirtualDeviceRegistry()
        for _ in 0..<300 {
            let path = ControlledNetwork.socketPath()
            let server = try await ControlServer.start(path: path, registry: registry)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        // Later connections are refused by the system.
                        guard let channel = try? await Self.channel(to: path) else { return }
                        // Returns only when the server closes the connection.
                        try? await channel.closeFuture.get()
                    }
                }
                group.addTask { await server.close() }
            }
        }
        await registry.close()
    }

    private static func channel(to path: String) async throws -> any Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(unixDomainSocketPath: path)
            .get()
    }

    private static func connect(to path: String) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }
}

extension Channel {
    /// The number of bytes written and not yet sent.
    fileprivate func bufferedBytes() async throws -> Int {
        try await getOption(.bufferedWritableBytes).get()
    }
}
