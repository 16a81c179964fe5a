// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Queue model")
struct QueueModelTests {
    @Test("MM29 unset values of an item are left out, and a preload time of 0 is sent")
    func unset() throws {
        let builder = GCKMediaQueueItemBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: "e").build()
        var fields = try builder.build().wire().fields
        #expect(Set(fields.keys) == ["media", "autoplay"] && fields["autoplay"] == true)
        builder.preloadTime = 0
        builder.playbackDuration = .nan
        fields = try builder.build().wire().fields
        #expect(fields["preloadTime"] == 0.0 && fields["playbackDuration"] == nil)
        let read = try #require(GCKMediaQueueItem.received(QueueItem(fields: [:])))
        #expect(read.startTime.isNaN && read.preloadTime.isNaN && read.playbackDuration == .infinity && read.autoplay)
    }

    @Test("MM30 items are sent without IDs in a queue's data, and with their IDs elsewhere")
    func numbers() throws {
        let item = try #require(GCKMediaQueueItem.received(QueueItem(fields: ["itemId": 7, "media": ["entity": "e"]])))
        #expect(try item.wire().fields["itemId"] == 7)
        let queue = GCKMediaQueueDataBuilder(queueType: .generic)
        queue.items = [item]
        let fields = try queue.build().wire().fields
        #expect(fields["items"]?[0]?["itemId"] == nil && fields["items"]?[0]?["media"] != nil)
        #expect(item.itemID == 7)
    }

    @Test("MM32 an item with only an ID is read, with empty media")
    func idOnly() throws {
        let data = try #require(
            GCKMediaQueueData.received(QueueData(fields: ["items": [["itemId": 1], ["itemId": 2, "media": [:]]]]))
        )
        #expect(data.items?.map(\.itemID) == [1, 2])
        let media = try #require(data.items?.first?.mediaInformation)
        #expect(media.contentID == nil && media.contentType == "")
    }

    @Test("An item with all properties survives writing and reading")
    func item() throws {
        let fields = try Sample.item.wire().fields
        #expect(fields["autoplay"] == false && fields["startTime"] == 3.0 && fields["playbackDuration"] == -5.0)
        #expect(fields["preloadTime"] == 0.0 && fields["activeTrackIds"] == [1, 2] && fields["customData"] == ["i": 1])
        #expect(GCKMediaQueueItem.received(QueueItem(fields: fields)) == Sample.item)
    }

    @Test("mediaQueueItemModified changes a copy that keeps its ID until it is cleared")
    func modified() throws {
        let item = try #require(GCKMediaQueueItem.received(QueueItem(fields: ["itemId": 7, "autoplay": false])))
        let changed = item.mediaQueueItemModified {
            $0.autoplay = true
            $0.preloadTime = 4
        }
        #expect(changed.itemID == 7 && changed.autoplay && changed.preloadTime == 4)
        #expect(!item.autoplay && item.preloadTime.isNaN)
        changed.clearItemID()
        #expect(changed.itemID == kGCKMediaQueueInvalidItemID && item.itemID == 7)
        #expect(GCKMediaQueueItemBuilder(mediaQueueItem: item).build().itemID == 7)
        final class Own: GCKMediaQueueItem {}
        let own = Own(
            mediaInformation: Sample.media,
            autoplay: true,
            startTime: .nan,
            playbackDuration: 1,
            preloadTime: .nan,
            activeTrackIDs: [1],
            customData: "x"
        )
        let same: Own = own.mediaQueueItemModified { $0.startTime = 1 }
        #expect(same.startTime == 1 && same.activeTrackIDs == [1] && same.customData as? String == "x")
    }

    @Test("An item without tracks and custom data returns an empty list and NSNull")
    func nothing() {
        let item = GCKMediaQueueItem(
            mediaInformation: Sample.media,
            autoplay: true,
            startTime: .nan,
            preloadTime: .nan,
            activeTrackIDs: nil,
            customData: nil
        )
        #expect(item.activeTrackIDs.isEmpty && item.customData is NSNull && item.playbackDuration == .infinity)
        let builder = GCKMediaQueueItemBuilder(mediaQueueItem: item)
        #expect(builder.activeTrackIDs == nil && builder.customData == nil)
    }

    @Test("MM33 a new queue sends its start index only")
    func newQueue() throws {
        #expect(try GCKMediaQueueDataBuilder(queueType: .generic).build().wire().fields == ["startIndex": 0])
    }

    @Test("A queue with all properties survives writing and reading")
    func queue() throws {
        let fields = try Sample.queue.wire().fields
        #expect(
            Set(fields.keys) == [
                "queueType", "id", "name", "entity", "repeatMode", "containerMetadata", "startIndex", "startTime",
                "items",
            ]
        )
        #expect(fields["queueType"] == "VIDEO_PLAYLIST" && fields["repeatMode"] == "REPEAT_ALL_AND_SHUFFLE")
        #expect(
            Set(fields["containerMetadata"]?.objectValue?.keys ?? []) == [
                "containerType", "title", "containerDuration", "containerImages", "sections", "authors", "narrators",
                "publisher", "releaseDate",
            ]
        )
        #expect(GCKMediaQueueData.received(QueueData(fields: fields)) == Sample.queue)
        #expect(GCKMediaQueueDataBuilder(queueData: Sample.queue).build() == Sample.queue)
    }

    @Test("An empty container has empty lists, and sends its type only")
    func container() throws {
        let read = try #require(GCKMediaQueueContainerMetadata.received(ContainerMetadata(fields: [:])))
        #expect(read.sections.isEmpty && read.containerImages.isEmpty && read.authors.isEmpty && read.narrators.isEmpty)
        #expect(read.containerDuration.isNaN && read.publisher == "" && read.containerType == .generic)
        #expect(try read.wire().fields == ["containerType": 0])
        let builder = GCKMediaQueueContainerMetadataBuilder(containerMetadata: Sample.container)
        #expect(builder.build() == Sample.container)
    }
}
