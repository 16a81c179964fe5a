import NIOCore
import Testing

@testable import CastSender

@Suite("Wishes")
struct ReconcilerTests {
    private typealias Volume = Reconciler<Int>
    private let failure = CastError(.requestTimedOut, "no answer")

    private func ticket(_ order: Volume.Order) throws -> Int {
        guard case .send(_, let ticket) = order else {
            throw CastError(.invalidArgument, "nothing is sent")
        }
        return ticket
    }

    private func settled(at value: Int) -> Volume {
        var volume = Volume()
        volume.reported(value)
        return volume
    }

    @Test("Nothing wished: the device's value is shown")
    func device() {
        var volume = Volume()
        #expect(volume.shown == nil)
        volume.reported(5)
        #expect(volume.shown == 5)
        #expect(!volume.isPending)
        #expect(volume.alarm == nil)
    }

    @Test("A wish is shown at once, and the status that confirms it ends nothing before the answer")
    func shown() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        #expect(volume.shown == 9)
        #expect(volume.isPending)
        volume.reported(9)
        #expect(volume.isPending)
        #expect(volume.answered(ticket, now: .at(0.1)) == .none)
        #expect(volume.shown == 9)
        #expect(!volume.isPending)
    }

    @Test("UI 21: of many quick wishes one request is in flight at a time, and the last wish is sent last")
    func lastWins() throws {
        var volume = settled(at: 0)
        let first = try ticket(volume.wish(1, now: .at(0)))
        for value in 2...100 { #expect(volume.wish(value, now: .at(Double(value) / 1000)) == .none) }
        volume.reported(1)
        #expect(volume.shown == 100)
        #expect(volume.answered(first, now: .at(0.2)) == .send(100, ticket: first + 1))
        volume.reported(100)
        #expect(volume.answered(first + 1, now: .at(0.3)) == .none)
        #expect(volume.shown == 100)
    }

    @Test("A drag over a network without delay sends ten requests in a second")
    func bounded() throws {
        var volume = settled(at: 0)
        var sent = 0
        var order = Volume.Order.none
        for step in 1...100 {
            let now = NIODeadline.at(Double(step) * 0.016)
            if let alarm = volume.alarm, alarm <= now { order = volume.alarmRang(now: now) }
            if order == .none { order = volume.wish(step, now: now) } else { _ = volume.wish(step, now: now) }
            #expect(volume.shown == step)
            // Answered at once, twice if need be.
            while case .send(let value, let ticket) = order {
                sent += 1
                volume.reported(value)
                order = volume.answered(ticket, now: now)
                #expect(volume.shown == step)
            }
        }
        #expect(sent <= 17)
        while let alarm = volume.alarm {
            if case .send(let value, let ticket) = volume.alarmRang(now: alarm) {
                sent += 1
                volume.reported(value)
                _ = volume.answered(ticket, now: alarm)
            }
        }
        #expect(sent <= 18)
        #expect(volume.shown == 100)
        #expect(volume.confirmed == 100)
    }

    @Test("UI 22: a failure shows the device's value again and says why, until the next wish")
    func fails() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        #expect(volume.failed(ticket, failure, now: .at(10)) == .none)
        #expect(volume.shown == 5)
        #expect(volume.failure == failure)
        #expect(!volume.isPending)
        _ = volume.wish(7, now: .at(11))
        #expect(volume.failure == nil)
    }

    @Test("A failure of an older wish does not undo a newer one")
    func failsWithNewer() throws {
        var volume = settled(at: 5)
        let first = try ticket(volume.wish(9, now: .at(0)))
        _ = volume.wish(7, now: .at(0.5))
        #expect(volume.failed(first, failure, now: .at(1)) == .send(7, ticket: first + 1))
        #expect(volume.shown == 7)
        #expect(volume.failure == nil)
    }

    @Test("After the answer, what the device said before the wish is late and does not move the slider back")
    func late() throws {
        var volume = settled(at: 5)
        let first = try ticket(volume.wish(6, now: .at(0)))
        _ = volume.wish(9, now: .at(0.01))
        let second = try ticket(volume.answered(first, now: .at(0.2)))
        volume.reported(9)
        _ = volume.answered(second, now: .at(0.3))
        volume.reported(6)
        #expect(volume.shown == 9)
        volume.reported(5)
        #expect(volume.shown == 9)
        volume.reported(9)
        _ = volume.alarmRang(now: .at(2))
        #expect(volume.shown == 9)
        #expect(volume.alarm == nil)
    }

    @Test("A device that insists on its old value has its way after a second")
    func insists() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        _ = volume.answered(ticket, now: .at(0.1))
        volume.reported(5)
        #expect(volume.shown == 9)
        #expect(volume.alarm == .at(1.1))
        _ = volume.alarmRang(now: .at(1.1))
        #expect(volume.shown == 5)
    }

    @Test("Once the wish is answered, another sender's value wins at once")
    func others() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        volume.reported(9)
        _ = volume.answered(ticket, now: .at(0.1))
        volume.reported(3)
        #expect(volume.shown == 3)
        #expect(volume.alarm == nil)
    }

    @Test("While a request is in flight, another sender's value waits")
    func othersWait() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        volume.reported(3)
        #expect(volume.shown == 9)
        _ = volume.answered(ticket, now: .at(0.1))
        #expect(volume.shown == 3)
    }

    @Test("A device that knows steps only has the last word about its value")
    func steps() throws {
        var volume = Reconciler<Double>(agree: MediaWishes.isSameLevel)
        volume.reported(0.5)
        guard case .send(_, let ticket) = volume.wish(0.333, now: .at(0)) else {
            Issue.record("nothing is sent")
            return
        }
        volume.reported(0.35)
        #expect(volume.shown == 0.333)
        _ = volume.answered(ticket, now: .at(0.1))
        #expect(volume.shown == 0.35)
    }

    @Test("Wishing for what the device has sends nothing; wishing back while a request is in flight does")
    func same() throws {
        var volume = settled(at: 5)
        #expect(volume.wish(5, now: .at(0)) == .none)
        let ticket = try ticket(volume.wish(9, now: .at(1)))
        #expect(volume.wish(5, now: .at(1.1)) == .none)
        #expect(volume.answered(ticket, now: .at(1.2)) == .send(5, ticket: ticket + 1))
        #expect(volume.shown == 5)
    }

    @Test("Answers to what was given up are ignored")
    func abandoned() throws {
        var volume = settled(at: 5)
        let ticket = try ticket(volume.wish(9, now: .at(0)))
        #expect(volume.abandon(failure) == true)
        #expect(volume.shown == 5)
        #expect(volume.failure == failure)
        #expect(volume.answered(ticket, now: .at(1)) == .none)
        #expect(volume.failed(ticket, failure, now: .at(1)) == .none)
        #expect(volume.abandon(failure) == false)
    }

    // MARK: Random schedules

    /// A device with one value, in a network that delays what it says and reorders it.
    private struct Model {
        var value = 0
        var requests: [(at: Double, value: Int, ticket: Int, refused: Bool)] = []
        var statuses: [(at: Double, value: Int)] = []
        var answers: [(at: Double, ticket: Int, refused: Bool)] = []
    }

    @Test("Random wishes, delays, losses and other senders: what is shown is the last wish, then the device's value")
    func random() {
        for seed: UInt64 in 1...10_000 {
            if let problem = Self.run(seed: seed) {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }

    private static func run(seed: UInt64) -> String? {
        var generator = SeededGenerator(seed: seed)
        var reconciler = Reconciler<Int>()
        var model = Model()
        reconciler.reported(0)
        var inFlight = 0
        var sent: [Double] = []
        var wished: [Int] = []
        var wasSame = false
        var lastRequest: Int?
        var now = 0.0
        let end = Double.random(in: 0.5...4, using: &generator)
        let wishes = Int.random(in: 1...60, using: &generator)
        let dragging = (0..<wishes).map { _ in Double.random(in: 0...end, using: &generator) }.sorted()
        var wishIndex = 0
        let loss = generator.chance(30) ? 10 : 0

        func carryOut(_ order: Reconciler<Int>.Order) -> String? {
            guard case .send(let value, let ticket) = order else { return nil }
            inFlight += 1
            sent.append(now)
            lastRequest = value
            if inFlight > 1 { return "two requests in flight" }
            let delay = Double.random(in: 0...0.4, using: &generator)
            model.requests.append((now + delay, value, ticket, generator.chance(loss)))
            return nil
        }

        while now < end + 30 {
            now += 0.01
            if wishIndex < dragging.count, dragging[wishIndex] <= now {
                wishIndex += 1
                let wish = Int.random(in: 0...10, using: &generator)
                wished.append(wish)
                wasSame = !reconciler.isPending && reconciler.shown == wish
                if let problem = carryOut(reconciler.wish(wish, now: .at(now))) { return problem }
                if reconciler.shown != wish { return "a wish is not shown" }
            }
            if now < end, generator.chance(1) {
                // Another sender.
                model.value = Int.random(in: 0...10, using: &generator)
                let delay = Double.random(in: 0...0.3, using: &generator)
                model.statuses.append((now + delay, model.value))
            }
            while let index = model.requests.firstIndex(where: { $0.at <= now }) {
                let request = model.requests.remove(at: index)
                let delay = Double.random(in: 0...0.3, using: &generator)
                if !request.refused {
                    model.value = request.value
                    // The status may come late, after the answer even.
                    let late = generator.chance(20) ? Double.random(in: 0...0.3, using: &generator) : 0
                    model.statuses.append((now + delay + late, model.value))
                }
                model.answers.append((now + delay, request.ticket, request.refused))
            }
            while let index = model.statuses.firstIndex(where: { $0.at <= now }) {
                let wanted = reconciler.isPending ? reconciler.shown : nil
                reconciler.reported(model.statuses.remove(at: index).value)
                if let wanted, reconciler.shown != wanted { return "a status moved what is wished for" }
            }
            while let index = model.answers.firstIndex(where: { $0.at <= now }) {
                let answer = model.answers.remove(at: index)
                inFlight -= 1
                let order =
                    answer.refused
                    ? reconciler.failed(answer.ticket, CastError(.invalidRequest, "no"), now: .at(now))
                    : reconciler.answered(answer.ticket, now: .at(now))
                if let problem = carryOut(order) { return problem }
            }
            if let alarm = reconciler.alarm, alarm <= .at(now) {
                if let problem = carryOut(reconciler.alarmRang(now: .at(now))) { return problem }
            }
            if wishIndex == dragging.count, now > end, model.requests.isEmpty, model.statuses.isEmpty,
                model.answers.isEmpty, reconciler.alarm == nil
            {
                break
            }
        }
        if reconciler.isPending || reconciler.wanted != nil { return "it never settles" }
        if reconciler.shown != reconciler.confirmed { return "the device's value is not shown in the end" }
        for (one, next) in zip(sent, sent.dropFirst()) where next - one < 0.0899 {
            return "requests \(next - one) s apart"
        }
        if sent.count > Int(end / 0.09) + 2 { return "\(sent.count) requests in \(end) s" }
        if let last = wished.last, lastRequest != last, !wasSame { return "the last wish is not sent last" }
        return nil
    }
}
