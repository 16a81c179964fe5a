// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs devices, groups and senders under random faults, and checks at intervals that nothing hangs, leaks or disagrees.
///
/// `cast-soak --seconds 3600 --seed 7`. Exits with 1 if an invariant was violated.
@main
struct CastSoak {
    static func main() async throws {
        var options = SoakOptions()
        do {
            options = try SoakOptions(arguments: Array(CommandLine.arguments.dropFirst()))
        } catch {
            print(error)
            print(SoakOptions.usage)
            exit(64)
        }
        print("seed \(options.seed): \(options.devices) devices, \(options.groups) groups, \(options.senders) senders")
        let report = try await Soak(options).run()
        print(report.text)
        exit(report.violations.isEmpty ? 0 : 1)
    }
}

/// The size and the duration of a soak test.
struct SoakOptions: Sendable {
    static let usage = """
        usage: cast-soak [--seconds N] [--seed N] [--devices N] [--groups N] [--senders N] [--interval SECONDS]
        """

    var seconds = 60
    var seed: UInt64 = 1
    var devices = 20
    var groups = 5
    var senders = 100
    /// The seconds between two inspections at rest.
    var interval = 60

    init() {}

    init(arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let text = rest.popFirst(), let value = Int(text), value > 0 else {
                throw UsageError(description: "\(option) requires a number greater than 0.")
            }
            switch option {
            case "--seconds": seconds = value
            case "--seed": seed = UInt64(value)
            case "--devices": devices = value
            case "--groups": groups = value
            case "--senders": senders = value
            case "--interval": interval = value
            default: throw UsageError(description: "Unknown option \(option).")
            }
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }
}

/// What a soak test has done and found.
struct SoakReport: Sendable {
    var operations: [String: Int] = [:]
    var errors: [String: Int] = [:]
    var faults = 0
    var inspections = 0
    var comparisons = 0
    var firstKilobytes = 0
    var lastKilobytes = 0
    var violations: [String] = []

    var text: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(
                separator: ", "
            )
        }
        var lines = [
            "operations \(operations.values.reduce(0, +)): \(list(operations))",
            "errors that senders received \(errors.values.reduce(0, +)): \(list(errors))",
            "faults \(faults), inspections at rest \(inspections), comparisons of a sender with its device \(comparisons)",
            "resident memory: \(firstKilobytes) kB at the first inspections, \(lastKilobytes) kB at the last",
        ]
        lines += violations.map { "VIOLATION: \($0)" }
        lines.append(violations.isEmpty ? "no violations" : "\(violations.count) violations")
        return lines.joined(separator: "\n")
    }
}

/// A generator with a seed (SplitMix64), so that a run can be repeated. Timing differs between runs.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
