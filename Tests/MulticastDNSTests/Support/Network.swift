// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

/// A simulated network of hosts with manual time. Every multicast reaches all hosts, the sender included.
struct Network {
    struct Host {
        var link: Link
        let address: [UInt8]
        var directory: ServiceDirectory
        var events: [(at: Int64, event: ServiceEvent)] = []
        var responderEvents: [Responder.Event] = []
    }

    struct Sent {
        var at: Int64
        var host: Int
        var route: Link.Route
        var message: DNSMessage
    }

    private(set) var hosts: [Host] = []
    private(set) var now: Int64 = 0
    private(set) var sent: [Sent] = []
    /// The hosts that neither send nor receive datagrams.
    var isolated: Set<Int> = []

    mutating func addHost(configuration: MDNSConfiguration = MDNSConfiguration()) -> Int {
        let index = hosts.count
        let address: [UInt8] = [10, 0, 0, UInt8(index + 1)]
        let interface = LinkInterface(
            name: "eth0",
            index: 2,
            addresses: [LinkInterface.Address(bytes: address, prefixLength: 24)]
        )
        var link = Link(interface: interface, configuration: configuration, jitter: Jitter(seed: UInt64(index) + 1))
        link.responder.machineAddresses = [.a(address)]
        hosts.append(
            Host(
                link: link,
                address: address,
                directory: ServiceDirectory(owner: googlecast, type: "_googlecast._tcp")
            )
        )
        return index
    }

    mutating func browse(_ host: Int) {
        hosts[host].link.querier.startBrowse(googlecast, now: at(now))
        let present = hosts[host].directory.updateAll(on: [hosts[host].link], now: at(now))
        hosts[host].events += present.map { (now, $0) }
    }

    mutating func offer(_ service: AnnouncedService, by host: Int) {
        hosts[host].link.responder.add(service, now: at(now))
    }

    mutating func withdraw(_ id: Int, by host: Int) throws {
        var effects = Link.Effects()
        hosts[host].link.send(hosts[host].link.responder.remove(id), now: at(now), &effects)
        try carryOut(effects, of: host)
    }

    /// Calls a closure with a host's link.
    mutating func with(_ host: Int, _ body: (inout Link, NIODeadline) -> Void) {
        body(&hosts[host].link, at(now))
    }

    /// Advances time from deadline to deadline.
    mutating func run(until end: Int64) throws {
        var steps = 0
        while let next = hosts.map(\.link.nextDeadline).min(), next <= at(end) {
            steps += 1
            try #require(steps < 100_000, "the state machines do not settle")
            now = max(now, (next - at(0)).nanoseconds / 1_000_000 + 1)
            for index in hosts.indices where hosts[index].link.nextDeadline <= at(now) {
                let effects = hosts[index].link.advance(to: at(now))
                try carryOut(effects, of: index)
            }
        }
        now = max(now, end)
    }

    private mutating func carryOut(_ effects: Link.Effects, of index: Int) throws {
        let events = hosts[index].directory.update(effects.affected, on: [hosts[index].link], now: at(now))
        hosts[index].events += events.map { (now, $0) }
        hosts[index].responderEvents += effects.events
        for outgoing in effects.datagrams {
            sent.append(
                Sent(at: now, host: index, route: outgoing.route, message: try DNSMessage(datagram: outgoing.bytes))
            )
            switch outgoing.route {
            case .multicast:
                try deliver(outgoing.bytes, from: index, port: PacketSource.multicastPort, to: Array(hosts.indices))
            case .oneShot:
                try deliver(outgoing.bytes, from: index, port: 40_000 + index, to: Array(hosts.indices))
            case .unicast(let address, _):
                guard let target = hosts.firstIndex(where: { $0.address == address.hostBytes }) else { continue }
                let isOneShot = address.port != PacketSource.multicastPort
                try deliver(
                    outgoing.bytes,
                    from: index,
                    port: PacketSource.multicastPort,
                    to: [target],
                    by: isOneShot ? .oneShot : .group
                )
            }
        }
    }

    private mutating func deliver(
        _ bytes: [UInt8],
        from sender: Int,
        port: Int,
        to receivers: [Int],
        by inlet: Link.Inlet = .group
    ) throws {
        for receiver in receivers {
            if receiver != sender, isolated.contains(sender) || isolated.contains(receiver) { continue }
            let origin = try source(hosts[sender].address, port: port, isOwnHost: sender == receiver)
            let effects = hosts[receiver].link.receive(bytes, from: origin, by: inlet, now: at(now))
            try carryOut(effects, of: receiver)
        }
    }

    /// Returns the times at which a host sent multicast questions for the browsed pointers.
    func questionTimes(of host: Int) -> [Int64] {
        sent.filter { sent in
            guard sent.host == host, case .multicast = sent.route, !sent.message.flags.isResponse else { return false }
            return sent.message.questions.contains { $0.name == googlecast && $0.type == .ptr }
        }.map(\.at)
    }
}
