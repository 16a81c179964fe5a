// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import NIOHTTP1
import Testing

@Suite("Host and target of a request")
struct RequestHeadTests {
    private func head(_ uri: String, hosts: String..., method: HTTPMethod = .GET) -> HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: uri)
        for host in hosts { head.headers.add(name: "Host", value: host) }
        return head
    }

    @Test("a path, an asterisk and a request without Host are unchanged", arguments: ["/", "//a?b=http://c/", "*"])
    func originForm(_ uri: String) throws {
        for request in [head(uri), head(uri, hosts: "192.0.2.1:80")] {
            #expect(try request.inOriginForm() == request)
        }
        let connect = head("192.0.2.1:80", hosts: "192.0.2.1", method: .CONNECT)
        #expect(try connect.inOriginForm() == connect)
    }

    @Test(
        "the authority of an absolute target replaces the Host field",
        arguments: [
            ("http://evil.example/a?b#c", "evil.example", "/a?b#c"), ("HTTPS://[::1]:8443", "[::1]:8443", "/"),
            ("http://evil.example:81?b", "evil.example:81", "/?b"),
        ]
    )
    func absoluteForm(_ uri: String, _ host: String, _ target: String) throws {
        for request in [head(uri), head(uri, hosts: "192.0.2.1")] {
            let seen = try request.inOriginForm()
            #expect(seen.uri == target)
            #expect(seen.headers["host"] == [host])
        }
    }

    @Test("two Host fields are refused, equal or not, with any target", arguments: ["/", "http://192.0.2.1/", "*"])
    func severalHosts(_ uri: String) {
        #expect(throws: HTTPParserError.invalidHeaderToken) {
            try head(uri, hosts: "192.0.2.1", "192.0.2.1").inOriginForm()
        }
        #expect(throws: HTTPParserError.invalidHeaderToken) {
            try head(uri, hosts: "192.0.2.1", "evil.example").inOriginForm()
        }
    }

    @Test(
        "other targets are refused",
        arguments: ["", "a", "ftp://192.0.2.1/", "http://", "http:///a", "http://user@192.0.2.1/", "192.0.2.1:80"]
    )
    func otherTargets(_ uri: String) {
        #expect(throws: HTTPParserError.invalidURL) { try head(uri, hosts: "192.0.2.1").inOriginForm() }
    }
}
