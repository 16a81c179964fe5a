// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastReceiver

@Suite("Reports of a page")
struct ScreenReportTests {
    private static let minimum = #""sequence":1,"generation":2,"revision":3,"phase":"playing""#

    private func parse(_ text: String) throws(ScreenReportError) -> ScreenReport {
        try ScreenReport(parsing: Array(text.utf8))
    }

    @Test("a complete report is parsed")
    func whole() throws {
        let report = try parse(
            """
            {\(Self.minimum),"seeking":true,"position":1.5,"duration":20,"width":640,"height":360,
             "seekable":{"start":0,"end":20.5},"endless":true,"soundBlocked":true,"error":{"code":4,"message":"no"}}
            """
        )
        #expect(report.sequence == 1)
        #expect(report.generation == 2)
        #expect(report.revision == 3)
        #expect(report.phase == .playing)
        #expect(report.isSeeking)
        #expect(report.position == 1.5)
        #expect(report.duration == 20)
        #expect(report.width == 640)
        #expect(report.seekableRange == 0...20.5)
        #expect(report.isSoundBlocked)
        #expect(report.isEndless)
        #expect(try !parse("{\(Self.minimum)}").isEndless)
        #expect(report.failure == ScreenReport.Failure(code: 4, message: "no"))
    }

    @Test("optional members may be null")
    func nulls() throws {
        let report = try parse(
            #"{"sequence":1,"generation":null,"revision":0,"phase":"loading","duration":null,"error":null}"#
        )
        #expect(report.generation == nil)
        #expect(report.duration == nil)
        #expect(report.failure == nil)
    }

    @Test(
        "an invalid report is rejected",
        arguments: [
            "", "null", "[]", "{", "{}", #""text""#,
            #"{"sequence":1,"revision":3}"#,
            #"{"sequence":1,"revision":3,"phase":"dancing"}"#,
            #"{"sequence":-1,"revision":3,"phase":"playing"}"#,
            #"{"sequence":1.5,"revision":3,"phase":"playing"}"#,
            #"{"sequence":99999999999999,"revision":3,"phase":"playing"}"#,
            "{\(minimum),\"position\":-1}",
            "{\(minimum),\"position\":1e13}",
            "{\(minimum),\"position\":\"1\"}",
            "{\(minimum),\"duration\":true}",
            "{\(minimum),\"width\":-1}",
            "{\(minimum),\"seeking\":1}",
            "{\(minimum),\"seekable\":{\"start\":5,\"end\":4}}",
            "{\(minimum),\"seekable\":[1,2]}",
            "{\(minimum),\"error\":{}}",
            "{\(minimum),\"extra\":[[[[[[1]]]]]]}",
        ]
    )
    func refused(text: String) {
        #expect(throws: ScreenReportError.self) { try parse(text) }
    }

    @Test("an overlong error message is truncated")
    func longMessage() throws {
        let text = String(repeating: "x", count: 3000)
        let report = try parse("{\(Self.minimum),\"error\":{\"code\":4,\"message\":\"\(text)\"}}")
        #expect(report.failure?.message.count == 500)
    }
}
