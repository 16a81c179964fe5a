// SPDX-License-Identifier: Apache-2.0

import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConformanceReport {
    /// The report as JSON.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A report consists of text and numbers, which can be encoded.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The report in the XML format of JUnit, which continuous integration shows. Findings are passed tests with output.
    public var junit: String {
        let cases = results.map { result -> String in
            let attributes =
                #"classname="cast.\#(result.area)" name="\#(MarkupText.escaped("\(result.id) \(result.statement)"))" "#
                + #"time="\#(result.seconds)""#
            switch result.outcome {
            case .passed: return "  <testcase \(attributes)/>"
            case .skipped(let reason):
                return "  <testcase \(attributes)><skipped message=\"\(MarkupText.escaped(reason))\"/></testcase>"
            case .differs(let expected, let received):
                let text = MarkupText.escaped("expected: \(expected); received: \(received)")
                guard result.verdict == .failed else {
                    return "  <testcase \(attributes)><system-out>\(text)</system-out></testcase>"
                }
                return "  <testcase \(attributes)><failure message=\"\(text)\"/></testcase>"
            }
        }
        let notes = notes.map { "\n  <system-err>\(MarkupText.escaped($0))</system-err>" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="cast conformance" tests="\(results.count)" failures="\(count(.failed))" \
            skipped="\(count(.skipped))">
            \(cases.joined(separator: "\n"))\(notes)
            </testsuite>

            """
    }

    /// The report as a page without references to other files.
    public var html: String {
        let title = MarkupText.escaped(
            ["Cast conformance", subject].filter { !$0.isEmpty }.joined(separator: " – ")
        )
        let rows = results.map { result -> String in
            let detail =
                switch result.outcome {
                case .passed: ""
                case .skipped(let reason): MarkupText.escaped(reason)
                case .differs(let expected, let received):
                    "<b>Expected:</b> \(MarkupText.escaped(expected))<br><b>Received:</b> \(MarkupText.escaped(received))"
                }
            return "<tr class=\"\(result.verdict.rawValue)\"><td>\(result.id)</td><td>\(result.level.rawValue)</td>"
                + "<td>\(MarkupText.escaped(result.statement))</td><td>\(result.verdict.rawValue)</td><td>\(detail)</td></tr>"
        }
        let counts = CaseResult.Verdict.allCases.map { "\($0.rawValue): \(count($0))" }.joined(separator: " · ")
        let notes = notes.map { "\n<p><b>\(MarkupText.escaped($0))</b></p>" }.joined()
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(title)</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
            table { border-collapse: collapse; width: 100% } td, th { border-bottom: 1px solid #ccc; padding: .3em .6em;
            text-align: left; vertical-align: top; overflow-wrap: anywhere }
            .failed td { background: #fdd } .finding td { background: #ffc } .skipped td { color: #666 }
            </style></head><body>
            <h1>\(title)</h1>
            <p>\(counts)</p>\(notes)
            <table><thead><tr><th>Case</th><th>Level</th><th>Statement</th><th>Result</th><th>Detail</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></body></html>

            """
    }
}
