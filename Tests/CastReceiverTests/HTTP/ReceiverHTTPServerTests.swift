// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastTransport
import CastWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import CastReceiver

@Suite("The HTTP server of a virtual device", .timeLimit(.minutes(1)))
struct ReceiverHTTPServerTests {
    private static let description = ReceiverDescription(
        id: "1f5d6a1e-4d2c-4b0e-9a58-0c7b0a7c1f11",
        name: "Küche <&>",
        model: "Virtual",
        manufacturer: "swift-cast",
        castBuildRevision: "1.56.500000",
        systemBuildNumber: "500000"
    )

    /// Runs a server on a free port while the body runs.
    private func withServer<Value: Sendable>(
        identity: TLSIdentity? = nil,
        _ body: (ReceiverHTTPServer, Television) async throws -> Value
    ) async throws -> Value {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let television = Television(eventLoop: loop, deviceName: "Küche", inspector: ScriptedInspector())
        let server = try await ReceiverHTTPServer.start(
            ReceiverHTTPServer.Configuration(
                host: "127.0.0.1",
                port: 0,
                secure: identity.map { .init(port: 0, identity: $0) }
            ),
            description: Self.description,
            television: television,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            let value = try await body(server, television)
            await server.close()
            return value
        } catch {
            await server.close()
            throw error
        }
    }

