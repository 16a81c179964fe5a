// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Images, tracks and text styles")
struct ImageTrackStyleTests {
    @Test("MM19 an image may have no size, which is then left out, but needs a URL")
    func image() async throws {
        let image = GCKImage(url: URL(string: "https://example.com/a.jpg")!, width: 0, height: 0)
        #expect(image.width == 0 && image.height == 0)
        #expect(try image.wire().fields == ["url": "https://example.com/a.jpg"])
        #expect(GCKImage.received(MediaImage(fields: ["url": "https://example.com/a.jpg"])) == image)
        for fields: JSONObject in [[:], ["url": ""], ["url": 5], ["url": "http://["]] {
            #expect(GCKImage.received(MediaImage(fields: fields)) == nil)
        }
        let odd = GCKImage.received(MediaImage(fields: ["url": "a.jpg", "width": -4, "height": 7.9]))
        #expect(odd?.width == 0 && odd?.height == 7)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GCKImage(url: URL(string: "a.jpg")!, width: -1, height: 1)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("NSInvalidArgumentException") && output.contains("-1"))
    }

    @Test("MM20 a track with only an ID and a type is read")
    func inBand() throws {
        let track = try #require(GCKMediaTrack.received(MediaTrack(fields: ["trackId": 1, "type": "VIDEO"])))
        #expect(track.identifier == 1 && track.type == .video)
        #expect(track.contentType == "" && track.textSubtype == .unknown && track.contentIdentifier == nil)
        #expect(track.name == nil && track.languageCode == nil && track.customData == nil)
        #expect(try track.wire().fields == ["trackId": 1, "type": "VIDEO"])
    }

