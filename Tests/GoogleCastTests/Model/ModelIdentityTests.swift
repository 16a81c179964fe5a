// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Equality, copies and archives of the model")
struct ModelIdentityTests {
    @Test("MM37 U8 every class is equal by value, has equal copies, and survives archiving", arguments: 0..<21)
    func archives(_ index: Int) throws {
        let sample = Sample.archivable[index]
        let object: NSObject = sample
        let twin: NSObject = Sample.archivable[index]
        #expect(object !== twin && object == twin && object.hash == twin.hash)
        #expect(object.copy() as? NSObject == object)
        #expect(type(of: sample).supportsSecureCoding)
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: data) as? NSObject
        #expect(read == object && read !== object)
        #expect(object != NSObject() && !object.isEqual(nil))
        for other: NSObject in Sample.archivable where type(of: other) != type(of: object) {
            #expect(!object.isEqual(other))
        }
    }

    @Test("The samples contain every class that can be archived")
    func complete() {
        let names = Sample.archivable.map { "\(type(of: $0))" }
        #expect(
            names.sorted() == [
                "GCKAdBreakClipInfo", "GCKAdBreakInfo", "GCKColor", "GCKImage", "GCKLaunchOptions",
                "GCKMediaInformation", "GCKMediaLiveSeekableRange", "GCKMediaLoadOptions",
                "GCKMediaLoadRequestData", "GCKMediaMetadata", "GCKMediaQueueContainerMetadata",
                "GCKMediaQueueData", "GCKMediaQueueLoadOptions", "GCKMediaRequestItem", "GCKMediaSeekOptions",
                "GCKMediaTextTrackStyle", "GCKMediaTrack", "GCKOpenURLOptions", "GCKSessionTraits",
                "GCKVASTAdsRequest", "GCKVideoInfo",
            ]
        )
    }

    @Test("MM37 classes without archiving are equal by value, too", arguments: 0..<2)
    func others(_ index: Int) {
        let object: NSObject = Sample.others[index]
        let twin: NSObject = Sample.others[index]
        #expect(object == twin && object.hash == twin.hash)
        #expect(object.copy() as? NSObject == object)
    }

    @Test("MM37 objects with unset times are equal, also after archiving")
    func unset() throws {
        let media = GCKMediaInformationBuilder(contentURL: Sample.address).build()
        #expect(media == GCKMediaInformationBuilder(contentURL: Sample.address).build())
        #expect(try archived(media) == media)
        let queue = GCKMediaQueueDataBuilder(queueType: .generic)
        queue.items = [GCKMediaQueueItemBuilder().build()]
        let read = try #require(try archived(queue.build()))
        #expect(read == queue.build())
        #expect(read.items?.first?.playbackDuration == .infinity && read.items?.first?.startTime.isNaN == true)
        let live = GCKMediaInformationBuilder(contentURL: Sample.address)
        live.streamDuration = -.infinity
        #expect(try archived(live.build())?.streamDuration == -.infinity)
        #expect(live.build() != media)
    }

    @Test(
        "Text such as nan or $null stays text in an archive",
        arguments: ["nan", "inf", "-inf", "$null"]
    )
    func spelledNumbers(_ text: String) throws {
        let builder = GCKMediaInformationBuilder(entity: text)
        builder.customData = [text]
        let read = try #require(try archived(builder.build()))
        #expect(read.entity == text && read.customData as? [String] == [text])
    }

    @Test("MM37 a copy does not change with its original")
    func independence() throws {
        let metadata = Sample.metadata
        let copy = try #require(metadata.copy() as? GCKMediaMetadata)
        metadata.setString("Other", forKey: kGCKMetadataKeyTitle)
        metadata.removeAllMediaImages()
        #expect(copy == Sample.metadata && copy != metadata)

        let style = Sample.style
        let styleCopy = try #require(style.copy() as? GCKMediaTextTrackStyle)
        style.fontScale = 9
        #expect(styleCopy == Sample.style)

        let options = Sample.loadOptions
        let optionsCopy = try #require(options.copy() as? GCKMediaLoadOptions)
        options.autoplay = true
        #expect(optionsCopy == Sample.loadOptions)

        let queue = Sample.queueLoadOptions
        let queueCopy = try #require(queue.copy() as? GCKMediaQueueLoadOptions)
        queue.startIndex = 9
        #expect(queueCopy == Sample.queueLoadOptions)

        let seek = Sample.seekOptions
        let seekCopy = try #require(seek.copy() as? GCKMediaSeekOptions)
        seek.interval = 9
        #expect(seekCopy == Sample.seekOptions)

        let item = Sample.requestItem
        let itemCopy = try #require(item.copy() as? GCKMediaRequestItem)
        item.initialTime = 9
        #expect(itemCopy == Sample.requestItem)

        let launch = Sample.launchOptions
        let launchCopy = try #require(launch.copy() as? GCKLaunchOptions)
        launch.languageCode = nil
        #expect(launchCopy == Sample.launchOptions)
    }

    @Test(
        "Changes of a builder do not affect objects it built; they share its metadata object but not its style"
    )
    func builders() {
        let metadata = Sample.metadata
        let style = Sample.style
        let builder = GCKMediaInformationBuilder(contentURL: Sample.address)
        builder.metadata = metadata
        builder.textTrackStyle = style
        let media = builder.build()
        builder.contentType = "video/webm"
        builder.mediaTracks = [Sample.track]
        #expect(media.contentType == "" && media.mediaTracks == nil)
        metadata.setString("Changed", forKey: kGCKMetadataKeyTitle)
        style.fontScale = 3
        #expect(media.metadata === metadata && media.metadata?.string(forKey: kGCKMetadataKeyTitle) == "Changed")
        #expect(media.textTrackStyle == Sample.style)
        #expect(GCKMediaInformationBuilder(mediaInformation: Sample.media).build() == Sample.media)
    }

    @Test("MM37 custom data is compared by its JSON value")
    func customData() {
        func media(_ data: Any?) -> GCKMediaInformation {
            let builder = GCKMediaInformationBuilder(entity: "e")
            builder.customData = data
            return builder.build()
        }
        let numbers: [String: Any] = ["a": 1, "b": [true, NSNull()]]
        let same = NSDictionary(dictionary: ["b": [NSNumber(value: true), NSNull()], "a": NSNumber(value: 1.0)])
        #expect(media(numbers) == media(same) && media(numbers).hash == media(same).hash)
        #expect(media(["a": true]) != media(["a": 1]))
        #expect(media(nil) != media(NSNull()) && media([1, 2]) != media([2, 1]))
        let date = Date()
        #expect(media(date as NSDate) == media(date as NSDate) && media(date as NSDate) != media(1))
    }

    @Test("An archive with other contents gives nil")
    func foreignArchives() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(Data("{\"url\":5}".utf8) as NSData, forKey: "content")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        #expect(GCKImage(coder: unarchiver) == nil)
        let empty = NSKeyedArchiver(requiringSecureCoding: true)
        empty.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)
        reader.decodingFailurePolicy = .setErrorAndReturn
        #expect(GCKMediaInformation(coder: reader) == nil && GCKColor(coder: reader) == nil)
    }
}
