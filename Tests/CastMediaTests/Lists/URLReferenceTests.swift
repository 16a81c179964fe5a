// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct URLReferenceTests {
    /// The examples of RFC 3986, section 5.4.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("%2e%2E/g", "http://a/b/g"), ("a b\u{E9}{|}", "http://a/b/c/a%20b%C3%A9%7B%7C%7D"),
        ("$Number%05d$.m4s", "http://a/b/c/$Number%05d$.m4s"), (" g ", "http://a/b/c/g"),
        ("skd://key", "skd://key"), ("data:text/plain,../a", "data:text/plain,../a"),
    ])
    func `a reference is resolved`(reference: String, url: String) {
        #expect(URLReference.resolve(reference, against: "http://a/b/c/d;p?q") == url)
    }

    @Test(arguments: [
        "a\nb", "a\0", "a\r\nb", "http://", "http:///a", "http:g", "https://:80/", "http://a:0/", "http://[::1",
    ])
    func `an invalid reference has no URL`(reference: String) {
        #expect(URLReference.resolve(reference, against: "http://a/b") == nil)
    }

    @Test func `a base without a scheme has no URLs`() {
        #expect(URLReference.resolve("g", against: "/a/b") == nil)
        #expect(URLReference.resolve("g", against: "http://host") == "http://host/g")
        #expect(URLReference.resolveWeb("file:///etc/passwd", against: "http://host") == nil)
        #expect(URLReference.resolve(String(repeating: "a", count: 20_000), against: "http://host") == nil)
    }

    @Test(arguments: [
        ("HTTP://User:P@Host.Example/", "http://host.example:80"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]:443"),
        ("https://[::1]:8443/a", "https://[::1]:8443"), ("http://a:", "http://a:80"),
    ])
    func `an origin has a port`(url: String, origin: String) {
        #expect(URLReference(url)?.origin == origin)
    }
}
