// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastSender

@Suite("The schedule of a volume fade")
struct FadeScheduleTests {
    @Test("the steps are linear, and the last one is the end", arguments: [(0.2, 0.8), (0.8, 0.2)])
    func linear(start: Double, end: Double) throws {
        let schedule = FadeSchedule(from: start, to: end, over: .seconds(2))
        #expect(schedule.steps.count == 20)
        #expect(schedule.steps.last == .init(time: .seconds(2), level: end))
        for step in schedule.steps {
            let share = step.time / .seconds(2)
            #expect(abs(step.level - (start + (end - start) * share)) < 1e-9)
            #expect(step.time.components.attoseconds % 1_000_000_000 == 0, "whole nanoseconds")
        }
    }

    @Test(
        "there are at most ten steps per second, and none that is not audible",
        arguments: [
            (0.0, 1.0, 0.05, 1), (0.0, 1.0, 1.0, 10), (0.0, 1.0, 5.0, 50), (0.0, 1.0, 3600.0, 200),
            (0.5, 0.51, 60.0, 2), (0.5, 0.501, 60.0, 1), (0.3, 0.8, 1000.0, 100), (0.4, 0.4, 9.0, 0),
            (0.2, 0.7, 0.0, 1), (0.2, 0.7, -5.0, 1),
        ]
    )
    func count(start: Double, end: Double, seconds: Double, count: Int) {
        let schedule = FadeSchedule(from: start, to: end, over: .seconds(seconds))
        #expect(schedule.steps.count == count)
        #expect(schedule.steps.last?.level == (count == 0 ? nil : end))
    }

    @Test("levels are clamped, and NaN counts as zero")
    func bounds() {
        let schedule = FadeSchedule(from: -.infinity, to: 7, over: .seconds(1))
        #expect((schedule.start, schedule.end) == (0, 1))
        #expect(FadeSchedule(from: .nan, to: .nan, over: .seconds(1)).steps.isEmpty)
    }

    @Test("late steps are skipped")
    func due() {
        let schedule = FadeSchedule(from: 0, to: 1, over: .seconds(1))
        #expect(schedule.dueStep(at: .milliseconds(99), from: 0) == nil)
        #expect(schedule.dueStep(at: .milliseconds(100), from: 0) == 0)
        #expect(schedule.dueStep(at: .milliseconds(450), from: 1) == 3)
        #expect(schedule.dueStep(at: .milliseconds(450), from: 4) == nil)
        #expect(schedule.dueStep(at: .seconds(60), from: 4) == 9)
        #expect(schedule.dueStep(at: .seconds(60), from: 10) == nil)
    }
}
