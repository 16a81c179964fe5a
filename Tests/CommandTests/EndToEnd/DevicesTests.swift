import CastWire
import Testing

@testable import cast

extension EndToEnd {
    @Suite("Finding devices")
    struct DevicesTests {
        @Test("a device on the network is listed, for people and for scripts")
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

        @Test("watching says who comes and who goes, and Ctrl-C is its ordinary end")
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

        @Test("a name that fits several devices lists them, one that fits none says what there is")
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
            // As the script for bash asks.
            let asked = try await CastProgram.run(
                ["---completion", "play", "--", "--device", "5", "4"] + words.dropLast() + [tag],
                environment: ["SAP_SHELL": "bash"]
            )
            #expect(Set(asked.lines) == [one.name, two.name])
            await one.stop()
            await two.stop()
        }

        @Test(
            "an interface that does not exist is no network, and says so",
            arguments: [["devices"], ["status", "--device", "x"], ["play", "http://127.0.0.1/a.mp4"], ["receiver"]]
        )
        func noNetwork(arguments: [String]) async throws {
            let output = try await CastProgram.run(arguments + ["--interface", "nosuch0"])
            #expect(output.status == ExitStatus.noNetwork.rawValue, "\(output.standardError)")
            #expect(output.standardError.contains("nosuch0"))
            #expect(output.standardError.contains("try: "))
        }

        @Test("an address where nothing listens is unreachable")
        func unreachable() async throws {
            let output = try await CastProgram.run(["status", "--json", "--host", "127.0.0.1:1"])
            #expect(output.status == ExitStatus.unreachable.rawValue)
            #expect(try output.object["error"]?["code"] == "connectFailed")
        }

        @Test("a listener that never speaks is given up after the time that was allowed")
        func silentListener() async throws {
            let server = try await WebServer(.silence)
            let address = server.url.dropFirst("http://".count).prefix { $0 != "/" }
            let output = try await CastProgram.run(["status", "--host", String(address), "--timeout", "1"])
            #expect([ExitStatus.unreachable.rawValue, ExitStatus.timedOut.rawValue].contains(output.status))
            #expect(output.standardError.contains("127.0.0.1"))
            await server.close()
        }

        @Test("the doctor finds loopback healthy, and the device on it")
        func doctor() async throws {
            try await withReceiver { receiver in
                let arguments = ["doctor", "--interface", VirtualReceiver.loopback, "--device", receiver.name]
                let people = try await CastProgram.run(arguments)
                #expect(people.status == 0, "\(people.standardOutput)")
                #expect(people.standardOutput.contains("multicast goes out and comes in"))
                #expect(
                    people.lines.contains { $0.hasPrefix("ok") && $0.contains(receiver.name) && $0.contains("TLS") }
                )

                let scripted = try await CastProgram.run(arguments + ["--json"])
                let report = try scripted.object
                #expect(report["ok"] == true)
                let checks = report["checks"]?.arrayValue?.compactMap { $0["check"]?.stringValue } ?? []
                #expect(Set(checks) == ["interface", "port", "multicast", "devices", "device"])
            }
        }

        @Test("the doctor fails for a device that cannot be reached, and says what to do")
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
