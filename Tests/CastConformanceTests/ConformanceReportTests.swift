import CastWire
import Testing

@testable import CastConformance

@Suite("Conformance cases and reports")
struct ConformanceReportTests {
    @Test("The numbers of the cases are different, and belong to their areas")
    func numbers() {
        let numbers = ConformanceCase.all.map(\.id)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count >= 100)
        for test in ConformanceCase.all {
            #expect(test.id.count == 4 && Int(test.id.suffix(2)) != nil, "\(test.id)")
            #expect(!test.statement.hasSuffix("."))
        }
        #expect(ConformanceCase.Area.allCases.allSatisfy { area in ConformanceCase.all.contains { $0.area == area } })
    }

    private func report(_ outcomes: [(ConformanceCase.Level, CaseResult.Outcome)]) -> ConformanceReport {
        var report = ConformanceReport(device: ConformanceReport.Device(nil, ["detail": ["model_name": "Model <1>"]]))
        report.results = outcomes.enumerated().map { index, outcome in
            let test = ConformanceCase("LI\(10 + index)", outcome.0, "A \"statement\" & more") { _ in }
            return CaseResult(test, outcome.1, .milliseconds(1500))
        }
        return report
    }

    @Test("A difference is a failure, a finding or neither, by the level of its statement")
    func verdicts() {
        let difference = CaseResult.Outcome.differs(expected: "a", received: "b")
        let report = report([(.must, difference), (.should, difference), (.may, difference), (.must, .passed)])
        #expect(report.results.map(\.verdict) == [.failed, .finding, .other, .passed])
        #expect(!report.conforms)
        #expect(self.report([(.should, difference)]).conforms)
    }

    @Test("Text of the device cannot write markup into the reports")
    func escapes() {
        let hostile = "<script>alert(1)</script>\u{1}\"'&"
        let report = report([
            (.must, .differs(expected: hostile, received: hostile)), (.must, .skipped(reason: hostile)),
        ])
        for text in [report.html, report.junit] {
            #expect(!text.contains("<script>"))
            #expect(!text.contains("\u{1}"))
            #expect(text.contains("&lt;script&gt;"))
        }
        #expect(report.html.contains("Model &lt;1&gt;"))
    }

    @Test("JSON has the version of the format and reads back")
    func json() throws {
        let report = report([(.must, .passed)])
        let object = try JSONValue(parsing: report.json)
        #expect(object["format"] == 1)
        #expect(object["results"]?[0]?["id"] == "LI10")
    }

    @Test("Names, IDs and addresses are removed, longer ones first")
    func privacy() {
        let privacy = Privacy(["192.0.2.7", "Kitchen", "Kitchen TV", "ab"])
        #expect(privacy.cleaned("Kitchen TV at 192.0.2.7, ab, Kitchen") == "… at …, ab, …")
    }
}
