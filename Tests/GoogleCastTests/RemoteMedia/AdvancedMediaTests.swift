// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: ads, live streams, credentials")
@MainActor
struct AdvancedMediaTests {
    private static func film(embedded: Bool = false, watched: Bool = false, clips: [String] = ["c1"]) -> JSONObject {
        var film = MediaBench.film
        film["breaks"] = [
            [
                "id": "b1", "breakClipIds": ["c1", "c2"], "position": 10, "isEmbedded": .bool(embedded),
                "isWatched": .bool(watched),
            ]
        ]
        film["breakClips"] = .array(clips.map { ["id": .string($0), "title": .string("Ad " + $0), "duration": 20] })
        return film
    }

    private static let inBreak: JSONObject = [
        "breakStatus": ["breakId": "b1", "breakClipId": "c1", "currentBreakTime": 3, "currentBreakClipTime": 3]
    ]

    @Test("A1 clips and breaks are loaded as they were built")
    func load() async throws {
        let bench = try await MediaBench.open()
        let clip = GCKAdBreakClipInfoBuilder(adBreakClipID: "bc0")
        clip.title = "Clip"
        clip.posterURL = URL(string: "https://example.com/poster.jpg")
        clip.duration = 60
        clip.whenSkippable = 5
        let adBreak = GCKAdBreakInfoBuilder(adBreakID: "b0", adBreakClipIds: ["bc0"])
        adBreak.playbackPosition = 10
        let media = GCKMediaInformationBuilder(entity: "e")
        media.adBreakClips = [clip.build()]
        media.adBreaks = [adBreak.build()]
        let (_, message) = try await bench.sent("LOAD") { bench.client.loadMedia(media.build()) }
        let sent = try #require(message.object["media"]?.objectValue)
        #expect(
            has(
                sent["breakClips"]?[0]?.objectValue ?? [:],
                [
                    "id": "bc0", "title": "Clip", "posterUrl": "https://example.com/poster.jpg", "duration": 60,
                    "whenSkippable": 5,
                ]
            )
        )
        #expect(
            has(sent["breaks"]?[0]?.objectValue ?? [:], ["id": "b0", "breakClipIds": ["bc0"], "position": 10])
        )
        await bench.close()
    }

    @Test("A2, A3, A7 a break begins, ends and is marked as watched")
    func breaks() async throws {
        let bench = try await MediaBench.open(MediaBench.status(media: Self.film(), extra: Self.inBreak))
        #expect(bench.client.mediaStatus?.playingAd == true)
        #expect(bench.client.mediaStatus?.adBreakStatus?.currentAdBreakClipTime == 3)
        #expect(bench.client.mediaStatus?.adBreakStatus?.whenSkippable == TimeInterval(kAdBreakClipNotSkippable))
        #expect(bench.client.mediaStatus?.mediaInformation?.adBreaks?.first?.watched == false)
        try await bench.send(MediaBench.status(media: Self.film(watched: true)))
        #expect(await bench.until { bench.client.mediaStatus?.playingAd == false })
        #expect(bench.client.mediaStatus?.adBreakStatus == nil)
        #expect(bench.client.mediaStatus?.mediaInformation?.adBreaks?.first?.watched == true)
        await bench.close()
    }

    @Test("A4 clips that a later status leaves out are kept")
    func clips() async throws {
        let bench = try await MediaBench.open(MediaBench.status(media: Self.film(clips: ["c1"])))
        try await bench.send(MediaBench.status("PAUSED", media: Self.film(clips: ["c2"])))
        #expect(await bench.until { bench.client.mediaStatus?.playerState == .paused })
        #expect(
            bench.client.mediaStatus?.mediaInformation?.adBreakClips?.map(\.adBreakClipID).sorted() == ["c1", "c2"]
        )
        await bench.close()
    }

    @Test(
        "A5 the position stands still in a break with its own clips, and advances in an embedded one",
        arguments: [
            (false, 10.0), (true, 14.0),
        ]
    )
    func frozen(_ isEmbedded: Bool, _ expected: Double) async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(media: Self.film(embedded: isEmbedded), extra: Self.inBreak)
        )
        await bench.time.advance(by: .seconds(4))
        #expect(abs(bench.client.approximateStreamPosition() - expected) < 0.2)
        await bench.close()
    }

    @Test("A10 live media is loaded without a duration and a position")
    func live() async throws {
        let bench = try await MediaBench.open()
        let media = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "https://example.com/live.m3u8")))
        media.streamType = .live
        media.streamDuration = .infinity
        let (_, message) = try await bench.sent("LOAD") { bench.client.loadMedia(media.build()) }
        #expect(message.object["media"]?["duration"] == JSONValue.null)
        #expect(message.object["media"]?["streamType"] == "LIVE")
        #expect(message.object["currentTime"] == nil)
        await bench.close()
    }

    @Test("A14 credentials are sent when they are set, those for Android TV separately")
    func credentials() async throws {
        let bench = try await MediaBench.open()
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: "e").build()
        let keys = ["credentials", "credentialsType", "atvCredentials", "atvCredentialsType"]
        let (_, none) = try await bench.sent("LOAD") { bench.client.loadMedia(with: builder.build()) }
        for key in keys { #expect(none.object[key] == nil) }
        builder.atvCredentials = "a"
        builder.atvCredentialsType = "t"
        let (_, some) = try await bench.sent("LOAD") { bench.client.loadMedia(with: builder.build()) }
        #expect(some.object["atvCredentials"] == "a" && some.object["atvCredentialsType"] == "t")
        #expect(some.object["credentials"] == nil && some.object["credentialsType"] == nil)
        await bench.close()
    }

    @Test("A16 media with only an entity is sent without a URL")
    func entity() async throws {
        let bench = try await MediaBench.open()
        let (_, message) = try await bench.sent("LOAD") {
            bench.client.loadMedia(GCKMediaInformationBuilder(entity: "app://film/1").build())
        }
        #expect(message.object["media"]?["entity"] == "app://film/1")
        #expect(message.object["media"]?["contentUrl"] == nil)
        await bench.close()
    }

    @Test(
        "A19 the HDR type of the video",
        arguments: [
            ("sdr", GCKVideoInfoHDRType.SDR), ("hdr", .HDR), ("dv", .DV), ("other", .unknown),
        ]
    )
    func video(_ word: String, _ type: GCKVideoInfoHDRType) async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(extra: ["videoInfo": ["width": 1, "height": 2, "hdrType": .string(word)]])
        )
        #expect(bench.client.mediaStatus?.videoInfo?.hdrType == type)
        let other = try await MediaBench.open(MediaBench.status())
        #expect(other.client.mediaStatus?.videoInfo == nil)
        await bench.close()
        await other.close()
    }
}
