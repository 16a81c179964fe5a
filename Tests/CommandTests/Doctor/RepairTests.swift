// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import CastCommand

@Suite("Repairs by cast doctor")
struct RepairTests {
    private static func finding(_ subject: String, _ words: String...) -> Finding {
        Finding(
            check: "program",
            subject: subject,
            verdict: .warning,
            detail: "",
            fix: [SystemCommand(words: words, needsRoot: false)]
        )
    }

    /// A repair whose user gives these answers, and the questions.
    private static func repair(_ answers: [String?]) -> (Repair, NIOLockedValueBox<[String]>) {
        let questions = NIOLockedValueBox<[String]>([])
        let repair = Repair(console: Console(isJSON: false)) { question in
            questions.withLockedValue { questions in
                questions.append(question)
                return questions.count <= answers.count ? answers[questions.count - 1] : nil
            }
        }
        return (repair, questions)
    }

    @Test("a command runs only after yes, and once")
    func question() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "repair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "a b").path
        let other = directory.appending(path: "c").path
        let (repair, questions) = Self.repair(["no", "Y"])
        let findings = [
            Self.finding("one", "touch", other), Self.finding("two", "touch", file),
            Self.finding("three", "touch", file),
        ]
        #expect(try await repair.run(findings))
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: other))
        #expect(
            questions.withLockedValue { $0 } == ["one: run touch \(other)? [y/N]", "two: run touch '\(file)'? [y/N]"]
        )
    }

    @Test("a command that fails is reported at the end, and other findings are repaired nevertheless")
    func failure() async throws {
        let (repair, questions) = Self.repair(["y", "y"])
        await #expect {
            let dependent = Finding(
                check: "program",
                subject: "one",
                verdict: .warning,
                detail: "",
                fix: ["false", "no-such-program"].map { SystemCommand(words: [$0], needsRoot: false) }
            )
            return try await repair.run([dependent, Self.finding("two", "no-such-program")])
        } throws: {
            ($0 as? CommandFailure)?.message == "false ended with status 1; no-such-program is not installed"
        }
        #expect(questions.withLockedValue(\.count) == 2)
    }

    @Test("the end of the input ends the questions, and a missing program is named")
    func end() async throws {
        let (repair, questions) = Self.repair([nil])
        #expect(try await !repair.run([Self.finding("one", "false"), Self.finding("two", "false")]))
        #expect(questions.withLockedValue(\.count) == 1)
        var confirmed = Self.repair([]).0
        confirmed.isConfirmed = true
        await #expect {
            try await confirmed.run([Self.finding("one", "no-such-program")])
        } throws: {
            ($0 as? CommandFailure)?.message == "no-such-program is not installed"
        }
    }

    @Test(
        "Each package manager gets its own option",
        arguments: [
            (PackageManager.apt, "sudo apt -y install a"), (.dnf, "sudo dnf -y install b"),
            (.pacman, "sudo pacman --noconfirm -S a"), (.zypper, "sudo zypper --non-interactive install a"),
            (.apk, "sudo apk add a"), (.brew, "brew install a"),
        ]
    )
    func packageManagers(_ manager: PackageManager, _ expected: String) throws {
        let command = try #require(SystemCommand.installing("a", fedora: "b", with: manager))
        #expect("\(command.withoutQuestions)" == expected)
    }

    @Test("With --yes, a package manager does not ask either", arguments: [false, true])
    func unattended(_ isConfirmed: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "repair-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var repair = Self.repair(["y"]).0
        repair.isConfirmed = isConfirmed
        // Of all options, -c lets touch do nothing: the file shows whether it was given.
        let command = SystemCommand(words: ["touch", file], needsRoot: false, unattendedOption: "-c")
        let finding = Finding(check: "program", subject: "one", verdict: .warning, detail: "", fix: [command])
        #expect(try await repair.run([finding]))
        #expect(FileManager.default.fileExists(atPath: file) == !isConfirmed)
    }

    @Test("commands are shown as they are typed into a shell")
    func description() {
        #expect("\(SystemCommand(words: ["nft", "insert", "rule"]))" == "sudo nft insert rule")
        #expect("\(SystemCommand(words: ["a", "it's $(x)", ""], needsRoot: false))" == "a 'it'\\''s $(x)' ''")
        #expect("\(SystemCommand.setting(.mediaPort, "8010-8019"))" == "cast config set media-port 8010-8019")
    }

    @Test("a missing program is a warning with the command that installs it")
    func programs() throws {
        let findings = ProgramProbe.findings(["ffmpeg": "ffmpeg version 7", "yt-dlp": .null])
        #expect(findings.map(\.verdict) == [.ok, .warning, .warning])
        let missing = try #require(findings.first { $0.subject == "yt-dlp" })
        #expect(missing.detail.contains("video sites"))
        if let command = SystemCommand.installing("yt-dlp") {
            #expect(missing.fix == [command])
            #expect(missing.advice == "\(command)")
            #expect(missing.json["commands"]?.arrayValue == [.string("\(command)")])
        }
    }

    @Test("Avahi is a failure only if it does not share the port")
    func avahi() {
        let exclusive = "[server]\nuse-ipv4=yes\n disallow-other-stacks = yes\n"
        #expect(ProgramProbe.avahi(isRunning: false, configuration: exclusive).verdict == .ok)
        #expect(ProgramProbe.avahi(isRunning: true, configuration: "#disallow-other-stacks=yes").verdict == .ok)
        let finding = ProgramProbe.avahi(isRunning: true, configuration: exclusive)
        #expect(finding.verdict == .failure)
        #expect(finding.fix.map(\.needsRoot) == [true, true])
        #expect(finding.advice?.hasSuffix("sudo systemctl restart avahi-daemon") == true)
    }
}
