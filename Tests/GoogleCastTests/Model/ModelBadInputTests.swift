// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Extreme arguments of the model")
struct ModelBadInputTests {
    private static let long = String(repeating: "€", count: 350_000)

    @Test("Text of a megabyte is stored, written, compared and archived")
    func long() throws {
        let metadata = GCKMediaMetadata()
        metadata.setString(Self.long, forKey: kGCKMetadataKeyTitle)
        metadata.setString("x", forKey: Self.long)
        let builder = GCKMediaInformationBuilder(entity: Self.long)
        builder.contentID = Self.long
        builder.contentType = Self.long
        builder.metadata = metadata
        builder.customData = [Self.long: Self.long]
        let media = builder.build()
        #expect(try media.wire().contentID?.utf8.count == 1_050_000)
        #expect(try archived(media) == media)
        #expect(GCKColor(cssString: "#" + Self.long) == .black())
        #expect(MetadataDate.date(of: "2014" + Self.long) == nil)
    }

    @Test(
        "Times that are NaN or infinite are not sent, except for a duration, which is null",
        arguments: [Double.nan, .infinity, -.infinity]
    )
    func times(_ time: Double) throws {
        let clip = GCKAdBreakClipInfoBuilder(adBreakClipID: "")
        clip.duration = time
        clip.whenSkippable = time
        let adBreak = GCKAdBreakInfoBuilder(adBreakID: "", adBreakClipIds: nil)
        adBreak.playbackPosition = time
        let media = GCKMediaInformationBuilder(entity: "")
        media.streamDuration = time
        media.startAbsoluteTime = time
        media.adBreakClips = [clip.build()]
        media.adBreaks = [adBreak.build()]
        let item = GCKMediaQueueItem(
            mediaInformation: media.build(),
            autoplay: true,
            startTime: time,
            playbackDuration: time,
            preloadTime: time,
            activeTrackIDs: [NSNumber(value: time)],
            customData: nil
        )
        let container = GCKMediaQueueContainerMetadataBuilder(containerType: .generic)
        container.containerDuration = time
        let queue = GCKMediaQueueDataBuilder(queueType: .generic)
        queue.startTime = time
        queue.items = [item]
        queue.containerMetadata = container.build()
        let load = GCKMediaLoadRequestDataBuilder()
        load.queueData = queue.build()
        load.startTime = time
        let text = try load.build().wire().fields.jsonString
        // Numbers that JSON cannot represent would be written as null; only the duration is.
        #expect(text.components(separatedBy: "null").count == 2 && text.contains("\"duration\":null"))
        #expect(try JSONValue(parsing: text).objectValue != nil)
        #expect(load.build() == load.build())
        #expect(queue.build() == queue.build())
        #expect(item == item.copy() as? GCKMediaQueueItem)
        #expect(container.build() == container.build())
        #expect(media.build() == media.build())
        #expect(adBreak.build() == adBreak.build())
        #expect(clip.build() == clip.build())
        #expect(try archived(media.build()) == media.build())
        #expect(try archived(container.build()) == container.build())
        #expect(try archived(queue.build()) == queue.build())
        #expect(try archived(load.build()) == load.build())
    }

    @Test("Extreme indices, IDs and sizes are brought into the range of a message")
    func ranges() throws {
        let queue = GCKMediaQueueDataBuilder(queueType: .generic)
        queue.startIndex = .max
        #expect(try queue.build().wire().fields["startIndex"] == .integer(Int64(Int.max)))
        let item = GCKMediaQueueItem(content: .init(itemID: .max))
        #expect(try item.wire().fields["itemId"] == nil)
        let options = GCKMediaLoadOptions()
        options.activeTrackIDs = [-1, NSNumber(value: UInt64.max), 2.9]
        #expect(options.activeTrackIDs?.count == 3 && options.activeTrackIDs?.first == -1)
    }

    @Test(
        "Invalid session traits are brought into range",
        arguments: [
            (Float(-1), Float(2), Float(3)), (2, 1, 0.5), (.nan, .nan, .nan), (0.5, 0.5, 0.5),
            (.infinity, -.infinity, -1),
        ]
    )
    func traits(_ minimum: Float, _ maximum: Float, _ increment: Float) {
        let traits = GCKSessionTraits(
            minimumVolume: minimum,
            maximumVolume: maximum,
            volumeIncrement: increment,
            supportsMuting: false
        )
        #expect(traits.minimumVolume >= 0 && traits.minimumVolume <= traits.maximumVolume)
        #expect(traits.maximumVolume.isFinite && !traits.supportsMuting)
        #expect((0...(traits.maximumVolume - traits.minimumVolume)).contains(traits.volumeIncrement))
        #expect(traits.isFixedVolume() == (traits.volumeIncrement == 0 || minimum == maximum))
    }

    #if canImport(ObjectiveC)
    // On other platforms Foundation cannot read an element of such an array.
    @Test("An array that contains itself is rejected as JSON")
    func cycles() throws {
        let cycle = NSMutableArray()
        cycle.add(cycle)
        let builder = GCKMediaInformationBuilder(entity: "e")
        builder.customData = cycle
        #expect(throws: GCKError.self) { try builder.build().wire() }
        cycle.removeAllObjects()
    }
    #endif

    @Test("An array of a thousand levels is rejected as JSON")
    func deep() throws {
        let builder = GCKMediaInformationBuilder(entity: "e")
        var deep: Any = 1
        for _ in 0..<1000 { deep = [deep] }
        builder.customData = deep
        #expect(throws: GCKError.self) { try builder.build().wire() }
        #expect(GCKJSONUtils.writeJSON(deep) == "")
    }
}
