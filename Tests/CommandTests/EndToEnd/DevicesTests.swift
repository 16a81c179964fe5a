// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Discovering devices")
    struct DevicesTests {
        @Test("a device on the network is listed as text and as JSON")
        func list() async throws {
            try await withReceiver { receiver in
                let arguments = ["devices", "--interface", VirtualReceiver.loopback, "--timeout", "1"]
                let json = try await CastProgram.run(arguments + ["--json"])
                #expect(json.status == 0)
                let list = try json.object
                #expect(list["version"] == 1)
                let device = try #require(list["devices"]?.arrayValue?.first { $0["id"] == .string(receiver.id) })
                #expect(device["name"] == .string(receiver.name))
                #expect(device["model"] == "swift-cast")
                #expect(device["host"] == "127.0.0.1")
                #expect(device["port"] == JSONValue(parsingPortOf: receiver.endpoint))
                #expect(device["addresses"]?.arrayValue?.contains("127.0.0.1") == true)
                #expect(device["capabilities"] != nil)
                #expect(device["txt"]?["fn"] == .string(receiver.name))
                #expect(device["txt"]?["id"] != nil)

                let people = try await CastProgram.run(arguments)
                #expect(people.lines.first?.hasPrefix("NAME") == true)
                #expect(people.lines.contains { $0.contains(receiver.name) && $0.contains(receiver.endpoint) })
            }
        }

        @Test("a device is printed when it is found, not at the end of the search")
        func early() async throws {
            try await withReceiver { receiver in
                let list = try CastProgram(["devices", "--timeout", "300", "--interface", VirtualReceiver.loopback])
                let line = try await list.wait(for: "the device") { output in
                    output.lines.first { $0.contains(receiver.name) }
                }
                #expect(line.contains(receiver.endpoint))
                list.interrupt()
                _ = try await list.end()
            }
        }

        @Test("--watch reports devices that appear and disappear, and Ctrl-C exits with 0")
        func watch() async throws {
            let watch = try CastProgram(["devices", "--watch", "--json", "--interface", VirtualReceiver.loopback])
            let receiver = try await VirtualReceiver()
            _ = try await watch.wait(for: "the device found") { output in
                try output.objects.first { $0["event"] == "found" && $0["device"]?["id"] == .string(receiver.id) }
            }
            await receiver.stop()
            _ = try await watch.wait(for: "the device lost") { output in
                try output.objects.first { $0["event"] == "lost" && $0["device"]?["id"] == .string(receiver.id) }
            }
            watch.interrupt()
            #expect(try await watch.end().status == 0)
        }

        @Test("a name that matches several devices lists them, and one that matches none lists all")
        func names() async throws {
            let tag = VirtualReceiver.uniqueName("Twin")
            let one = try await VirtualReceiver(name: "\(tag) one")
            let two = try await VirtualReceiver(name: "\(tag) two")
            let network = ["--interface", VirtualReceiver.loopback]

            let ambiguous = try await CastProgram.run(["status", "--device", tag, "--timeout", "3"] + network)
            #expect(ambiguous.status == ExitStatus.deviceAmbiguous.rawValue)
            #expect(ambiguous.standardError.contains("\(tag) one"))
            #expect(ambiguous.standardError.contains("\(tag) two"))

            let scripted = try await CastProgram.run(["status", "--json", "--device", tag, "--timeout", "3"] + network)
            #expect(try scripted.object["error"]?["code"] == "deviceAmbiguous")

            let unknown = try await CastProgram.run(["status", "--device", "\(tag) three", "--timeout", "1"] + network)
            #expect(unknown.status == ExitStatus.deviceNotFound.rawValue)
            #expect(unknown.standardError.contains("\(tag) one"))

            let none = try await CastProgram.run(["status"] + network)
            #expect(none.status == ExitStatus.deviceAmbiguous.rawValue)
            #expect(none.standardError.contains("--device"))

            let prefix = try await CastProgram.run(["status", "--device", "\(tag) o".lowercased()] + network)
            #expect(prefix.status == 0, "\(prefix.standardError)")
            #expect(prefix.standardOutput.contains("\(tag) one"))

            let byID = try await CastProgram.run(["status", "--device", two.id] + network)
            #expect(byID.standardOutput.contains("\(tag) two"))

            let byEnvironment = try await CastProgram.run(["status"] + network, environment: ["CAST_DEVICE": two.name])
            #expect(byEnvironment.standardOutput.contains("\(tag) two"))

            let words = ["cast", "play", "--interface", VirtualReceiver.loopback, "--device", ""]
            let completions = await DeviceNameCompletion.complete(words: words, index: 5, prefix: tag.lowercased())
            #expect(completions.sorted() == [one.name, two.name])
            // Like the completion script for bash.
            let asked = try await CastProgram.run(
                ["---completion", "play", "--", "--device", "5", "4"] + words.dropLast() + [tag],
                environment: ["SAP_SHELL": "bash"]
            )
            #expect(Set(asked.lines) == ["'\(one.name)'", "'\(two.name)'"])
            await one.stop()
            await two.stop()
        }

        @Test("a command in the name of a device is not executed when a shell completes the name")
        func hostileCompletion() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "cast-completion-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let mark = folder.appending(path: "ran").path
            let tag = VirtualReceiver.uniqueName("Shell")
            let names = [
                "\(tag) $(touch \(mark))", "\(tag) `touch \(mark)`", "\(tag) ${x:=$(touch \(mark))}", "\(tag) Bob's TV",
            ]
            var receivers: [VirtualReceiver] = []
            for name in names { receivers.append(try await VirtualReceiver(name: name)) }
            let script = try await CastProgram.run(["--generate-completion-script", "bash"])
            try script.standardOutput.write(to: folder.appending(path: "script"), atomically: true, encoding: .utf8)
            let asking = """
                source "$1"
                COMP_WORDS=("$2" play --interface "$3" --device "$4")
                COMP_CWORD=5 COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
                _cast "$2" "$4" --device
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let lines = try await Self.output(
                of: "/bin/bash",
                [
                    "-c", asking, "bash", folder.appending(path: "script").path, CastProgram.binary.path,
                    VirtualReceiver.loopback, tag,
                ]
            )
            #expect(lines == ["\(tag) Bob's TV"])
            #expect(!FileManager.default.fileExists(atPath: mark))
            for receiver in receivers { await receiver.stop() }
        }

        @Test("control sequences in the names of devices do not reach the terminal")
        func hostileName() async throws {
            let tag = VirtualReceiver.uniqueName("Escape")
            let controlSequence = "\u{1B}]52;c;QQ==\u{07}\u{1B}[2J\u{202E}"
            let one = try await VirtualReceiver(name: "\(tag) \(controlSequence)one")
            let two = try await VirtualReceiver(name: "\(tag) \(controlSequence)two")
            let network = ["--interface", VirtualReceiver.loopback]
            for arguments in [["status", "--device", tag, "--timeout", "3"], ["devices"]] {
                let output = try await CastProgram.run(arguments + network)
                let printed = output.standardOutput + output.standardError
                #expect(printed.contains("one") && printed.contains("two"))
                for character in ["\u{1B}", "\u{07}", "\u{202E}"] {
                    #expect(!printed.contains(character), "\(printed)")
                }
            }
            await one.stop()
            await two.stop()
        }

        /// Returns the output of another program.
        private static func output(of program: String, _ arguments: [String]) async throws -> [String] {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let data = try await Task.detached { try pipe.fileHandleForReading.readToEnd() ?? Data() }.value
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        @Test(
            "an interface that does not exist is reported as a missing network",
            arguments: [["devices"], ["status", "--device", "x"], ["play", "http://127.0.0.1/a.mp4"], ["receiver"]]
        )
        func noNetwork(arguments: [String]) async throws {
            let output = try await CastProgram.run(arguments + ["--interface", "nosuch0"])
            #expect(output.status == ExitStatus.noNetwork.rawValue, "\(output.standardError)")
            #expect(output.standardError.contains("nosuch0"))
            #expect(output.standardError.contains("try: "))
        }

        @Test("an address without a listener is unreachable")
        func unreachable() async throws {
            let output = try await CastProgram.run(["status", "--json", "--host", "127.0.0.1:1"])
            #expect(output.status == ExitStatus.unreachable.rawValue)
            #expect(try output.object["error"]?["code"] == "connectFailed")
        }

        @Test("connecting to a listener that never responds fails after --timeout")
        func silentListener() async throws {
            let server = try await WebServer(.silence)
            let address = server.url.dropFirst("http://".count).prefix { $0 != "/" }
            let output = try await CastProgram.run(["status", "--host", String(address), "--timeout", "1"])
            #expect([ExitStatus.unreachable.rawValue, ExitStatus.timedOut.rawValue].contains(output.status))
            #expect(output.standardError.contains("127.0.0.1"))
            await server.close()
        }

        @Test("the doctor reports that loopback and the device on it are ok")
        func doctor() async throws {
            try await withReceiver { receiver in
                let arguments = ["doctor", "--interface", VirtualReceiver.loopback, "--device", receiver.name]
                let people = try await CastProgram.run(arguments)
                #expect(people.status == 0, "\(people.standardOutput)")
                #expect(people.standardOutput.contains("multicast packets are sent and received"))
                #expect(
                    people.lines.contains { $0.hasPrefix("ok") && $0.contains(receiver.name) && $0.contains("TLS") }
                )

                let scripted = try await CastProgram.run(arguments + ["--json"])
                let report = try scripted.object
                #expect(report["ok"] == true)
                let checks = report["checks"]?.arrayValue?.compactMap { $0["check"]?.stringValue } ?? []
                let expected = ["interface", "port", "avahi", "firewall", "program", "multicast", "devices", "device"]
                #expect(Set(checks) == Set(expected))
            }
        }

        @Test("cast doctor --report writes a file that only this user can read, without names and addresses")
        func doctorReport() async throws {
            try await withReceiver { receiver in
                let folder = FileManager.default.temporaryDirectory.appending(path: "cast-report-\(UUID())").path
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let arguments = ["doctor", "--interface", VirtualReceiver.loopback, "--device", receiver.name]
                let output = try await CastProgram.run(arguments + ["--report", "\(folder)/report.json"])
                #expect(output.status == 0, "\(output.standardOutput)")
                #expect(output.standardError.contains("issues/new"))
                let text = try String(contentsOfFile: "\(folder)/report.json", encoding: .utf8)
                for secret in [receiver.name, receiver.id, receiver.endpoint, "127.0.0.1", NSTemporaryDirectory()] {
                    #expect(!text.contains(secret), "\(secret) in \(text)")
                }
                let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/report.json")[.posixPermissions]
                #expect(mode as? Int == 0o600)
                let report = try JSONValue(parsing: text)
                #expect(report["format"] == 1 && report["ok"] == true)
                #expect(report["devices"]?[0]?["device"] == "device-1")
                #expect(report["devices"]?[0]?["probe"]?["verdict"] == "ok")
                #expect(report["checks"]?.arrayValue?.contains { $0["subject"] == "device-1" } == true)
                try FileManager.default.removeItem(atPath: folder)
            }
        }

        @Test("a report that cannot be written is an error before the checks")
        func unwritableReport() async throws {
            let output = try await CastProgram.run(["doctor", "--json", "--report", "/nosuch/report.txt"])
            #expect(output.status == ExitStatus.failure.rawValue)
            #expect(try output.object["error"]?["code"] == "reportNotWritable")
        }

        @Test("cast doctor --play makes a device fetch a file from a port of --media-port")
        func doctorPlays() async throws {
            try await withReceiver { receiver in
                let port = 20_000 + Int.random(in: 0..<10_000)
                let output = try await CastProgram.run([
                    "doctor", "--interface", VirtualReceiver.loopback, "--device", receiver.name, "--play",
                    "--media-port",
                    "\(port)-\(port + 9)",
                ])
                #expect(output.status == 0, "\(output.standardOutput)")
                #expect(output.standardOutput.contains("fetched a file from this machine at 127.0.0.1:\(port)"))
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["application"]?.isNull == true, "the app of the fetch test is stopped")
            }
        }

        @Test("an address that refuses connections is reported without error codes or internal names")
        func plainErrors() async throws {
            for command in [["doctor", "--interface", VirtualReceiver.loopback], ["status"]] {
                let output = try await CastProgram.run(command + ["--host", "127.0.0.1:1"])
                let text = output.standardOutput + output.standardError
                #expect(text.contains("127.0.0.1:1"))
                for code in ["errno", "descriptor", "NIO", "IOError", "NIOConnectionError"] {
                    #expect(!text.contains(code), "\(text)")
                }
            }
        }

        @Test("the doctor fails for a device that cannot be reached, and gives advice")
        func doctorFails() async throws {
            let output = try await CastProgram.run([
                "doctor", "--interface", VirtualReceiver.loopback, "--host", "127.0.0.1:1",
            ])
            #expect(output.status == ExitStatus.failure.rawValue)
            #expect(output.standardOutput.contains("fail  127.0.0.1:1"))
            #expect(output.standardOutput.contains("try: "))
        }
    }
}

extension JSONValue {
    /// The port at the end of an address.
    fileprivate init(parsingPortOf endpoint: String) {
        self = .integer(Int64(endpoint.split(separator: ":").last ?? "") ?? -1)
    }
}
