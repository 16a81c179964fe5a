import CastAdmission
import Testing

@Suite("Which connections a listener holds")
struct ConnectionAdmissionTests {
    private func make(_ total: Int, perAddress: Int, reserve: Int = 0) -> ConnectionAdmission<Int> {
        ConnectionAdmission(limits: ConnectionLimits(total: total, perAddress: perAddress, reserve: reserve))
    }

    @Test("an address at its limit loses its oldest idle connection to its next one")
    func ownLimit() {
        var admission = make(4, perAddress: 2, reserve: 1)
        #expect(admission.arrive(1, from: "a") == .admitted)
        #expect(admission.arrive(2, from: "a") == .admitted)
        #expect(admission.arrive(3, from: "a") == .admittedInPlace(of: 1))
        #expect(admission.count(of: "a") == 2)
        #expect(admission.refusedCount == 1)
    }

    @Test("an address whose connections are all active is refused more, and other addresses come in")
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

    @Test("the last places are for addresses that have no connection")
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

    @Test("a new address replaces an idle connection of the address that has the most, and no active one")
    func eviction() {
        var admission = make(4, perAddress: 3)
        for (id, address) in [(1, "a"), (2, "b"), (3, "b"), (4, "b")] { _ = admission.arrive(id, from: address) }
        admission.setActive(2, true)
        #expect(admission.arrive(5, from: "c") == .admittedInPlace(of: 3))
        #expect(admission.arrive(6, from: "d") == .admittedInPlace(of: 4))
        for id in [1, 5, 6] { admission.setActive(id, true) }
        #expect(admission.arrive(7, from: "e") == .refused)
        #expect(admission.count == 4)
    }

    @Test("a connection that became idle later is replaced later")
    func age() {
        var admission = make(2, perAddress: 2)
        _ = admission.arrive(1, from: "a")
        admission.setActive(1, true)
        _ = admission.arrive(2, from: "a")
        admission.setActive(1, false)
        #expect(admission.arrive(3, from: "b") == .admittedInPlace(of: 2))
    }

    @Test("addresses with as many connections as each other do not replace each other's")
    func fairness() {
        var admission = make(4, perAddress: 3)
        for (id, address) in [(1, "a"), (2, "a"), (3, "b"), (4, "b")] { _ = admission.arrive(id, from: address) }
        #expect(admission.arrive(5, from: "a") == .refused)
        #expect(admission.arrive(6, from: "b") == .refused)
    }

    @Test("a verified address has a higher limit and replaces active connections of addresses that are not")
    func verified() {
        let limits = ConnectionLimits(total: 4, perAddress: 2, perVerifiedAddress: 3, reserve: 0)
        var admission = ConnectionAdmission<Int>(limits: limits)
        for (id, address) in [(1, "a"), (2, "a"), (3, "b"), (4, "b")] {
            _ = admission.arrive(id, from: address)
            admission.setActive(id, true)
        }
        #expect(admission.arrive(5, from: "c") == .refused)
        admission.verify("c")
        #expect(admission.arrive(6, from: "c") == .admittedInPlace(of: 1))
        #expect(admission.arrive(7, from: "c") == .admittedInPlace(of: 3))
        // Those of a verified address are kept from every other address.
        #expect(admission.arrive(8, from: "d") == .refused)
        admission.leave(4)
        #expect(admission.arrive(9, from: "c") == .admitted)
        #expect(admission.arrive(10, from: "c") == .admittedInPlace(of: 6))
    }

    @Test("a place is free again once its connection is closed, whoever reports it how often")
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
        #expect(admission.arrive(2, from: "::ffff:192.0.2.1") == .admittedInPlace(of: 1))
        #expect(admission.arrive(3, from: "2001:db8::1") == .admitted)
    }
}
