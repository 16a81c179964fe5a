// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Running a device")
    struct ReceiverTests {
        @Test("with --require-auth only a device with a trusted root certificate is used")
        func requiredAuthentication() async throws {
            try await withReceiver { receiver in
                let status = ["status", "--json", "--require-auth", "--host", receiver.endpoint]
                let root = ["--trust-root", receiver.rootCertificate]
                let trusted = try await CastProgram.run(status + root)
                #expect(trusted.status == 0, "\(trusted.standardOutput)")
                let other = try await CastProgram.run(status)
                #expect(other.status == ExitStatus.notAuthenticated.rawValue)
                #expect(try other.object["error"]?["code"] == "notAuthenticated")
                let useless = try await CastProgram.run(["status", "--host", receiver.endpoint] + root)
                #expect(useless.status == ExitStatus.usage.rawValue && useless.standardError.contains("--require-auth"))
                let missing = try await CastProgram.run(status + ["--trust-root", "/no/such/file"])
                #expect(missing.status == ExitStatus.usage.rawValue && missing.standardError.contains("/no/such/file"))
            }
        }

        @Test(
            "a device that responds to the challenge with an error, a wrong signature or not at all is rejected",
            arguments: ["error", "wrong", "none"]
        )
        func refusedAuthentication(mode: String) async throws {
            try await withReceiver(["--headless", "--auth", mode]) { receiver in
                let status = ["status", "--require-auth", "--trust-root", receiver.rootCertificate]
                let output = try await CastProgram.run(status + ["--host", receiver.endpoint])
                #expect(output.status == ExitStatus.notAuthenticated.rawValue)
                let reasons = ["error": "replied with an error", "wrong": "signature", "none": "did not reply"]
                #expect(output.standardError.contains(reasons[mode] ?? "?"), "\(output.standardError)")
                let unasked = try await CastProgram.run(["status", "--host", receiver.endpoint])
                #expect(unasked.status == 0)
            }
        }

        @Test("a slow response to the challenge is awaited")
        func slowAuthentication() async throws {
            try await withReceiver(["--headless", "--auth", "slow:0.5"]) { receiver in
                let start = ContinuousClock.now
                let output = try await CastProgram.run([
                    "status", "--require-auth", "--trust-root", receiver.rootCertificate, "--host", receiver.endpoint,
                ])
                #expect(output.status == 0, "\(output.standardError)")
                #expect(ContinuousClock.now - start > .seconds(0.5))
            }
        }

        @Test("actions of senders and the end at Ctrl-C are reported as events")
        func events() async throws {
            let sound = try SoundFile(seconds: 1)
            defer { sound.remove() }
            let receiver = try await VirtualReceiver()
            _ = try await CastProgram.run(["play", sound.path, "--volume", "50"] + receiver.byName)
            _ = try await receiver.program.wait(for: "the app gone") { output in
                try output.objects.last { $0["event"] == "app" }?["application"]?.isNull == true ? true : nil
            }
            receiver.program.interrupt()
            let output = try await receiver.program.end()
            #expect(output.status == 0)
            let events = try output.objects
            #expect(events.contains { $0["event"] == "app" && $0["application"]?["id"] == "CC1AD845" })
            #expect(events.contains { $0["event"] == "senderConnected" })
            #expect(events.contains { $0["event"] == "media" && $0["media"]?["state"] == "PLAYING" })
            #expect(events.contains { $0["event"] == "media" && $0["idleReason"] == "FINISHED" })
            #expect(events.contains { $0["event"] == "volume" && $0["level"] == 0.5 })
            #expect(events.last?["event"] == "closed")
            await receiver.stop()
        }

        @Test("the launch of a web app reports its page, and fails if the page is not opened")
        func webApp() async throws {
            let page = "http://127.0.0.1:9/receiver.html"
            let receiver = try await VirtualReceiver([
                "--headless", "--web-app", "CC1AD845=\(page)", "--ready-timeout", "1",
            ])
            let output = try await CastProgram.run(["play", "http://127.0.0.1:9/a.mp4", "--json"] + receiver.byName)
            #expect(output.status != 0)
            #expect(try output.objects.contains { $0["error"] != nil })
            let events = try await receiver.program.wait(for: "the end of the app") { output in
                let events = try output.objects.filter { $0["event"] == "app" }
                return events.contains { $0["end"] != nil } ? events : nil
            }
            #expect(events.first?["application"]?["page"] == .string(page))
            #expect(events.first?["application"]?["isReady"] == false)
            #expect(events.last?["end"] == "notReady")
            await receiver.stop()
        }

        @Test("a device that does not allow launches rejects them", arguments: ["refuse", "silent"])
        func refuses(answer: String) async throws {
            try await withReceiver(["--headless", "--launch", answer]) { receiver in
                let output = try await CastProgram.run(
                    ["play", "http://127.0.0.1:9/a.mp4", "--json"] + receiver.byName
                )
                #expect(output.status == ExitStatus.refused.rawValue)
            }
        }

        @Test("playback continues while one-shot commands connect and disconnect")
        func oneShots() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let server = try await FileServer(sound)
                _ = try await CastProgram.run(["play", server.url, "--no-wait"] + receiver.byName)
                for command in [["pause"], ["resume"], ["seek", "60"], ["volume", "30"], ["status"]] {
                    let output = try await CastProgram.run(command + ["--host", receiver.endpoint])
                    #expect(output.status == 0, "\(command): \(output.standardError)")
                }
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["media"]?["state"] == "PLAYING")
                await server.close()
            }
        }

        @Test("a port that another program uses is reported with advice")
        func portInUse() async throws {
            try await withReceiver { receiver in
                let port = String(receiver.endpoint.split(separator: ":").last ?? "")
                let arguments = [
                    "receiver", "--interface", VirtualReceiver.loopback, "--name", "Second", "--port", port,
                    "--http-port", "0", "--https-port", "0", "--state-dir", receiver.stateDirectory,
                ]
                let output = try await CastProgram.run(arguments)
                #expect(output.status == ExitStatus.failure.rawValue)
                #expect(output.standardError.contains(port))
                #expect(output.standardError.contains("--port 0"))
                let scripted = try await CastProgram.run(arguments + ["--json"])
                #expect(try scripted.object["error"]?["code"] == "portInUse")
            }
        }

        @Test("the state directory is derived from the name of the device")
        func identity() {
            let directory = StateDirectory.forDevice(named: "Living/Room") { $0 == "HOME" ? "/home/ada" : nil }
            #expect(directory == "/home/ada/.local/state/swift-cast/Living-Room")
            #expect(StateDirectory.forDevice(named: "a") { $0 == "XDG_STATE_HOME" ? "/s" : nil } == "/s/swift-cast/a")
            #expect(StateDirectory.forDevice(named: "a") { _ in nil } == nil)
            #expect(StateDirectory.forDevice(named: "..") { _ in "/s" } == "/s/swift-cast/--")
        }
    }
}
