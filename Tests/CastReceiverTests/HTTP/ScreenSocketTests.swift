// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("WebSocket of the device's page", .timeLimit(.minutes(1)))
struct ScreenSocketTests {
    private static let path = "/screen/socket"
    private static let origin = "http://localhost:8008"

    #if os(Linux)
    private static let loopback = "lo"
    #else
    private static let loopback = "lo0"
    #endif

    private func withDevice(_ body: (VirtualDevice, Int) async throws -> Void) async throws {
        let device = try await VirtualDevice.start(
            DeviceConfiguration(
                name: "Socket test",
                port: 0,
                httpPort: 0,
                httpsPort: nil,
                interfaces: .named([Self.loopback]),
                advertises: false
            )
        )
        do {
            let port = try #require(device.pageURL?.split(separator: ":").last.flatMap { Int($0.dropLast()) })
            try await body(device, port)
        } catch {
            await device.close()
            throw error
        }
        await device.close()
    }

    private func next(_ socket: PageSocket) async throws -> JSONValue {
        try JSONValue(parsing: Array(try #require(try await socket.nextText()).utf8))
    }

    @Test("a page receives its token, and then the state of the screen")
    func receivesState() async throws {
        try await withDevice { _, port in
            try await PageSocket.open(port: port, path: Self.path, origin: Self.origin) { socket in
                let hello = try await next(socket)
                #expect(hello["hello"]?["token"]?.stringValue?.isEmpty == false)
                let state = try await next(socket)
                #expect(state["state"]?["deviceName"]?.stringValue == "Socket test")
                #expect(state["state"]?["scene"]?["name"]?.stringValue == "idle")
            }
        }
    }

    @Test("a page whose socket is closed makes room for the next one")
    func closes() async throws {
        try await withDevice { _, port in
            for _ in 0..<40 {
                try await PageSocket.open(port: port, path: Self.path, origin: Self.origin) { socket in
                    let hello = try await next(socket)
                    #expect(hello["hello"] != nil)
                }
            }
        }
    }

    @Test("a device that is shut down ends its app on the page before the connection ends")
    func endsAppAtShutdown() async throws {
        for _ in 0..<10 {
            try await withDevice { device, port in
                try await device.launchApplication("CC1AD845")
                let (opened, open) = AsyncStream.makeStream(of: Void.self)
                try await withThrowingTaskGroup(of: String?.self) { group in
                    let pages = 8
                    for _ in 0..<pages {
                        group.addTask { try await lastScene(port, opened: { open.yield() }) }
                    }
                    var isOpen = opened.makeAsyncIterator()
                    for _ in 0..<pages { await isOpen.next() }
                    await device.close()
                    for try await scene in group { #expect(scene == "idle") }
                }
            }
        }
    }

    /// Opens a page, and returns the last scene that it shows before the device ends the connection.
    private func lastScene(_ port: Int, opened: () -> Void) async throws -> String? {
        try await PageSocket.open(port: port, path: Self.path, origin: Self.origin) { socket in
            _ = try await next(socket)
            var state = try await next(socket)
            #expect(state["state"]?["scene"]?["name"]?.stringValue != "idle")
            opened()
            while let text = try await socket.nextText() { state = try JSONValue(parsing: Array(text.utf8)) }
            return state["state"]?["scene"]?["name"]?.stringValue
        }
    }

    @Test(
        "a socket is refused to pages of other origins and to clients that send none",
        arguments: ["http://evil.example", "http://localhost:9", "https://localhost:8008", "null", nil]
    )
    func refusesOtherOrigins(origin: String?) async throws {
        try await withDevice { _, port in
            let refusal = await #expect(throws: PageSocket.Refused.self) {
                try await PageSocket.open(port: port, path: Self.path, origin: origin) { _ in }
            }
            #expect(refusal?.head.hasPrefix("HTTP/1.1 403") == true)
        }
    }
}
