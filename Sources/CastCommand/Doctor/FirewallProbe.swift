// SPDX-License-Identifier: Apache-2.0

import CastMedia

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Detects a firewall on this machine that prevents devices from fetching files.
///
/// Connections of this machine to itself pass every firewall, so the probe reads the rules instead. Only root can read
/// them. For other users, the probe detects whether ufw or firewalld is active.
struct FirewallProbe: Sendable {
    enum Manager: String, Sendable {
        case ufw
        case firewalld
        case nftables
    }

    /// The ports for serving files; nil for any free port.
    var ports: PortRange?

    /// The ports suggested in advice, which are free on most machines.
    static let suggestedPorts = 8010...8019

    func finding() async -> Finding {
        let ruleset = await Self.ruleset()
        return finding(
            manager: Self.activeManager(),
            ruleset: ruleset.flatMap(PacketFilter.init(json:)),
            hasRules: Self.hasPacketFilter()
        )
    }

    /// Evaluates the state of the firewall.
    ///
    /// - Parameters:
    ///   - manager: The active firewall manager, if there is one.
    ///   - ruleset: The rules; nil if they cannot be read.
    ///   - hasRules: Whether the kernel's packet filter is in use.
    func finding(manager: Manager?, ruleset: PacketFilter?, hasRules: Bool) -> Finding {
        let portText = ports.map {
            $0.ports.count == 1 ? "port \($0.ports.lowerBound)" : "ports \(Self.text($0.ports))"
        }
        switch ruleset.map(verdict) {
        case .accepts?:
            return finding(.ok, "incoming TCP connections to \(portText ?? "this machine") are allowed")
        case .drops(let chain)?:
            return finding(
                .failure,
                "\((manager ?? .nftables).rawValue) drops incoming TCP connections\(portText.map { " to \($0)" } ?? "") "
                    + "(chain \(chain)), so devices cannot fetch files from this machine",
                commands(manager ?? .nftables, chain)
            )
        case .unknown?, nil:
            if let manager {
                return finding(
                    .warning,
                    "\(manager.rawValue) is active and usually drops incoming TCP connections, so devices may not be "
                        + "able to fetch files from this machine",
                    commands(manager, nil),
                    advice: "\(Self.text(commands(manager, nil))); test it with a device: cast doctor --play"
                )
            }
            guard hasRules || ruleset != nil else { return finding(.ok, "no firewall is active on this machine") }
            return finding(
                .warning,
                ruleset == nil
                    ? "a packet filter is active, and only root can read its rules"
                    : "a packet filter is active, and its rules depend on the address of the device",
                advice: ruleset == nil
                    ? "sudo cast doctor, or cast doctor --play, which lets a device fetch a file from this machine"
                    : "cast doctor --play, which lets a device fetch a file from this machine"
            )
        }
    }

    /// Returns the commands that allow connections from devices. Without given ports, the last one makes the tool use those
    /// that the others open.
    func commands(_ manager: Manager, _ chain: PacketFilter.Chain?) -> [SystemCommand] {
        let range = ports?.ports ?? Self.suggestedPorts
        let commands: [[String]] =
            switch manager {
            case .ufw: [["ufw", "allow", "\(Self.text(range, ":"))/tcp"]]
            case .firewalld:
                [
                    ["firewall-cmd", "--permanent", "--add-port=\(Self.text(range))/tcp"],
                    ["firewall-cmd", "--reload"],
                ]
            case .nftables:
                [
                    ["nft", "insert", "rule"] + (chain?.words ?? ["inet", "filter", "input"])
                        + ["tcp", "dport", Self.text(range), "accept"]
                ]
            }
        return commands.map { SystemCommand(words: $0) }
            + (ports == nil ? [.setting(.mediaPort, Self.text(range))] : [])
    }

    /// The commands on one line, as they are typed into a shell.
    static func text(_ commands: [SystemCommand]) -> String {
        commands.map { "\($0)" }.joined(separator: " && ")
    }

    private func verdict(_ filter: PacketFilter) -> PacketFilter.Verdict {
        // Without given ports, the media server listens on one of the system's ephemeral ports.
        let testedPorts = ports.map { [$0.ports.lowerBound, $0.ports.upperBound] } ?? [32_768, 45_000, 60_999]
        let verdicts = Set(testedPorts.map(filter.verdict))
        return verdicts.first { if case .drops = $0 { true } else { false } }
            ?? (verdicts.contains(.unknown) ? .unknown : .accepts)
    }

    /// - Parameter advice: What to do; nil for the commands.
    private func finding(
        _ verdict: Finding.Verdict,
        _ detail: String,
        _ commands: [SystemCommand] = [],
        advice: String? = nil
    ) -> Finding {
        Finding(
            check: "firewall",
            subject: "firewall",
            verdict: verdict,
            detail: detail,
            advice: advice ?? (commands.isEmpty ? nil : Self.text(commands)),
            fix: commands
        )
    }

    private static func text(_ range: ClosedRange<Int>, _ separator: String = "-") -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)\(separator)\(range.upperBound)"
    }

    // MARK: - This machine

    /// The kind of the firewall on this machine, in words.
    static var kind: String {
        #if os(Linux)
        activeManager()?.rawValue
            ?? (hasPacketFilter() ? "the kernel's packet filter, without ufw and firewalld" : "none")
        #else
        "unknown"
        #endif
    }

    /// The rules of the kernel's packet filter as JSON; nil if they cannot be read, which only the superuser can.
    private static func ruleset() async -> String? {
        let output = try? await ExternalProgram.findForAdministration("nft")?
            .output(["-j", "list", "ruleset"], limit: 16 << 20, timeLimit: .seconds(10))
        return output.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func activeManager() -> Manager? {
        if (SystemFile.text(of: "/etc/ufw/ufw.conf") ?? "").split(separator: "\n").contains("ENABLED=yes") {
            return .ufw
        }
        // The runtime directory of firewalld, which systemd removes when the service stops.
        return FileManager.default.fileExists(atPath: "/run/firewalld") ? .firewalld : nil
    }

    /// Whether the kernel's packet filter has rules, judged by the use counts of its modules.
    private static func hasPacketFilter() -> Bool {
        (SystemFile.text(of: "/proc/modules") ?? "").split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            guard fields.count > 2, ["nf_tables", "ip_tables"].contains(fields[0]) else { return false }
            return fields[2] != "0"
        }
    }
}
