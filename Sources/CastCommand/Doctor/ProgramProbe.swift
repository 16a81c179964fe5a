// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire

/// Checks the other programs that casting uses, and Avahi, with which it shares multicast DNS.
enum ProgramProbe {
    /// A program, and what is not possible without it.
    private struct Program {
        var name: String
        var package: String
        var fedora: String?
        var use: String
    }

    private static let programs = [
        Program(
            name: "ffmpeg",
            package: "ffmpeg",
            fedora: "ffmpeg-free",
            use: "convert files that a device does not play"
        ),
        Program(name: "yt-dlp", package: "yt-dlp", use: "play the pages of video sites"),
        Program(name: "espeak-ng", package: "espeak-ng", use: "speak with cast say"),
    ]

    /// Returns a finding for each program, by the versions that ``MachineSurvey/programVersions()`` found.
    static func findings(_ versions: JSONObject) -> [Finding] {
        programs.map { program in
            if let version = versions[program.name]?.stringValue {
                return Finding(check: "program", subject: program.name, verdict: .ok, detail: version)
            }
            let command = SystemCommand.installing(program.package, fedora: program.fedora)
            return Finding(
                check: "program",
                subject: program.name,
                verdict: .warning,
                detail: "not installed, and needed to \(program.use)",
                advice: command.map { "\($0)" } ?? "install \(program.package) with this system's package manager",
                fix: command.map { [$0] } ?? []
            )
        }
    }

    private static let avahiConfiguration = "/etc/avahi/avahi-daemon.conf"

    /// Returns a finding about Avahi, which is not needed, but can keep other programs from using the port.
    static func avahi(
        isRunning: Bool = MachineSurvey.isAvahiRunning,
        configuration: String = SystemFile.text(of: avahiConfiguration) ?? ""
    ) -> Finding {
        func finding(_ verdict: Finding.Verdict, _ detail: String, fix: [SystemCommand] = []) -> Finding {
            let advice = fix.isEmpty ? nil : fix.map { "\($0)" }.joined(separator: " && ")
            return Finding(check: "avahi", subject: "Avahi", verdict: verdict, detail: detail, advice: advice, fix: fix)
        }
        guard isRunning else { return finding(.ok, "not running, and not needed") }
        let isExclusive = configuration.split(whereSeparator: \.isNewline).contains { line in
            line.filter { !$0.isWhitespace } == "disallow-other-stacks=yes"
        }
        guard isExclusive else { return finding(.ok, "running, and shares port 5353") }
        return finding(
            .failure,
            "keeps other programs from using port 5353 (disallow-other-stacks=yes in \(avahiConfiguration))",
            fix: [
                SystemCommand(words: [
                    "sed", "-i", "s/^ *disallow-other-stacks *= *yes/disallow-other-stacks=no/", avahiConfiguration,
                ]),
                SystemCommand(words: ["systemctl", "restart", "avahi-daemon"]),
            ]
        )
    }
}
