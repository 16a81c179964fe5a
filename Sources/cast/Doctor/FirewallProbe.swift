import Foundation

/// Looks for a firewall on this machine that keeps devices from fetching files.
///
/// A connection of this machine to itself passes every firewall, so the rules are read instead. Root may read them all;
/// other users learn whether ufw or firewalld is active.
struct FirewallProbe: Sendable {
    enum Manager: String, Sendable {
        case ufw
        case firewalld
        case nftables
    }

    /// The ports at which files will be served; nil is any free port.
    var ports: PortRange?

    /// A range that is free on most machines, for advice.
    static let suggestedPorts = 8010...8019

    func finding() async -> Finding {
        let ruleset = await CommandOutput.of("nft", ["-j", "list", "ruleset"])
        return finding(
            manager: Self.activeManager(),
            ruleset: ruleset.flatMap(PacketFilter.init(json:)),
            hasRules: Self.hasPacketFilter()
        )
    }

    /// - Parameters:
    ///   - manager: The program that manages the firewall, where one is active.
    ///   - ruleset: The rules; nil where they cannot be read.
    ///   - hasRules: Whether the kernel's packet filter is in use.
    func finding(manager: Manager?, ruleset: PacketFilter?, hasRules: Bool) -> Finding {
        let place = ports.map { $0.ports.count == 1 ? "port \($0.ports.lowerBound)" : "ports \(Self.text($0.ports))" }
        switch ruleset.map(verdict) {
        case .accepts?:
            return finding(.ok, "lets incoming TCP connections to \(place ?? "files of this machine") through", nil)
        case .drops(let chain)?:
            return finding(
                .failure,
                "\((manager ?? .nftables).rawValue) drops incoming TCP connections\(place.map { " to \($0)" } ?? "") "
                    + "(chain \(chain)), so devices cannot fetch files from this machine",
                advice(manager ?? .nftables, chain)
            )
        case .unknown?, nil:
            if let manager {
                return finding(
                    .warning,
                    "\(manager.rawValue) is active and usually drops incoming TCP connections, so devices may not be "
                        + "able to fetch files from this machine",
                    "\(advice(manager, nil)); cast doctor --play checks it with a device"
                )
            }
            guard hasRules else { return finding(.ok, "no firewall is active on this machine", nil) }
            return finding(
                .warning,
                ruleset == nil
                    ? "a packet filter is active, and only root may read its rules"
                    : "a packet filter is active, and its rules depend on where a device is",
                ruleset == nil
                    ? "sudo cast doctor; or cast doctor --play, which has a device fetch a file from this machine"
                    : "cast doctor --play, which has a device fetch a file from this machine"
            )
        }
    }

    /// What lets devices in.
    func advice(_ manager: Manager, _ chain: PacketFilter.Chain?) -> String {
        let range = ports?.ports ?? Self.suggestedPorts
        let command =
            switch manager {
            case .ufw: "sudo ufw allow \(Self.text(range, ":"))/tcp"
            case .firewalld:
                "sudo firewall-cmd --permanent --add-port=\(Self.text(range))/tcp && sudo firewall-cmd --reload"
            case .nftables:
                "sudo nft insert rule \(chain.map { "\($0)" } ?? "inet filter input") tcp dport \(Self.text(range)) accept"
            }
        return ports == nil ? "\(command), and then cast play --media-port \(Self.text(range)) FILE" : command
    }

    private func verdict(_ filter: PacketFilter) -> PacketFilter.Verdict {
        // Any free port is one of those that the system gives to clients.
        let tried = ports.map { [$0.ports.lowerBound, $0.ports.upperBound] } ?? [32_768, 45_000, 60_999]
        let verdicts = Set(tried.map(filter.verdict))
        return verdicts.first { if case .drops = $0 { true } else { false } }
            ?? (verdicts.contains(.unknown) ? .unknown : .accepts)
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "firewall", subject: "firewall", verdict: verdict, detail: detail, advice: advice)
    }

    private static func text(_ range: ClosedRange<Int>, _ separator: String = "-") -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)\(separator)\(range.upperBound)"
    }

    // MARK: - This machine

    private static func activeManager() -> Manager? {
        if text(of: "/etc/ufw/ufw.conf").split(separator: "\n").contains("ENABLED=yes") { return .ufw }
        // Holds the name of firewalld's runtime state; systemd removes it when the service stops.
        return FileManager.default.fileExists(atPath: "/run/firewalld") ? .firewalld : nil
    }

    /// Whether the kernel's packet filter has rules: their modules are in use.
    private static func hasPacketFilter() -> Bool {
        text(of: "/proc/modules").split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            guard fields.count > 2, ["nf_tables", "ip_tables"].contains(fields[0]) else { return false }
            return fields[2] != "0"
        }
    }

    private static func text(of path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
