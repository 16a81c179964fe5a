// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

/// Tests with complete hosts on a simulated network with manual time.
@Suite("A network of hosts")
struct NetworkTests {
    private var network = Network()

    private func names(_ events: [(at: Int64, event: ServiceEvent)]) -> [String] {
        events.map { event in
            switch event.event {
            case .found(let instance): "found \(instance.name)"
            case .changed(let instance): "changed \(instance.name)"
            case .lost(let name): "lost \(name)"
            }
        }
    }

    @Test("A browser that was started first receives the announcement")
    mutating func browserFirst() throws {
        let browser = network.addHost()
        let device = network.addHost()
        network.browse(browser)
        try network.run(until: 5_000)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 6_100)
        let event = try #require(network.hosts[browser].events.first)
        guard case .found(let instance) = event.event else {
            Issue.record("\(event)")
            return
        }
        #expect(event.at <= 6_050)
        #expect(instance.name == "TV")
        #expect(instance.addresses.map(\.text) == ["10.0.0.2"])
        #expect(instance.port == 8009)
        #expect(network.hosts[device].responderEvents == [.established(1)])
    }

    @Test("A browser that is started later finds all services immediately with its one-shot query")
    mutating func deviceFirst() throws {
        let device = network.addHost()
        network.offer(try offered("TV"), by: device)
        try network.run(until: 60_000)
        let browser = network.addHost()
        network.browse(browser)
        try network.run(until: 60_005)
        #expect(names(network.hosts[browser].events) == ["found TV"])
    }

    @Test("Records that were received before the browse are reported immediately")
    mutating func overheard() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.offer(try offered("TV"), by: device)
        try network.run(until: 60_000)
        network.browse(browser)
        #expect(names(network.hosts[browser].events) == ["found TV"])
        try network.run(until: 70_000)
        #expect(names(network.hosts[browser].events) == ["found TV"])
    }

    @Test("A device is lost a second after its goodbye packet")
    mutating func goodbye() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 10_000)
        try network.withdraw(1, by: device)
        try network.run(until: 11_100)
        #expect(names(network.hosts[browser].events) == ["found TV", "lost TV"])
        #expect((11_000...11_050).contains(try #require(network.hosts[browser].events.last).at))
    }

    @Test("A device that disappears without a goodbye packet is lost when its records expire, not before")
    mutating func expiry() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 10_000)
        network.isolated = [device]
        try network.run(until: 300_000)
        let events = network.hosts[browser].events
        #expect(names(events) == ["found TV", "lost TV"])
        #expect((100_000...131_000).contains(try #require(events.last).at), "120 s after its last announcement")
        #expect(network.questionTimes(of: browser).filter { $0 > 90_000 && $0 < 131_000 }.count >= 3, "asked before")
    }

    @Test("A device that stays is refreshed in time and not lost for hours")
    mutating func stays() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 4 * 3_600_000)
        #expect(names(network.hosts[browser].events) == ["found TV"])
        let perHour = network.sent.filter { $0.at > 3_600_000 && $0.at <= 7_200_000 }.count
        #expect(perHour < 400, "about one refresh with its answer every 96 s")
    }

    @Test("A changed text is reported as a change")
    mutating func textChange() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV", ["st": "0"]), by: device)
        try network.run(until: 10_000)
        let text = try ServiceText(["st": "1"])
        network.with(device) { link, now in link.responder.update(1, text: text, now: now) }
        try network.run(until: 20_000)
        #expect(names(network.hosts[browser].events) == ["found TV", "changed TV"])
        guard case .changed(let instance)? = network.hosts[browser].events.last?.event else { return }
        #expect(instance.text.string(for: "st") == "1")
    }

    @Test("A device whose address changes announces the new one, and the browser drops the old one")
    mutating func addressChange() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 10_000)
        let addresses = [LinkInterface.Address(bytes: [10, 0, 0, 99], prefixLength: 24)]
        network.with(device) { link, now in
            link.update(LinkInterface(name: "eth0", index: 2, addresses: addresses), now: now)
        }
        try network.run(until: 20_000)
        guard case .changed(let instance)? = network.hosts[browser].events.last?.event else {
            Issue.record("not changed: \(network.hosts[browser].events)")
            return
        }
        #expect(instance.addresses.map(\.text) == ["10.0.0.99"])
    }

    @Test("A browser whose interface changed queries again, but not within a second of its last query")
    mutating func browserRestart() throws {
        let browser = network.addHost()
        network.browse(browser)
        // The queries are hours apart by now.
        try network.run(until: 10_000_000)
        let before = network.questionTimes(of: browser).count
        let interface = LinkInterface(
            name: "eth0",
            index: 2,
            addresses: [LinkInterface.Address(bytes: [10, 0, 0, 1], prefixLength: 24)]
        )
        network.with(browser) { link, now in link.update(interface, now: now) }
        try network.run(until: 10_000_200)
        #expect(network.questionTimes(of: browser).count == before + 1)
        network.with(browser) { link, now in link.update(interface, now: now) }
        try network.run(until: 10_000_900)
        #expect(network.questionTimes(of: browser).count == before + 1)
        try network.run(until: 10_005_000)
        let times = network.questionTimes(of: browser)
        #expect(times.count > before + 1)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1000 })
    }

    @Test("If two devices claim a name at the same time, exactly one has a conflict")
    mutating func simultaneousProbes() throws {
        let hosts = [network.addHost(), network.addHost()]
        for (index, host) in hosts.enumerated() {
            network.offer(try offered("TV", host: "host-\(index)", ["n": "\(index)"]), by: host)
        }
        try network.run(until: 5_000)
        let conflicts = hosts.filter { network.hosts[$0].responderEvents == [.instanceConflict(1)] }
        let winners = hosts.filter { network.hosts[$0].responderEvents == [.established(1)] }
        #expect(conflicts.count == 1)
        #expect(winners.count == 1)
    }

    @Test("A device that joins with a name in use has a conflict")
    mutating func lateConflict() throws {
        let first = network.addHost()
        let second = network.addHost()
        network.offer(try offered("TV", host: "one"), by: first)
        try network.run(until: 10_000)
        network.offer(try offered("TV", host: "two"), by: second)
        try network.run(until: 15_000)
        #expect(network.hosts[first].responderEvents == [.established(1)])
        #expect(network.hosts[second].responderEvents == [.instanceConflict(1)])
    }

    @Test("If two networks with the same name are joined, exactly one device has a conflict")
    mutating func conflictAfterJoining() throws {
        let first = network.addHost()
        let second = network.addHost()
        network.isolated = [first, second]
        network.offer(try offered("TV", host: "one"), by: first)
        network.offer(try offered("TV", host: "two"), by: second)
        try network.run(until: 10_000)
        network.isolated = []
        // A browser sends a question, and both devices answer.
        let browser = network.addHost()
        network.browse(browser)
        try network.run(until: 30_000)
        let conflicts = [first, second].filter { network.hosts[$0].responderEvents.contains(.instanceConflict(1)) }
        #expect(conflicts.count == 1)
    }

    @Test("A host finds its own service")
    mutating func findsItself() throws {
        let host = network.addHost()
        network.offer(try offered("TV"), by: host)
        network.browse(host)
        try network.run(until: 3_000)
        #expect(names(network.hosts[host].events) == ["found TV"])
        #expect(network.hosts[host].responderEvents == [.established(1)], "own packets are not conflicts")
    }

    @Test("500 devices on ten hosts are all found and not lost")
    mutating func manyDevices() throws {
        for host in 0..<10 {
            let index = network.addHost()
            for id in 0..<50 {
                network.offer(try offered("TV \(host) \(id)", id: id, host: "h-\(host)-\(id)"), by: index)
            }
        }
        try network.run(until: 5_000)
        let browser = network.addHost()
        network.browse(browser)
        try network.run(until: 5_005)
        #expect(network.hosts[browser].events.count == 500)
        try network.run(until: 400_000)
        #expect(network.hosts[browser].events.count == 500)
        #expect(network.hosts[browser].link.counters.dropped.isEmpty)
    }

    @Test("Ten browsers on one network share their questions")
    mutating func sharesQuestions() throws {
        let browsers = (0..<10).map { _ in network.addHost() }
        for browser in browsers {
            network.browse(browser)
        }
        try network.run(until: 4_000)
        let multicasts = browsers.reduce(0) { $0 + network.questionTimes(of: $1).count }
        #expect(multicasts < 10 * 3 * 2 / 3, "\(multicasts) questions")
    }
}
