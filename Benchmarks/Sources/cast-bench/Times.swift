/// Microseconds of many runs of the same thing.
struct Times {
    private let sorted: [Double]

    init(_ times: [Double]) {
        sorted = times.sorted()
    }

    /// As a JSON object: microseconds at the usual ranks.
    var json: String {
        JSONLine(["p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": at(1)]).description
    }

    private func at(_ rank: Double) -> String {
        guard !sorted.isEmpty else { return "null" }
        return "\(sorted[min(sorted.count - 1, Int(Double(sorted.count) * rank))])"
    }
}

/// One line of JSON whose values are JSON already.
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
    /// Microseconds that have passed since.
    var microsecondsToNow: Double {
        let (seconds, attoseconds) = duration(to: .now).components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    }
}
