// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastConcurrency
import CastTesting
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import CastHTTPClient

@Suite("Requests to URLs that a peer specified", .timeLimit(.minutes(1)))
struct RestrictedHTTPClientTests {
    private struct Unknown: Error {}

    /// A resolver with one address per name.
    private struct Names: HostResolver {
        var addresses: [String: String]

        func addresses(of host: String, within limit: Duration) async throws -> [String] {
            guard let address = addresses[host] else { throw Unknown() }
            return [address]
        }
    }

    /// Runs a client that treats 127.0.0.1 as the internet, 127.0.0.2 as the local network and 127.0.0.3 as this
    /// machine.
    private func withClient<Value: Sendable>(
        _ names: [String: String] = [:],
        narrowestScope: NetworkScope = .machine,
        _ body: (RestrictedHTTPClient) async throws -> Value
    ) async throws -> Value {
        var configuration = RestrictedHTTPClient.Configuration()
        configuration.timeLimit = .seconds(5)
        configuration.narrowestScope = narrowestScope
        configuration.resolver = Names(addresses: names)
        configuration.classify = { address in
            switch address {
            case "127.0.0.1": .internet
            case "127.0.0.2": .site
            default: NetworkScope(address: address)
            }
        }
        let client = RestrictedHTTPClient(configuration)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        return try result.get()
    }

    private func get(
        _ url: String,
        with client: RestrictedHTTPClient,
        from origin: NetworkScope? = nil
    ) async throws -> (status: HTTPResponseStatus, source: RestrictedHTTPClient.Source) {
        try await client.request(url, headers: [:], from: origin) { ($0.status, $1) }
    }

    private func error(
        of url: String,
        with client: RestrictedHTTPClient,
        from origin: NetworkScope? = nil
    ) async throws -> RestrictedHTTPError? {
        do {
            _ = try await get(url, with: client, from: origin)
            return nil
        } catch let error as RestrictedHTTPError {
            return error
        }
    }

    @Test("a response contains the URL after all redirects and the scope of the first server")
    func source() async throws {
        let script = PictureServer.Script.paths { $0 == "/a/list" ? .redirect("../b/list?x=1") : .picture([1]) }
        try await PictureServer.with(script) { server throws in
            try await withClient { client throws in
                let found = try await get(server.url("/a/list", host: "127.0.0.2"), with: client)
                #expect(found.status == .ok)
                #expect(found.source.url == server.url("/b/list?x=1", host: "127.0.0.2"))
                #expect(found.source.origin == .site)
                let variant = RestrictedHTTPClient.resolve("low.m3u8", in: found.source)
                #expect(variant == server.url("/b/low.m3u8", host: "127.0.0.2"))
            }
        }
    }

