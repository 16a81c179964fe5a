// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import Testing

@testable import CastCommand

@Suite("Output")
struct OutputTests {
    static let device = DeviceDescription(
        id: "0123456789abcdef0123456789abcdef",
        name: "Living Room",
        model: "Chromecast",
        kind: .video,
        host: "192.0.2.7",
        port: 8009,
        addresses: ["192.0.2.7", "fe80::7"],
        capabilities: 5,
        status: "",
        isBusy: false,
        txt: ["fn": "Living Room", "ca": "5"]
    )

    @Test("the JSON object of a device has all members")
    func deviceJSON() {
        #expect(
            Self.device.json.jsonString == """
                {"id":"0123456789abcdef0123456789abcdef","name":"Living Room","model":"Chromecast","type":"video",\
                "host":"192.0.2.7","port":8009,"addresses":["192.0.2.7","fe80::7"],"capabilities":5,"status":"",\
                "busy":false,"txt":{"ca":"5","fn":"Living Room"}}
                """
        )
    }

    @Test("the JSON object of media has all members")
    func mediaJSON() {
        var status = PlaybackStatus(mediaSessionID: 3, state: .playing, position: 12.34567, duration: nil)
        status.title = "A \"quoted\" title"
        #expect(
            status.json.jsonString == """
                {"state":"PLAYING","mediaSessionID":3,"position":12.346,"duration":null,"live":false,"rate":1.0,\
                "title":"A \\"quoted\\" title","supportedCommands":0}
                """
        )
    }

    @Test("a failure has lines for users and an object for scripts")
    func failure() {
        let failure = CommandFailure(
            code: "deviceAmbiguous",
            exitStatus: .deviceAmbiguous,
            message: "\"Living\" fits 1 device",
            hint: "say more",
            device: "Living",
            candidates: [Self.device],
            detail: ["reason": "X"]
        )
        #expect(
            failure.lines == [
                "cast: \"Living\" fits 1 device",
                "  Living Room  (Chromecast, 192.0.2.7:8009, id 0123456789abcdef0123456789abcdef)",
                "try: say more",
            ]
        )
        let error = failure.json["error"]
        #expect(error?["code"] == "deviceAmbiguous")
        #expect(error?["hint"] == "say more")
        #expect(error?["device"] == "Living")
        #expect(error?["candidates"]?[0]?["name"] == "Living Room")
        #expect(error?["detail"]?["reason"] == "X")
    }

    @Test("columns are aligned, also with wide characters")
    func table() {
        let table = TextTable(header: ["NAME", "MODEL"], rows: [["居間", "Chromecast"], ["Kitchen", ""], ["a", "b"]])
        #expect(table.lines == ["NAME     MODEL", "居間     Chromecast", "Kitchen", "a        b"])
    }

    @Test("long names and names with directional marks stay within their cell")
    func hostileCells() {
        let names = [String(repeating: "x", count: 10_000), "\u{202E}neD", "a\u{1B}[2Jb\nc\u{2028}d", "\u{2067}open"]
        let lines = TextTable(header: ["NAME", "ID"], rows: names.map { [$0, "1"] }).lines
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 210 })
        #expect(lines.dropFirst(2).map { $0.filter { $0 != " " } } == ["neD1", "a[2Jbcd1", "open1"])
    }

    @Test("a volume is formatted in percent")
    func volume() {
        #expect(VolumeStatus(level: 0.05000000074505806, isMuted: false).text == "5 %")
        #expect(VolumeStatus(level: 0.4, isMuted: true).text == "40 % (muted)")
        #expect(VolumeStatus(level: 7, isMuted: false).percent == 100)
    }

    @Test("advice for media depends on its location, and digits after the error code are ignored")
    func mediaFailure() {
        func hint(_ code: DetailedErrorCode, isLocal: Bool) -> String? {
            MediaFailureCause(code, traffic: nil).hint(isLocal: isLocal)
        }
        #expect(hint(104, isLocal: true)?.contains("ffmpeg") == true)
        #expect(hint(104, isLocal: false)?.contains("URL") == true)
        #expect(hint(311_404, isLocal: false) == hint(311, isLocal: false))
        #expect(hint(777, isLocal: true) == nil)
    }

    @Test("a finding of the doctor has a line and advice")
    func finding() {
        let finding = Finding(
            check: "port",
            subject: "port 5353",
            verdict: .warning,
            detail: "shared",
            advice: "do this"
        )
        #expect(finding.lines == ["warn  port 5353: shared", "      try: do this"])
        #expect(finding.json["verdict"] == "warn")
    }
}
