// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastConformance
import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files with the results of `cast conformance` and `cast receiver --conformance`.
struct ConformanceReportOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Write a report in JUnit's format to this file.", valueName: "file"),
        completion: .file()
    )
    var junit: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write report.json, report.html and junit.xml to this folder.", valueName: "folder"),
        completion: .directory
    )
    var report: String?

    /// Writes the requested files.
    func write(_ result: ConformanceReport) throws {
        var files: [(path: String, text: String)] = []
        if let report {
            try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
            files = [
                ("\(report)/report.json", result.json + "\n"), ("\(report)/report.html", result.html),
                ("\(report)/junit.xml", result.junit),
            ]
        }
        if let junit { files.append((junit, result.junit)) }
        for file in files { try Data(file.text.utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic) }
    }
}

extension ConformanceReport {
    /// Prints the number of results with each verdict, and the notes of the report.
    func showSummary(on console: Console) {
        let counts = CaseResult.Verdict.allCases.map { ($0.rawValue, count($0)) }
        var object: JSONObject = ["summary": .object(JSONObject(counts.map { ($0.0, .integer(Int64($0.1))) }))]
        object["interruption"] = interruption.map { .string($0) }
        object["remainder"] = remainder.map { .string($0) }
        console.emit(object)
        let summary = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let name = subject.isEmpty ? (sender == nil ? "device" : "sender") : subject
        console.result(DisplayWidth.field("\(name): \(summary)"))
        for note in notes { console.result(DisplayWidth.field(note)) }
    }
}

extension CaseResult {
    /// The printed lines.
    var lines: [String] {
        let word = verdict.rawValue.padded(to: 7)
        let line = "\(word)  \(id)  \(level.rawValue.padded(to: 6))  \(statement)"
        switch outcome {
        case .passed: return [line]
        case .skipped(let reason): return ["\(line) (\(reason))"]
        case .differs(let expected, let received):
            return [line, "           expected: \(expected)", "           received: \(received)"].map {
                DisplayWidth.field($0)
            }
        }
    }

    /// The printed object.
    var output: JSONObject {
        var object: JSONObject = [
            "case": .string(id), "area": .string(area), "level": .string(level.rawValue),
            "statement": .string(statement), "verdict": .string(verdict.rawValue), "seconds": .number(seconds),
        ]
        switch outcome {
        case .passed: break
        case .skipped(let reason): object["reason"] = .string(reason)
        case .differs(let expected, let received):
            object["expected"] = .string(expected)
            object["received"] = .string(received)
        }
        return object
    }
}
