import Testing

@testable import MulticastDNS

/// What a host sends by multicast comes back to it; `cast doctor` relies on that.
@Suite("Echoes of a host's own datagrams")
struct EchoTests {
    private var network = Network()

    private func echoes(of host: Int) -> Int { network.hosts[host].link.currentCounters.ownDatagramsReceived }

    @Test("The echo of a one-shot query counts as own and does not delay the question by multicast")
    mutating func oneShot() throws {
        let host = network.addHost()
        network.browse(host)
        try network.run(until: 5)
        #expect(echoes(of: host) == 1, "the one-shot query")
        try network.run(until: 130)
        #expect(echoes(of: host) == 2, "and the question by multicast")
        #expect(network.questionTimes(of: host).count == 1)
        #expect(network.hosts[host].link.currentCounters.datagramsReceived == 2)
    }

    @Test("A question with a name of its own comes back at once, whatever other hosts ask", arguments: 0..<20)
    mutating func busy(delay: Int64) throws {
        let host = network.addHost()
        for _ in 0..<10 {
            network.browse(network.addHost())
            try network.run(until: network.now + delay * 7)
        }
        let begin = network.now
        let before = echoes(of: host)
        network.with(host) { link, now in
            link.querier.startBrowse(name("_cast-check-1._tcp.local"), now: now)
        }
        try network.run(until: begin + 130)
        #expect(echoes(of: host) == before + 2)
    }
}
