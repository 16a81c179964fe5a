// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Media of device messages")
struct RecordedMediaTests {
    @Test(
        "The media, queue and items of statuses survive reading and writing",
        arguments: DeviceMessage.media
    )
    func roundTrip(_ message: DeviceMessage) throws {
        for status in message.statuses.map(MediaStatus.init(fields:)) {
            if let media = GCKMediaInformation.received(status.media) {
                // Not equal to the received object: empty lists are left out, and a missing ID is filled with the URL.
                let written = try media.wire()
                #expect(try GCKMediaInformation.received(written)?.wire() == written)
                #expect(written.contentID == status.media?.contentID && written.tracks == status.media?.tracks)
                #expect(try archived(media) == media)
                #expect(media.metadata?.title == status.media?.metadata?.title)
            }
            for item in status.items ?? [] {
                let read = try #require(GCKMediaQueueItem.received(item))
                #expect(GCKMediaQueueItem.received(try read.wire()) == read)
                #expect(Int(read.itemID) == item.itemID)
            }
            if let queue = GCKMediaQueueData.received(status.queueData) {
                #expect(GCKMediaQueueData.received(try queue.wire()) == queue)
            }
        }
    }

    @Test(
        "MM6 the status of a failure has no duration, and a live one has a seekable range",
        arguments: DeviceMessage.Source.available
    )
    func durations(_ source: DeviceMessage.Source) throws {
        let error = DeviceMessage.named("media-status-idle-error-duration-null", in: source)
        let failed = try #require(error?.statuses.first)
        let media = try #require(GCKMediaInformation.received(MediaStatus(fields: failed).media))
        #expect(media.streamDuration == (media.streamType == .live ? .infinity : 0))
        let live = try #require(DeviceMessage.named("media-status-live-dvr", in: source)?.statuses.first)
        let range = try #require(
            MediaStatus(fields: live).liveSeekableRange.map { GCKMediaLiveSeekableRange(content: .init($0)) }
        )
        #expect(range.startTime == 0 && !range.isMovingWindow && !range.isLiveDone)
        #expect(range.endTime > 7000 && range.endTime == MediaStatus(fields: live).liveSeekableRange?.end)
    }

    @Test(
        "MM20 MM18 tracks without a content type and metadata of a custom type are read",
        arguments: DeviceMessage.Source.available
    )
    func tracksAndTypes(_ source: DeviceMessage.Source) throws {
        let own = try #require(DeviceMessage.named("media-status-metadata-type-103", in: source)?.statuses.first)
        let metadata = try #require(GCKMediaInformation.received(MediaStatus(fields: own).media)?.metadata)
        #expect(metadata.metadataType == .user)
        #expect(try metadata.wire().fields["metadataType"] == 103)
        let video = try #require(DeviceMessage.named("media-status-videoinfo", in: source)?.statuses.first)
        let info = try #require(MediaStatus(fields: video).videoInfo.map { GCKVideoInfo(content: .init($0)) })
        #expect(info.width > 0 && info.height > 0 && info.hdrType != .unknown)
    }
}

extension GCKMediaMetadata {
    fileprivate var title: String? { string(forKey: kGCKMetadataKeyTitle) }
}
