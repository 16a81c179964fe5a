// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia
import CastTransport
import CastWire
import Testing

@testable import CastCommand

@Suite("Selection of devices and media")
struct TargetTests {
    @Test(
        "addresses are parsed",
        arguments: [
            ("192.0.2.7", "192.0.2.7", 8009), ("192.0.2.7:8010", "192.0.2.7", 8010), ("tv.local", "tv.local", 8009),
            ("tv.local:1", "tv.local", 1), ("[fe80::1%eth0]:8010", "fe80::1%eth0", 8010), ("[::1]", "::1", 8009),
            ("fe80::1%eth0", "fe80::1%eth0", 8009), ("::1", "::1", 8009),
        ]
    )
    func addresses(text: String, host: String, port: Int) throws {
        let endpoint = try #require(HostAddress(text)).endpoint
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
    }

    @Test(
        "text that is not an address is rejected",
        arguments: [
            "", ":8009", "a:", "a:0", "a:65536", "a:x", "a b", "[::1", "[::1]8009", "[::1]:", "[a]:1", "http://a",
        ]
    )
    func noAddress(text: String) {
        #expect(HostAddress(text) == nil)
    }

    @Test(
        "a source is a file or a URL with a default title",
        arguments: [
            ("film.mp4", CastSource.file(path: "film.mp4"), "film"),
            ("/a/b/The Film.1080p.mkv", .file(path: "/a/b/The Film.1080p.mkv"), "The Film.1080p"),
            ("file:///a/b.mp3", .file(path: "/a/b.mp3"), "b"),
            (".hidden", .file(path: ".hidden"), ".hidden"),
            ("https://example.org/a/b.mp4?x=1", .url("https://example.org/a/b.mp4?x=1"), "b.mp4"),
            ("HTTP://example.org", .url("HTTP://example.org"), "http://example.org"),
            (
                "https://example.org/The%20Caf%C3%A9.mp4", .url("https://example.org/The%20Caf%C3%A9.mp4"),
                "The Café.mp4"
            ),
            ("https://example.org/100%.mp4", .url("https://example.org/100%.mp4"), "100%.mp4"),
            ("https://example.org/%FF%FE.mp4", .url("https://example.org/%FF%FE.mp4"), "%FF%FE.mp4"),
            ("https://example.org/a%1B%5B2J", .url("https://example.org/a%1B%5B2J"), "a [2J"),
            ("file:///a/My%20Film.mp4", .file(path: "/a/My Film.mp4"), "My Film"),
            ("file://localhost/a/b.mp4", .file(path: "/a/b.mp4"), "b"),
        ]
    )
    func source(text: String, source: CastSource, title: String) throws {
        let parsed = try #require(CastSource(text))
        #expect(parsed == source)
        #expect(parsed.title == title)
    }

    @Test("a URL with an unsupported scheme is rejected", arguments: ["", "ftp://a/b", "rtsp://a", "smb://a/b"])
    func noSource(text: String) {
        #expect(CastSource(text) == nil)
    }

    @Test(
        "names are completed in the format of each shell",
        arguments: [
            (CompletionShell.bash, "Bob's TV", "'Bob'\\''s TV'"), (.zsh, "Bob's TV", "Bob's TV"),
            (.fish, "Bob's TV", "Bob's TV"), (.zsh, "Küche 2.0, links", "Küche 2.0, links"),
            (.fish, "テレビ 📺 – oben", "テレビ 📺 – oben"),
        ]
    )
    func completions(shell: CompletionShell, name: String, completion: String) {
        #expect(DeviceNameCompletion.completion(for: name, in: shell) == completion)
    }

    @Test("a name with characters that a shell could evaluate is not completed", arguments: HostileNames.all)
    func hostileName(name: String) {
        for shell in CompletionShell.allCases { #expect(DeviceNameCompletion.completion(for: name, in: shell) == nil) }
    }

    @Test("the script for fish gets the cursor position with a command that works without a terminal")
    func fishScript() {
        let script = CompletionScript.requested(by: ["--generate-completion-script", "fish"])
        #expect(script == CompletionScript.requested(by: ["--generate-completion-script=fish"]))
        #expect(script?.contains("-tC") == false)
        #expect(script?.contains("commandline -ct") == true)
        #expect(CompletionScript.requested(by: ["--generate-completion-script", "bash"]) == nil)
        #expect(CompletionScript.requested(by: ["status"]) == nil)
    }

    @Test("a name with several lines, or without visible text, is not completed", arguments: ["a\nb", "\u{1B}[2J", ""])
    func noCompletion(name: String) {
        #expect(DeviceNameCompletion.completion(for: name, in: .bash) == nil)
    }
}
