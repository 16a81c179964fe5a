// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CAllocationCounter

extension BenchmarkMetric {
    /// The number of allocator calls of one operation.
    static let allocations = BenchmarkMetric.custom("allocations", polarity: .prefersSmaller, useScalingFactor: false)
}

extension Benchmark {
    /// Runs an operation with the configured number of iterations and reports its time and allocations.
    ///
    /// An additional first run is not counted, because it fills caches of the process.
    func measureOperation<Value>(_ operation: () throws -> Value) {
        let iterations = scaledIterations.count
        do {
            Benchmark.blackHole(try operation())
            let before = cast_allocations_of_this_thread()
            startMeasurement()
            for _ in 0..<iterations { Benchmark.blackHole(try operation()) }
            stopMeasurement()
            let allocations = Int(cast_allocations_of_this_thread() - before)
            measurement(.allocations, (allocations + iterations / 2) / iterations)
        } catch {
            self.error("\(error)")
        }
    }
}
