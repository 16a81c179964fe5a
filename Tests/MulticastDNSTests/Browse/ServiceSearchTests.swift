// SPDX-License-Identifier: Apache-2.0

import NIOPosix
import Testing

@testable import MulticastDNS

@Suite("A search that collects services")
struct ServiceSearchTests {
    private func instance(_ name: String, port: Int = 1) -> ServiceInstance {
        ServiceInstance(
            name: name,
            type: "_x._tcp",
            domain: "local",
            hostName: "h.local",
            port: port,
            addresses: [],
            text: .empty
        )
    }

    @Test("The newest state of each service that was not lost is returned, sorted by name")
    func result() async {
        let search = ServiceSearch(loop: MultiThreadedEventLoopGroup.singleton.any()) { _ in false }
        search.take([.found(instance("C")), .found(instance("A")), .found(instance("B")), .found(instance("D"))])
        search.take([.changed(instance("A", port: 2)), .lost(name: "C"), .lost(name: "unknown")])
        // D has taken the place of C.
        search.take([.changed(instance("D", port: 3)), .lost(name: "B")])
        search.finish()
        let found = await search.result()
        #expect(found.map(\.name) == ["A", "D"])
        #expect(found.map(\.port) == [2, 3])
    }

    @Test("The search ends when the caller has enough")
    func enough() async {
        let search = ServiceSearch(loop: MultiThreadedEventLoopGroup.singleton.any()) { $0.count == 2 }
        search.take([.found(instance("A"))])
        search.take([.found(instance("B"))])
        #expect(await search.result().map(\.name) == ["A", "B"])
    }
}
