// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Testing

@testable import CastConformance

@Suite("The examination of senders")
struct SenderExaminationTests {
    @Test("Each statement is passed by one sequence of events, and differs after another", arguments: SenderTraces.all)
    func judges(_ traces: SenderTraces) {
        let good = SenderTrace.outcome(traces.rule, traces.good)
        #expect(good == .passed)
        guard case .differs(let expected, let received)? = SenderTrace.outcome(traces.rule, traces.bad) else {
            Issue.record("\(traces.rule) does not differ")
            return
        }
        #expect(expected == traces.rule.definition.1)
        #expect(!received.isEmpty)
    }

    @Test("Every statement has sequences of events")
    func complete() {
        #expect(Set(SenderTraces.all.map(\.rule)) == Set(SenderRule.allCases))
        for statement in SenderStatement.all {
            #expect(statement.id.hasPrefix("S") && Int(statement.id.suffix(2)) != nil)
            #expect(!statement.statement.hasSuffix("."))
        }
        for area in SenderStatement.Area.allCases {
            #expect(SenderStatement.all.contains { $0.area == area }, "\(area)")
        }
    }

    @Test("A statement about what did not occur is skipped")
    func notObserved() {
        let report = SenderTrace().report
        #expect(report.results.count == SenderRule.allCases.count)
        #expect(report.results.allSatisfy { $0.outcome == .skipped(reason: "not observed") })
        #expect(report.conforms)
    }

    @Test("A sender that plays and leaves differs from no statement")
    func ordinary() {
        var trace = SenderTrace()
        trace.perform(Beginning.idle)
        trace.perform([
            .platform("LAUNCH", 2, ["appId": "CC1AD845"]), .status(2),
            .sender(.connection, ["type": "CONNECT"], to: "app"),
            .ping(), .pong, .media("LOAD", 3, ["media": .object(Beginning.film), "autoplay": true]),
            .mediaStatus(3, Beginning.session), .wait(2), .command("SEEK", ["currentTime": 30]),
            .mediaStatus(9, Beginning.session), .command("STOP", id: 10),
            .mediaStatus(10, ["mediaSessionId": 7, "playerState": "IDLE", "idleReason": "CANCELLED"]),
            .platform("STOP", 11, ["sessionId": "session"]), .device(.connection, ["type": "CLOSE"], from: "app"),
            .status(11, app: false), .sender(.connection, ["type": "CLOSE"]), .closed(.remote),
        ])
        let report = trace.report
        #expect(report.results.filter { $0.verdict != .passed && $0.verdict != .skipped } == [])
        #expect(report.count(.passed) > 30)
    }

    @Test("The end of the connection after CLOSE says nothing about an unusual answer before it")
    func orderlyEnd() {
        let events: [SenderEvent] =
            Beginning.connected + [.status(0), .sender(.connection, ["type": "CLOSE"]), .closed(.remote)]
        #expect(SenderTrace.outcome(.unsolicitedStatus, events) == .skipped(reason: "not observed"))
    }

    @Test("Connections that always end after the same unusual answer are a difference")
    func unexplainedEnds() {
        let once: [SenderEvent] = [.status(0, ["probe": 1]), .closed(.remote)]
        #expect(SenderTrace.outcome(.unknownMember, Beginning.connected + once) == .skipped(reason: "not observed"))
        guard
            case .differs? = SenderTrace.outcome(
                .unknownMember,
                Beginning.connected + once + Beginning.connected + once
            )
        else {
            Issue.record("no difference")
            return
        }
    }

    @Test("A stop of the app that the sender requested is not an end by the device")
    func requestedEnd() {
        let events: [SenderEvent] =
            Beginning.joined + [
                .platform("STOP", 5, ["sessionId": "session"]), .device(.connection, ["type": "CLOSE"], from: "app"),
                .wait(4), .platform("LAUNCH", 6, ["appId": "CC1AD845"]),
            ]
        #expect(SenderTrace.outcome(.applicationEnds, events) == .skipped(reason: "not observed"))
        #expect(SenderTrace.outcome(.noRelaunch, events) == .skipped(reason: "not observed"))
    }

    @Test("The report has what the sender says of itself, and no addresses")
    func report() throws {
        var trace = SenderTrace()
        trace.perform([
            .opened,
            .sender(
                .connection,
                ["type": "CONNECT", "userAgent": "Probe <1>", "senderInfo": ["sdkType": 2, "version": "1.2"]]
            ),
            .sender(.connection, ["type": "CONNECT"], to: "192.0.2.2"),
        ])
        let report = trace.report
        #expect(report.sender?.userAgent == "Probe <1>" && report.sender?.sdkType == 2)
        #expect(report.subject == "Probe <1>, 1.2")
        let object = try JSONValue(parsing: report.json)
        #expect(object["sender"]?["version"] == "1.2")
        #expect(object["results"]?[0]?["area"] == "senderConnection")
        #expect(report.html.contains("Probe &lt;1&gt;"))
        #expect(report.junit.contains("cast.senderConnection"))
        for text in [report.json, report.html, report.junit] { #expect(!text.contains("192.0.2.2")) }
        #expect(report.count(.finding) > 0)
        #expect(trace.examination.report(at: trace.now, showsNames: true).json.contains("192.0.2.2"))
    }

    @Test("A sender that sends anything, without end, needs no more memory and time than others")
    func flood() {
        var trace = SenderTrace()
        trace.perform(Beginning.playing)
        var generator = SystemRandomNumberGenerator()
        let namespaces: [CastNamespace] = [.connection, .heartbeat, .receiver, .media, .deviceAuth, "x"]
        let types = ["CONNECT", "CLOSE", "PING", "PONG", "LAUNCH", "LOAD", "SEEK", "QUEUE_UPDATE", "SET_VOLUME", "X"]
        let values: [JSONValue] = [
            nil, 0, -1, 1e300, .integer(.max), .integer(.min), "1", [], [1, "a"], [:], ["level": 2], true,
        ]
        let keys = [
            "requestId", "mediaSessionId", "volume", "currentTime", "media", "items", "itemIds", "jump", "appId",
            "sessionId", "activeTrackIds", "playbackRate", "queueData", "startIndex", "duration",
        ]
        for number in 0..<5000 {
            var object: JSONObject = ["type": .string(types.randomElement(using: &generator) ?? "")]
            for _ in 0..<3 {
                object[keys.randomElement(using: &generator) ?? ""] = values.randomElement(using: &generator)
            }
            let namespace = namespaces.randomElement(using: &generator) ?? .media
            let message = CastMessage(from: "sender-\(number)", to: "app", namespace: namespace, json: object)
            trace.perform(.raw(message))
            trace.perform(.sender(namespace, object, to: "app"))
            trace.perform(.device(namespace, object, from: "app"))
        }
        #expect(trace.report.results.count == SenderRule.allCases.count)
    }
}
