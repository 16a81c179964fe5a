// SPDX-License-Identifier: Apache-2.0

import NIOCore

@testable import MulticastDNS

extension FuzzTarget {
    /// Two hosts that browse and announce services, and a third that sends anything. Datagrams are lost and duplicated.
    static let multicastDNS = FuzzTarget("mdns", maximumLength: 4096) { bytes in
        var network = MulticastNetwork(FuzzInput(bytes))
        network.run()
    }
}

private struct MulticastNetwork {
    private static let type = (try? DNSName("_googlecast._tcp.local")) ?? DNSName(validWireBytes: [0])
    private static let labels = ["a", "b"]
    private static let cacheLimit = 64

    private var input: FuzzInput
    private var links: [Link]
    private var directories: [ServiceDirectory]
    private var inFlight: [(bytes: [UInt8], sender: Int)] = []
    private var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    init(_ input: FuzzInput) {
        self.input = input
        var configuration = MDNSConfiguration()
        configuration.cachedRecordLimit = Self.cacheLimit
        configuration.sendQueueLimit = 16
        links = [UInt8(1), 2].map { host in
            let address = LinkInterface.Address(bytes: [10, 0, 0, host], prefixLength: 24)
            let interface = LinkInterface(name: "eth0", index: 2, addresses: [address])
            var link = Link(interface: interface, configuration: configuration, jitter: Jitter(seed: UInt64(host)))
            link.responder.machineAddresses = [.a([10, 0, 0, host])]
            return link
        }
        directories = links.map { _ in ServiceDirectory(owner: Self.type, type: "_googlecast._tcp") }
    }

    mutating func run() {
        links[0].querier.startBrowse(Self.type, now: now)
        for _ in 0..<128 where !input.isEmpty { step() }
        // Afterward, the machines come to rest: only schedules with growing intervals remain.
        let end = now + .minutes(2)
        var steps = 0
        while let next = links.map(\.nextDeadline).min(), next <= end {
            steps += 1
            require(steps < 5_000, "the machines do not come to rest")
            now = max(now, next)
            for index in links.indices where links[index].nextDeadline <= now { advance(index) }
            inFlight = []
        }
    }

    private mutating func step() {
        let host = input.below(2)
        switch input.below(12) {
        case 0: links[host].querier.startBrowse(Self.type, now: now)
        case 1:
            guard let service = service() else { return }
            links[host].responder.add(service, now: now)
        case 2:
            var effects = Link.Effects()
            links[host].send(links[host].responder.remove(input.below(3)), now: now, &effects)
            take(effects, of: host)
        case 3:
            guard let service = service() else { return }
            links[host].responder.rename(service, now: now)
        case 4:
            let text = ServiceText(recordContent: [2, 97, 61]) ?? .empty
            links[host].responder.update(input.below(3), text: text, now: now)
        case 5:
            let address = LinkInterface.Address(bytes: [10, 0, 0, UInt8(input.below(4))], prefixLength: 24)
            links[host].update(LinkInterface(name: "eth0", index: 2, addresses: [address]), now: now)
        case 6, 7: deliver(isLost: input.chance(of: 4), isRepeated: input.chance(of: 4))
        case 8: receive(input.bytes(Int(input.byte()) * 2), at: host, from: 3)
        case 9: if let bytes = datagram() { receive(bytes, at: host, from: 3) }
        default: wait()
        }
        check()
    }

    private mutating func service() -> AnnouncedService? {
        let text = [input.bool() ? "id" : "fn": input.text()]
        let registration = ServiceRegistration(
            name: input.element(of: Self.labels),
            type: "_googlecast._tcp",
            subtypes: input.bool() ? ["_sub"] : [],
            port: 8009,
            hostName: input.element(of: ["h1", "h2"]),
            text: (try? ServiceText(text.map { ServiceText.Entry(key: $0.key, value: Array($0.value.utf8)) })) ?? .empty
        )
        return try? AnnouncedService(registration, id: input.below(3))
    }

