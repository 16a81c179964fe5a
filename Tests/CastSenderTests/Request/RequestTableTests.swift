// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Request table")
struct RequestTableTests {
    private func table(limit: Int = 256) -> RequestTable { RequestTable(firstID: 700, limit: limit) }

    private func add(
        _ table: inout RequestTable,
        _ type: String = "GET_STATUS",
        to peer: String = "receiver-0",
        in namespace: CastNamespace = .receiver,
        completion: RequestTable.Completion = .onReply,
        timeout: TimeAmount = .seconds(10),
        at now: NIODeadline = .at(0)
    ) -> Int {
        let id = table.reserveID()
        let entry = table.add(
            id: id,
            type: type,
            namespace: namespace,
            to: peer,
            completion: completion,
            timeout: timeout,
            now: now
        )
        #expect(entry != nil)
        return id
    }

    @Test("Ids are consecutive and never 0")
    func ids() {
        let table = table()
        #expect([table.reserveID(), table.reserveID(), table.reserveID()] == [700, 701, 702])
        let zero = RequestTable(firstID: 0)
        #expect(zero.reserveID() == 1)
        let last = RequestTable(firstID: Int(Int32.max))
        #expect([last.reserveID(), last.reserveID()] == [Int(Int32.max), 1])
    }

    @Test("After the last id, an id that is still pending is skipped and cannot be added again")
    func pendingIDs() {
        var table = RequestTable(firstID: Int(Int32.max))
        func add(_ id: Int) -> RequestTable.Entry? {
            table.add(id: id, type: "PING", namespace: .receiver, to: "receiver-0", timeout: .seconds(10), now: .at(0))
        }
        #expect(add(1) != nil)
        #expect([table.reserveID(), table.reserveID()] == [Int(Int32.max), 2])
        #expect(add(1) == nil)
        #expect(table.count == 1)
    }

    @Test("A reply completes its request once; a second one is unknown")
    func oneAnswer() {
        var table = table()
        let id = add(&table)
        guard case .settled(let entry) = table.replyReceived(id: id, from: "receiver-0", namespace: .receiver) else {
            Issue.record("the request was not completed")
            return
        }
        #expect(entry.id == id)
        #expect(table.count == 0)
        #expect(table.replyReceived(id: id, from: "receiver-0", namespace: .receiver) == .ignored(.unknown))
        #expect(table.counters.unknown == 1)
    }

    @Test("A message with id 0 or without an id is not a reply", arguments: [nil, 0])
    func unsolicited(id: Int?) {
        var table = table()
        _ = add(&table)
        #expect(table.replyReceived(id: id, from: "receiver-0", namespace: .receiver) == .ignored(.unsolicited))
        #expect(table.count == 1)
    }

    @Test("A known id from another source or namespace is foreign and completes nothing")
    func foreign() {
        var table = table()
        let id = add(&table)
        #expect(table.replyReceived(id: id, from: "web-1", namespace: .receiver) == .ignored(.foreign))
        #expect(table.replyReceived(id: id, from: "receiver-0", namespace: .media) == .ignored(.foreign))
        #expect(table.counters.foreign == 2)
        #expect(table.count == 1)
    }

    @Test("Requests expire at their deadline, earliest first")
    func deadlines() {
        var table = table()
        let slow = add(&table, timeout: .seconds(10))
        let quick = add(&table, timeout: .seconds(2), at: .at(1))
        #expect(table.deadline == .at(3))
        #expect(table.expire(now: .at(2.9)).isEmpty)
        #expect(table.expire(now: .at(3)).map(\.id) == [quick])
        #expect(table.deadline == .at(10))
        #expect(table.expire(now: .at(11)).map(\.id) == [slow])
        #expect(table.deadline == nil)
        #expect(table.counters.expired == 2)
    }

    @Test("A reply after the deadline is ignored")
    func lateAnswer() {
        var table = table()
        let id = add(&table)
        _ = table.expire(now: .at(10))
        #expect(table.replyReceived(id: id, from: "receiver-0", namespace: .receiver) == .ignored(.unknown))
    }

