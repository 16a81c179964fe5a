import CastWire
import Foundation
import Testing

@testable import CastReceiver

@Suite("Orders by a control socket", .serialized)
struct ControlTests {
    private static var configuration: DeviceConfiguration {
        DeviceConfiguration(
            name: "Controlled",
            port: 0,
            httpPort: nil,
            httpsPort: nil,
            interfaces: .named(["lo"]),
            advertises: false
        )
    }

    private static func path() -> String {
        FileManager.default.temporaryDirectory.appending(path: "cast-\(UInt32.random(in: 0 ... .max)).sock").path
    }

    /// A home with one device, and a socket for it.
    private func withHome(_ body: (VirtualHome, String) async throws -> Void) async throws {
        let home = VirtualHome()
        await home.add(try await VirtualDevice.start(Self.configuration))
        let path = Self.path()
        let server = try await ControlServer.start(path: path, home: home)
        do {
            try await body(home, path)
        } catch {
            await server.close()
            await home.shutdown()
            throw error
        }
        await server.close()
        await home.shutdown()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("orders are carried out and answered, for this user alone", .timeLimit(.minutes(1)))
    func orders() async throws {
        try await withHome { home, path in
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let device = try await home.device("Controlled")
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

    @Test("whatever a line says is answered with an error that names it", .timeLimit(.minutes(1)))
    func hostile() async throws {
        let home = VirtualHome()
        await home.add(try await VirtualDevice.start(Self.configuration))
        for (line, code) in Self.hostileLines {
            let answer = await ControlServer.answer(line, home)
            #expect(answer["error"]?["code"]?.stringValue == code, "\(line): \(answer)")
            #expect(answer["error"]?["reason"]?.stringValue?.isEmpty == false)
        }
        await home.shutdown()
    }

    @Test("a line that never ends is refused, and the next connection is served", .timeLimit(.minutes(1)))
    func endless() async throws {
        try await withHome { _, path in
            let long = String(repeating: "x", count: ControlServer.lineLimit + 1)
            let answer = try await ControlClient.ask(["command": .string(long)], at: path)
            #expect(answer["error"]?["code"] == "lineTooLong")
            #expect(try await ControlClient.ask(["command": "status"], at: path)["ok"] == true)
        }
    }

    @Test("bytes become lines, however they are cut, none longer than the limit")
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
        #expect(lines.isOverflown)
        lines.append(Array("late\n".utf8))
        #expect(lines.next() == nil)
    }

    @Test("a path that cannot be a socket is a typed error; a socket left behind is replaced")
    func paths() async throws {
        let home = VirtualHome()
        for path in ["", String(repeating: "a", count: 300), "/no/such/directory/socket"] {
            await #expect(throws: VirtualDeviceError.self) { try await ControlServer.start(path: path, home: home) }
        }
        let file = Self.path()
        try Data("mine".utf8).write(to: URL(filePath: file))
        let error = await #expect(throws: VirtualDeviceError.self) {
            try await ControlServer.start(path: file, home: home)
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(try String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self) == "mine")
        try FileManager.default.removeItem(atPath: file)

        let path = Self.path()
        // What a killed program leaves behind.
        close(try ControlSocket.listen(at: path, backlog: 1))
        let server = try await ControlServer.start(path: path, home: home)
        let taken = await #expect(throws: VirtualDeviceError.self) {
            try await ControlServer.start(path: path, home: home)
        }
        #expect(taken?.code == .portInUse)
        await server.close()
        let gone = await #expect(throws: VirtualDeviceError.self) {
            try await ControlClient.ask(["command": "status"], at: path)
        }
        #expect(gone?.reason.contains("--control") == true)
    }
}
