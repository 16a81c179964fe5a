// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import Testing

@Suite("Connection admission")
struct ConnectionAdmissionTests {
    private func make(_ total: Int, perAddress: Int, reserve: Int = 0) -> ConnectionAdmission<Int> {
        ConnectionAdmission(limits: ConnectionLimits(total: total, perAddress: perAddress, reserve: reserve))
    }

    @Test("at the limit of an address, a new connection replaces its oldest idle one")
    func ownLimit() {
        var admission = make(4, perAddress: 2, reserve: 1)
        #expect(admission.arrive(1, from: "a") == .admitted)
        #expect(admission.arrive(2, from: "a") == .admitted)
        #expect(admission.arrive(3, from: "a") == .admittedReplacing(1))
        #expect(admission.count(of: "a") == 2)
    }

    @Test("at the limit with only active connections, an address is refused, and other addresses are admitted")
    func activeLimit() {
        var admission = make(4, perAddress: 2, reserve: 1)
        for id in 1...2 {
            _ = admission.arrive(id, from: "a")
            admission.setActive(id, true)
        }
        #expect(admission.arrive(3, from: "a") == .refused)
        #expect(admission.arrive(4, from: "b") == .admitted)
        #expect(admission.count == 3)
    }

    @Test("the last places are reserved for addresses without a connection")
    func reserve() {
        var admission = make(4, perAddress: 3, reserve: 1)
        for (id, address) in [(1, "a"), (2, "a"), (3, "b")] {
            #expect(admission.arrive(id, from: address) == .admitted)
            admission.setActive(id, true)
        }
        #expect(admission.arrive(4, from: "a") == .refused)
        #expect(admission.arrive(5, from: "c") == .admitted)
        #expect(admission.count == 4)
    }

    @Test("a new address replaces an idle connection, but no active one, of the address with the most connections")
    func eviction() {
        var admission = make(4, perAddress: 3)
        for (id, address) in [(1, "a"), (2, "b"), (3, "b"), (4, "b")] { _ = admission.arrive(id, from: address) }
        admission.setActive(2, true)
        #expect(admission.arrive(5, from: "c") == .admittedReplacing(3))
        #expect(admission.arrive(6, from: "d") == .admittedReplacing(4))
        for id in [1, 5, 6] { admission.setActive(id, true) }
        #expect(admission.arrive(7, from: "e") == .refused)
        #expect(admission.count == 4)
    }

    @Test("the connection that has been idle longest is replaced first")
    func age() {
        var admission = make(2, perAddress: 2)
        _ = admission.arrive(1, from: "a")
        admission.setActive(1, true)
        _ = admission.arrive(2, from: "a")
        admission.setActive(1, false)
        #expect(admission.arrive(3, from: "b") == .admittedReplacing(2))
    }

    @Test("addresses with equal numbers of connections do not replace each other's")
    func fairness() {
        var admission = make(4, perAddress: 3)
        for (id, address) in [(1, "a"), (2, "a"), (3, "b"), (4, "b")] { _ = admission.arrive(id, from: address) }
        #expect(admission.arrive(5, from: "a") == .refused)
        #expect(admission.arrive(6, from: "b") == .refused)
    }

    @Test("a verified address has a higher limit and replaces active connections of unverified addresses")
    func verified() {
        let limits = ConnectionLimits(total: 4, perAddress: 2, perVerifiedAddress: 3, reserve: 0)
        var admission = ConnectionAdmission<Int>(limits: limits)
        for (id, address) in [(1, "a"), (2, "a"), (3, "b"), (4, "b")] {
            _ = admission.arrive(id, from: address)
            admission.setActive(id, true)
        }
        #expect(admission.arrive(5, from: "c") == .refused)
        admission.verify("c")
        #expect(admission.arrive(6, from: "c") == .admittedReplacing(1))
        #expect(admission.arrive(7, from: "c") == .admittedReplacing(3))
        // Connections of a verified address are not replaced by other addresses.
        #expect(admission.arrive(8, from: "d") == .refused)
        admission.leave(4)
        #expect(admission.arrive(9, from: "c") == .admitted)
        #expect(admission.arrive(10, from: "c") == .admittedReplacing(6))
    }

    @Test("a place becomes free when its connection is closed, even if that is reported repeatedly")
    func leaving() {
        var admission = make(1, perAddress: 1)
        _ = admission.arrive(1, from: "a")
        admission.setActive(1, true)
        #expect(admission.arrive(2, from: "b") == .refused)
        admission.leave(2)
        admission.leave(1)
        admission.leave(1)
        #expect(admission.count == 0)
        #expect(admission.count(of: "a") == 0)
        #expect(admission.arrive(3, from: "b") == .admitted)
    }

    @Test("an IPv4 address counts as the same over an IPv6 socket")
    func mappedAddress() {
        var admission = make(4, perAddress: 1)
        _ = admission.arrive(1, from: "192.0.2.1")
        #expect(admission.arrive(2, from: "::ffff:192.0.2.1") == .admittedReplacing(1))
        #expect(admission.arrive(3, from: "::FFFF:192.0.2.1") == .admittedReplacing(2))
        #expect(admission.arrive(4, from: "2001:db8::1") == .admitted)
    }
}
