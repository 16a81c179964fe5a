// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("cast doctor and firewalls")
struct FirewallProbeTests {
    /// Returns a ruleset in the format of `nft -j list ruleset`: one base chain with these rules.
    private static func ruleset(policy: String, _ rules: String...) throws -> PacketFilter {
        let chain =
            #"{"chain":{"family":"inet","table":"filter","name":"input","handle":1,"type":"filter","hook":"input","#
            + #""prio":0,"policy":"\#(policy)"}}"#
        let entries = rules.map { #"{"rule":{"family":"inet","table":"filter","chain":"input","expr":[\#($0)]}}"# }
        let text = #"{"nftables":[{"metainfo":{}},"# + ([chain] + entries).joined(separator: ",") + "]}"
        return try #require(PacketFilter(json: text))
    }

    private static let chain = PacketFilter.Chain(family: "inet", table: "filter", name: "input")
    private static let established =
        #"{"match":{"op":"in","left":{"ct":{"key":"state"}},"right":["established","related"]}},{"accept":null}"#
    private static let loopback =
        #"{"match":{"op":"==","left":{"meta":{"key":"iifname"}},"right":"lo"}},{"accept":null}"#
    private static let multicast =
        #"{"match":{"op":"==","left":{"payload":{"protocol":"udp","field":"dport"}},"right":5353}},{"accept":null}"#
    private static let mediaPorts =
        #"{"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":{"range":[8010,8019]}}},"#
        + #"{"counter":{"packets":0,"bytes":0}},{"accept":null}"#
    private static let fromNetwork =
        #"{"match":{"op":"==","left":{"payload":{"protocol":"ip","field":"saddr"}},"right":{"prefix":{"addr":"#
        + #""10.0.0.0","len":8}}}},{"accept":null}"#

    @Test("a firewall that drops incoming connections is a failure, and the advice is the exact command")
    func drops() throws {
        let filter = try Self.ruleset(policy: "drop", Self.established, Self.loopback, Self.multicast)
        #expect(filter.verdict(port: 45_000) == .drops(Self.chain))
        let any = FirewallProbe().finding(manager: nil, ruleset: filter, hasRules: true)
        #expect(any.verdict == .failure)
        #expect(
            any.advice == "sudo nft insert rule inet filter input tcp dport 8010-8019 accept "
                + "&& cast config set media-port 8010-8019"
        )
        let chosen = FirewallProbe(ports: PortRange(argument: "9000")).finding(
            manager: .ufw,
            ruleset: filter,
            hasRules: true
        )
        #expect(chosen.advice == "sudo ufw allow 9000/tcp")
        #expect(chosen.detail.contains("to port 9000"))
    }

    @Test("ports that the firewall allows are ok, other ports are not")
    func mediaPorts() throws {
        let filter = try Self.ruleset(policy: "drop", Self.established, Self.mediaPorts)
        #expect(filter.verdict(port: 8010) == .accepts)
        #expect(filter.verdict(port: 8020) == .drops(Self.chain))
        let probe = FirewallProbe(ports: PortRange(argument: "8010-8019"))
        #expect(probe.finding(manager: nil, ruleset: filter, hasRules: true).verdict == .ok)
        let wider = FirewallProbe(ports: PortRange(argument: "8010-8020"))
        #expect(wider.finding(manager: nil, ruleset: filter, hasRules: true).verdict == .failure)
    }

    @Test("a rule that depends on the device's address is a warning")
    func unknown() throws {
        let filter = try Self.ruleset(policy: "drop", Self.established, Self.fromNetwork)
        #expect(filter.verdict(port: 45_000) == .unknown)
        #expect(FirewallProbe().finding(manager: nil, ruleset: filter, hasRules: true).verdict == .warning)
    }

    @Test(
        "a rule that accepts connections by a condition that is not evaluated is a warning, not a failure",
        arguments: [
            #"{"match":{"op":">=","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":1024}},{"accept":null}"#,
            #"{"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":"@open"}},{"accept":null}"#,
            #"{"match":{"op":"==","left":{"payload":{"protocol":"ether","field":"saddr"}},"right":"0:0:0:0:0:1"}},"#
                + #"{"accept":null}"#,
            #"{"match":{"op":"==","left":{"payload":{"base":"th","offset":16,"len":16}},"right":8010}},{"accept":null}"#,
            #"{"vmap":{"key":{"payload":{"protocol":"tcp","field":"dport"}},"data":{"set":[[8010,{"accept":null}]]}}}"#,
        ]
    )
    func notEvaluated(rule: String) throws {
        let filter = try Self.ruleset(policy: "drop", rule)
        #expect(filter.verdict(port: 8010) == .unknown)
        #expect(FirewallProbe().finding(manager: nil, ruleset: filter, hasRules: false).verdict == .warning)
    }

