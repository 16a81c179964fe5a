// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Logging
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("WebSocket of receiver pages", .timeLimit(.minutes(1)))
struct WebReceiverSocketTests {
    private static let page = "http://192.0.2.5:5000/receiver.html"
    private static let origin = "http://192.0.2.5:5000"
    private let chat: CastNamespace = "urn:x-cast:org.example.chat"

    #if os(Linux)
    private static let loopback = "lo"
    #else
    private static let loopback = "lo0"
    #endif

    private func withDevice(
        also others: [InstalledApplication] = [],
        _ body: (VirtualDevice, Int) async throws -> Void
    ) async throws {
        let device = try await VirtualDevice.start(
            DeviceConfiguration(
                name: "Page test",
                port: 0,
                httpPort: 0,
                httpsPort: nil,
                interfaces: .named([Self.loopback]),
                advertises: false,
                applications: [.web(appID: "AB12CD34", url: Self.page)] + others
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

    /// Waits for a snapshot that meets the condition.
    private func snapshot(
        of device: VirtualDevice,
        where condition: (DeviceSnapshot) -> Bool
    ) async throws -> DeviceSnapshot {
        for await snapshot in device.snapshots where condition(snapshot) { return snapshot }
        throw CancellationError()
    }

    private func receivedTypes(_ socket: PageSocket, _ count: Int) async throws -> [String] {
        var types: [String] = []
        while types.count < count, let text = try await socket.nextText() {
            types.append(WebReceiverFrame(parsing: text)?.object?.messageType ?? "?")
        }
        return types
    }

    @Test("an application's page can connect and boot, its namespaces are listed, and the port still serves HTTP")
    func boots() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            #expect(device.snapshot.application?.pageURL == Self.page)
            #expect(device.snapshot.application?.isReady == false)
            try await PageSocket.open(port: port, path: "/v2/ipc?volume=page", origin: Self.origin) { socket in
                try await socket.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                let types = try await receivedTypes(socket, 4)
                #expect(types == ["ready", "volumechanged", "visibilitychanged", "standbychanged"])
                let ready = try await snapshot(of: device) { $0.application?.isReady == true }
                #expect(ready.application?.namespaces == ["urn:x-cast:com.google.cast.media"])
                #expect(ready.application?.statusText == "Old page")
                await device.remote.setVolume(0.25)
                #expect(try await receivedTypes(socket, 1) == ["volumechanged"])

                try await socket.send([], opcode: 9)
                #expect(try await socket.next()?.opcode == 10, "PING is answered with PONG")
                try await socket.send([1, 2], opcode: 2)
                try await socket.send("no frame")
                try await socket.send(WebReceiverFrame(system: ["type": "stop"]).text)
                _ = try await snapshot(of: device) { $0.lastApplicationEnd?.reason == .finished }
                // The socket must stay open: the page would reopen a closed one, which would count as the next
                // session's page.
                try await socket.send([], opcode: 9)
                #expect(try await socket.next()?.opcode == 10)
            }
            #expect(await device.drops[.wrongPayloadKind] == 1)
            #expect(await device.drops[.badPageFrame] == 1)
            let info = try await LineConnection.send(
                "GET /setup/eureka_info HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                port: port
            )
            #expect(RawAnswer(info).status == 200)
        }
    }

    @Test(
        "connections that are not from an application's page, or use a host name, are answered with 403",
        arguments: [
            ("/v2/ipc", "localhost:8008", "http://evil.example"), ("/v2/ipc", "localhost:8008", "null"),
            ("/v2/ipc", "localhost:8008", "http://192.0.2.5:5001"),
            ("/v2/ipc", "localhost:8008", "https://192.0.2.5:5000"),
            ("/v2/ipc", "tv.example:8008", "http://192.0.2.5:5000"),
            ("/v2/ipcs", "localhost:8008", "http://192.0.2.5:5000"),
        ]
    )
    func refuses(path: String, host: String, origin: String) async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            let answer = RawAnswer(
                try await LineConnection.send(PageSocket.request(path, host: host, origin: origin), port: port)
            )
            #expect(answer.status == 403)
            // A request without an upgrade is rejected, too.
            let plain = RawAnswer(
                try await LineConnection.send("GET /v2/ipc HTTP/1.1\r\nHost: localhost\r\n\r\n", port: port)
            )
            #expect(plain.status == 403)
            #expect(device.snapshot.application != nil)
        }
    }

    @Test("a page without a running application, and a second page, are disconnected and counted; the first one stays")
    func tooMany() async throws {
        try await withDevice { device, port in
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                let text = try await socket.nextText()
                #expect(text == nil)
            }
            #expect(await device.drops[.pageWithoutApplication] == 1)
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, path: "/v2/ipc?volume=page", origin: nil) { first in
                try await first.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await receivedTypes(first, 4).count == 4)
                try await PageSocket.open(port: port, origin: Self.origin) { second in
                    // The device may have closed the socket already.
                    try? await second.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                    let text = try await second.nextText()
                    #expect(text == nil)
                }
                #expect(await device.drops[.secondPage] == 1)
                await device.remote.setMuted(true)
                #expect(try await receivedTypes(first, 1) == ["volumechanged"])
            }
        }
    }

    @Test(
        "the page of an ended session stays connected, is ignored, and does not block the page of the next session"
    )
    func retiredPage() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, origin: Self.origin) { old in
                try await old.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await receivedTypes(old, 4).count == 4)
                await device.stopApplication()
                try await device.launchApplication("AB12CD34")
                try await PageSocket.open(port: port, origin: Self.origin) { new in
                    // Messages of the old page are ignored: neither its status text nor its stop reaches the
                    // application.
                    try await old.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                    try await old.send(WebReceiverFrame(system: ["type": "stop"]).text)
                    try await old.send([], opcode: 9)
                    #expect(try await old.next()?.opcode == 10, "its socket is open, and no other frame was sent")
                    #expect(device.snapshot.application?.isReady == false)
                    try await new.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                    #expect(try await receivedTypes(new, 1) == ["ready"])
                }
            }
            #expect(device.snapshot.application?.sessionID != device.snapshot.lastApplicationEnd?.sessionID)
        }
    }

    @Test("the device's page shows the application's page, a new one for each session, and none afterward")
    func frame() async throws {
        try await withDevice { device, port in
            let answer = try await LineConnection.send(
                "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                port: port
            )
            let policy = RawAnswer(answer).headers["content-security-policy"]
            #expect(policy?.contains("frame-src http: https:") == true)
            try await PageClient.withPage(port: port) { page in
                #expect(try await page.report(#""generation":null,"revision":0,"phase":"loading""#) == 204)
                var sessions: Set<String> = []
                for _ in 0..<2 {
                    try await device.launchApplication("AB12CD34")
                    let shown = try await page.nextState { !($0["appPage"]?.isNull ?? true) }
                    #expect(shown["appPage"]?["url"] == .string(Self.page))
                    #expect(shown["isAppElsewhere"] == false)
                    sessions.insert(shown["appPage"]?["session"]?.stringValue ?? "")
                    await device.stopApplication()
                    let hidden = try await page.nextState { $0["appPage"]?.isNull ?? false }
                    #expect(hidden["scene"]?["name"] == "idle")
                }
                #expect(sessions.count == 2)
            }
        }
    }

    @Test("pages of ended sessions stay connected up to a limit; beyond it the oldest one is closed")
    func retiredLimit() async {
        var pages = OpenPages()
        let all = (0...OpenPages.retiredLimit).map { _ in WebReceiverPage() }
        for page in all {
            pages.opened(page)
            #expect(pages.isCurrent(page))
            pages.sessionEnded()
            #expect(!pages.isCurrent(page))
        }
        #expect(!all[0].send("x"), "the oldest page is closed")
        #expect(all[1].send("x"))
        let isCurrent = pages.closed(all[1])
        #expect(!isCurrent, "the page does not belong to the running application")
        pages.closeAll()
        #expect(!all[2].send("x"))
    }

    @Test("while a page does not apply the device's volume, the volume is fixed; it is restored when the page ends")
    func fixedVolume() async throws {
        try await withDevice { device, port in
            await device.remote.setVolume(0.25)
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                let ready = WebReceiverFrame(parsing: try await socket.nextText() ?? "")
                #expect(ready?.object?.messageType == "ready")
                let volume = WebReceiverFrame(parsing: try await socket.nextText() ?? "")
                #expect(volume?.object?["level"] == .number(1))
                #expect(device.snapshot.volumeLevel == 1)
                await device.remote.setMuted(true)
                #expect(!device.snapshot.isMuted)
            }
            await device.stopApplication()
            #expect(device.snapshot.volumeLevel == 0.25 && !device.snapshot.isMuted)
        }
    }

    @Test("an oversized frame closes the page's socket; the device keeps running, and the page can reconnect")
    func tooLarge() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            let session = device.snapshot.application?.sessionID
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await receivedTypes(socket, 4).count == 4)
                try await socket.send([1], claiming: 1 << 30)
                #expect(try await socket.nextText() == nil)
            }
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await receivedTypes(socket, 1) == ["ready"])
            }
            #expect(device.snapshot.application?.sessionID == session)
        }
    }

    @Test("a page of one application cannot connect as the page of another one")
    func otherApp() async throws {
        let other = "http://192.0.2.5:6000"
        try await withDevice(also: [.web(appID: "AB12CD35", url: other + "/other.html")]) { device, port in
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, origin: other) { socket in
                let text = try await socket.nextText()
                #expect(text == nil)
            }
            #expect(await device.drops[.pageWithoutApplication] == 1)
            try await PageSocket.open(port: port, origin: Self.origin.uppercased()) { socket in
                try await socket.send(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await receivedTypes(socket, 4).count == 4)
            }
        }
    }

    @Test("a client on another machine is rejected, even with the origin of an application's page")
    func otherMachine() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            // On loopback, a client with another address than the server's counts as another machine.
            let answer = try await LineConnection.send(
                PageSocket.request(host: "127.0.0.1:\(port)", origin: Self.origin),
                port: port,
                from: "127.0.0.2"
            )
            #expect(RawAnswer(answer).status == 403)
            #expect(device.snapshot.application?.isReady == false)
        }
    }

    @Test("the WebSocket accepts clients on the device's own machine only")
    func noOrigin() async throws {
        let memory = try await MemoryDevice()
        let sockets = WebReceiverSockets(
            core: memory.device.parts.core,
            applications: [.web(appID: "AB12CD34", url: Self.page)]
        )
        #expect(sockets.admits(host: "192.0.2.1:8008", origin: nil, isLocal: true))
        #expect(!sockets.admits(host: "192.0.2.1:8008", origin: nil, isLocal: false))
        #expect(sockets.admits(host: "192.0.2.1:8008", origin: Self.origin, isLocal: true))
        #expect(!sockets.admits(host: "192.0.2.1:8008", origin: Self.origin, isLocal: false))
        await memory.device.close()
    }

    @Test(
        "an incomplete request for the WebSocket is closed after a timeout",
        arguments: [
            "GET /v2/ipc HTTP/1.1\r\nHost: localhost\r\n",
            "GET /v2/ipc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n",
            PageSocket.request(origin: "http://evil.example")
                .replacingOccurrences(of: "\r\n\r\n", with: "\r\nContent-Length: 10\r\n\r\n"),
        ]
    )
    func silentRequests(text: String) async throws {
        let memory = try await MemoryDevice()
        var configuration = ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0)
        configuration.firstLineLimit = .milliseconds(200)
        let server = try await ReceiverHTTPServer.start(
            configuration,
            description: ReceiverDescription(
                id: "1f5d6a1e-4d2c-4b0e-9a58-0c7b0a7c1f11",
                name: "Silent",
                model: "Virtual",
                manufacturer: "swift-cast",
                castBuildRevision: "1.56.500000",
                systemBuildNumber: "500000"
            ),
            television: nil,
            sockets: WebReceiverSockets(core: memory.device.parts.core, applications: []),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        // Returns when the device closes the connection; otherwise the suite's time limit fails the test.
        let answer = try await LineConnection.send(text, port: server.port)
        #expect(answer.isEmpty || RawAnswer(answer).status == 403)
        await server.close()
        await memory.device.close()
    }

    @Test("a page that does not read is closed after 512 frames, and counted")
    func slowPage() {
        let page = WebReceiverPage()
        for _ in 0..<WebReceiverPage.outgoingLimit { #expect(page.send("x")) }
        #expect(!page.send("one too many"))
        #expect(!page.send("closed"))
    }

    @Test(
        "the origin of an address is formatted as in browsers",
        arguments: [
            ("http://192.0.2.5:5000/a?b", "http://192.0.2.5:5000"), ("HTTP://Example.org:80/", "http://example.org"),
            ("https://example.org/x", "https://example.org"), ("https://example.org:80", "https://example.org:80"),
            ("file:///a.html", nil), ("javascript:alert(1)", nil), ("http://", nil), ("", nil), ("x", nil),
        ] as [(String, String?)]
    )
    func origins(url: String, origin: String?) {
        #expect(PageOrigin.of(url) == origin)
    }

    @Test("a web application with an unsupported address, or without the HTTP port it needs, is a typed error at start")
    func configuration() async {
        for (url, port) in [("ftp://example.org/", 0 as Int?), (Self.page, nil)] {
            await #expect(throws: VirtualDeviceError(.invalidConfiguration, "")) {
                let device = try await VirtualDevice.start(
                    DeviceConfiguration(
                        name: "x",
                        port: 0,
                        httpPort: port,
                        httpsPort: nil,
                        interfaces: .named([Self.loopback]),
                        advertises: false,
                        applications: [.web(appID: "AB12CD34", url: url)]
                    )
                )
                await device.close()
            }
        }
    }
}
