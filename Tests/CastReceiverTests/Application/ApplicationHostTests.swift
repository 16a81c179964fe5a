// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastReceiver

@Suite("Application host limits")
struct ApplicationHostTests {
    /// An application that is controlled by its messages and records its events.
    private struct Puppet: ReceiverApplication {
        let log: NIOLockedValueBox<[String]>

        func record(_ text: String) { log.withLockedValue { $0.append(text) } }

        mutating func launched(context: inout ApplicationContext) { record("launched") }

        mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
            record("+\(sender.id) of \(context.senders.count)")
        }

        mutating func senderDisconnected(
            _ sender: ApplicationSender,
            reason: SenderDeparture,
            context: inout ApplicationContext
        ) {
            record("-\(sender.id) \(reason) of \(context.senders.count)")
        }

        mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws {
            record("message")
            guard case .text(let text) = message.payload else { return }
            switch text {
            case "timers": for number in 0..<20 { context.startTimer("t\(number)", after: .seconds(1)) }
            case "again": context.startTimer("t0", after: .seconds(5))
            case "none": context.stopTimer("t0")
            case "fail": throw LaunchRefusal()
            case "finish": context.stop()
            default: break
            }
        }

        mutating func timerFired(_ name: String, context: inout ApplicationContext) throws {
            record(name)
            if name == "t3" { throw LaunchRefusal() }
        }

        mutating func posted(_ value: any Sendable, context: inout ApplicationContext) { context.ready() }