    @Test("a chain that may return before its last rule has no certain verdict")
    func mayReturn() throws {
        let interface =
            #"{"match":{"op":"==","left":{"meta":{"key":"iifname"}},"right":"eth0"}},{"return":null}"#
        let drop = #"{"drop":null}"#
        #expect(try Self.ruleset(policy: "accept", interface, drop).verdict(port: 1) == .unknown)
        #expect(try Self.ruleset(policy: "drop", interface, drop).verdict(port: 1) == .drops(Self.chain))
    }

    @Test("a ruleset that is larger than a message of a device is read")
    func large() throws {
        let rules = Array(repeating: Self.multicast, count: 1_000)
        let entries = rules.map { #"{"rule":{"family":"inet","table":"filter","chain":"input","expr":[\#($0)]}}"# }
        let chain =
            #"{"chain":{"family":"inet","table":"filter","name":"input","type":"filter","hook":"input","policy":"drop"}}"#
        let filter = PacketFilter(json: #"{"nftables":["# + ([chain] + entries).joined(separator: ",") + "]}")
        #expect(filter?.verdict(port: 8010) == .drops(Self.chain))
    }

    @Test("a final reject drops, also after a jump, but not after an accept")
    func rejects() throws {
        let reject = #"{"reject":{"type":"icmpx","expr":"port-unreachable"}}"#
        #expect(try Self.ruleset(policy: "accept", Self.established, reject).verdict(port: 1) == .drops(Self.chain))
        #expect(try Self.ruleset(policy: "accept", #"{"accept":null}"#, reject).verdict(port: 1) == .accepts)
        let jump = #"{"jump":{"target":"other"}}"#
        let other = #"{"rule":{"family":"inet","table":"filter","chain":"other","expr":[{"drop":null}]}}"#
        let text =
            #"{"nftables":[{"chain":{"family":"inet","table":"filter","name":"input","type":"filter","hook":"input","#
            + #""prio":0,"policy":"accept"}},{"rule":{"family":"inet","table":"filter","chain":"input","expr":[\#(jump)]}},"#
            + other + "]}"
        #expect(PacketFilter(json: text)?.verdict(port: 1) == .drops(Self.chain))
    }

    @Test("the evaluation of a chain that jumps to itself ends")
    func loop() throws {
        let filter = try Self.ruleset(policy: "accept", #"{"jump":{"target":"input"}}"#)
        #expect(filter.verdict(port: 1) == .accepts)
    }

    @Test("a machine without a firewall is ok, and rules that cannot be read are a warning")
    func unreadable() throws {
        let probe = FirewallProbe()
        #expect(probe.finding(manager: nil, ruleset: nil, hasRules: false).verdict == .ok)
        #expect(probe.finding(manager: nil, ruleset: nil, hasRules: true).verdict == .warning)
        let ufw = probe.finding(manager: .ufw, ruleset: nil, hasRules: true)
        #expect(ufw.verdict == .warning && ufw.advice?.hasPrefix("sudo ufw allow 8010:8019/tcp") == true)
        let firewalld = probe.finding(manager: .firewalld, ruleset: nil, hasRules: true)
        #expect(firewalld.advice?.contains("firewall-cmd --permanent --add-port=8010-8019/tcp") == true)
        #expect(PacketFilter(json: "no JSON") == nil)
    }

    @Test("a port and a range of ports are parsed, other text is rejected")
    func ports() {
        #expect(PortRange(argument: "8010")?.ports == 8010...8010)
        #expect(PortRange(argument: "8010-8019")?.ports == 8010...8019)
        for text in ["", "0", "8019-8010", "1-2-3", "-5", "70000", "a", "8010-"] {
            #expect(PortRange(argument: text) == nil, "\(text)")
        }
    }
}
