// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Buffered events of a slow consumer")
struct ServiceEventBufferTests {
    private var buffer = ServiceEventBuffer()

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

    @Test("Events that are consumed immediately are unchanged")
    mutating func passesThrough() {
        buffer.append(.found(instance("A")))
        #expect(buffer.popFirst() == .found(instance("A")))
        buffer.append(.changed(instance("A", port: 2)))
        #expect(buffer.popFirst() == .changed(instance("A", port: 2)))
        buffer.append(.lost(name: "A"))
        #expect(buffer.popFirst() == .lost(name: "A"))
        #expect(buffer.popFirst() == nil)
    }

    @Test("Of several changes, the newest is kept, and a found event stays one")
    mutating func keepsNewest() {
        buffer.append(.found(instance("A")))
        for port in 2...1_000 {
            buffer.append(.changed(instance("A", port: port)))
        }
        #expect(buffer.popFirst() == .found(instance("A", port: 1_000)))
        #expect(buffer.popFirst() == nil)
    }

    @Test("A service that was found and lost in the buffer is omitted")
    mutating func forgetsUnseen() {
        for index in 0..<1_000 {
            buffer.append(.found(instance("\(index)")))
            buffer.append(.lost(name: "\(index)"))
        }
        buffer.append(.lost(name: "unknown"))
        buffer.append(.found(instance("Next")))
        #expect(buffer.popFirst() == .found(instance("Next")))
        #expect(buffer.popFirst() == nil)
    }

    @Test("A known service that was lost and found again is a change")
    mutating func joinsReturn() {
        buffer.append(.found(instance("A")))
        _ = buffer.popFirst()
        buffer.append(.lost(name: "A"))
        buffer.append(.found(instance("A", port: 2)))
        #expect(buffer.popFirst() == .changed(instance("A", port: 2)))
        #expect(buffer.popFirst() == nil)
    }

    @Test("Services keep the order in which they were found")
    mutating func keepsOrder() {
        for name in ["C", "A", "B"] {
            buffer.append(.found(instance(name)))
        }
        buffer.append(.changed(instance("C", port: 9)))
        #expect([buffer.popFirst()?.name, buffer.popFirst()?.name, buffer.popFirst()?.name] == ["C", "A", "B"])
    }
}
