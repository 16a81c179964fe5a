// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The nftables rules for new TCP connections from the network.
///
/// Evaluates the JSON of `nft -j list ruleset` (libnftables-json(5)) for one destination port. A match that depends on
/// more than the port, such as the source address, is unknown, and so is a verdict that depends on such a match.
struct PacketFilter: Sendable {
    enum Verdict: Hashable, Sendable {
        case accepts
        /// This chain drops or rejects the connection.
        case drops(Chain)
        /// The verdict depends on an unknown match.
        case unknown
    }

    /// A chain, named as in `nft` commands.
    struct Chain: Hashable, Sendable, CustomStringConvertible {
        var family: String
        var table: String
        var name: String

        /// `inet filter input`
        var description: String { words.joined(separator: " ") }

        /// The family, the table and the name.
        var words: [String] { [family, table, name] }
    }

    private struct Hook {
        var chain: Chain
        var dropsByPolicy: Bool
        var priority: Int64
    }

    private var hooks: [Hook] = []
    private var rules: [Chain: [[JSONValue]]] = [:]

    /// The number of nested jumps between chains that the kernel allows.
    private static let jumpLimit = 16

    /// Parses a ruleset; nil if the text is not one.
    init?(json text: String) {
        guard let list = (try? JSONValue(parsing: text, limits: .local))?["nftables"]?.arrayValue else { return nil }
        for entry in list {
            if let chain = entry["chain"], let name = Self.chain(chain, name: chain["name"]) {
                rules[name] = rules[name] ?? []
                guard chain["hook"]?.stringValue == "input", chain["type"]?.stringValue == "filter" else { continue }
                let dropsByPolicy = chain["policy"]?.stringValue == "drop"
                let priority = chain["prio"].flatMap(Int.init(json:)).map(Int64.init) ?? 0
                hooks.append(Hook(chain: name, dropsByPolicy: dropsByPolicy, priority: priority))
            } else if let rule = entry["rule"], let name = Self.chain(rule, name: rule["chain"]) {
                rules[name, default: []].append(rule["expr"]?.arrayValue ?? [])
            }
        }
        hooks.sort { $0.priority < $1.priority }
    }

    private static func chain(_ object: JSONValue, name: JSONValue?) -> Chain? {
        guard let family = object["family"]?.stringValue, let table = object["table"]?.stringValue,
            let name = name?.stringValue
        else { return nil }
        return Chain(family: family, table: table, name: name)
    }

    /// Returns the verdict on a new TCP connection over IPv4 from another machine to this port.
    func verdict(port: Int) -> Verdict {
        var isUnknown = false
        // Every chain of the hook must accept the connection.
        for hook in hooks where ["ip", "inet"].contains(hook.chain.family) {
            let end = run(hook.chain, port: port, depth: 0)
            switch end.decision ?? (hook.dropsByPolicy ? .drop : .accept) {
            case .drop where !end.mayAccept: return .drops(hook.chain)
            case .accept where !end.mayDrop: break
            case .drop, .accept: isUnknown = true
            }
        }
        return isUnknown ? .unknown : .accepts
    }

    // MARK: - Evaluation

    private enum Decision { case accept, drop }

    /// The result of a chain: a decision, or none after its last rule.
    private struct End {
        var decision: Decision?
        var returns = false
        /// Whether an earlier rule with an unknown match would accept or drop the connection.
        var mayAccept = false
        var mayDrop = false
    }

