// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The facts about this tool and this machine that matter for casting.
enum MachineSurvey {
    // MARK: - The tool

    /// The version of the tool, of the compiler, the configuration and the traits of the package.
    static var tool: JSONObject {
        #if DEBUG
        let configuration = "debug"
        #else
        let configuration = "release"
        #endif
        #if SystemDiscovery
        let traits: [JSONValue] = ["SystemDiscovery"]
        #else
        let traits: [JSONValue] = []
        #endif
        return [
            "version": .string(CastVersion.text), "swift": .string(CastVersion.compiler),
            "configuration": .string(configuration), "commit": CastVersion.commit.map { .string($0) } ?? .null,
            "traits": .array(traits),
        ]
    }

    // MARK: - The system

    /// The operating system, the kernel and the processor.
    static var system: JSONObject {
        let names = SystemNames.current
        let containers = ["/.dockerenv", "/run/.containerenv"]
        return [
            "os": .string(ProcessInfo.processInfo.operatingSystemVersionString),
            "kernel": .string("\(names.system) \(names.release)"),
            "machine": .string(names.machine),
            "processors": .integer(Int64(ProcessInfo.processInfo.activeProcessorCount)),
            "container": .bool(containers.contains { FileManager.default.fileExists(atPath: $0) }),
            "superuser": .bool(geteuid() == 0),
        ]
    }

    /// The daemons that use multicast DNS, and whether they run.
    static var daemons: JSONObject {
        let resolved = FileManager.default.fileExists(atPath: "/run/systemd/resolve/io.systemd.Resolve")
        return ["avahi": .bool(isAvahiRunning), "systemd-resolved": .bool(resolved)]
    }

    static var isAvahiRunning: Bool { FileManager.default.fileExists(atPath: "/run/avahi-daemon/socket") }

    // MARK: - Environment

    /// The variables with values that cannot identify anyone.
    private static let plainVariables = [
        "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "TERM", "COLORTERM", "NO_COLOR", "COLUMNS",
    ]
    /// The variables with names, paths or addresses, of which only the presence is reported.
    private static let secretVariables = [
        "CAST_DEVICE", "DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME",
        "XDG_STATE_HOME", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "no_proxy",
        "SSH_CONNECTION", "LD_PRELOAD", "LD_LIBRARY_PATH",
    ]

    /// The environment variables that change what the tool does.
    static func environment(_ variables: [String: String] = ProcessInfo.processInfo.environment) -> JSONObject {
        let plain = plainVariables.compactMap { name in variables[name].map { (name, JSONValue.string($0)) } }
        let secret = secretVariables.compactMap { name in
            variables[name].map { (name, JSONValue.string($0.isEmpty ? "empty" : "set")) }
        }
        return JSONObject(plain + secret)
    }

    // MARK: - Programs

    /// The programs that the tool runs or that change what it finds, with the arguments that print their versions.
    private static let programs = [
        ("ffmpeg", "-version"), ("ffprobe", "-version"), ("yt-dlp", "--version"), ("espeak-ng", "--version"),
        ("avahi-daemon", "--version"), ("nft", "--version"),
    ]

    /// The versions of the programs, which are asked at the same time; null for those that are not installed.
    static func programVersions() async -> JSONObject {
        await withTaskGroup(of: (String, JSONValue).self) { group in
            for (name, argument) in programs {
                group.addTask { (name, await programVersion(name, argument)) }
            }
            let versions = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return JSONObject(programs.map { ($0.0, versions[$0.0] ?? .null) })
        }
    }

    private static func programVersion(_ name: String, _ argument: String) async -> JSONValue {
        guard let program = ExternalProgram.findForAdministration(name) else { return .null }
        do throws(ExternalProgramError) {
            let output = try await program.output([argument], limit: 4096, timeLimit: .seconds(5))
            return .string(version(in: String(decoding: output, as: UTF8.self)))
        } catch {
            return .string("\(error)")
        }
    }

    /// Returns the first line of a program's description of itself, without the copyright.
    static func version(in output: String) -> String {
        let line = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no version"
        let description = line.split(separator: " Copyright", maxSplits: 1, omittingEmptySubsequences: false).first
        return String((description ?? line[...]).prefix(80))
    }
}

/// The names that the kernel gives itself and this machine.
struct SystemNames: Sendable {
    var system: String
    /// The name of this machine in the network.
    var node: String
    var release: String
    var machine: String

    static var current: SystemNames {
        var names = utsname()
        guard uname(&names) == 0 else {
            return SystemNames(system: "unknown", node: "", release: "", machine: "unknown")
        }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return SystemNames(
            system: text(names.sysname),
            node: text(names.nodename),
            release: text(names.release),
            machine: text(names.machine)
        )
    }
}
