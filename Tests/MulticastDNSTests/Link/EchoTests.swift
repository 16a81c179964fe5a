// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

/// Tests that a host receives its own multicast datagrams, on which `cast doctor` relies.
@Suite("Echoes of a host's own datagrams")
struct EchoTests {
    private var network = Network()

    private func echoes(of host: Int) -> Int { network.hosts[host].link.currentCounters.ownDatagramsReceived }

    @Test("The echo of a one-shot query is recognized and does not delay the multicast question")
    mutating func oneShot() throws {
        let host = network.addHost()
        network.browse(host)
        try network.run(until: 5)
        #expect(echoes(of: host) == 1, "the one-shot query")
        try network.run(until: 130)
        #expect(echoes(of: host) == 2, "including the multicast question")
        #expect(network.questionTimes(of: host).count == 1)
        #expect(network.hosts[host].link.currentCounters.datagramsReceived == 2)
    }

    @Test("A question with a unique name is echoed immediately, regardless of other hosts", arguments: 0..<20)
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
