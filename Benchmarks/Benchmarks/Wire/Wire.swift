// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CAllocationCounter
import CastWire
import MulticastDNS

// Names of benchmarks contain no spaces, because threshold files with spaces are written but not found.

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: cast_counts_allocations() ? [.wallClock, .allocations] : [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: 2,
        scalingFactor: .kilo,
        maxDuration: .seconds(1),
        // Allocations are exact, so no additional allocation is allowed.
        thresholds: [.allocations: .init(absolute: [.p90: 0])]
    )
    counter()
    frames()
    payloads()
    discovery()
}

/// Ten allocations, which verify that the counter works.
private func counter() {
    Benchmark("CounterOfTenArrays") { benchmark in
        benchmark.measureOperation {
            for size in 1...10 { Benchmark.blackHole([Int](repeating: size, count: size)) }
        }
    }
}

private func frames() {
    for (name, message) in [("ReceiverStatus", Samples.receiverStatus), ("LargestMessage", Samples.largest)] {
        Benchmark("FrameEncode\(name)") { benchmark in
            benchmark.measureOperation { try CastFrame.encode(message) }
        }
        Benchmark("FrameDecode\(name)") { benchmark in
            guard let frame = try? CastFrame.encode(message) else {
                benchmark.error("the sample cannot be framed")
                return
            }
            benchmark.measureOperation { try frame.withUnsafeBytes { try CastFrame.decode($0) } }
        }
    }
}

private func payloads() {
    Benchmark("ReceiverStatusTextToValues") { benchmark in
        benchmark.measureOperation {
            let status = ReceiverStatusMessage(fields: try Samples.receiverStatus.jsonObject()).status
            return (status.applications.first?.transportID, status.volume?.level)
        }
    }
    Benchmark("MediaStatusTextToValues") { benchmark in
        benchmark.measureOperation {
            let status = MediaStatusMessage(fields: try Samples.mediaStatus.jsonObject()).statuses.first
            return (status?.playerState, status?.currentTime, status?.media?.duration)
        }
    }
}

private func discovery() {
    Benchmark("DNSResponseOfOneDevice") { benchmark in
        guard let datagram = try? Samples.discoveryAnswer() else {
            benchmark.error("the sample cannot be written")
            return
        }
        benchmark.measureOperation { try DNSMessage(datagram: datagram) }
    }
}
