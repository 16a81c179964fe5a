import Testing

@testable import MulticastDNS

/// Whole hosts on one network, in a time of its own.
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

    @Test("A browser that is there first hears the announcement")
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

    @Test("A browser that comes later finds everything at once by its one-shot query")
    mutating func deviceFirst() throws {
        let device = network.addHost()
        network.offer(try offered("TV"), by: device)
        try network.run(until: 60_000)
        let browser = network.addHost()
        network.browse(browser)
        try network.run(until: 60_005)
        #expect(names(network.hosts[browser].events) == ["found TV"])
    }

    @Test("What was overheard before the browse is there at once")
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

    @Test("A device that says goodbye is lost a second later")
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

    @Test("A device that vanishes without a word is lost when its records run out, not before")
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
        #expect((100_000...131_000).contains(try #require(events.last).at), "120 s after it was last heard")
        #expect(network.questionTimes(of: browser).filter { $0 > 90_000 && $0 < 131_000 }.count >= 3, "asked before")
    }

    @Test("A device that stays is never lost, for hours, and refreshed in time")
    mutating func stays() throws {
        let device = network.addHost()
        let browser = network.addHost()
        network.browse(browser)
        network.offer(try offered("TV"), by: device)
        try network.run(until: 4 * 3_600_000)
        #expect(names(network.hosts[browser].events) == ["found TV"])
        let perHour = network.sent.filter { $0.at > 3_600_000 && $0.at <= 7_200_000 }.count
        #expect(perHour < 400, "one refresh each 96 s with its answer, little more")
    }

    @Test("A changed text reaches the browser as a change")
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

    @Test("Of two devices that take one name in the same moment, exactly one is told to find another")
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

    @Test("A device that joins with a name in use is told so by its owner")
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

    @Test("Two networks that join with one name twice settle who keeps it")
    mutating func conflictAfterJoining() throws {
        let first = network.addHost()
        let second = network.addHost()
        network.isolated = [first, second]
        network.offer(try offered("TV", host: "one"), by: first)
        network.offer(try offered("TV", host: "two"), by: second)
        try network.run(until: 10_000)
        network.isolated = []
        // Somebody asks, and both answer.
        let browser = network.addHost()
        network.browse(browser)
        try network.run(until: 30_000)
        let conflicts = [first, second].filter { network.hosts[$0].responderEvents.contains(.instanceConflict(1)) }
        #expect(conflicts.count == 1)
    }

    @Test("A host with a browse and a service of its own finds it")
    mutating func findsItself() throws {
        let host = network.addHost()
        network.offer(try offered("TV"), by: host)
        network.browse(host)
        try network.run(until: 3_000)
        #expect(names(network.hosts[host].events) == ["found TV"])
        #expect(network.hosts[host].responderEvents == [.established(1)], "its own packets are no rivals")
    }

    @Test("Five hundred devices on ten hosts are all found and all stay")
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
