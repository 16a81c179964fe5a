// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Virtual connections")
struct VirtualConnectionsTests {
    private func machine(openTo peers: String...) -> VirtualConnections {
        var machine = VirtualConnections(senderID: "sender-0")
        for peer in peers { _ = machine.open(to: peer) }
        return machine
    }

    @Test("CONNECT is sent once to each peer")
    func openOnce() {
        var machine = machine()
        #expect(machine.open(to: "receiver-0") == true)
        #expect(machine.open(to: "receiver-0") == false)
        #expect(machine.close(to: "receiver-0") == true)
        #expect(machine.close(to: "receiver-0") == false)
    }

    @Test("A CLOSE from the platform ends all connections, one from a transport only its own")
    func closes() {
        var machine = machine(openTo: "receiver-0", "web-1")
        #expect(machine.closeReceived(from: "web-1", to: "sender-0") == .transport("web-1"))
        #expect(!machine.isOpen(to: "web-1"))
        #expect(machine.isOpen(to: "receiver-0"))
        #expect(machine.closeReceived(from: "receiver-0", to: "sender-0") == .platform)
    }

    @Test("A CLOSE to all senders, to another sender, or from an unconnected peer is ignored")
    func strayCloses() {
        var machine = machine(openTo: "receiver-0", "web-1")
        #expect(machine.closeReceived(from: "web-1", to: "*") == .nothing)
        #expect(machine.closeReceived(from: "web-1", to: "sender-9") == .nothing)
        #expect(machine.closeReceived(from: "web-2", to: "sender-0") == .nothing)
        #expect(machine.isOpen(to: "web-1"))
    }

    @Test("Messages are accepted over an open connection, to this sender or to all")
    func accepts() {
        let machine = machine(openTo: "receiver-0")
        #expect(machine.accepts(from: "receiver-0", to: "sender-0"))
        #expect(machine.accepts(from: "receiver-0", to: "*"))
        #expect(!machine.accepts(from: "receiver-0", to: "sender-7"))
        #expect(!machine.accepts(from: "web-1", to: "sender-0"))
    }
}
