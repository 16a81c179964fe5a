import Benchmark
import CAllocationCounter

extension BenchmarkMetric {
    /// Calls of the allocator for one operation.
    static let allocations = BenchmarkMetric.custom("allocations", polarity: .prefersSmaller, useScalingFactor: false)
}

extension Benchmark {
    /// Runs an operation as often as the configuration says and reports its allocations beside its time.
    ///
    /// The first run is not counted: it fills caches that live as long as the process.
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
