// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct RelayPathTests {
    let relay = RelayPath(token: "T/1")

    @Test(arguments: [
        "https://host/a/b.mpd?c=d&e=/f", "http://host:8080/", "https://[::1]:8443/a", "https://u:p@host/a",
        "https://host//a//b", "http://host/%2Fa%20b?%2F", "https://host/$RepresentationID$/$Number%05d$.m4s",
        "http://host/a/https://other/b", "http://h%5C/x",
    ])
    func `a URL is encoded and decoded`(url: String) throws {
        let path = try #require(relay.encode(url))
        #expect(path.hasPrefix("/T%2F1/r/http"))
        let target = try #require(relay.decode(path))
        #expect(target.url == url)
    }

    @Test func `the origin of a target has a port`() throws {
        #expect(relay.encode("https://Host?a") == "/T%2F1/r/https/Host/?a")
        let target = try #require(relay.decode("/T%2F1/r/https/Host/?a"))
        #expect(target.url == "https://Host/?a")
        #expect(target.origin == "https://host:443")
    }

    @Test(arguments: ["seg.ts", "../x/seg.ts?a=1", "a/b/$Time$.m4s", "?q", "./", "a//b"])
    func `a relative reference stays in the relay`(reference: String) throws {
        let url = "https://host:443/one/two/list.m3u8?token=1"
        let path = try #require(relay.encode(url))
        let followed = try #require(URLReference.resolve(reference, against: "http://relay:1" + path))
        let target = relay.decode(String(followed.dropFirst("http://relay:1".count)))
        #expect(target?.url == URLReference.resolve(reference, against: url))
    }

    @Test func `a path does not contain segments that clients remove`() {
        #expect(relay.encode("https://host/../%2e%2E/a/./b") == "/T%2F1/r/https/host/a/b")
    }

    @Test(arguments: [
        "/", "", "/T%2F1/r/", "/T%2F1/r/https", "/T%2F1/r/https/host", "/T%2F1/r/https//a", "/T%2F1/r/file/host/a",
        "/T%2F1/r/ftp/host/a", "/other/r/https/host/a", "/T%2F1/r/https/host/../../../a", "/T/1/r/https/host/a",
        "/T%2F1/r/https/host/%2e%2e/a", "/T%2F1/r/https/host%2Fevil/a", "/T%2F1/r/https/host%0D%0A/a",
        "/T%2F1/r/https/host%/a", "/T%2F1/r/https/host%23/a", "/T%2F1/r/https/host:99999/a", "/T%2F1/r/https/%FF/a",
        "/T%2F1/r/https/host%5Ca/a", "/T%2F1/r/https/host/a\nb", "http://relay/T%2F1/r/https/host/a",
        "/T%2F1/r/https/%20/a",
    ])
    func `another path has no target`(path: String) {
        #expect(relay.decode(path) == nil)
    }

    @Test(arguments: ["", "/a", "file:///a", "data:,a", "skd://a", "http://", "https:///a", "http://a\n/"])
    func `only web URLs have a path`(url: String) {
        #expect(relay.encode(url) == nil)
    }
}
