// SPDX-License-Identifier: Apache-2.0

/// The times of repeated measurements, in microseconds.
struct Times {
    private let sorted: [Double]

    init(_ times: [Double]) {
        sorted = times.sorted()
    }

    /// A JSON object with percentiles in microseconds.
    var json: String {
        JSONLine(["p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": at(1)]).description
    }

    private func at(_ rank: Double) -> String {
        guard !sorted.isEmpty else { return "null" }
        return "\(sorted[min(sorted.count - 1, Int(Double(sorted.count) * rank))])"
    }
}

/// A JSON object on one line. Its values are JSON text.
struct JSONLine: CustomStringConvertible {
    private let members: KeyValuePairs<String, String>

    init(_ members: KeyValuePairs<String, String>) {
        self.members = members
    }

    var description: String {
        "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
}

extension ContinuousClock.Instant {
    /// The time since this instant in microseconds.
    var microsecondsToNow: Double {
        let (seconds, attoseconds) = duration(to: .now).components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }
}
