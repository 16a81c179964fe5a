// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Ads")
struct AdBreakTests {
    @Test("A1 clips and breaks are sent with their IDs, positions and times")
    func load() throws {
        let clip = GCKAdBreakClipInfoBuilder(adBreakClipID: "bc0")
        clip.title = "Clip title"
        clip.posterURL = URL(string: "https://www.some.url")
        clip.duration = 60
        clip.whenSkippable = 5
        let media = GCKMediaInformationBuilder(contentURL: Sample.address)
        media.adBreakClips = [clip.build(), GCKAdBreakClipInfoBuilder(adBreakClipID: "bc1").build()]
        media.adBreaks = [GCKAdBreakInfoBuilder(adBreakID: "b0", adBreakClipIds: ["bc0", "bc1"]).build()]
        let fields = try media.build().wire().fields
        #expect(
            fields["breakClips"] == [
                [
                    "id": "bc0", "title": "Clip title", "posterUrl": "https://www.some.url", "duration": 60.0,
                    "whenSkippable": 5.0,
                ],
                ["id": "bc1", "duration": 0.0],
            ]
        )
        #expect(
            fields["breaks"] == [
                [
                    "id": "b0", "breakClipIds": ["bc0", "bc1"], "position": 0.0, "isWatched": false,
                    "isEmbedded": false, "expanded": false,
                ]
            ]
        )
    }

    @Test("MM26 A7 a clip without whenSkippable cannot be skipped, and is sent without it")
    func notSkippable() throws {
        let clip = try #require(GCKAdBreakClipInfo.received(BreakClip(fields: ["id": "c"])))
        #expect(clip.whenSkippable == TimeInterval(kAdBreakClipNotSkippable) && kAdBreakClipNotSkippable == -1)
        #expect(try clip.wire().fields["whenSkippable"] == nil)
        #expect(GCKAdBreakClipInfoBuilder(adBreakClipID: "c").whenSkippable == TimeInterval(kAdBreakClipNotSkippable))
        #expect(GCKAdBreakStatus(content: .init(BreakStatus(fields: [:]))).whenSkippable == -1)
    }

    @Test("MM27 a break cannot be created without clip IDs")
    @available(*, deprecated, message: "tests deprecated API")
    func noBreak() { #expect(GCKAdBreakInfo(playbackPosition: 5) == nil) }

    @Test("MM28 an ad request needs a document or its URL")
    func vast() throws {
        #expect(GCKVASTAdsRequest(adTagURL: nil, adsResponse: nil) == nil)
        let request = try #require(GCKVASTAdsRequest(adTagURL: nil, adsResponse: "<VAST/>"))
        #expect(try request.wire().fields == ["adsResponse": "<VAST/>"])
        #expect(GCKVASTAdsRequest.received(VASTAdsRequest(fields: [:])) == nil)
        #expect(GCKVASTAdsRequest.received(VASTAdsRequest(fields: ["adTagUrl": 5])) == nil)
        let both = try #require(GCKVASTAdsRequest.received(Sample.vast.wire()))
        #expect(both == Sample.vast)
    }

    @Test("A3 whether a break was watched, and its kind, are read from the receiver's status")
    func adBreak() throws {
        let read = try #require(
            GCKAdBreakInfo.received(
                Break(fields: ["id": "", "position": -1, "isWatched": true, "isEmbedded": true, "expanded": true])
            )
        )
        #expect(read.adBreakID == "" && read.playbackPosition == -1 && read.adBreakClipIDs == nil)
        #expect(read.watched && read.embedded && read.expanded)
        #expect(GCKAdBreakInfo.received(Break(fields: ["position": 1])) == nil)
        // Receivers require the list.
        #expect(try read.wire().fields["breakClipIds"] == [])
    }

    @Test("Clips and breaks with all properties survive writing and reading")
    func everything() throws {
        #expect(GCKAdBreakClipInfo.received(try Sample.clip.wire()) == Sample.clip)
        #expect(GCKAdBreakInfo.received(try Sample.adBreak.wire()) == Sample.adBreak)
        #expect(GCKAdBreakClipInfoBuilder(adBreakClipInfo: Sample.clip).build() == Sample.clip)
        #expect(GCKAdBreakInfoBuilder(adBreakInfo: Sample.adBreak).build() == Sample.adBreak)
    }

    @Test("The status of a break is read from the receiver's status")
    func status() {
        let status = GCKAdBreakStatus(
            content: .init(
                BreakStatus(
                    breakID: "b",
                    breakClipID: "c",
                    currentBreakTime: 1,
                    currentBreakClipTime: 2,
                    whenSkippable: 3
                )
            )
        )
        #expect(status == Sample.breakStatus)
        let empty = GCKAdBreakStatus(content: .init(BreakStatus(fields: ["breakId": "b"])))
        #expect(empty.adBreakClipID == "" && empty.currentAdBreakTime == 0 && empty.currentAdBreakClipTime == 0)
    }

    @Test("The deprecated class of ad requests survives archiving")
    @available(*, deprecated, message: "tests deprecated API")
    func oldName() throws {
        let old = try #require(GCKAdBreakClipVastAdsRequest(adTagURL: nil, adsResponse: "x"))
        #expect(try archived(old)?.adsResponse == "x")
    }
}
