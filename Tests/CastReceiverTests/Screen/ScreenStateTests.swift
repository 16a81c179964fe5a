// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Screen state for a page")
struct ScreenStateTests {
    @Test("DC 46, 51: the state contains the form of the device")
    func form() {
        for form in DeviceForm.allCases {
            #expect(ScreenState(deviceName: "TV", form: form).json["form"] == .string(form.rawValue))
        }
        #expect(DeviceForm.television.capabilities.contains(.videoOut))
        #expect(DeviceForm.display.capabilities.contains(.videoOut))
        #expect(!DeviceForm.speaker.capabilities.contains(.videoOut))
    }

    @Test("AQ2: the next item contains the position at which the current item is left")
    func upNext() {
        let upNext = PlayerUpNext(title: "B", subtitle: nil, imageURL: "http://a/b.png", position: 12.5)
        let state = ScreenState(deviceName: "TV", upNext: upNext)
        #expect(
            state.json["upNext"] == ["title": "B", "subtitle": nil, "image": "http://a/b.png", "position": 12.5]
        )
        #expect(ScreenState(deviceName: "TV").json["upNext"] == JSONValue.null)
    }

    @Test("an advertisement has its number, its end and its skip time")
    func advertisement() {
        var item = PlayerItem(generation: 1, url: "http://a/film.mp4", album: "Sines")
        item.advertisements = [PlayerAdvertisement(start: 10, end: 15, index: 1, count: 2, whenSkippable: 5)]
        item.breakPositions = [0, 10]
        #expect(
            item.json["advertisements"] == [
                ["start": 10.0, "end": 15.0, "index": 1, "count": 2, "whenSkippable": 5.0]
            ]
        )
        #expect(item.json["breaks"] == [0.0, 10.0])
        #expect(item.json["album"] == "Sines")
    }

    @Test("a page gets the container of segments only if the sender declares it")
    func segments() {
        var item = PlayerItem(generation: 1, url: "http://a/film.m3u8")
        #expect(item.json["segments"] == .null)
        item.declaresSegments = true
        #expect(item.json["segments"] == "ts")
        item.segments = .fragmentedMP4
        #expect(item.json["segments"] == "fmp4")
    }

    @Test("long names and lists are truncated")
    func longNames() throws {
        let long = String(repeating: "Wörter ", count: 2000)
        let item = PlayerItem(
            generation: 1,
            url: "http://a/film.mp4",
            title: long,
            imageURLs: (0..<50).map { "http://a/\($0).png" },
            breakPositions: (0..<5000).map(Double.init)
        )
        #expect(item.json["title"]?.stringValue?.count == 300)
        #expect(item.json["images"]?.arrayValue?.count == 4)
        #expect(item.json["breaks"]?.arrayValue?.count == 100)
        #expect(ScreenState(deviceName: long).json["deviceName"]?.stringValue?.count == 300)
        let scene = ScreenState(deviceName: "TV", scene: .notice(.launching(appName: long))).json["scene"]
        #expect(scene?["appName"]?.stringValue?.count == 300)
        // A character with ten thousand combining marks is a single character.
        let marked = "a" + String(repeating: "\u{301}", count: 10_000)
        let text = try #require(ScreenState(deviceName: marked).json["deviceName"]?.stringValue)
        #expect(text.unicodeScalars.count <= 600)
    }

    @Test("an error contains the obstacle that the page found")
    func errorScene() {
        let scene = ScreenState.Scene.error(detailedErrorCode: 104, message: "no", obstacle: .missing)
        #expect(scene.json == ["name": "error", "code": 104, "message": "no", "obstacle": "missing"])
        #expect(ScreenState.Scene.error(detailedErrorCode: 100, message: "").json["obstacle"] == JSONValue.null)
    }

    @Test(
        "an error on the screen does not show secrets of its address",
        arguments: [
            ("no http://tv/film.mp4?token=abc here", "no film.mp4 (tv) here"),
            ("no http://me:pw@tv:80/secret/film.mp4#t=1", "no film.mp4 (tv:80)"),
            ("(https://tv/)", "tv"),
            ("http://tv?token=abc", "tv"),
            ("nothing  to hide: a/b?c", "nothing  to hide: a/b?c"),
            ("://", ""),
        ]
    )
    func secrets(message: String, shown: String) {
        #expect(message.withoutSecrets() == shown)
    }

    @Test(
        "an error on the screen does not show secrets of an address with a space",
        arguments: [
            ("http://tv:80/My Film.mp4?token=SECRET", "My Film.mp4 (tv:80)"),
            ("http://me:my SECRET@tv/My Film.mp4#SECRET 2", "My Film.mp4 (tv)"),
            ("http://tv/a SECRET/film.mp4?a=b c&d=SECRET", "film.mp4 (tv)"),
            ("http:\\\\me:SECRET pw@tv\\a film.mp4", "a film.mp4"),
            ("http:me:SECRET@tv?SECRET", "tv"),
            ("data:video/mp4;base64,SECRET", "data:"),
            ("film 4711?token=SECRET", "film 4711"),
        ]
    )
    func secretsBehindSpaces(address: String, shown: String) {
        let message = "the browser cannot play or reach \(address) (no (such) http://else/x?SECRET)"
        let words = message.withoutSecrets(of: address)
        #expect(words == "the browser cannot play or reach \(shown) (no (such) x (else)")
    }

    @Test("a long file name, which may be a secret, is truncated")
    func longFile() {
        let file = String(repeating: "a", count: 500)
        #expect("http://tv/\(file)".withoutSecrets() == "…\(String(repeating: "a", count: 40)) (tv)")
    }

    @Test("the obstacle is read from a report; an unknown one is ignored")
    func obstacle() throws {
        func report(_ word: String) throws -> ScreenReport {
            let text = #"""
                {"sequence":1,"generation":2,"revision":3,"phase":"failed","error":{"code":4,"obstacle":\#(word)}}
                """#
            return try ScreenReport(parsing: Array(text.utf8))
        }
        for obstacle in PlaybackObstacle.allCases {
            #expect(try report("\"\(obstacle.rawValue)\"").failure?.obstacle == obstacle)
        }
        #expect(try report("\"elsewhere\"").failure?.obstacle == nil)
        #expect(try report("7").failure?.obstacle == nil)
        let failed = PlayerEvent.failed(try report("\"noHLS\"").failure, url: "http://a/film.m3u8")
        guard case .failed(104, _, .noHLS) = failed else {
            Issue.record("unexpected \(failed)")
            return
        }
    }
}