    private func run(_ chain: Chain, port: Int, depth: Int) -> End {
        var end = End()
        // Whether an earlier rule with an unknown match would leave the chain without a decision.
        var mayReturn = false
        guard depth < Self.jumpLimit else { return end }
        for rule in rules[chain] ?? [] {
            var match: Bool? = true
            for statement in rule {
                guard match != false else { break }
                if let condition = statement["match"] {
                    let result = Self.matches(condition, port: port)
                    if result != true { match = result }
                    continue
                }
                guard let member = statement.objectValue?.members.first else { continue }
                var effect = End()
                switch member.key {
                case "accept": effect.decision = .accept
                case "drop", "reject": effect.decision = .drop
                case "return": effect.returns = true
                case "jump", "goto":
                    var target = chain
                    target.name = member.value["target"]?.stringValue ?? ""
                    effect = run(target, port: port, depth: depth + 1)
                    effect.returns = member.key == "goto" && effect.decision == nil
                case "vmap":
                    // The verdict depends on a map that is not evaluated.
                    end.mayAccept = true
                    end.mayDrop = true
                    match = nil
                    continue
                case "xt", "limit", "ct timeout":
                    // Conditions that are not evaluated.
                    match = nil
                    continue
                default: continue
                }
                if match == true, !mayReturn {
                    end.mayAccept = end.mayAccept || effect.mayAccept
                    end.mayDrop = end.mayDrop || effect.mayDrop
                    guard effect.decision == nil, !effect.returns else {
                        end.decision = effect.decision
                        end.returns = effect.decision == nil
                        return end
                    }
                } else {
                    end.mayAccept = end.mayAccept || effect.mayAccept || effect.decision == .accept
                    end.mayDrop = end.mayDrop || effect.mayDrop || effect.decision == .drop
                    let ends = effect.decision != nil || effect.returns
                    if match == true, ends { return end }
                    mayReturn = mayReturn || effect.returns
                }
            }
        }
        return end
    }

    /// Returns whether a match applies; nil if that is unknown.
    private static func matches(_ match: JSONValue, port: Int) -> Bool? {
        guard let left = match["left"], let right = match["right"] else { return nil }
        let isNegated: Bool
        switch match["op"]?.stringValue {
        case "==", "in", nil: isNegated = false
        case "!=": isNegated = true
        // A comparison, such as `>=`.
        default: return nil
        }
        // The elements of a named set are not in the rule.
        if right.stringValue?.hasPrefix("@") == true { return nil }
        let result: Bool?
        if let payload = left["payload"] {
            switch (payload["protocol"]?.stringValue, payload["field"]?.stringValue) {
            case ("tcp", "dport"), ("th", "dport"):
                result = contains(right) { number($0) == port || isInside($0, port) }
            // Protocols that TCP over IPv4 does not use.
            case ("udp", _), ("udplite", _), ("icmp", _), ("icmpv6", _), ("igmp", _), ("ip6", _), ("sctp", _),
                ("dccp", _),
                ("esp", _), ("ah", _), ("comp", _):
                return false
            default: result = nil
            }
        } else if let key = left["meta"]?["key"]?.stringValue {
            switch key {
            case "l4proto": result = contains(right) { $0.stringValue == "tcp" || number($0) == 6 }
            case "nfproto": result = contains(right) { $0.stringValue == "ipv4" || number($0) == 2 }
            // Devices do not use the loopback interface. Which other interface they use is unknown.
            case "iif", "iifname": result = contains(right) { $0.stringValue != "lo" } == true ? nil : false
            default: result = nil
            }
        } else if left["ct"]?["key"]?.stringValue == "state" {
            result = contains(right) { $0.stringValue == "new" }
        } else {
            result = nil
        }
        return result.map { $0 != isNegated }
    }

    /// Returns whether any value of the right-hand side satisfies a condition.
    private static func contains(_ right: JSONValue, _ condition: (JSONValue) -> Bool) -> Bool {
        (right["set"]?.arrayValue ?? right.arrayValue ?? [right]).contains(where: condition)
    }

    private static func number(_ value: JSONValue) -> Int? { Int(json: value) }

    private static func isInside(_ value: JSONValue, _ port: Int) -> Bool {
        guard let ends = value["range"]?.arrayValue?.compactMap(number), ends.count == 2 else { return false }
        return ends[0] <= port && port <= ends[1]
    }
}
