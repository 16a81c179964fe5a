// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

@Suite("Pending answers")
struct PendingAnswersTests {
    private var pending = PendingAnswers()

    @Test("A record that is requested again is sent once, at the earlier time and to both address families")
    mutating func mergesRequests() {
        pending.add(.text(1), at: at(500), by: .ipv4)
        pending.add(.text(1), at: at(100), by: .ipv6)
        #expect(pending.nextDeadline == at(100))
        #expect(pending.takeDue(at: at(100)) == [.all: [.text(1)]])
        #expect(pending.isEmpty)
        #expect(pending.nextDeadline == .distantFuture)
    }

    @Test("A later request does not delay a record")
    mutating func keepsEarlierTime() {
        pending.add(.text(1), at: at(100), by: .all)
        pending.add(.text(1), at: at(500), by: .all)
        #expect(pending.takeDue(at: at(100)) == [.all: [.text(1)]])
    }

    @Test("Records that are due within 15 ms are sent together, in the order in which they were requested")
    mutating func coalesces() {
        pending.add(.text(2), at: at(115), by: .all)
        pending.add(.text(1), at: at(100), by: .all)
        pending.add(.text(3), at: at(116), by: .all)
        #expect(pending.takeDue(at: at(99)).isEmpty)
        #expect(pending.takeDue(at: at(100)) == [.all: [.text(2), .text(1)]])
        #expect(pending.nextDeadline == at(116))
        #expect(pending.takeDue(at: at(116)) == [.all: [.text(3)]])
    }

    @Test("Removing a record keeps the others")
    mutating func keepsOthers() {
        pending.add(.text(1), at: at(0), by: .all)
        pending.add(.text(2), at: at(0), by: .all)
        pending.remove(.text(1))
        pending.remove(.text(3))
        #expect(pending.takeDue(at: at(0)) == [.all: [.text(2)]])
    }
}
