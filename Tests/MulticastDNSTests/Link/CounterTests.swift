// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Statistics and errors")
struct CounterTests {
    @Test("Sums of counters have the sums of all their parts")
    func sum() {
        var counters = MDNSCounters()
        counters.datagramsReceived = 1
        counters.ownDatagramsReceived = 2
        counters.datagramsSent = 3
        counters.dropped = [.malformed: 4]
        counters.cachedRecords = 5
        counters.evictedRecords = 6
        counters.refusedRecords = 7
        counters.deferredOverflows = 8
        counters.conflicts = 9
        counters.socketErrors = 10
        var other = MDNSCounters()
        other.drop(.malformed)
        other.drop(.offLink)
        let sum = counters + counters + other
        #expect(sum.datagramsReceived == 2)
        #expect(sum.ownDatagramsReceived == 4)
        #expect(sum.datagramsSent == 6)
        #expect(sum.dropped == [.malformed: 9, .offLink: 1])
        #expect(sum.droppedTotal == 10)
        #expect(sum.cachedRecords == 10)
        #expect(sum.evictedRecords == 12)
        #expect(sum.refusedRecords == 14)
        #expect(sum.deferredOverflows == 16)
        #expect(sum.conflicts == 18)
        #expect(sum.socketErrors == 20)
    }

    @Test("Errors of one code are equal, whatever their text says")
    func errors() {
        #expect(MDNSError(.shutDown, "a") == MDNSError(.shutDown, "b"))
        #expect(Set([MDNSError(.shutDown, "a"), MDNSError(.shutDown, "b"), MDNSError(.socket, "a")]).count == 2)
        #expect(MDNSError(.socket, "text").description == "text")
    }

    @Test("Link-local addresses are those of 169.254/16 and fe80::/10")
    func linkLocal() {
        func isLinkLocal(_ bytes: [UInt8]) -> Bool {
            LinkInterface.Address(bytes: bytes, prefixLength: 16).isLinkLocal
        }
        let rest = [UInt8](repeating: 0, count: 14)
        #expect(isLinkLocal([169, 254, 0, 1]))
        #expect(!isLinkLocal([169, 253, 0, 1]))
        #expect(!isLinkLocal([168, 254, 0, 1]))
        #expect(isLinkLocal([0xFE, 0x80] + rest))
        #expect(isLinkLocal([0xFE, 0xBF] + rest))
        #expect(!isLinkLocal([0xFE, 0xC0] + rest))
        #expect(!isLinkLocal([0xFD, 0x80] + rest))
    }

    @Test("The description of a text has its entries")
    func text() throws {
        #expect(try ServiceText(["a": "1", "b": ""]).description == "a=1 b=")
    }
}