    @Test(
        "a redirect leads to the internet or stays in its network, never to a narrower scope",
        arguments: [
            ("127.0.0.2", "127.0.0.3", false), ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "127.0.0.3", false),
            ("127.0.0.2", "127.0.0.1", true), ("127.0.0.2", "127.0.0.2", true), ("127.0.0.3", "127.0.0.2", true),
        ]
    )
    func redirects(first: String, second: String, isFollowed: Bool) async throws {
        try await PictureServer.with(
            .paths { path in
                path == "/inside" ? .picture([1]) : .redirect("http://\(second):\(path.dropFirst())/inside")
            }
        ) { server throws in
            try await withClient { client throws in
                let found = try await error(of: server.url("/\(server.port)", host: first), with: client)
                #expect(found == (isFollowed ? nil : .forbiddenAddress(host: second)))
                #expect(server.requests.contains("/inside") == isFollowed)
            }
        }
    }

    @Test("a URL found in a response follows the rules of a redirect", arguments: [NetworkScope.internet, .site, nil])
    func reference(origin: NetworkScope?) async throws {
        try await PictureServer.with(.always(.picture([1]))) { server throws in
            try await withClient { client throws in
                let found = try await error(of: server.url("/", host: "127.0.0.3"), with: client, from: origin)
                #expect(found == (origin == nil ? nil : .forbiddenAddress(host: "127.0.0.3")))
                #expect(server.requests.count == (origin == nil ? 1 : 0))
            }
        }
    }

    @Test("only http and https are requested, also after a redirect and inside a response")
    func schemes() async throws {
        let socket = "http+unix://%2Ftmp%2Fservice.sock/secret"
        try await PictureServer.with(.always(.redirect(socket))) { server throws in
            try await withClient { client throws in
                for url in [
                    socket, "https+unix://%2Ftmp%2Fa/", "unix:///tmp/a", "file:///etc/passwd", "film", "",
                    "http://%5B%5D/",
                ] {
                    #expect(try await error(of: url, with: client) == .unsupportedURL(url))
                }
                #expect(try await error(of: server.url("/"), with: client) == .unsupportedURL(socket))
                let source = RestrictedHTTPClient.Source(url: server.url("/a"), origin: .machine)
                #expect(RestrictedHTTPClient.resolve(socket, in: source) == nil)
            }
        }
    }

    @Test("a port out of range is not requested, also after a redirect", arguments: [0, 65_536, 99_999])
    func ports(port: Int) async throws {
        let urls = ["127.0.0.1", "[::1]", "host.example"].map { "http://\($0):\(port)/film.mp4" }
        for url in urls {
            try await PictureServer.with(.always(.redirect(url))) { server throws in
                try await withClient { client throws in
                    #expect(try await error(of: url, with: client) == .unsupportedURL(url))
                    #expect(try await error(of: server.url("/"), with: client) == .unsupportedURL(url))
                }
            }
        }
    }

    @Test("a name that resolves to loopback is refused, and localhost can be excluded")
    func names() async throws {
        let names = ["trap.example": "127.0.0.3", "localhost": "127.0.0.3"]
        try await PictureServer.with(.always(.picture([1]))) { server throws in
            try await withClient(names) { client throws in
                let trap = try await error(of: server.url("/", host: "trap.example"), with: client)
                #expect(trap == .forbiddenAddress(host: "trap.example"))
                #expect(try await error(of: server.url("/", host: "localhost"), with: client) == nil)
            }
            try await withClient(names, narrowestScope: .site) { client throws in
                for host in ["localhost", "127.0.0.3", "169.254.169.254"] {
                    let found = try await error(of: server.url("/", host: host), with: client)
                    #expect(found == .forbiddenAddress(host: host))
                }
            }
            #expect(server.requests.count == 1)
        }
    }

    /// A resolver whose lookups time out.
    private struct SlowNames: HostResolver {
        func addresses(of host: String, within limit: Duration) async throws -> [String] { throw HostLookupTimedOut() }
    }

    @Test("an unknown host name and a lookup that times out are reported differently")
    func failedLookups() async throws {
        try await withClient { client throws in
            let unknown = try await error(of: "http://nowhere.example/", with: client)
            #expect(unknown == .unreachable(host: "nowhere.example", reason: "the host name could not be resolved"))
        }
        var configuration = RestrictedHTTPClient.Configuration()
        configuration.resolver = SlowNames()
        let client = RestrictedHTTPClient(configuration)
        let slow = try await error(of: "http://slow.example/", with: client)
        #expect(slow == .unreachable(host: "slow.example", reason: "looking up the host name timed out"))
        await client.shutdown()
    }

    @Test("an operation that exceeds its time limit is canceled and has no result")
    func timeLimit() async {
        #expect(await withTimeLimit(.seconds(60)) { 7 } == 7)
        let wasCanceled = NIOLockedValueBox(false)
        let result = await withTimeLimit(.milliseconds(10)) {
            try? await Task.sleep(for: .seconds(60))
            wasCanceled.withLockedValue { $0 = Task.isCancelled }
            return 7
        }
        #expect(result == nil)
        #expect(wasCanceled.withLockedValue { $0 })
    }

    @Test("after shutdown, no request is sent")
    func shutdown() async throws {
        try await PictureServer.with(.always(.picture([1]))) { server throws in
            let client = RestrictedHTTPClient()
            await client.shutdown()
            await #expect(throws: (any Error).self) { try await get(server.url("/"), with: client) }
            #expect(server.requests.isEmpty)
        }
    }
}
