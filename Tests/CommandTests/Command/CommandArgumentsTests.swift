// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import CastCommand

@Suite("The arguments of the tool")
struct CommandArgumentsTests {
    @Test(
        "The device can be named before the command, as with catt",
        arguments: [
            (["-d", "TV", "pause"], ["pause", "-d", "TV"]),
            (["--device", "play", "play", "a.mp4"], ["play", "a.mp4", "--device", "play"]),
            (["--device=TV", "--json", "status"], ["status", "--device=TV", "--json"]),
            (["--host", "::1", "volume", "-5"], ["volume", "\u{2212}5", "--host", "::1"]),
            (["-d", "TV", "play", "--", "-a.mp4"], ["play", "-d", "TV", "--", "-a.mp4"]),
            (["-d", "TV", "queue", "list"], ["queue", "list", "-d", "TV"]),
            (["pause", "-d", "TV"], ["pause", "-d", "TV"]),
            // Not understood, and reported by ArgumentParser.
            (["-d", "TV"], ["-d", "TV"]), (["-d", "TV", "puase"], ["-d", "TV", "puase"]), (["-d"], ["-d"]),
            (["--color", "pause"], ["--color", "pause"]), (["--version"], ["--version"]), ([], []),
        ]
    )
    func leadingOptions(_ arguments: [String], _ expected: [String]) throws {
        #expect(try CommandArguments.prepared(arguments) == expected)
    }

    @Test("A device that is named before the command is parsed as its option")
    func parsing() throws {
        let command = try Cast.parseAsRoot(CommandArguments.prepared(["-d", "TV", "pause"]))
        #expect((command as? PauseCommand)?.target.device == "TV")
    }

    @Test(
        "A word that is not a command is an error that names the one that was meant",
        arguments: [
            ("statu", "'statu' is not a command; did you mean \"cast status\"?"),
            ("scan", "'scan' is not a command; did you mean \"cast devices\"?"),
            ("volumeup", "'volumeup' is not a command; did you mean \"cast volume +5\"?"),
            ("film.mp4", "'film.mp4' is not a command; to play it: cast play film.mp4"),
            ("https://a/b", "'https://a/b' is not a command; to play it: cast play https://a/b"),
            ("xyzzy", "'xyzzy' is not a command."),
        ]
    )
    func unknownCommand(_ word: String, _ message: String) {
        #expect {
            try CommandArguments.prepared([word, "-d", "TV"])
        } throws: {
            ($0 as? ValidationError)?.message == message
        }
    }

    @Test("Every name of another tool is explained with a command that exists, and is none itself")
    func otherNames() throws {
        let commands = Set(Cast.configuration.subcommands.compactMap { $0.configuration.commandName })
        for (name, command) in CommandArguments.otherNames {
            #expect(!commands.contains(name), "\(name)")
            #expect(commands.contains(String(command.prefix { $0 != " " })), "\(name)")
        }
    }
}
