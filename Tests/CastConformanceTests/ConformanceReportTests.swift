// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastTransport
import CastWire
import Testing

@testable import CastConformance

@Suite("Conformance cases and reports")
struct ConformanceReportTests {
    @Test("Each case has a number of its area, and no other case has it")
    func numbers() {
        let numbers = ConformanceCase.all.map(\.id)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count >= 150)
        for test in ConformanceCase.all {
            #expect(test.id.count == 4 && Int(test.id.suffix(2)) != nil, "\(test.id)")
            #expect(test.id.hasPrefix(test.area.prefix), "\(test.id)")
            #expect(!test.statement.hasSuffix("."))
        }
        let statements = ConformanceCase.all.map { "\($0.area.rawValue) \($0.statement)" }
        #expect(Set(statements).count == statements.count)
        #expect(ConformanceCase.Area.allCases.allSatisfy { area in ConformanceCase.all.contains { $0.area == area } })
        #expect(Set(ConformanceCase.Area.allCases.map(\.prefix)).count == ConformanceCase.Area.allCases.count)
    }

    private func chosen(_ only: String?) -> [ConformanceCase] {
        var options = ConformanceRun.Options()
        options.only = only
        return ConformanceCase.all.filter(options.chooses)
    }

    @Test("Two letters of an area choose by number only", arguments: ["ME", "me", "CO", "rc", "SE"])
    func letters(pattern: String) {
        let cases = chosen(pattern)
        #expect(!cases.isEmpty)
        #expect(cases.allSatisfy { $0.id.hasPrefix(pattern.uppercased()) })
    }

    @Test("A number chooses one case, its beginning those that begin with it, and an area all of the area")
    func patterns() {
        #expect(chosen("me08").map(\.id) == ["ME08"])
        #expect(chosen("ME0").count == 9)
        #expect(chosen("Media").map(\.id) == ConformanceCase.all.filter { $0.area == .media }.map(\.id))
        #expect(chosen(nil).count == ConformanceCase.all.count)
    }

    @Test("Another pattern is a part of a statement")
    func words() {
        let cases = chosen("message")
        #expect(Set(cases.map(\.area)).count > 2)
        #expect(cases.allSatisfy { $0.statement.lowercased().contains("message") })
    }

    @Test("A pattern that no case matches is an error that lists the areas", arguments: ["", "ME99", "medium-rare"])
    func unmatched(pattern: String) async throws {
        #expect(chosen(pattern).isEmpty)
        let server = try await MediaServer.start(configuration: .forDevices())
        var options = ConformanceRun.Options()
        options.only = pattern
        let device = DeviceUnderTest(at: CastEndpoint(host: "127.0.0.1", port: 9), server: server)
        let error = await #expect(throws: ConformanceError.noCase(pattern: pattern)) {
            try await ConformanceRun(device, options: options).perform()
        }
        await server.close()
        let text = try #require(error).description
        #expect(ConformanceCase.Area.allCases.allSatisfy { text.contains("\($0.rawValue) (\($0.prefix))") })
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
        #expect(privacy.cleaned("Kitchen TV at 192.0.2.7, ab, Kitchen") == "… at …, …, …")
    }

    @Test("Secrets are removed in any case, short ones only where they are words, and placeholders are not searched")
    func placeholders() {
        let privacy = Privacy(["Den": "device-1", "device": "user", "b": "letter", "": "nothing"])
        #expect(privacy.cleaned("DEN, Dennis, (den): a device, b") == "device-1, Dennis, (device-1): a user, b")
    }
}
