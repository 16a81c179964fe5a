// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Help, version and usage")
struct HelpTests {
    static let commands = [
        "devices", "play", "inspect", "pause", "resume", "stop", "seek", "next", "previous", "queue", "tracks", "rate",
        "skip-ad", "say", "save", "restore", "sleep",
        "transfer", "volume", "mute", "status", "remote", "receiver", "control", "demo", "doctor",
        "conformance", "bridge", "fleet", "config", "setup",
    ]

    @Test("the help of the tool matches its snapshot")
    func root() async throws {
        let output = try await CastProgram.run(["--help"])
        #expect(output.status == 0)
        try Snapshot.expect(output.standardOutput, matches: "help.txt")
    }

    @Test("the help of each command matches its snapshot and has examples", arguments: commands)
    func command(_ name: String) async throws {
        let output = try await CastProgram.run([name, "--help"])
        #expect(output.status == 0)
        #expect(output.standardOutput.contains("Examples:"))
        try Snapshot.expect(output.standardOutput, matches: "help-\(name).txt")
    }

    @Test("the profiles are listed, and in completion scripts")
    func profiles() async throws {
        let list = try await CastProgram.run(["receiver", "--list-profiles"])
        #expect(list.status == 0)
        let script = try await CastProgram.run(["--generate-completion-script", "bash"])
        for name in [
            "chromecast-1", "google-tv", "android-tv", "nest-hub", "nest-audio-pair", "group-follower", "loose-json",
        ] {
            #expect(list.standardOutput.contains("\(name)  "))
            #expect(script.standardOutput.contains(name))
        }
    }

    @Test("the help lists every exit status")
    func exitStatuses() async throws {
        let output = try await CastProgram.run(["--help"])
        for status in ExitStatus.allCases {
            #expect(output.standardOutput.contains("\(status.rawValue)  "), "\(status)")
        }
    }

    @Test("--version prints the version")
    func version() async throws {
        let output = try await CastProgram.run(["--version"])
        #expect(output.status == 0)
        // A developer's build does not know whether its files are those of a commit.
        let line = #/(\d+\.\d+\.\d+) \((development build|commit [0-9a-f]{12}), Swift 6\.\d.*\)\n/#
        let match = try #require(try line.wholeMatch(in: output.standardOutput), "\(output.standardOutput)")
        #expect(match.1 == CastVersion.text)
    }

    @Test("completion scripts are generated for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let output = try await CastProgram.run(["--generate-completion-script", shell])
        #expect(output.status == 0)
        for command in Self.commands { #expect(output.standardOutput.contains(command)) }
        #expect(output.standardOutput.contains("---completion"), "the script requests device names from the tool")
    }

    @Test(
        "an invalid command line exits with 64 and reports why",
        arguments: [
            (["play"], "Missing expected argument"),
            (["play", "--resume", "--device", "Kitchen"], "--resume without files takes no"),
            (["play", "http://127.0.0.1/film.mp4", "--resume"], "of URLs and live sources is not recorded"),
            (["play", "film.mp4", "--resume", "--at", "1:00"], "--resume determines where the list starts"),
            (["play", "film.mp4", "--resume", "--shuffle"], "--resume determines where the list starts"),
            (["play", "photos", "--every", "0.5"], "--every must be at least 1 second"),
            (["play", "http://127.0.0.1/a.jpg", "--every", "8s", "--no-wait"], "they exclude --no-wait"),
            (["transfer", "--device", "Kitchen"], "either --to or --to-host"),
            (["transfer", "--to", "A", "--to-host", "192.0.2.1"], "either --to or --to-host"),
            (["play", "film.mp4", "--no-wait"], "--no-wait works with a URL only"),
            (["play", "a.mp4", "b.mp4", "--subs", "film.srt"], "belong to one item"),
            (["play", "film.mp4", "--start-at", "0"], "counts from 1"),
            (["play", "film.mp4", "--quality", "0"], "at least 16 lines"),
            (["inspect", "film.mp4", "--model", "Chromecast", "--device", "Kitchen"], "not both"),
            (["play", "film.mp4", "--subtitle", "Film.SRT"], "line of text"),
            (["play", "ftp://example.org/a.mp4"], "ftp://example.org/a.mp4"),
            (["play", "a.mp4", "b.mp4", "--title", "x"], "belong to one item"),
            (["play", "film.mp4", "--at", "1:99"], "1:99"),
            (["seek", "soon"], "soon"),
            (["volume", "110"], "110"),
            (["mute", "maybe"], "maybe"),
            (["status", "--device", "a", "--host", "127.0.0.1"], "not with both"),
            (["status", "--host", "127.0.0.1:99999"], "127.0.0.1:99999"),
            (["status", "--timeout", "0"], "more than 0"),
            (["remote", "--terminal", "--lan"], "cannot be combined with --terminal"),
            (["receiver", "--port", "70000"], "0 to 65535"),
            (["receiver", "--fault", "dely=5s"], "dely"),
            (["receiver", "--profile", "nest-hubb"], "\"nest-hub\""),
            (["receiver", "--profile", "/nonexistent/tv.json"], "/nonexistent/tv.json"),
            (["receiver", "--provoke"], "--provoke requires --conformance"),
            (["receiver", "--report", "x"], "--report requires --conformance"),
            (["receiver", "--conformance", "--conformance-time", "0"], "1 to 86400"),
            (["receiver", "--group", "All=Nobody"], "Nobody"),
            (["receiver", "--name", "A", "--also", "A"], "same name"),
            (["receiver", "--also", "@127.0.0.2"], "not a valid device"),
            (["receiver", "--state-dir", "/tmp/x", "--also", "A B", "--also", "A-B"], "share an identity"),
            (["receiver", "--state-dir", "/tmp/x", "--group", "All", "--group", "All"], "share an identity"),
            (["control", "/tmp/x", "off", "5"], "name=value"),
            (["control", "/tmp/x", "off", "=5"], "name=value"),
            (["control", "/tmp/x", "status", "command=stop"], "before its arguments"),
            (["config", "set", "device"], "Missing expected argument"),
            (["doctor", "--yes"], "--yes needs --fix"),
            (["doctor", "--fix"], "--fix asks on a terminal"),
            (["dance"], "dance"),
        ]
    )
    func usage(arguments: [String], expected: String) async throws {
        let output = try await CastProgram.run(arguments)
        #expect(output.status == 64)
        #expect(output.standardError.contains(expected))
        #expect(output.standardOutput.isEmpty)
    }
}
