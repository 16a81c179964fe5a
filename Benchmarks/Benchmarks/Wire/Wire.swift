// SPDX-License-Identifier: Apache-2.0

import Benchmark

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: 2,
        scalingFactor: .kilo,
        maxDuration: .seconds(1)
    )
    for (name, operation) in SampleOperations.all {
        Benchmark(name) { benchmark in
            do {
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations { try operation() }
                benchmark.stopMeasurement()
            } catch {
                benchmark.error("\(error)")
            }
        }
    }
}