    @Test("Tracks without an ID or a known type are skipped")
    func skipped() throws {
        let media = try #require(
            GCKMediaInformation.received(
                MediaInformation(fields: [
                    "tracks": [
                        ["trackId": 1], ["type": "TEXT"], ["trackId": "2", "type": "TEXT"], 5,
                        ["trackId": 3, "type": "SMELL"], ["trackId": 4, "type": "AUDIO"],
                    ]
                ])
            )
        )
        #expect(media.mediaTracks?.map(\.identifier) == [4])
    }

    @Test("MM21 captions are 3 and are sent as CAPTIONS; only text tracks have a subtype")
    func subtype() throws {
        #expect(GCKMediaTextTrackSubtype.captions.rawValue == 3 && GCKMediaTextTrackSubtype(rawValue: 2) == nil)
        #expect(try Sample.track.wire().fields["subtype"] == "CAPTIONS")
        let audio = GCKMediaTrack(
            identifier: 0,
            contentIdentifier: nil,
            contentType: "",
            type: .audio,
            textSubtype: .captions,
            name: nil,
            languageCode: nil,
            customData: nil
        )
        #expect(try audio?.wire().fields == ["trackId": 0, "type": "AUDIO"])
    }

    @Test(
        "A track with a negative ID or an unknown type cannot be created",
        arguments: [(-1, 1), (Int.min, 2), (1, 0)]
    )
    func noTrack(_ identifier: Int, _ type: Int) throws {
        let type = try #require(GCKMediaTrackType(rawValue: type))
        let track = GCKMediaTrack(
            identifier: identifier,
            contentIdentifier: nil,
            contentType: "",
            type: type,
            textSubtype: .unknown,
            name: nil,
            languageCode: nil,
            customData: nil
        )
        #expect(track == nil)
    }

    @Test("A track with all properties survives writing and reading")
    func track() throws {
        let fields = try Sample.track.wire().fields
        #expect(
            fields == [
                "trackId": 1, "type": "TEXT", "subtype": "CAPTIONS", "name": "English", "language": "en-US",
                "trackContentId": "https://example.com/en.vtt", "trackContentType": "text/vtt", "customData": ["a": 1],
            ]
        )
        #expect(GCKMediaTrack.received(MediaTrack(fields: fields)) == Sample.track)
    }

    @Test("MM22 a new style sends its font scale, edge type NONE and window type NONE")
    func newStyle() throws {
        #expect(
            try GCKMediaTextTrackStyle().wire().fields == [
                "fontScale": 1.0, "edgeType": "NONE", "windowType": "NONE", "fontStyle": "NORMAL",
            ]
        )
    }

    @Test("A style with all properties survives writing and reading; a radius is sent with round corners only")
    func style() throws {
        let style = Sample.style
        let fields = try style.wire().fields
        #expect(
            fields == [
                "foregroundColor": "#11223344", "backgroundColor": "#000000FF", "edgeType": "DROP_SHADOW",
                "edgeColor": "#FF0000FF", "windowType": "ROUNDED_CORNERS", "windowColor": "#0000FFFF",
                "windowRoundedCornerRadius": 8.0, "fontFamily": "Droid Sans", "fontGenericFamily": "CASUAL",
                "fontScale": 1.5, "fontStyle": "BOLD_ITALIC", "customData": ["big"],
            ]
        )
        #expect(GCKMediaTextTrackStyle.received(TextTrackStyle(fields: fields)) == style)
        style.windowType = .normal
        #expect(try style.wire().fields["windowRoundedCornerRadius"] == nil)
        style.fontScale = .infinity
        style.edgeType = .unknown
        #expect(try style.wire().fields["fontScale"] == nil && style.wire().fields["edgeType"] == nil)
    }

    #if !canImport(MediaAccessibility)
    @Test("Without a choice of the user, captions are white on black")
    func systemStyle() throws {
        let style = GCKMediaTextTrackStyle.createDefault()
        #expect(style.foregroundColor?.cssString() == "#FFFFFFFF" && style.backgroundColor?.cssString() == "#000000FF")
        #expect(style.fontScale == 1 && style.fontGenericFamily == .sansSerif && style.windowColor == nil)
        #expect(style.edgeType == .none && style.windowType == .none && style.windowRoundedCornerRadius == 0)
        final class Own: GCKMediaTextTrackStyle {}
        let own: Own = Own.createDefault()
        #expect(own.foregroundColor == .white())
    }
    #endif

    @Test(
        "MM23 U5 colors are read in both lengths and any case, and written in capitals",
        arguments: [
            ("#112233", "#112233FF"), ("#11223344", "#11223344"), ("#abcdef", "#ABCDEFFF"), ("#aBcDeF01", "#ABCDEF01"),
            ("#123", "#000000FF"), ("red", "#000000FF"), ("", "#000000FF"), ("#", "#000000FF"), ("#11223", "#000000FF"),
            ("#gg2233", "#000000FF"), ("112233", "#000000FF"), ("#1122334455", "#000000FF"), ("#１１２２３３", "#000000FF"),
            ("# 12233", "#000000FF"), ("#-12233", "#000000FF"),
        ]
    )
    func css(_ text: String, _ written: String) { #expect(GCKColor(cssString: text).cssString() == written) }

    @Test("U6 every component keeps each of its 256 values")
    func steps() {
        for step in 0...255 {
            let digits = String(step, radix: 16, uppercase: true)
            let byte = digits.count == 1 ? "0" + digits : digits
            let css = "#\(byte)\(byte)\(byte)\(byte)"
            #expect(GCKColor(cssString: css).cssString() == css)
        }
    }

    @Test("U7 the named colors are opaque and pure")
    func named() {
        let colors: [(GCKColor, String)] = [
            (.black(), "#000000FF"), (.red(), "#FF0000FF"), (.green(), "#00FF00FF"), (.blue(), "#0000FFFF"),
            (.cyan(), "#00FFFFFF"), (.magenta(), "#FF00FFFF"), (.yellow(), "#FFFF00FF"), (.white(), "#FFFFFFFF"),
        ]
        for (color, css) in colors { #expect(color.cssString() == css) }
        let yellow = GCKColor.yellow()
        #expect((yellow.red, yellow.green, yellow.blue, yellow.alpha) == (1, 1, 0, 1))
    }

    @Test("U8 components are clamped, and colors are equal by value")
    func components() throws {
        let color = GCKColor(red: -1, green: 2, blue: .nan, alpha: .infinity)
        #expect((color.red, color.green, color.blue, color.alpha) == (0, 1, 0, 1))
        #expect(GCKColor(red: 0.5, green: 0, blue: 0) == GCKColor(red: 0.5001, green: 0, blue: 0))
        #expect(GCKColor(red: 0.5, green: 0, blue: 0).hash == GCKColor(red: 0.5001, green: 0, blue: 0).hash)
        #expect(GCKColor(red: 0.5, green: 0, blue: 0) != GCKColor(red: 0.6, green: 0, blue: 0))
        #expect(GCKColor(red: 0, green: 0, blue: 0, alpha: 0.5) != .black())
        #expect(try archived(color) == color)
    }

    @Test("Colors are created from the platform's")
    func platform() {
        #expect(GCKColor(uiColor: UIColor(red: 1, green: 0.5, blue: 2, alpha: 0.25)).cssString() == "#FF80FF40")
        #expect(GCKColor(cgColor: CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)).cssString() == "#FF000080")
        #expect(GCKColor(cgColor: CGColor(gray: 0.2, alpha: 1)).cssString() == "#333333FF")
        #expect(GCKColor(cgColor: CGColor(gray: 0.2, alpha: 1), alpha: 0).cssString() == "#33333300")
    }

    @Test(
        "MM24 the HDR type is read in any case",
        arguments: [
            ("dv", .DV), ("hdr", .HDR), ("sdr", .SDR), ("HDR", .HDR), ("hlg", .unknown),
            (nil, .unknown),
        ] as [(String?, GCKVideoInfoHDRType)]
    )
    func dynamicRange(_ word: String?, _ type: GCKVideoInfoHDRType) {
        var info = VideoInfo(fields: ["width": 3840, "height": -1])
        info.fields["hdrType"] = word.map(JSONValue.string)
        let read = GCKVideoInfo(content: .init(info))
        #expect(read.hdrType == type && read.width == 3840 && read.height == 0)
    }

    @Test("MM25 HLS segment formats are mapped in both directions")
    func hls() {
        #expect(GCKHLSSegment.mapHLSSegmentFormatString(toEnum: "FMP4") == .FMP4)
        #expect(GCKHLSSegment.mapHLSSegmentFormatString(toEnum: "e-ac3") == .E_AC3)
        #expect(GCKHLSSegment.mapHLSSegmentFormatString(toEnum: "ogg") == .undefined)
        #expect(GCKHLSSegment.mapHLSSegmentFormat(toString: .undefined) == nil)
        #expect(GCKHLSVideoSegment.mapHLSVideoSegmentFormatString(toEnum: "MPEG2-TS") == .MPEG2_TS)
        #expect(GCKHLSVideoSegment.mapHLSVideoSegmentFormatString(toEnum: "") == .undefined)
        #expect(GCKHLSVideoSegment.mapHLSVideoSegmentFormat(toString: .undefined) == nil)
        for format in GCKHLSSegmentFormat.allCases where format != .undefined {
            let word = GCKHLSSegment.mapHLSSegmentFormat(toString: format) ?? ""
            #expect(GCKHLSSegment.mapHLSSegmentFormatString(toEnum: word) == format)
        }
        for format in GCKHLSVideoSegmentFormat.allCases where format != .undefined {
            let word = GCKHLSVideoSegment.mapHLSVideoSegmentFormat(toString: format) ?? ""
            #expect(GCKHLSVideoSegment.mapHLSVideoSegmentFormatString(toEnum: word) == format)
        }
    }
}