        mutating func stopped(_ reason: ApplicationEnd.Reason) { record("stopped \(reason.name)") }
    }

    private final class Trace {
        let log = NIOLockedValueBox<[String]>([])
        var host: ApplicationHost
        var now = ContinuousClock.now
        let device = ApplicationDevice(volumeLevel: 1, isMuted: false)

        init(isReady: Bool) {
            host = ApplicationHost(
                Puppet(log: log),
                launch: ApplicationLaunch(appID: "A", sessionID: "session-1"),
                isReady: isReady,
                inbox: ApplicationInbox { _, _ in },
                at: now
            )
        }

        @discardableResult
        func notify(_ event: ApplicationHost.Event) -> [ApplicationAction] {
            host.handle(event, device: device, at: now)
        }

        func send(_ text: String, from sender: ApplicationSender = sender) -> [ApplicationAction] {
            notify(.message(ApplicationMessage(namespace: "urn:x-cast:x", payload: .text(text), sender: sender)))
        }

        func pass(_ duration: Duration) -> [ApplicationAction] {
            now += duration
            return host.timeReached(device: device, at: now)
        }

        var events: [String] { log.withLockedValue { $0 } }
        static let sender = ApplicationSender(SenderAddress(socket: SocketID(1), id: "a"), userAgent: "")
        static let other = ApplicationSender(SenderAddress(socket: SocketID(1), id: "b"), userAgent: "")
    }

    @Test("senders and messages wait in order until the application is ready")
    func waits() {
        let trace = Trace(isReady: false)
        trace.notify(.launched)
        trace.notify(.senderConnected(Trace.sender))
        _ = trace.send("1")
        #expect(trace.events == ["launched"])
        #expect(trace.notify(.posted(0)) == [.ready(nil)])
        #expect(trace.events == ["launched", "+a of 1", "message"])
    }

    @Test("a sender that leaves before the application is ready is never reported")
    func leavesBeforeReady() {
        let trace = Trace(isReady: false)
        trace.notify(.senderConnected(Trace.sender))
        _ = trace.send("1")
        trace.notify(.senderDisconnected(Trace.sender.address, .connectionLost))
        trace.notify(.posted(0))
        #expect(trace.events == [])
    }

    @Test("waiting messages are limited in number and bytes, and dropped ones are counted")
    func bounded() {
        let trace = Trace(isReady: false)
        for _ in 0..<300 { _ = trace.send("x") }
        #expect(trace.host.drops[.pendingRequestLimit] == 300 - ApplicationHost.waitingLimit)
        let large = Trace(isReady: false)
        for _ in 0..<20 { _ = large.send(String(repeating: "x", count: 60_000)) }
        large.notify(.posted(0))
        #expect(large.events.count == ApplicationHost.waitingByteLimit / 60_000)
    }

    @Test("a sender that joins a full queue before the application is ready is reported, with its messages")
    func joinsFullQueue() {
        let trace = Trace(isReady: false)
        trace.notify(.senderConnected(Trace.sender))
        for _ in 0..<300 { _ = trace.send("x") }
        trace.notify(.senderConnected(Trace.other))
        trace.notify(.senderDisconnected(Trace.sender.address, .connectionLost))
        _ = trace.send("1", from: Trace.other)
        trace.notify(.posted(0))
        #expect(trace.events == ["+b of 1", "message"])
    }

    @Test("a message that is too large to wait does not block later ones")
    func largeThenSmall() {
        let trace = Trace(isReady: false)
        _ = trace.send(String(repeating: "x", count: ApplicationHost.waitingByteLimit + 1))
        for _ in 0..<3 { _ = trace.send("small") }
        trace.notify(.posted(0))
        #expect(trace.events == ["message", "message", "message"])
        #expect(trace.host.drops[.pendingRequestLimit] == 1)
    }

    @Test(
        "an application that failed or finished receives no more waiting messages",
        arguments: ["fail", "finish"]
    )
    func noEventsAfterEnd(word: String) {
        let trace = Trace(isReady: false)
        for text in [word, "1", "2"] { _ = trace.send(text) }
        let actions = trace.notify(.posted(0))
        #expect(trace.events == ["message"])
        #expect(actions.count { if case .stop = $0 { true } else { false } } == 1)
        #expect(trace.send("3") == [])
        #expect(trace.events == ["message"])
        trace.host.stopped(.finished)
        #expect(trace.events.last == "stopped finished")
    }

    @Test("timers fire once, in order; at most sixteen are kept; one that throws ends the application")
    func timers() {
        let trace = Trace(isReady: true)
        _ = trace.send("timers")
        #expect(trace.host.drops[.applicationFlood] == 4)
        _ = trace.send("again")
        _ = trace.send("none")
        #expect(trace.host.nextDeadline == trace.now + .seconds(1))
        #expect(trace.pass(.milliseconds(999)) == [])
        let actions = trace.pass(.milliseconds(1))
        guard case .stop(.failed)? = actions.last else {
            Issue.record("the application did not end: \(actions)")
            return
        }
        #expect(trace.events.dropFirst(3) == ["t1", "t10", "t11", "t12", "t13", "t14", "t15", "t2", "t3"])
    }

    @Test("an application may send 1,000 messages at first and 500 a second from then on")
    func budget() {
        struct Greedy: ReceiverApplication {
            mutating func posted(_ value: any Sendable, context: inout ApplicationContext) {
                for _ in 0..<300 { context.broadcast(.text("x"), in: "urn:x-cast:x") }
            }
        }
        var now = ContinuousClock.now
        var host = ApplicationHost(
            Greedy(),
            launch: ApplicationLaunch(appID: "A", sessionID: "s"),
            isReady: true,
            inbox: ApplicationInbox { _, _ in },
            at: now
        )
        let device = ApplicationDevice(volumeLevel: 1, isMuted: false)
        let first = (0..<10).map { _ in host.handle(.posted(0), device: device, at: now).count }
        #expect(first == [256, 256, 256, 232, 0, 0, 0, 0, 0, 0])
        now += .milliseconds(100)
        #expect(host.handle(.posted(0), device: device, at: now).count == 50)
        #expect(host.drops[.applicationFlood] == 11 * 300 - 1050)
    }

    @Test("the number of posted values that wait is limited")
    func inbox() {
        let counters = NIOLockedValueBox<[NIOLockedValueBox<Int>]>([])
        let inbox = ApplicationInbox { _, count in counters.withLockedValue { $0.append(count) } }
        let taken = (0..<300).map { _ in inbox.post(0) }
        #expect(taken.filter { $0 }.count == ApplicationInbox.limit)
        counters.withLockedValue { $0[0].withLockedValue { $0 -= 1 } }
        #expect(inbox.post(0))
    }
}
