import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastReceiver

@Suite("An app within its bounds")
struct ApplicationHostTests {
    /// An app that does what its messages say, and writes down what happens to it.
    private struct Puppet: ReceiverApplication {
        let log: NIOLockedValueBox<[String]>

        func note(_ text: String) { log.withLockedValue { $0.append(text) } }

        mutating func launched(context: inout ApplicationContext) { note("launched") }

        mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
            note("+\(sender.id) of \(context.senders.count)")
        }

        mutating func senderDisconnected(
            _ sender: ApplicationSender,
            reason: SenderDeparture,
            context: inout ApplicationContext
        ) {
            note("-\(sender.id) \(reason) of \(context.senders.count)")
        }

        mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws {
            note("message")
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
            note(name)
            if name == "t3" { throw LaunchRefusal() }
        }

        mutating func posted(_ value: any Sendable, context: inout ApplicationContext) { context.ready() }

        mutating func stopped(_ reason: ApplicationEnd.Reason) { note("stopped \(reason.name)") }
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
        func tell(_ event: ApplicationHost.Event) -> [ApplicationAction] {
            host.handle(event, device: device, at: now)
        }

        func say(_ text: String, from sender: ApplicationSender = sender) -> [ApplicationAction] {
            tell(.message(ApplicationMessage(namespace: "urn:x-cast:x", payload: .text(text), sender: sender)))
        }

        func pass(_ duration: Duration) -> [ApplicationAction] {
            now += duration
            return host.timeReached(device: device, at: now)
        }

        var seen: [String] { log.withLockedValue { $0 } }
        static let sender = ApplicationSender(SenderAddress(socket: SocketID(1), id: "a"), userAgent: "")
        static let other = ApplicationSender(SenderAddress(socket: SocketID(1), id: "b"), userAgent: "")
    }

    @Test("until an app is ready its senders and their messages wait, in order")
    func waits() {
        let trace = Trace(isReady: false)
        trace.tell(.launched)
        trace.tell(.senderConnected(Trace.sender))
        _ = trace.say("1")
        #expect(trace.seen == ["launched"])
        #expect(trace.tell(.posted(0)) == [.ready(nil)])
        #expect(trace.seen == ["launched", "+a of 1", "message"])
    }

    @Test("a sender that comes and goes before the app is ready was never there")
    func neverThere() {
        let trace = Trace(isReady: false)
        trace.tell(.senderConnected(Trace.sender))
        _ = trace.say("1")
        trace.tell(.senderDisconnected(Trace.sender.address, .connectionLost))
        trace.tell(.posted(0))
        #expect(trace.seen == [])
    }

    @Test("what waits is bounded by number and by bytes, and counted")
    func bounded() {
        let trace = Trace(isReady: false)
        for _ in 0..<300 { _ = trace.say("x") }
        #expect(trace.host.drops[.pendingRequestLimit] == 300 - ApplicationHost.waitingLimit)
        let large = Trace(isReady: false)
        for _ in 0..<20 { _ = large.say(String(repeating: "x", count: 60_000)) }
        large.tell(.posted(0))
        #expect(large.seen.count == ApplicationHost.waitingByteLimit / 60_000)
    }

    @Test("a sender that joins a crowd before the app is ready is known to it, and heard")
    func crowd() {
        let trace = Trace(isReady: false)
        trace.tell(.senderConnected(Trace.sender))
        for _ in 0..<300 { _ = trace.say("x") }
        trace.tell(.senderConnected(Trace.other))
        trace.tell(.senderDisconnected(Trace.sender.address, .connectionLost))
        _ = trace.say("1", from: Trace.other)
        trace.tell(.posted(0))
        #expect(trace.seen == ["+b of 1", "message"])
    }

    @Test("a message that is too large to wait does not shut out those that follow")
    func largeThenSmall() {
        let trace = Trace(isReady: false)
        _ = trace.say(String(repeating: "x", count: ApplicationHost.waitingByteLimit + 1))
        for _ in 0..<3 { _ = trace.say("small") }
        trace.tell(.posted(0))
        #expect(trace.seen == ["message", "message", "message"])
        #expect(trace.host.drops[.pendingRequestLimit] == 1)
    }

    @Test(
        "an app that failed, or ended itself, hears nothing more of what waited for it",
        arguments: ["fail", "finish"]
    )
    func nothingBehindTheEnd(word: String) {
        let trace = Trace(isReady: false)
        for text in [word, "1", "2"] { _ = trace.say(text) }
        let actions = trace.tell(.posted(0))
        #expect(trace.seen == ["message"])
        #expect(actions.count { if case .stop = $0 { true } else { false } } == 1)
        #expect(trace.say("3") == [])
        #expect(trace.seen == ["message"])
        trace.host.stopped(.finished)
        #expect(trace.seen.last == "stopped finished")
    }

    @Test("timers fire once, in order; sixteen at most; one that throws ends the app")
    func timers() {
        let trace = Trace(isReady: true)
        _ = trace.say("timers")
        #expect(trace.host.drops[.applicationFlood] == 4)
        _ = trace.say("again")
        _ = trace.say("none")
        #expect(trace.host.nextDeadline == trace.now + .seconds(1))
        #expect(trace.pass(.milliseconds(999)) == [])
        let actions = trace.pass(.milliseconds(1))
        guard case .stop(.failed)? = actions.last else {
            Issue.record("expected the end, not \(actions)")
            return
        }
        #expect(trace.seen.dropFirst(3) == ["t1", "t10", "t11", "t12", "t13", "t14", "t15", "t2", "t3"])
    }

    @Test("an app that orders without end gets 1,000 at first and 500 a second from then on")
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

    @Test("what is posted from elsewhere is bounded until it was looked at")
    func inbox() {
        let waiting = NIOLockedValueBox<[NIOLockedValueBox<Int>]>([])
        let inbox = ApplicationInbox { _, count in waiting.withLockedValue { $0.append(count) } }
        let taken = (0..<300).map { _ in inbox.post(0) }
        #expect(taken.filter { $0 }.count == ApplicationInbox.limit)
        waiting.withLockedValue { $0[0].withLockedValue { $0 -= 1 } }
        #expect(inbox.post(0))
    }
}
