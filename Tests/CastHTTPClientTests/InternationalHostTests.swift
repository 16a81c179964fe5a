// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastHTTPClient

@Suite("Host names with letters other than ASCII")
struct InternationalHostTests {
    @Test(
        "A label has the Punycode of RFC 3492",
        arguments: [
            ("bücher", "bcher-kva"), ("münchen", "mnchen-3ya"), ("例え", "r8jz45g"), ("ü", "tda"), ("faß", "fa-hia"),
            // Samples A, D and P of section 7.1.
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
            ("pročprostěnemluvíčesky", "proprostnemluvesky-uyb24dma41a"),
            ("hello-another-way-それぞれの場所", "hello-another-way--fc4qua05auwb3674vfr0b"),
        ]
    )
    func punycode(label: String, code: String) {
        #expect(InternationalHost.punycode(of: label) == code)
    }

    @Test(
        "Only the host of a URL is converted",
        arguments: [
            (
                "http://bücher.example/ä.mp4?u=http://ö.example#ü",
                "http://xn--bcher-kva.example/ä.mp4?u=http://ö.example#ü"
            ),
            ("HTTPS://BÜCHER.example:8443", "HTTPS://xn--bcher-kva.example:8443"),
            ("http://ü:ö@ä。example/", "http://ü:ö@xn--4ca.example/"), ("http://例え．jp/", "http://xn--r8jz45g.jp/"),
            ("//bücher.example/x", "//xn--bcher-kva.example/x"),
            ("http://example.com/ü", "http://example.com/ü"), ("http://[::1]:8008/ü", "http://[::1]:8008/ü"),
            ("/ü?next=http://bücher.example", "/ü?next=http://bücher.example"), ("ü", "ü"), ("", ""), ("://", "://"),
            // A slash with an accent is a delimiter nevertheless.
            ("http://example.com/\u{301}film.mp4", "http://example.com/\u{301}film.mp4"),
        ]
    )
    func urls(url: String, converted: String) {
        #expect(InternationalHost.withASCIIHost(url) == converted)
    }

    @Test(
        "A host without an ASCII form is refused, in a short time",
        arguments: [
            String(repeating: "ü", count: 64), String(repeating: "ü", count: 8000), String(repeating: "üöä", count: 21),
            "a@b\u{301}!c", "ü<script>", "ü ö",
        ]
    )
    func refusedHosts(host: String) {
        #expect(InternationalHost.withASCIIHost("http://\(host).example/") == nil)
        #expect(throws: RestrictedHTTPError.self) { try RequestTarget("http://\(host).example/", requiresHTTPS: false) }
    }

    @Test("A request goes to the ASCII form of a host, and so does a redirect")
    func targets() throws {
        let target = try RequestTarget("http://bücher.example:8080/film.mp4", requiresHTTPS: false)
        #expect(target.host == "xn--bcher-kva.example")
        #expect(target.text == "http://xn--bcher-kva.example:8080/film.mp4")
        #expect(try target.redirected(to: "https://例え.jp/", requiresHTTPS: true).host == "xn--r8jz45g.jp")
        #expect(try target.redirected(to: "//例え.jp/", requiresHTTPS: false).text == "http://xn--r8jz45g.jp/")
    }
}