    @Test("A request that waits for its effect is acknowledged, not completed, by its reply")
    func effect() {
        var table = table()
        let id = add(&table, "LAUNCH", completion: .onEffect)
        guard case .acknowledged(let entry) = table.replyReceived(id: id, from: "receiver-0", namespace: .receiver)
        else {
            Issue.record("the request was not acknowledged")
            return
        }
        #expect(entry.isAcknowledged)
        #expect(table.settle(id)?.isAcknowledged == true)
        #expect(table.settle(id) == nil)
    }

    @Test("A rejection completes a request that waits for its effect")
    func refusedEffect() {
        var table = table()
        let id = add(&table, "LAUNCH", completion: .onEffect)
        guard case .settled = table.refusalReceived(id: id, from: "receiver-0", namespace: .receiver) else {
            Issue.record("the request was not completed")
            return
        }
        #expect(table.count == 0)
    }

    @Test("A launch that waits for the user has five minutes, and its own timeout again once allowed")
    func pendingAuthorization() {
        var table = table()
        let id = add(&table, "LAUNCH", completion: .onEffect, timeout: .seconds(60))
        let pending = table.launchStatusReceived(
            .userPendingAuthorization,
            id: id,
            from: "receiver-0",
            now: .at(1)
        )
        guard case .awaitingUser = pending else {
            Issue.record("the launch does not wait for the user")
            return
        }
        #expect(table.deadline == .at(301))
        #expect(table.expire(now: .at(300)).isEmpty)
        guard case .allowed = table.launchStatusReceived(.userAllowed, id: id, from: "receiver-0", now: .at(300)) else {
            Issue.record("the launch was not allowed")
            return
        }
        #expect(table.deadline == .at(360))
    }

    @Test("A launch that the user denies is completed")
    func denied() {
        var table = table()
        let id = add(&table, "LAUNCH", completion: .onEffect)
        guard case .denied = table.launchStatusReceived(.userNotAllowed, id: id, from: "receiver-0", now: .at(1)) else {
            Issue.record("the launch was not denied")
            return
        }
        #expect(table.count == 0)
    }

    @Test("A launch status extends the deadline by the round trip time, and an unknown one is not taken for permission")
    func slowNetworkLaunch() {
        var table = table()
        let id = add(&table, "LAUNCH", completion: .onEffect, timeout: .seconds(60))
        let allowance = TimeAmount.seconds(6)
        let reply = table.launchStatusReceived(
            LaunchStatus(rawValue: "USER_IS_THINKING"),
            id: id,
            from: "receiver-0",
            allowance: allowance,
            now: .at(1)
        )
        #expect(reply == .extended)
        #expect(table.deadline == .at(67))
        _ = table.launchStatusReceived(
            .userPendingAuthorization,
            id: id,
            from: "receiver-0",
            allowance: allowance,
            now: .at(2)
        )
        #expect(table.deadline == .at(308))
    }

    @Test("A launch status for an unknown request is ignored")
    func strayLaunchStatus() {
        var table = table()
        #expect(
            table.launchStatusReceived(.userAllowed, id: 5, from: "receiver-0", now: .at(0)) == .ignored(.unknown)
        )
    }

    @Test("The number of pending requests is limited")
    func limit() {
        var table = table(limit: 2)
        _ = add(&table)
        let id = add(&table)
        let refused = table.add(
            id: table.reserveID(),
            type: "X",
            namespace: .receiver,
            to: "receiver-0",
            timeout: .seconds(1),
            now: .at(0)
        )
        #expect(refused == nil)
        _ = table.settle(id)
        _ = add(&table)
        #expect(table.count == 2)
    }

    @Test("The end of a transport removes only its requests")
    func oneTransport() {
        var table = table()
        let platform = add(&table)
        let first = add(&table, "PLAY", to: "web-1", in: .media)
        let second = add(&table, "PAUSE", to: "web-1", in: .media)
        _ = add(&table, "PLAY", to: "web-2", in: .media)
        #expect(table.takeAll(to: "web-1").map(\.id) == [first, second])
        #expect(table.count == 2)
        #expect(table.takeAll().first?.id == platform)
        #expect(table.count == 0)
    }
}