    /// Returns a well-formed message about the names that the hosts know.
    private mutating func datagram() -> [UInt8]? {
        guard let instance = try? DNSName("\(input.element(of: Self.labels))._googlecast._tcp.local"),
            let host = try? DNSName("\(input.element(of: ["h1", "h2"])).local")
        else { return nil }
        var message = DNSMessage(flags: input.bool() ? .response : .query)
        for _ in 0..<input.below(6) {
            let lifetime = input.element(of: [UInt32(0), 1, 120, 4500, .max])
            let flushes = input.bool()
            let record: DNSRecord =
                switch input.below(5) {
                case 0: DNSRecord(name: Self.type, timeToLive: lifetime, data: .ptr(instance))
                case 1:
                    DNSRecord(
                        name: instance,
                        flushesCache: flushes,
                        timeToLive: lifetime,
                        data: .srv(DNSServiceLocation(port: UInt16(input.byte()), target: host))
                    )
                case 2:
                    DNSRecord(
                        name: instance,
                        flushesCache: flushes,
                        timeToLive: lifetime,
                        data: .txt(ServiceText(recordContent: [1, input.byte()]) ?? .empty)
                    )
                case 3:
                    DNSRecord(
                        name: host,
                        flushesCache: flushes,
                        timeToLive: lifetime,
                        data: .a([10, 0, 0, input.byte()])
                    )
                default: DNSRecord(name: host, timeToLive: lifetime, data: .nsec(host, types: [.a]))
                }
            switch input.below(4) {
            case 0: message.additionals.append(record)
            case 1: message.authorities.append(record)
            default: message.answers.append(record)
            }
        }
        for _ in 0..<input.below(3) {
            let name = input.element(of: [Self.type, instance, host])
            let type = input.element(of: [DNSRecordType.ptr, .srv, .txt, .a, .any])
            message.questions.append(DNSQuestion(name: name, type: type, acceptsUnicast: input.bool()))
        }
        return try? message.datagram()
    }

    private mutating func wait() {
        now = now + .nanoseconds(Int64(input.timeStep() * 1e9))
        for index in links.indices where links[index].nextDeadline <= now { advance(index) }
    }

    private mutating func advance(_ index: Int) {
        take(links[index].advance(to: now), of: index)
    }

    private mutating func deliver(isLost: Bool, isRepeated: Bool) {
        guard !inFlight.isEmpty else { return }
        let datagram = isRepeated ? inFlight[0] : inFlight.removeFirst()
        guard !isLost else { return }
        for index in links.indices {
            receive(datagram.bytes, at: index, from: datagram.sender + 1, isOwnHost: index == datagram.sender)
        }
    }

    private mutating func receive(_ bytes: [UInt8], at index: Int, from host: Int, isOwnHost: Bool = false) {
        let address: [UInt8] = [10, 0, 0, UInt8(host)]
        let port = PacketSource.multicastPort
        guard let socket = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: address), port: port) else { return }
        let source = PacketSource(address: socket, host: address, port: port, family: .ipv4, isOwnHost: isOwnHost)
        take(links[index].receive(bytes, from: source, by: .group, now: now), of: index)
    }

    private mutating func take(_ effects: Link.Effects, of index: Int) {
        _ = directories[index].update(effects.affected, on: [links[index]], now: now)
        for outgoing in effects.datagrams {
            require((try? DNSMessage(datagram: outgoing.bytes)) != nil, "a malformed datagram was sent")
            require(outgoing.bytes.count <= DNSMessage.receiveLimit, "a datagram of \(outgoing.bytes.count) bytes")
            if inFlight.count < 32 { inFlight.append((outgoing.bytes, index)) }
        }
    }

    private func check() {
        for link in links {
            require(link.currentCounters.cachedRecords <= Self.cacheLimit, "the cache exceeds its limit")
        }
    }
}
