// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import CastHTTP
import CastTesting
import CastTransport
import CastWire
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("Connections to a device's HTTP server", .timeLimit(.minutes(1)))
struct HTTPConnectionTests {
    private typealias Connection = CastTesting.RawConnection

    /// Runs a server with a page on free ports while the body runs.
    private func withServer(
        limits: ConnectionLimits? = nil,
        isSecure: Bool = false,
        _ body: (_ port: Int, _ securePort: Int?) async throws -> Void
    ) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var configuration = ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0)
        if isSecure { configuration.secure = .init(port: 0, identity: try TLSIdentity.selfSigned(commonName: "test")) }
        if let limits { configuration.connectionLimits = limits }
        let server = try await ReceiverHTTPServer.start(
            configuration,
            description: ReceiverDescription(
                id: "1f5d6a1e-4d2c-4b0e-9a58-0c7b0a7c1f11",
                name: "Den",
                model: "Virtual",
                manufacturer: "swift-cast",
                castBuildRevision: "1.56.500000",
                systemBuildNumber: "500000"
            ),
            television: Television(eventLoop: loop, deviceName: "Den", inspector: ScriptedInspector()),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let result: Result<Void, any Error>
        do { result = .success(try await body(server.port, server.securePort)) } catch { result = .failure(error) }
        await server.close()
        try result.get()
    }

    private func endpoint(_ port: Int) -> CastEndpoint { CastEndpoint(host: "127.0.0.1", port: port) }

    private func status(_ head: String, port: Int, usesTLS: Bool = false) async throws -> Int {
        RawAnswer(try await Connection.exchange(head + "\r\n", with: endpoint(port), usesTLS: usesTLS)).status
    }

    // MARK: Closed connections

    @Test("a connection that closes before it is served does not end the device")
    func closedBeforeServed() throws {
        let accepted = AcceptedChannels()
        let requests = HTTPServerChannel(
            responder: { _, _, _ in throw CancellationError() },
            configuration: .init(requestTimeout: .seconds(5)),
            accepted: accepted
        )
        let receiver = ReceiverChannel(
            requests: requests,
            accepted: accepted,
            sockets: nil,
            screen: nil,
            firstLineLimit: .seconds(5)
        )
        let channel = EmbeddedChannel()
        _ = try channel.finish()
        #expect(throws: ChannelError.ioOnClosedChannel) {
            _ = try receiver.setup(channel: channel, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                .wait()
        }
    }

    // MARK: Half-open connections

    @Test("every client that closes its sending side with its request gets the whole answer", arguments: [false, true])
    func halfOpen(usesTLS: Bool) async throws {
        try await withServer(isSecure: usesTLS) { port, securePort in
            let port = usesTLS ? try #require(securePort) : port
            for _ in 0..<40 {
                let head = "GET /setup/icon.png HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                let connection = try await Connection.connect(to: endpoint(port), usesTLS: usesTLS)
                try await connection.sendLast(Array(head.utf8))
                let answer = try await connection.receiveToEnd()
                #expect(String(decoding: answer.prefix(15), as: UTF8.self) == "HTTP/1.1 200 OK")
                #expect(answer.suffix(PackageResources.icon_png.count) == PackageResources.icon_png[...])
            }
        }
    }

    @Test("half-closed requests are answered on a device with web applications; half a request frees its connection")
    func halfOpenDevice() async throws {
        #if os(Linux)
        let loopback = "lo"
        #else
        let loopback = "lo0"
        #endif
        let device = try await VirtualDevice.start(
            DeviceConfiguration(
                name: "Den",
                port: 0,
                httpPort: 0,
                httpsPort: nil,
                interfaces: .named([loopback]),
                advertises: false,
                applications: [.web(appID: "AB12CD34", url: "http://192.0.2.5/")]
            )
        )
        let port = device.pageURL?.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0
        for _ in 0..<40 {
            #expect(try await status("GET /setup/icon.png HTTP/1.1\r\nHost: 127.0.0.1\r\n", port: port) == 200)
        }
        for half in ["", "GET /v2", "GET /setup/icon.png HTTP/1.1\r\nHo"] {
            // Far below the time limits for a first line and for a request.
            let answer = try await Connection.exchange(half, with: endpoint(port))
            #expect(answer.isEmpty || RawAnswer(answer).status == 400)
        }
        await device.close()
    }

    // MARK: Limits per address

    @Test("half requests and event streams of one host leave room for another host")
    func limits() async throws {
        try await withServer(limits: ConnectionLimits(total: 4, perAddress: 2)) { port, _ in
            var others: [Connection] = []
            for number in 0..<8 {
                let connection = try await Connection.connect(to: endpoint(port), from: "127.0.0.2")
                others.append(connection)
                let stream = PageClient.eventsRequest(port: port)
                try? await connection.send(Array(number % 2 == 0 ? "GET / HT".utf8 : stream.utf8))
            }
            let head = "GET /setup/icon.png HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            for _ in 0..<4 { #expect(try await status(head, port: port) == 200) }
            for connection in others { await connection.close() }
        }
    }

    @Test("silent event streams of another host, constantly renewed, do not displace a page that reports")
    func silentStreams() async throws {
        try await withServer { port, _ in
            var streams: [Connection] = []
            for _ in 0..<30 {
                let stream = try await Connection.connect(to: endpoint(port), from: "127.0.0.2")
                try await stream.send(Array(PageClient.eventsRequest(port: port).utf8))
                _ = try? await stream.received.take()
                streams.append(stream)
            }
            try await PageClient.withPage(port: port) { page in
                #expect(try await page.report(#""generation":null,"revision":0,"phase":"loading""#) == 204)
                let state = try await page.nextState { $0["isPlayer"] == true }
                #expect(state != .null)
            }
            for stream in streams { await stream.close() }
        }
    }

    // MARK: The host of a request

    @Test("a request with two Host fields is answered with 400")
    func severalHosts() async throws {
        try await withServer { port, _ in
            for second in ["127.0.0.1", "evil.example"] {
                let head = "GET /setup/eureka_info HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: \(second)\r\n"
                let answered = try await status(head, port: port)
                #expect(answered == 400)
            }
        }
    }

    @Test("the host of an absolute target counts, not the Host field")
    func absoluteTarget() async throws {
        try await withServer { port, _ in
            let forged = "GET http://evil.example/setup/eureka_info HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            let own = "GET http://127.0.0.1:\(port)/setup/eureka_info HTTP/1.1\r\nHost: evil.example\r\n"
            let other = "GET ftp://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            for (head, expected) in [(forged, 403), (own, 200), (other, 400)] {
                let answered = try await status(head, port: port)
                #expect(answered == expected, "\(head)")
            }
        }
    }
}
