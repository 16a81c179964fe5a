// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Foundation
import Testing

@testable import CastReceiver

@Suite("Control socket", .serialized)
struct ControlTests {
    @Test("commands are executed and answered, and only this user can access the socket", .timeLimit(.minutes(1)))
    func commands() async throws {
        try await ControlledNetwork.perform { controlled in
            let (registry, path) = (controlled.registry, controlled.path)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let device = try await registry.device("Controlled")
            let status = try await ControlClient.ask(["command": "status"], at: path)
            #expect(status["ok"] == true)
            #expect(status["devices"]?[0]?["id"]?.stringValue == device.id)
            let added = try await ControlClient.ask(["command": "fault", "rule": "drop,type=LOAD"], at: path)
            #expect(added["id"] == 1)
            #expect(await device.faults.active.count == 1)
            let faults = try await ControlClient.ask(["command": "faults"], at: path)
            #expect(faults["faults"]?[0]?["hits"] == 0)
            #expect(try await ControlClient.ask(["command": "unfault", "id": "1"], at: path)["ok"] == true)
            #expect(try await ControlClient.ask(["command": "volume", "level": 0.25], at: path)["ok"] == true)
            #expect(device.snapshot.volumeLevel == 0.25)
            #expect(try await ControlClient.ask(["command": "launch", "app": "CC1AD845"], at: path)["ok"] == true)
            #expect(device.snapshot.application?.appID == "CC1AD845")
            #expect(try await ControlClient.ask(["command": "close"], at: path)["ok"] == true)
            #expect(device.snapshot.application == nil)
            let moved = try await ControlClient.ask(["command": "port", "port": 0], at: path)
            #expect(moved["endpoint"]?.stringValue == "\(device.endpoint)")
        }
    }

    @Test("closing the server does not wait for a device that is off", .timeLimit(.minutes(1)))
    func closesWhileOff() async throws {
        try await ControlledNetwork.perform { controlled in
            let path = controlled.path
            let device = try await controlled.registry.device("Controlled")
            let asking = Task { try? await ControlClient.ask(["command": "off", "seconds": 3600], at: path) }
            // The port refuses connections as soon as the device is off.
            while let open = try? await LineConnection(port: device.endpoint.port) { await open.close() }
            await controlled.server.close()
            _ = await asking.value
        }
    }

    @Test("a device added after the shutdown is shut down", .timeLimit(.minutes(1)))
    func addedAfterShutdown() async throws {
        let registry = VirtualDeviceRegistry()
        await registry.close()
        let late = try await VirtualDevice.start(ControlledNetwork.configuration)
        await registry.add(late)
        #expect(await registry.devices.isEmpty)
        await #expect(throws: LaunchRefusal.self) { try await late.launchApplication("CC1AD845") }
        await #expect(throws: (any Error).self) { try await LineConnection(port: late.endpoint.port) }
    }

    @Test("bytes are split into lines regardless of their chunks, up to the line limit")
    func lines() {
        var lines = ControlLines(limit: 8)
        lines.append(Array("ab\n\n  \ncd".utf8))
        #expect(lines.next() == "ab")
        #expect(lines.next() == nil)
        lines.append(Array("ef\n".utf8))
        #expect(lines.next() == "cdef")
        lines.append(Array("12345678\n123456789".utf8))
        #expect(lines.next() == "12345678")
        #expect(lines.next() == nil)
        #expect(lines.hasOverflowed)
        lines.append(Array("late\n".utf8))
        #expect(lines.next() == nil)
    }

    @Test("a path that cannot be a socket is a typed error; a stale socket is replaced")
    func paths() async throws {
        let registry = VirtualDeviceRegistry()
        for path in ["", String(repeating: "a", count: 300), "/no/such/directory/socket"] {
            await #expect(throws: VirtualDeviceError.self) {
                try await ControlServer.start(path: path, registry: registry)
            }
        }
        let file = ControlledNetwork.socketPath()
        try Data("mine".utf8).write(to: URL(filePath: file))
        let error = await #expect(throws: VirtualDeviceError.self) {
            try await ControlServer.start(path: file, registry: registry)
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(try String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self) == "mine")
        try FileManager.default.removeItem(atPath: file)

        let path = ControlledNetwork.socketPath()
        // The stale socket of a terminated program.
        close(try ControlSocket.listen(at: path, backlog: 1))
        let server = try await ControlServer.start(path: path, registry: registry)
        let taken = await #expect(throws: VirtualDeviceError.self) {
            try await ControlServer.start(path: path, registry: registry)
        }
        #expect(taken?.code == .portInUse)
        await server.close()

        // A program that listens and never accepts, so its queue of connections is full.
        let full = try ControlSocket.listen(at: path, backlog: 0)
        var pendingConnections: [Int32] = []
        while let descriptor = Self.connectWithoutWaiting(to: path) { pendingConnections.append(descriptor) }
        let busy = #expect(throws: VirtualDeviceError.self) { try ControlSocket.listen(at: path, backlog: 1) }
        #expect(busy?.code == .portInUse)
        for descriptor in pendingConnections + [full] { close(descriptor) }

        let noListener = await #expect(throws: VirtualDeviceError.self) {
            try await ControlClient.ask(["command": "status"], at: path)
        }
        #expect(noListener?.reason.contains("--control") == true)
    }

    /// Returns a connection to a socket; nil when its queue is full.
    private static func connectWithoutWaiting(to path: String) -> Int32? {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
