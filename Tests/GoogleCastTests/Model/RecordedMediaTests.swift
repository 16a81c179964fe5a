import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Media of real receivers")
struct RecordedMediaTests {
    @Test(
        "The media, queue and items of recorded statuses are read, written and read again as the same",
        .enabled(if: !RecordedMessage.media.isEmpty, Comment(rawValue: RecordedMessage.whenMissing)),
        arguments: RecordedMessage.media
    )
    func roundTrip(_ message: RecordedMessage) throws {
        for status in message.statuses.map(MediaStatus.init(fields:)) {
            if let media = GCKMediaInformation.received(status.media) {
                // Not the object itself: lists that were empty are left out, and an id is made of an address.
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
        "MM6 a recorded status of a failure has no duration, and a live one a range",
        .enabled(if: !RecordedMessage.media.isEmpty, Comment(rawValue: RecordedMessage.whenMissing))
    )
    func durations() throws {
        let failed = try #require(RecordedMessage.named("media-status-idle-error-duration-null")?.statuses.first)
        let media = try #require(GCKMediaInformation.received(MediaStatus(fields: failed).media))
        #expect(media.streamDuration == (media.streamType == .live ? .infinity : 0))
        let live = try #require(RecordedMessage.named("media-status-live-dvr")?.statuses.first)
        let range = try #require(
            MediaStatus(fields: live).liveSeekableRange.map { GCKMediaLiveSeekableRange(content: .init($0)) }
        )
        #expect(range.startTime == 0 && range.endTime == 7185 && !range.isMovingWindow && !range.isLiveDone)
    }

    @Test(
        "MM20 MM18 recorded tracks without a content type and an application's own metadata are read",
        .enabled(if: !RecordedMessage.media.isEmpty, Comment(rawValue: RecordedMessage.whenMissing))
    )
    func tracksAndTypes() throws {
        let own = try #require(RecordedMessage.named("media-status-metadata-type-103")?.statuses.first)
        let metadata = try #require(GCKMediaInformation.received(MediaStatus(fields: own).media)?.metadata)
        #expect(metadata.metadataType == .user)
        #expect(try metadata.wire().fields["metadataType"] == 103)
        let video = try #require(RecordedMessage.named("media-status-videoinfo")?.statuses.first)
        let info = try #require(MediaStatus(fields: video).videoInfo.map { GCKVideoInfo(content: .init($0)) })
        #expect(info.width > 0 && info.height > 0 && info.hdrType != .unknown)
    }
}

extension GCKMediaMetadata {
    fileprivate var title: String? { string(forKey: kGCKMetadataKeyTitle) }
}
