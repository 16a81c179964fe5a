import CastWire
import Foundation
import Logging
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("The socket of receiver pages", .timeLimit(.minutes(1)))
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
            await device.shutdown()
            throw error
        }
        await device.shutdown()
    }

    /// Waits for something that another thread brings about.
    private func snapshot(
        of device: VirtualDevice,
        where condition: (DeviceSnapshot) -> Bool
    ) async throws -> DeviceSnapshot {
        for await snapshot in device.snapshots where condition(snapshot) { return snapshot }
        throw CancellationError()
    }

    private func heard(_ socket: PageSocket, _ count: Int) async throws -> [String] {
        var types: [String] = []
        while types.count < count, let text = try await socket.nextText() {
            types.append(WebReceiverFrame(parsing: text)?.object?.messageType ?? "?")
        }
        return types
    }

    @Test("a page of the app is let in, boots, and its namespaces are in the status; the port serves HTTP as before")
    func boots() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            #expect(device.snapshot.application?.pageURL == Self.page)
            #expect(device.snapshot.application?.isReady == false)
            try await PageSocket.open(port: port, path: "/v2/ipc?volume=page", origin: Self.origin) { socket in
                try await socket.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                let types = try await heard(socket, 4)
                #expect(types == ["ready", "volumechanged", "visibilitychanged", "standbychanged"])
                let ready = try await snapshot(of: device) { $0.application?.isReady == true }
                #expect(ready.application?.namespaces == ["urn:x-cast:com.google.cast.media"])
                #expect(ready.application?.statusText == "Old page")
                await device.remote.setVolume(0.25)
                #expect(try await heard(socket, 1) == ["volumechanged"])

                try await socket.send([], opcode: 9)
                #expect(try await socket.next()?.opcode == 10, "PING is answered with PONG")
                try await socket.send([1, 2], opcode: 2)
                try await socket.say("no frame")
                try await socket.say(WebReceiverFrame(system: ["type": "stop"]).text)
                _ = try await snapshot(of: device) { $0.lastApplicationEnd?.reason == .finished }
                // Its socket stays open: a closed one would be opened again and taken for the next session's page.
                try await socket.send([], opcode: 9)
                #expect(try await socket.next()?.opcode == 10)
            }
            #expect(await device.drops[.wrongPayloadKind] == 1)
            #expect(await device.drops[.badPageFrame] == 1)
            let info = try await RawConnection.send(
                "GET /setup/eureka_info HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                port: port
            )
            #expect(RawAnswer(info).status == 200)
        }
    }

    @Test(
        "who is no page of an app, or does not name the device by address, gets 403",
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
                try await RawConnection.send(PageSocket.request(path, host: host, origin: origin), port: port)
            )
            #expect(answer.status == 403)
            // A request that asks for no socket is no page either.
            let plain = RawAnswer(
                try await RawConnection.send("GET /v2/ipc HTTP/1.1\r\nHost: localhost\r\n\r\n", port: port)
            )
            #expect(plain.status == 403)
            #expect(device.snapshot.application != nil)
        }
    }

    @Test("a page while no such app runs, and a second one, are sent away and counted; the first stays")
    func tooMany() async throws {
        try await withDevice { device, port in
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                let text = try await socket.nextText()
                #expect(text == nil)
            }
            #expect(await device.drops[.pageWithoutApplication] == 1)
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, path: "/v2/ipc?volume=page", origin: nil) { first in
                try await first.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await heard(first, 4).count == 4)
                try await PageSocket.open(port: port, origin: Self.origin) { second in
                    // The device may have closed the socket already.
                    try? await second.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                    let text = try await second.nextText()
                    #expect(text == nil)
                }
                #expect(await device.drops[.secondPage] == 1)
                await device.remote.setMuted(true)
                #expect(try await heard(first, 1) == ["volumechanged"])
            }
        }
    }

    @Test(
        "the page of an ended session keeps its socket, is not heard, and leaves the next session of the app to a new page"
    )
    func retiredPage() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, origin: Self.origin) { old in
                try await old.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await heard(old, 4).count == 4)
                await device.stopApplication()
                try await device.launchApplication("AB12CD34")
                try await PageSocket.open(port: port, origin: Self.origin) { new in
                    // What the old page says is answered with nothing: neither a status text nor a stop reaches the app.
                    try await old.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                    try await old.say(WebReceiverFrame(system: ["type": "stop"]).text)
                    try await old.send([], opcode: 9)
                    #expect(try await old.next()?.opcode == 10, "its socket is open, and it was told nothing")
                    #expect(device.snapshot.application?.isReady == false)
                    try await new.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                    #expect(try await heard(new, 1) == ["ready"])
                }
            }
            #expect(device.snapshot.application?.sessionID != device.snapshot.lastApplicationEnd?.sessionID)
        }
    }

    @Test("the device's page gets the app's page to show, a new one for each session and none behind it")
    func frame() async throws {
        try await withDevice { device, port in
            let answer = try await RawConnection.send(
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
                    let gone = try await page.nextState { $0["appPage"]?.isNull ?? false }
                    #expect(gone["scene"]?["name"] == "idle")
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
        #expect(!all[0].send("x"), "closed")
        #expect(all[1].send("x"))
        let isCurrent = pages.closed(all[1])
        #expect(!isCurrent, "it is not of the running app")
        pages.closeAll()
        #expect(!all[2].send("x"))
    }

    @Test("while a page runs that does not apply the device's volume, the volume is fixed, and comes back with its end")
    func fixedVolume() async throws {
        try await withDevice { device, port in
            await device.remote.setVolume(0.25)
            try await device.launchApplication("AB12CD34")
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.say(WebReceiverFrame(system: PageTrace.oldReady).text)
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

    @Test("a frame larger than any message closes the page's socket; the device goes on, and the page may come back")
    func tooLarge() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            let session = device.snapshot.application?.sessionID
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await heard(socket, 4).count == 4)
                try await socket.send([1], claiming: 1 << 30)
                #expect(try await socket.nextText() == nil)
            }
            try await PageSocket.open(port: port, origin: Self.origin) { socket in
                try await socket.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await heard(socket, 1) == ["ready"])
            }
            #expect(device.snapshot.application?.sessionID == session)
        }
    }

    @Test("the page of one app cannot take the place of another app's page that has not come yet")
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
                try await socket.say(WebReceiverFrame(system: PageTrace.oldReady).text)
                #expect(try await heard(socket, 4).count == 4)
            }
        }
    }

    @Test("a program on another machine is refused, also with the origin of an app's page")
    func otherMachine() async throws {
        try await withDevice { device, port in
            try await device.launchApplication("AB12CD34")
            // Over loopback, a client at another address than the one it connects to counts as another machine.
            let answer = try await RawConnection.send(
                PageSocket.request(host: "127.0.0.1:\(port)", origin: Self.origin),
                port: port,
                from: "127.0.0.2"
            )
            #expect(RawAnswer(answer).status == 403)
            #expect(device.snapshot.application?.isReady == false)
        }
    }

    @Test("the platform's socket is for clients on the device's own machine")
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
        await memory.device.shutdown()
    }

    @Test(
        "a request for the platform's socket that never ends does not hold its place",
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
        // Returns when the device closes; the suite's limit is what fails otherwise.
        let answer = try await RawConnection.send(text, port: server.port)
        #expect(answer.isEmpty || RawAnswer(answer).status == 403)
        await server.close()
        await memory.device.shutdown()
    }

    @Test("a page that does not read is closed after 512 frames, and counted")
    func slowPage() {
        let page = WebReceiverPage()
        for _ in 0..<WebReceiverPage.outgoingLimit { #expect(page.send("x")) }
        #expect(!page.send("one too many"))
        #expect(!page.send("closed"))
    }

    @Test(
        "where a page comes from, as browsers say it",
        arguments: [
            ("http://192.0.2.5:5000/a?b", "http://192.0.2.5:5000"), ("HTTP://Example.org:80/", "http://example.org"),
            ("https://example.org/x", "https://example.org"), ("https://example.org:80", "https://example.org:80"),
            ("file:///a.html", nil), ("javascript:alert(1)", nil), ("http://", nil), ("", nil), ("x", nil),
        ] as [(String, String?)]
    )
    func origins(url: String, origin: String?) {
        #expect(PageOrigin.of(url) == origin)
    }

    @Test("a web app without a page that a browser can show, or without the port it needs, is refused at the start")
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
                await device.shutdown()
            }
        }
    }
}
