// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("First run and configuration")
    struct StartTests {
        @Test("cast without arguments and without a terminal prints the help")
        func help() async throws {
            let output = try await CastProgram.run([])
            #expect(output.status == 0)
            #expect(output.standardOutput.contains("USAGE: cast <subcommand>"))
        }

        #if os(Linux)
        @Test("cast without arguments on a terminal shows the devices, and runs what the user chooses")
        func start() async throws {
            let directory = try TemporaryConfiguration("interface = \"\(VirtualReceiver.loopback)\"\n")
            defer { directory.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal(columns: 200)
                // script(1) gives the program a terminal for all of its streams.
                let program = try CastProgram(
                    ["-qec", "'\(CastProgram.binary.path)'", "/dev/null"],
                    executable: URL(fileURLWithPath: "/usr/bin/script"),
                    environment: directory.variables,
                    terminal: terminal
                )
                _ = try await program.wait(for: "the question") { output in
                    output.standardOutput.contains("What next?") ? true : nil
                }
                try terminal.type("unknown\nc\n")
                let output = try await program.end()
                #expect(output.standardOutput.contains(receiver.name))
                #expect(output.standardOutput.contains("$ cast doctor"))
                #expect(output.standardOutput.contains("ok    \(receiver.name)"), "\(output.standardOutput)")
            }
        }
        #endif

        @Test(
            "the choices are those that make sense, and become commands",
            arguments: [
                (["p", "'/films/The Film.mkv'"], ["play", "/films/The Film.mkv"]),
                (["x", "p", "/films/The\\ Film.mkv"], ["play", "/films/The Film.mkv"]), (["c"], ["doctor"]),
                (["P", "https://example.org/a\\ b"], ["play", "https://example.org/a\\ b"]), (["h"], ["--help"]),
                (["q"], []), ([], []), (["p", ""], []), (["d"], ["demo"]),
            ]
        )
        func choices(answers: [String], expected: [String]) async throws {
            let rest = NIOLockedValueBox(answers)
            let commands = NIOLockedValueBox<[String]>([])
            // On an interface that does not exist, no device is found.
            let configuration = UserConfiguration.load { $0 == "CAST_INTERFACE" ? "no-such-interface" : nil }
            await UserConfiguration.$current.withValue(configuration) {
                await StartSession(
                    console: Console(isJSON: false),
                    ask: { _ in rest.withLockedValue { $0.isEmpty ? nil : $0.removeFirst() } },
                    perform: { arguments in commands.withLockedValue { $0 = arguments } }
                ).run()
            }
            #expect(commands.withLockedValue { $0 } == expected)
        }

        @Test("settings and aliases are used by commands, and errors of the file are reported with a suggestion")
        func configuration() async throws {
            let directory = try TemporaryConfiguration(nil)
            defer { directory.remove() }
            try await withReceiver { receiver in
                func cast(_ arguments: String...) async throws -> CastProgram.Output {
                    try await CastProgram.run(arguments, environment: directory.variables)
                }
                #expect(try await cast("config", "get", "device").status == 1)
                #expect(try await cast("config", "set", "interface", VirtualReceiver.loopback).status == 0)
                #expect(try await cast("config", "set", "aliases.tv", receiver.name).status == 0)
                #expect(try await cast("config", "set", "device", "TV").status == 0)
                #expect(try await cast("config", "get", "aliases.TV").standardOutput == receiver.name + "\n")
                let status = try await cast("status", "--json")
                #expect(status.status == 0, "\(status.standardError)")
                #expect(status.standardOutput.contains(receiver.name))
                // The option and the variable take precedence.
                let variables = directory.variables.merging(["CAST_DEVICE": "No Such Device"]) { $1 }
                #expect(try await CastProgram.run(["status", "--timeout", "1"], environment: variables).status == 3)
                #expect(
                    try await CastProgram.run(["status", "--device", "tv"], environment: variables).status == 0
                )
                let list = try await cast("config", "list")
                #expect(list.lines.contains { $0.hasPrefix("aliases.tv") && $0.contains(receiver.name) })
                #expect(try await cast("config", "path").standardOutput == directory.file.path + "\n")
                let unknown = try await cast("config", "set", "devise", "x")
                #expect(unknown.status == 64)
                #expect(unknown.standardError.contains("did you mean \"device\"?"))
            }
            try Data("devise = \"x\"\n".utf8).write(to: directory.file)
            let failed = try await CastProgram.run(["status"], environment: directory.variables)
            #expect(failed.status == 64)
            #expect(failed.standardError.contains("line 1: \"devise\" is not a setting; did you mean \"device\"?"))
            let removed = try await CastProgram.run(["config", "unset", "devise"], environment: directory.variables)
            #expect(removed.status == 0)
            #expect(directory.text?.contains("devise") == false)
        }

        @Test("aliases appear in the completions of --device")
        func completion() async throws {
            let directory = try TemporaryConfiguration("interface = \"lo\"\n[aliases]\nthe-wall = \"x\"\n")
            defer { directory.remove() }
            let arguments = ["---completion", "status", "--", "--device", "2", "3", "status", "--device", "the"]
            let output = try await CastProgram.run(arguments, environment: directory.variables)
            #expect(output.standardOutput.contains("the-wall"), "\(output)")
        }

        @Test("cast setup checks this machine without a device")
        func setup() async throws {
            let output = try await CastProgram.run(["setup", "--json", "--interface", VirtualReceiver.loopback])
            for check in ["interface", "port", "avahi", "firewall", "program"] {
                #expect(output.standardOutput.contains("\"check\":\"\(check)\""), "\(output)")
            }
            #expect(!output.standardOutput.contains("\"check\":\"multicast\""))
        }
    }
}
