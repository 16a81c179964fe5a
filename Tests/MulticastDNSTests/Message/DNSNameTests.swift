// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Domain names")
struct DNSNameTests {
    @Test("Names are compared without case")
    func ignoresCase() {
        #expect(name("_GoogleCast._TCP.Local") == googlecast)
        #expect(name("_GoogleCast._TCP.Local").hashValue == googlecast.hashValue)
        #expect(name("_GoogleCast._TCP.Local").description == "_GoogleCast._TCP.Local")
        #expect(name("Ä.local") != name("ä.local"), "only ASCII letters fold")
    }

    @Test(
        "Escapes in text represent bytes",
        arguments: [
            ("a\\.b.local", ["a.b", "local"]),
            ("a\\\\b.local", ["a\\b", "local"]),
            ("a\\032b.local", ["a b", "local"]),
            ("caf\\195\\169.local", ["café", "local"]),
            ("\\a.local.", ["a", "local"]),
            (".", []),
            ("", []),
        ]
    )
    func readsEscapes(text: String, labels: [String]) throws {
        #expect(try DNSName(text).labels == labels.map { Array($0.utf8) })
        #expect(try DNSName(text) == DNSName(labels: labels))
    }

    @Test(
        "An invalid name is refused with the reason",
        arguments: [
            ("a..b", DNSFormatError.Reason.emptyLabel), (".a", .emptyLabel),
            (String(repeating: "x", count: 64) + ".local", .labelTooLong),
            (Array(repeating: String(repeating: "y", count: 50), count: 5).joined(separator: "."), .nameTooLong),
            ("a\\", .escape), ("a\\25", .escape), ("a\\256", .escape), ("a\\2x5", .escape),
        ]
    )
    func refuses(text: String, reason: DNSFormatError.Reason) {
        #expect(throws: DNSFormatError(reason, at: 0)) { try DNSName(text) }
    }

    @Test("The text form of a name round-trips", arguments: ["Büro: 2. Stock\\Ost", "a b\u{7}", "☕️.☕️"])
    func writesText(label: String) throws {
        let original = try DNSName(labels: [label, "_x", "local"])
        #expect(try DNSName(original.description) == original)
        #expect(original.firstLabel == label)
    }

    @Test(
        "Control characters, dots and backslashes are escaped, other characters are not",
        arguments: [
            ("a\u{1F}", "a\\031"), ("\u{7F}", "\\127"), ("\u{0}", "\\000"), ("a.b", "a\\.b"), ("a\\", "a\\\\"),
            ("!~", "!~"),
            ("a b", "a b"), ("é", "é"),
        ]
    )
    func escapes(label: String, text: String) throws {
        #expect(try DNSName(labels: [label]).description == text)
    }

    @Test("A label that is not UTF-8 round-trips as text")
    func keepsBytes() throws {
        let original = DNSName(validWireBytes: [3, 0xFF, 0x41, 0x2E])
        #expect(original.description == "\\255A\\.")
        #expect(try DNSName(original.description) == original)
    }

    @Test("A name is within the domains of its last labels only")
    func knowsItsDomain() {
        let instance = instanceName("A device")
        #expect(instance.isWithin(googlecast))
        #expect(instance.isWithin(name("LOCAL")))
        #expect(instance.isWithin(instance))
        #expect(instance.isWithin(.root))
        #expect(!googlecast.isWithin(instance))
        #expect(!name("x_googlecast._tcp.local").isWithin(googlecast), "not at a label's boundary")
        #expect(instance.parent == googlecast)
        #expect(DNSName.root.parent == .root)
    }

    @Test("A prepended label must not make the name too long")
    func limitsPrepending() throws {
        let long = try DNSName(labels: Array(repeating: String(repeating: "z", count: 61), count: 4))
        #expect(throws: DNSFormatError(.nameTooLong, at: 0)) { try long.prepending("abcdefg") }
        #expect(try long.prepending("abcde").labels.count == 5)
    }
}
