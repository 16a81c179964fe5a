// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Media information as JSON")
struct MediaInformationJSONTests {
    private func wire(_ change: (GCKMediaInformationBuilder) -> Void = { _ in }) throws -> JSONObject {
        let builder = GCKMediaInformationBuilder(contentURL: Sample.address)
        change(builder)
        return try builder.build().wire().fields
    }

    private func read(_ fields: JSONObject) throws -> GCKMediaInformation {
        try #require(GCKMediaInformation.received(MediaInformation(fields: fields)))
    }

    @Test("MM3 MM4 MM8 media that is created from a URL is sent with duration 0, and with the URL as its ID, too")
    func fromAddress() throws {
        #expect(
            try wire() == [
                "contentId": "https://example.com/film.mp4",
                "contentUrl": "https://example.com/film.mp4",
                "streamType": "BUFFERED",
                "duration": 0.0,
            ]
        )
        let media = GCKMediaInformationBuilder(contentURL: Sample.address).build()
        _ = try media.wire()
        #expect(media.contentID == nil)
    }

    @Test("MM8 an ID that the app sets is sent in addition to the URL")
    func ownID() throws {
        let fields = try wire { $0.contentID = "film" }
        #expect(fields["contentId"] == "film" && fields["contentUrl"] == "https://example.com/film.mp4")
    }

    @Test(
        "MM4 MM5 A10 a duration that is NaN or infinite is sent as null",
        arguments: [Double.nan, .infinity]
    )
    func noDuration(_ seconds: Double) throws {
        #expect(try wire { $0.streamDuration = seconds }["duration"] == .null)
    }

    @Test("MM6 a live stream without a duration, or a negative duration, is read as infinite")
    func liveDuration() throws {
        #expect(try read(["duration": -1]).streamDuration == .infinity)
        #expect(try read(["streamType": "LIVE"]).streamDuration == .infinity)
        #expect(try read(["streamType": "LIVE", "duration": .null]).streamDuration == .infinity)
        #expect(try read(["streamType": "LIVE", "duration": 60]).streamDuration == 60)
        #expect(try read(["streamType": "BUFFERED"]).streamDuration == 0)
        #expect(try read(["duration": 10.5]).streamDuration == 10.5)
    }

    @Test("MM7 the start time of a live stream is left out unless set, and is read back")
    func startAbsoluteTime() throws {
        #expect(try wire()["startAbsoluteTime"] == nil)
        let fields = try wire { $0.startAbsoluteTime = 1_700_000_000.25 }
        #expect(try read(fields).startAbsoluteTime == 1_700_000_000.25)
        #expect(try read([:]).startAbsoluteTime.isNaN)
    }

    @Test("MM9 media with a VMAP request sends neither breaks nor clips")
    func vmap() throws {
        let fields = try wire {
            $0.vmap = GCKVASTAdsRequest(adTagURL: URL(string: "https://example.com/v.xml"), adsResponse: nil)
            $0.adBreaks = [Sample.adBreak]
            $0.adBreakClips = [Sample.clip]
        }
        #expect(fields["vmapAdsRequest"] == ["adTagUrl": "https://example.com/v.xml"])
        #expect(fields["breaks"] == nil && fields["breakClips"] == nil)
    }

    @Test("MM10 an unknown stream type is left out, and unknown strings are read as unknown")
    func unknownWords() throws {
        #expect(try wire { $0.streamType = .unknown }["streamType"] == nil)
        #expect(try wire { $0.streamType = .none }["streamType"] == "NONE")
        for word in ["OTHER", "INVALID", "UNKNOWN", ""] {
            #expect(try read(["streamType": .string(word)]).streamType == .unknown)
        }
        #expect(try read([:]).streamType == .unknown)
        let media = try read(["hlsSegmentFormat": "ogg", "hlsVideoSegmentFormat": "webm"])
        #expect(media.hlsSegmentFormat == .undefined && media.hlsVideoSegmentFormat == .undefined)
    }

    @Test("Every case of an enumeration is read back from its string")
    func words() throws {
        func check<Value: WireStringMapped & CaseIterable>(_ type: Value.Type, without: Set<Value>) {
            for value in Value.allCases where !without.contains(value) {
                #expect(value.word != nil && Value(value.word) == value)
            }
            for value in without { #expect(value.word == nil) }
            #expect(Value(Value.Word(rawValue: "SOMETHING")) == Value.defaultCase && Value(nil) == Value.defaultCase)
        }
        check(GCKMediaStreamType.self, without: [.unknown])
        check(GCKMediaPlayerState.self, without: [.unknown])
        check(GCKMediaPlayerIdleReason.self, without: [.none])
        check(GCKMediaResumeState.self, without: [.unchanged])
        check(GCKHLSSegmentFormat.self, without: [.undefined])
        check(GCKHLSVideoSegmentFormat.self, without: [.undefined])
        check(GCKVideoInfoHDRType.self, without: [.unknown])
        check(GCKMediaTrackType.self, without: [.unknown])
        check(GCKMediaTextTrackSubtype.self, without: [.unknown])
        check(GCKMediaTextTrackStyleEdgeType.self, without: [.unknown])
        check(GCKMediaTextTrackStyleWindowType.self, without: [.unknown])
        check(GCKMediaTextTrackStyleFontGenericFamily.self, without: [.unknown, .none])
        check(GCKMediaTextTrackStyleFontStyle.self, without: [.unknown])
        check(GCKMediaRepeatMode.self, without: [.unchanged])
        check(GCKMediaQueueType.self, without: [.generic])
    }

    @Test("Media with all properties survives writing and reading")
    func everything() throws {
        let fields = try Sample.media.wire().fields
        #expect(
            Set(fields.keys) == [
                "contentId", "contentUrl", "streamType", "contentType", "metadata", "breaks", "breakClips", "duration",
                "tracks", "textTrackStyle", "entity", "startAbsoluteTime", "hlsSegmentFormat", "hlsVideoSegmentFormat",
                "customData",
            ]
        )
        #expect(fields["hlsSegmentFormat"] == "ts_aac" && fields["hlsVideoSegmentFormat"] == "mpeg2_ts")
        #expect(fields["customData"] == ["nested": [1, 2.5, true, "x", .null]])
        #expect(try read(fields) == Sample.media)
        // The same through JSON text.
        let text = try #require(JSONValue(parsing: fields.jsonString).objectValue)
        #expect(try read(text) == Sample.media)
    }

    @Test("Empty lists are left out")
    func emptyLists() throws {
        let fields = try wire {
            $0.adBreaks = []
            $0.adBreakClips = []
            $0.mediaTracks = []
            $0.metadata = GCKMediaMetadata()
        }
        #expect(fields["breaks"] == nil && fields["breakClips"] == nil && fields["tracks"] == nil)
        #expect(fields["metadata"] == ["metadataType": 0])
    }

    @Test("A16 media with only an entity is sent without ID and URL")
    func entityOnly() throws {
        let fields = try GCKMediaInformationBuilder(entity: "app://a").build().wire().fields
        #expect(fields["entity"] == "app://a" && fields["contentId"] == nil && fields["contentUrl"] == nil)
    }

    @Test("The deprecated initializers equal the builder")
    @available(*, deprecated, message: "tests deprecated API")
    func oldInitializers() throws {
        let media = GCKMediaInformation(
            contentID: "a",
            streamType: .live,
            contentType: "b",
            metadata: Sample.metadata,
            adBreaks: [Sample.adBreak],
            adBreakClips: [Sample.clip],
            streamDuration: 3,
            mediaTracks: [Sample.track],
            textTrackStyle: Sample.style,
            customData: 1
        )
        let builder = GCKMediaInformationBuilder(contentID: "a")
        builder.streamType = .live
        builder.contentType = "b"
        builder.metadata = Sample.metadata
        builder.adBreaks = [Sample.adBreak]
        builder.adBreakClips = [Sample.clip]
        builder.streamDuration = 3
        builder.mediaTracks = [Sample.track]
        builder.textTrackStyle = Sample.style
        builder.customData = 1
        #expect(media == builder.build())
        #expect(GCKMediaInformationBuilder(contentID: "a", entity: "b").build().entity == "b")
    }

    @Test("A track is found by its ID")
    func trackByID() {
        #expect(Sample.media.mediaTrack(withID: 1) == Sample.track)
        #expect(Sample.media.mediaTrack(withID: 2) == nil)
        #expect(GCKMediaInformationBuilder().build().mediaTrack(withID: 1) == nil)
    }

    @Test("Custom data that is not valid JSON fails the request instead of being left out", arguments: [0, 1, 2, 3])
    func customDataThatIsNoJSON(_ place: Int) throws {
        let bad: Any = [Date()]
        let builder = GCKMediaInformationBuilder(contentURL: Sample.address)
        switch place {
        case 0: builder.customData = bad
        case 1: builder.customData = Double.nan
        case 2:
            let style = GCKMediaTextTrackStyle()
            style.customData = [1: 2]
            builder.textTrackStyle = style
        default:
            let clip = GCKAdBreakClipInfoBuilder(adBreakClipID: "c")
            clip.customData = bad
            builder.adBreakClips = [clip.build()]
        }
        let media = builder.build()
        let error = try #require(throws: GCKError.self) { try media.wire() }
        #expect(error.code == GCKErrorCode.invalidRequest.rawValue)
        #expect((error.userInfo[kGCKErrorExtraInfoKey] as? String)?.contains("JSON") == true)
    }
}
