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
                #"classname="cast.\#(result.area.rawValue)" name="\#(Self.escaped("\(result.id) \(result.statement)"))" "#
                + #"time="\#(result.seconds)""#
            switch result.outcome {
            case .passed: return "  <testcase \(attributes)/>"
            case .skipped(let reason):
                return "  <testcase \(attributes)><skipped message=\"\(Self.escaped(reason))\"/></testcase>"
            case .differs(let expected, let received):
                let text = Self.escaped("expected: \(expected); received: \(received)")
                guard result.verdict == .failed else {
                    return "  <testcase \(attributes)><system-out>\(text)</system-out></testcase>"
                }
                return "  <testcase \(attributes)><failure message=\"\(text)\"/></testcase>"
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="cast conformance" tests="\(results.count)" failures="\(count(.failed))" \
            skipped="\(count(.skipped))">
            \(cases.joined(separator: "\n"))
            </testsuite>

            """
    }

    /// The report as a page without references to other files.
    public var html: String {
        let title = Self.escaped(
            ["Cast conformance", device.model, device.firmware].compactMap(\.self).joined(separator: " – ")
        )
        let rows = results.map { result -> String in
            let detail =
                switch result.outcome {
                case .passed: ""
                case .skipped(let reason): Self.escaped(reason)
                case .differs(let expected, let received):
                    "<b>Expected:</b> \(Self.escaped(expected))<br><b>Received:</b> \(Self.escaped(received))"
                }
            return "<tr class=\"\(result.verdict.rawValue)\"><td>\(result.id)</td><td>\(result.level.rawValue)</td>"
                + "<td>\(Self.escaped(result.statement))</td><td>\(result.verdict.rawValue)</td><td>\(detail)</td></tr>"
        }
        let counts = CaseResult.Verdict.allCases.map { "\($0.rawValue): \(count($0))" }.joined(separator: " · ")
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
            <p>\(counts)</p>
            <table><thead><tr><th>Case</th><th>Level</th><th>Statement</th><th>Result</th><th>Detail</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></body></html>

            """
    }

    /// Returns text in which a device can write neither markup nor control characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n": result += " "
            default:
                // XML 1.0 has no other control characters, and no U+FFFE and U+FFFF.
                let isForbidden =
                    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
                result.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}
