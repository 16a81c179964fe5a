// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CastWire
import MulticastDNS

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: 2,
        scalingFactor: .kilo,
        maxDuration: .seconds(1)
    )
    frames()
    payloads()
    discovery()
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

extension Benchmark {
    /// Runs an operation with the configured number of iterations and reports its time.
    fileprivate func measureOperation<Value>(_ operation: () throws -> Value) {
        do {
            startMeasurement()
            for _ in scaledIterations { Benchmark.blackHole(try operation()) }
            stopMeasurement()
        } catch {
            self.error("\(error)")
        }
    }
}