    private func get(_ path: String, port: Int, headers: String = "") async throws -> RawAnswer {
        let text = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)Connection: close\r\n\r\n"
        return RawAnswer(try await LineConnection.send(text, port: port))
    }

    private func post(
        _ body: String,
        to path: String = "/screen/report",
        port: Int,
        headers: String
    ) async throws -> RawAnswer {
        let text =
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        return RawAnswer(try await LineConnection.send(text, port: port))
    }

    // MARK: Device information

    @Test("eureka_info is flat unless sections are requested")
    func eurekaInfoFlat() async throws {
        let answer = try await withServer { server, _ in try await get("/setup/eureka_info", port: server.port) }
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
        let info = try JSONValue(parsing: answer.body)
        #expect(info["name"]?.stringValue == "Küche <&>")
        #expect(info["ssdp_udn"]?.stringValue == Self.description.id)
        #expect(info["ip_address"]?.stringValue == "127.0.0.1")
        #expect(info["setup_state"] == 60)
        #expect(info["device_info"] == nil)
    }

    @Test("eureka_info returns the sections that pychromecast and catt request")
    func eurekaInfoSections() async throws {
        try await withServer { server, _ in
            let answer = try await get("/setup/eureka_info?params=device_info,name", port: server.port)
            let info = try JSONValue(parsing: answer.body)
            #expect(info["name"]?.stringValue == "Küche <&>")
            #expect(info["device_info"]?["ssdp_udn"]?.stringValue == Self.description.id)
            #expect(info["device_info"]?["model_name"]?.stringValue == "Virtual")
            #expect(info["device_info"]?["manufacturer"]?.stringValue == "swift-cast")
            #expect(info["device_info"]?["capabilities"]?["display_supported"] == true)
            #expect(info["net"] == nil)
            let groups = try await get(
                "/setup/eureka_info?params=multizone,unheard_of&options=detail",
                port: server.port
            )
            let other = try JSONValue(parsing: groups.body)
            #expect(other["multizone"]?["groups"] == [])
            #expect(other["detail"]?["model_name"] == "Virtual")
            #expect(other.objectValue?.keys.contains("unheard_of") == false)
        }
    }

    @Test("a new device name is returned at once")
    func rename() async throws {
        try await withServer { server, _ in
            var renamed = Self.description
            renamed.name = "Bedroom"
            server.setDescription(renamed)
            let answer = try await get("/setup/eureka_info?params=name", port: server.port)
            #expect(answer.body == #"{"name":"Bedroom"}"#)
        }
    }

    @Test("the device description contains the address of the request, and the DIAL address")
    func deviceDescription() async throws {
        try await withServer { server, _ in
            let answer = try await get("/ssdp/device-desc.xml", port: server.port)
            #expect(answer.headers["application-url"] == "http://127.0.0.1:\(server.port)/apps/")
            #expect(answer.body.contains("<friendlyName>Küche &lt;&amp;&gt;</friendlyName>"))
            #expect(answer.body.contains("<UDN>uuid:\(Self.description.id)</UDN>"))
            #expect(answer.body.contains("<URLBase>http://127.0.0.1:\(server.port)</URLBase>"))
        }
    }

    @Test("the icon is a PNG of 98 by 55 pixels")
    func icon() {
        let icon = PackageResources.icon_png
        #expect(icon.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(Array(icon[16..<24]) == [0, 0, 0, 98, 0, 0, 0, 55])
    }

    @Test("HTTPS returns the same with the device's certificate")
    func https() async throws {
        let identity = try TLSIdentity.selfSigned(commonName: "test")
        try await withServer(identity: identity) { server, _ in
            let port = try #require(server.securePort)
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.certificateVerification = .none
            let client = HTTPClient(
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                configuration: .init(tlsConfiguration: tls)
            )
            let request = HTTPClientRequest(url: "https://127.0.0.1:\(port)/setup/eureka_info?params=name")
            let body = try await client.execute(request, timeout: .seconds(10)).body.collect(upTo: 1000)
            #expect(String(buffer: body) == #"{"name":"Küche <&>"}"#)
            try await client.shutdown()
        }
    }

    @Test("HTTPS is served with TLS 1.2 and 1.3 only", arguments: [TLSVersion.tlsv1, .tlsv11, .tlsv12, .tlsv13])
    func tlsVersions(version: TLSVersion) async throws {
        let identity = try TLSIdentity.selfSigned(commonName: "test")
        try await withServer(identity: identity) { server, _ in
            let port = try #require(server.securePort)
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.certificateVerification = .none
            tls.minimumTLSVersion = version
            tls.maximumTLSVersion = version
            let client = HTTPClient(
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                configuration: .init(tlsConfiguration: tls)
            )
            let request = HTTPClientRequest(url: "https://127.0.0.1:\(port)/setup/eureka_info?params=name")
            let isServed = [.tlsv12, .tlsv13].contains(version)
            // The client repeats a rejected handshake until the timeout.
            let timeout = isServed ? TimeAmount.seconds(10) : .seconds(1)
            let body = try? await client.execute(request, timeout: timeout).body.collect(upTo: 1000)
            #expect((body != nil) == isServed)
            try await client.shutdown()
        }
    }

    // MARK: Access control

    @Test(
        "a request with a host name in the Host field is rejected",
        arguments: [
            ("evil.example", 403), ("evil.example:8008", 403), ("1.2.3.4.evil.example", 403), ("0x7f000001", 403),
            ("localhost.evil.example", 403), ("127.0.0.1:8008:1", 403), ("127.0.0.1:99999", 403), ("[::1", 403),
            ("127.0.0.1", 200), ("192.0.2.7:8008", 200), ("[::1]:8008", 200), ("localhost", 200),
            ("LOCALHOST:1", 200), ("", 200),
        ]
    )
    func hostHeader(host: String, status: Int) async throws {
        try await withServer { server, _ in
            for path in ["/setup/eureka_info", "/", "/screen/events"] {
                let accept = path == "/screen/events" && status == 200 ? "text/html" : "*/*, text/event-stream"
                let text = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nAccept: \(accept)\r\nConnection: close\r\n\r\n"
                let answer = RawAnswer(try await LineConnection.send(text, port: server.port))
                #expect(answer.status == (path == "/screen/events" && status == 200 ? 406 : status), "\(path)")
            }
        }
    }

    @Test(
        "unknown paths are answered with 404",
        arguments: ["/apps/YouTube", "/screen/other.js", "/setup", "/../etc/passwd"]
    )
    func notFound(path: String) async throws {
        let status = try await withServer { server, _ in try await get(path, port: server.port).status }
        #expect(status == 404)
    }

    @Test("a start that is canceled ends, and leaves no port open", .timeLimit(.minutes(1)))
    func cancelledStart() async throws {
        let start = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ReceiverHTTPServer.start(
                ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0),
                description: Self.description,
                television: nil,
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }
        await #expect(throws: CancellationError.self) { try await start.value }
    }

    @Test("a port in use is a typed error")
    func portInUse() async throws {
        try await withServer { server, television in
            do {
                let second = try await ReceiverHTTPServer.start(
                    ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: server.port),
                    description: Self.description,
                    television: television,
                    eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
                await second.close()
                Issue.record("two servers on one port")
            } catch let error as CastListenError {
                #expect(error.code == .portInUse)
                #expect(error.endpoint.port == server.port)
            }
        }
    }

    @Test(
        "a device without a screen returns its information, and has no page",
        arguments: ["/", "/screen/events", "/screen/main.js"]
    )
    func headless(path: String) async throws {
        let server = try await ReceiverHTTPServer.start(
            ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0),
            description: Self.description,
            television: nil,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let page = try await get(path, port: server.port, headers: "Accept: text/event-stream\r\n")
        let info = try await get("/setup/eureka_info", port: server.port)
        await server.close()
        #expect(page.status == 404)
        #expect(info.status == 200)
    }

    @Test("connections that are opened while the server closes are closed, too")
    func closing() async throws {
        for _ in 0..<200 {
            let server = try await ReceiverHTTPServer.start(
                ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0),
                description: Self.description,
                television: nil,
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { [port = server.port] in
                        // Later connections are refused by the system.
                        let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        guard let channel = try? await client.connect(host: "127.0.0.1", port: port).get() else {
                            return
                        }
                        // A connection in a closing listener's queue may look open until data is sent.
                        try? await channel.writeAndFlush(ByteBuffer(string: "G")).get()
                        // Returns only when the server closes the connection.
                        try? await channel.closeFuture.get()
                    }
                }
                group.addTask { await server.close() }
            }
        }
    }

    // MARK: The page

    @Test("the page and all of its files are served by the device itself, with a strict policy")
    func page() async throws {
        try await withServer { server, _ in
            for path in ["/", "/screen/page.css"] + ScreenAsset.scripts.keys.map({ "/screen/\($0)" }) {
                let answer = try await get(path, port: server.port)
                #expect(answer.status == 200, "\(path)")
                let policy = answer.headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("frame-src"), "the device has no web applications")
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(!answer.body.contains("http://") && !answer.body.contains("https://"), "\(path)")
            }
        }
    }

    @Test("a page gets its token and the state, and its reports determine the playback state")
    func screen() async throws {
        try await withServer { server, television in
            let eventLog = EventLog()
            try await television.eventLoop.submit { television.player.onEvent = { event, _ in eventLog.append(event) } }
                .get()
            try await PageClient.withPage(port: server.port) { page in
                let first = try await page.nextState()
                #expect(first["scene"]?["name"] == "idle")
                #expect(first["deviceName"] == "Küche")
                #expect(first["isPlayer"] == false)
                #expect(try await page.report(#""generation":null,"revision":0,"phase":"loading""#) == 204)
                #expect(try await page.nextState()["isPlayer"] == true)

                let item = PlayerItem(generation: 4, url: "http://127.0.0.1/film.mp4", title: "Film")
                try await television.eventLoop.submit { television.player.perform(.load(item)) }.get()
                let loading = try await page.nextState { $0["scene"]?["name"] == "loading" }
                #expect(loading["orders"]?["item"]?["url"]?.stringValue == item.url)
                guard case .integer(let revision)? = loading["revision"] else {
                    Issue.record("no revision in \(loading)")
                    return
                }
                let report = #""generation":4,"revision":\#(revision),"phase":"playing","position":2.5,"duration":20"#
                #expect(try await page.report(report) == 204)
                #expect(try await page.nextState { $0["scene"]?["name"] == "playing" }["duration"] == 20.0)
            }
            // The page has closed: the clock continues the film.
            let isByClock = try await eventually(television) { !$0.player.isOnScreen }
            #expect(isByClock)
            #expect(
                eventLog.events.prefix(2) == [
                    .metadataLoaded(duration: 20, width: nil, height: nil), .playing(position: 2.5),
                ]
            )
        }
    }

    @Test("reports require the page's token, the page's origin, and valid content")
    func reportValidation() async throws {
        try await withServer { server, _ in
            try await PageClient.withPage(port: server.port) { page in
                let good = #"{"sequence":1,"generation":null,"revision":0,"phase":"loading"}"#
                let type = "Content-Type: application/json\r\n"
                let token = "Cast-Page-Token: \(page.token)\r\n"
                let ownOrigin = "Origin: http://127.0.0.1:\(server.port)\r\nSec-Fetch-Site: same-origin\r\n"
                let cases: [(body: String, headers: String, status: Int)] = [
                    (good, type, 403),
                    (good, type + "Cast-Page-Token: x\r\n", 403),
                    (good, type + token + "Origin: http://evil.example\r\n", 403),
                    (good, type + token + "Sec-Fetch-Site: cross-site\r\n", 403),
                    (good, "Content-Type: text/plain\r\n" + token, 415),
                    ("{}", type + token, 400),
                    (String(repeating: " ", count: 5000), type + token, 413),
                    (good, type + token + ownOrigin, 204),
                ]
                for (body, headers, status) in cases {
                    let answer = try await post(body, port: server.port, headers: headers)
                    #expect(answer.status == status, "\(headers)")
                }
            }
        }
    }

    @Test("a key pressed on the page reaches the device; an unknown key is rejected")
    func keys() async throws {
        try await withServer { server, television in
            let eventLog = EventLog()
            try await television.eventLoop.submit { television.player.onEvent = { event, _ in eventLog.append(event) } }
                .get()
            try await PageClient.withPage(port: server.port) { page in
                #expect(try await page.press("softer") == 204)
                #expect(try await page.press("playPause") == 204)
                #expect(try await page.press("explode") == 400)
                let key = #"{"key":"stop"}"#
                let headers = "Content-Type: application/json\r\nCast-Page-Token: x\r\n"
                let answer = try await post(key, to: "/screen/key", port: server.port, headers: headers)
                #expect(answer.status == 403)
            }
            #expect(eventLog.events == [.pressed(.changeVolume(by: -0.05)), .pressed(.togglePlayback)])
        }
    }

    @Test("a page of another origin cannot open the event stream")
    func foreignPage() async throws {
        let headers = "Accept: text/event-stream\r\nOrigin: http://evil.example\r\n"
        let answer = try await withServer { server, _ in
            try await get("/screen/events", port: server.port, headers: headers)
        }
        #expect(answer.status == 403)
    }

    @Test("closing the server ends the pages' streams and frees the port")
    func close() async throws {
        let port = try await withServer { server, _ in
            let page = try await LineConnection(port: server.port)
            async let ended: Bool? = page.exchange(PageClient.eventsRequest(port: server.port)) { received in
                if received.contains("event: state") { await server.close() }
                return nil
            }
            #expect(try await ended == nil)
            return server.port
        }
        await #expect(throws: (any Error).self) { try await LineConnection(port: port) }
    }
}

/// The recorded events of the player.
private final class EventLog: Sendable {
    private let box = NIOLockedValueBox<[PlayerEvent]>([])

    var events: [PlayerEvent] { box.withLockedValue { $0 } }

    func append(_ event: PlayerEvent) { box.withLockedValue { $0.append(event) } }
}

private func eventually(
    _ television: Television,
    _ condition: @escaping @Sendable (Television) -> Bool
) async throws -> Bool {
    for _ in 0..<500 {
        if try await television.eventLoop.submit({ condition(television) }).get() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
