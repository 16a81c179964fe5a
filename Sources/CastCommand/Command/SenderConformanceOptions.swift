// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastConformance
import CastWire

/// Options of `cast receiver` to examine the sender that connects.
struct SenderConformanceOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Judge whether the sender that connects follows the protocol.",
            discussion: """
                The results are printed when the sender has been gone for 10 seconds, or at Ctrl-C. A difference from a \
                "must" is a failure, and the command exits with 1.
                """
        )
    )
    var conformance = false

    @Flag(
        name: .long,
        help: "With --conformance: answer the sender in unusual ways, one after another, and end its media and app."
    )
    var provoke = false

    @Option(
        name: .long,
        help: ArgumentHelp("With --conformance: end after this time at the latest.", valueName: "seconds")
    )
    var conformanceTime: Int?

    @OptionGroup var files: ConformanceReportOptions

    func validate() throws {
        if !conformance {
            let needless: [(String, Bool)] = [
                ("--provoke", provoke), ("--conformance-time", conformanceTime != nil), ("--junit", files.junit != nil),
                ("--report", files.report != nil),
            ]
            if let option = needless.first(where: { $0.1 })?.0 {
                throw ValidationError("\(option) requires --conformance.")
            }
        }
        if let conformanceTime, !(1...86_400).contains(conformanceTime) {
            throw ValidationError("\(conformanceTime) is not a valid time. Use a number of seconds from 1 to 86400.")
        }
    }

    /// The examination of the sender; nil unless asked for.
    var examination: SenderConformance? { conformance ? SenderConformance(provokes: provoke) : nil }

    /// Prints and writes the results. Returns the exit status of the command.
    func show(_ report: ConformanceReport, on console: Console) throws -> ExitStatus {
        for result in report.results {
            var object = result.output
            object["event"] = "statement"
            console.emit(object)
            // Most statements are about situations that one sender does not come into.
            if result.verdict == .skipped {
                for line in result.lines { console.detail(line) }
            } else {
                for line in result.lines { console.result(line) }
            }
        }
        report.showSummary(on: console)
        try files.write(report)
        return report.conforms ? .success : .failure
    }
}
