// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Metadata")
struct MediaMetadataTests {
    private func read(_ fields: JSONObject) throws -> GCKMediaMetadata {
        try #require(GCKMediaMetadata.received(MediaMetadata(fields: fields)))
    }

    /// The key, its name in messages, a value, that value in messages, and a metadata type that has the key.
    private static let keys:
        [(key: String, wire: String, value: any Sendable, json: JSONValue, type: GCKMediaMetadataType)] = [
            (kGCKMetadataKeyCreationDate, "creationDateTime", Date(timeIntervalSince1970: 0), "19700101", .photo),
            (kGCKMetadataKeyReleaseDate, "releaseDate", Date(timeIntervalSince1970: 0), "19700101", .generic),
            (kGCKMetadataKeyBroadcastDate, "originalAirdate", Date(timeIntervalSince1970: 0), "19700101", .tvShow),
            (kGCKMetadataKeyTitle, "title", "t", "t", .audioBookChapter),
            (kGCKMetadataKeySubtitle, "subtitle", "t", "t", .movie),
            (kGCKMetadataKeyArtist, "artist", "t", "t", .photo),
            (kGCKMetadataKeyAlbumArtist, "albumArtist", "t", "t", .musicTrack),
            (kGCKMetadataKeyAlbumTitle, "albumName", "t", "t", .musicTrack),
            (kGCKMetadataKeyComposer, "composer", "t", "t", .musicTrack),
            (kGCKMetadataKeyDiscNumber, "discNumber", 1, 1, .musicTrack),
            (kGCKMetadataKeyTrackNumber, "trackNumber", 0, 0, .musicTrack),
            (kGCKMetadataKeySeasonNumber, "season", 0, 0, .tvShow),
            (kGCKMetadataKeyEpisodeNumber, "episode", 3, 3, .tvShow),
            (kGCKMetadataKeySeriesTitle, "seriesTitle", "t", "t", .tvShow),
            (kGCKMetadataKeyStudio, "studio", "t", "t", .movie),
            (kGCKMetadataKeyWidth, "width", 640, 640, .photo),
            (kGCKMetadataKeyHeight, "height", 480, 480, .photo),
            (kGCKMetadataKeyLocationName, "location", "t", "t", .photo),
            (kGCKMetadataKeyLocationLatitude, "latitude", 47.5, 47.5, .photo),
            (kGCKMetadataKeyLocationLongitude, "longitude", -8.25, -8.25, .photo),
            (kGCKMetadataKeyBookTitle, "bookTitle", "t", "t", .audioBookChapter),
            (kGCKMetadataKeyChapterNumber, "chapterNumber", 5, 5, .audioBookChapter),
            (kGCKMetadataKeyChapterTitle, "chapterTitle", "t", "t", .audioBookChapter),
            (kGCKMetadataKeySectionDuration, "sectionDuration", 1.5, 1.5, .movie),
            (kGCKMetadataKeySectionStartTimeInMedia, "sectionStartTimeInMedia", 1.5, 1.5, .generic),
            (kGCKMetadataKeySectionStartAbsoluteTime, "sectionStartAbsoluteTime", 1.5, 1.5, .photo),
            (kGCKMetadataKeySectionStartTimeInContainer, "sectionStartTimeInContainer", 1.5, 1.5, .tvShow),
            (kGCKMetadataKeyQueueItemID, "queueItemId", 7.0, 7, .audioBookChapter),
        ]

    @Test("MM11 each of the 28 keys is sent under its name in messages, and is read back", arguments: 0..<28)
    func keys(_ index: Int) throws {
        let row = Self.keys[index]
        let metadata = GCKMediaMetadata(metadataType: row.type)
        switch row.value {
        case let value as Date: metadata.setDate(value, forKey: row.key)
        case let value as String: metadata.setString(value, forKey: row.key)
        case let value as Int: metadata.setInteger(value, forKey: row.key)
        case let value as Double: metadata.setDouble(value, forKey: row.key)
        default: Issue.record("unexpected type")
        }
        #expect(metadata.containsKey(row.key) && metadata.allKeys() == [row.key])
        let fields = try metadata.wire().fields
        #expect(fields == ["metadataType": .integer(Int64(row.type.rawValue)), row.wire: row.json])
        #expect(try read(fields) == metadata)
    }

    @Test("MM11 the 28 keys are distinct")
    func different() {
        #expect(Set(Self.keys.map(\.key)).count == 28 && Set(Self.keys.map(\.wire)).count == 28)
        #expect(kGCKMetadataKeyTitle == "com.google.cast.metadata.TITLE")
        #expect(kGCKMetadataKeySubtitle == "com.google.cast.metadata.SUBTITLE")
    }

    @Test("MM12 values of keys that the type does not have are not sent; values of custom keys are")
    func validity() throws {
        let metadata = GCKMediaMetadata()
        metadata.setString("Peach", forKey: kGCKMetadataKeyStudio)
        metadata.setString("mine", forKey: "own")
        #expect(try metadata.wire().fields == ["metadataType": 0, "own": "mine"])
        #expect(metadata.string(forKey: kGCKMetadataKeyStudio) == "Peach")
    }

    @Test("A standard key takes precedence over a custom key with its name in messages")
    func precedence() throws {
        let metadata = GCKMediaMetadata()
        metadata.setString("meant", forKey: kGCKMetadataKeyTitle)
        metadata.setString("own", forKey: "title")
        metadata.setString("none", forKey: "images")
        metadata.setString("none", forKey: "metadataType")
        #expect(try metadata.wire().fields == ["metadataType": 0, "title": "meant"])
    }

    @Test("MM13 a value of the wrong type raises an exception that names the method")
    func raises() async throws {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                GCKMediaMetadata().setString("one", forKey: kGCKMetadataKeyDiscNumber)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                GCKMediaMetadata().setInteger(1, forKey: kGCKMetadataKeyLocationLatitude)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = GCKMediaMetadata().string(forKey: kGCKMetadataKeyReleaseDate)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = GCKMediaMetadata().integer(forKey: kGCKMetadataKeyTitle)
            },
        ]
        for result in results {
            let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(output.contains("NSInvalidArgumentException: GCKMediaMetadata."))
        }
    }

    @Test("MM13 a custom key takes values of any type, and returns the default for another type")
    func ownKeys() {
        let metadata = GCKMediaMetadata()
        metadata.setInteger(1, forKey: "a")
        metadata.setString("one", forKey: "a")
        #expect(metadata.string(forKey: "a") == "one")
        #expect(metadata.integer(forKey: "a") == 0 && metadata.integer(forKey: "a", defaultValue: 4) == 4)
        #expect(metadata.double(forKey: "a") == 0 && metadata.double(forKey: "a", defaultValue: 4) == 4)
        #expect(metadata.date(forKey: "a") == nil && metadata.dateAsString(forKey: "a") == "one")
        metadata.setDouble(2.75, forKey: "b")
        #expect(metadata.string(forKey: "b") == nil && metadata.integer(forKey: "b") == 2)
        #expect((metadata.object(forKey: "b") as? NSNumber)?.doubleValue == 2.75)
        #expect(metadata.object(forKey: "c") == nil && !metadata.containsKey("c"))
    }

    @Test(
        "MM14 a date is sent without a time if it is midnight, else with seconds",
        arguments: [
            (1_207_785_600.0, "20080410"), (1_562_265_000.0, "20190704T183000Z"), (0, "19700101"),
            (-1, "19691231T235959Z"), (951_782_400, "20000229"), (1_562_265_000.9, "20190704T183000Z"),
            (-62_135_596_800, "00010101"), (253_402_300_799, "99991231T235959Z"), (.infinity, "99991231T235959Z"),
            (-.infinity, "00000101"), (1e300, "99991231T235959Z"),
        ]
    )
    func dates(_ seconds: Double, _ text: String) throws {
        let metadata = GCKMediaMetadata()
        metadata.setDate(Date(timeIntervalSince1970: seconds), forKey: kGCKMetadataKeyReleaseDate)
        #expect(metadata.dateAsString(forKey: kGCKMetadataKeyReleaseDate) == text)
        #expect(try metadata.wire().fields["releaseDate"] == .string(text))
        if abs(seconds) < 1e12 {
            let read = metadata.date(forKey: kGCKMetadataKeyReleaseDate)
            #expect(read == Date(timeIntervalSince1970: seconds.rounded(.down)))
        }
    }

    @Test("MM14 setting an invalid date removes the value")
    func noDate() {
        let metadata = GCKMediaMetadata()
        metadata.setDate(Date(timeIntervalSince1970: 5), forKey: kGCKMetadataKeyReleaseDate)
        metadata.setDate(Date(timeIntervalSince1970: .nan), forKey: kGCKMetadataKeyReleaseDate)
        #expect(metadata.date(forKey: kGCKMetadataKeyReleaseDate) == nil && metadata.allKeys().isEmpty)
    }

    @Test(
        "MM15 dates are read in basic and extended format, with any time zone",
        arguments: [
            ("2014-02-10", 1_391_990_400.0), ("20140210", 1_391_990_400), ("2014-02-10T15:47:00Z", 1_392_047_220),
            ("20140210T154700+0100", 1_392_043_620), ("2014", 1_388_534_400), ("2014-02", 1_391_212_800),
            ("2014-02-10T15:47", 1_392_047_220), ("20140210T1547", 1_392_047_220),
            ("2014-02-10T15:47:00.5Z", 1_392_047_220.5), ("2014-02-10T15:47:00-05:30", 1_392_067_020),
            ("2014-02-10T15:47:00+01", 1_392_043_620), ("20140210t154700z", 1_392_047_220),
        ]
    )
    func readDates(_ text: String, _ seconds: Double) throws {
        let metadata = try read(["releaseDate": .string(text)])
        let date = try #require(metadata.date(forKey: kGCKMetadataKeyReleaseDate))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.001)
        #expect(metadata.dateAsString(forKey: kGCKMetadataKeyReleaseDate) == text)
    }

    @Test(
        "MM15 text that is not a date is kept as text",
        arguments: [
            "", "soon", "2014-13-01", "2014-02-30", "20140210T", "2014-02-10T25:00", "2014-02-10T15:47:00X", "201402",
            "2014-02-10T15:47:00+", "2014-02-10 15:47", "２０１４", "2014-02-10T15:47:00.Z", "-2014",
        ]
    )
    func noDates(_ text: String) throws {
        let metadata = try read(["releaseDate": .string(text)])
        #expect(metadata.date(forKey: kGCKMetadataKeyReleaseDate) == nil)
        #expect(metadata.dateAsString(forKey: kGCKMetadataKeyReleaseDate) == text)
    }

    @Test("MM14 The dates equal Foundation's over four hundred years")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: -73_000.0, to: 73_000, by: 97) {
            let date = Date(timeIntervalSince1970: day * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = try #require(MetadataDate.text(of: date))
            let number = parts.year! * 10_000 + parts.month! * 100 + parts.day!
            #expect(Int(text) == number)
            #expect(MetadataDate.date(of: text) == date)
        }
    }

    @Test("MM16 a missing number is 0, or the caller's default")
    func missing() {
        let metadata = GCKMediaMetadata(metadataType: .tvShow)
        #expect(metadata.integer(forKey: kGCKMetadataKeyEpisodeNumber) == 0)
        #expect(metadata.integer(forKey: kGCKMetadataKeyEpisodeNumber, defaultValue: 9) == 9)
        #expect(metadata.double(forKey: kGCKMetadataKeySectionDuration) == 0)
        #expect(metadata.double(forKey: kGCKMetadataKeySectionDuration, defaultValue: 9) == 9)
        #expect(metadata.string(forKey: kGCKMetadataKeyArtist) == nil)
    }

    @Test("Integers can be read as floating-point numbers and vice versa")
    func otherForm() {
        let metadata = GCKMediaMetadata(metadataType: .photo)
        metadata.setDouble(47.9, forKey: kGCKMetadataKeyLocationLatitude)
        metadata.setInteger(640, forKey: kGCKMetadataKeyWidth)
        #expect(metadata.integer(forKey: kGCKMetadataKeyLocationLatitude) == 47)
        #expect(metadata.double(forKey: kGCKMetadataKeyWidth) == 640)
    }

    @Test("MM17 received metadata has the framework's keys, and unknown ones under their own names")
    func allKeys() throws {
        let metadata = try read(["metadataType": 0, "title": "x", "foo": 1, "images": [], "bar": .null])
        #expect(Set(metadata.allKeys()) == [kGCKMetadataKeyTitle, "foo"])
        #expect(metadata.string(forKey: kGCKMetadataKeyTitle) == "x" && metadata.integer(forKey: "foo") == 1)
    }

    @Test("MM18 a custom metadata type is kept with all its fields", arguments: [100, 101, 5000])
    func ownType(_ number: Int64) throws {
        let fields: JSONObject = ["metadataType": .integer(number), "studio": "s", "own": ["a": 1]]
        let metadata = try read(fields)
        #expect(metadata.metadataType == .user)
        #expect(try metadata.wire().fields == fields)
    }

    @Test("An unknown metadata type is kept with all its fields")
    func unknownType() throws {
        let fields: JSONObject = ["metadataType": 42, "studio": "s"]
        let metadata = try read(fields)
        #expect(metadata.metadataType == .generic)
        #expect(try metadata.wire().fields == fields)
    }

    @Test("Deprecated field names are read if the current ones are missing")
    func aliases() throws {
        let show = try read([
            "type": 2, "seasonNumber": 4, "episodeNumber": 5, "episodeTitle": "e", "originalAirDate": "20200101",
        ])
        #expect(show.metadataType == .tvShow)
        #expect(show.integer(forKey: kGCKMetadataKeySeasonNumber) == 4)
        #expect(show.integer(forKey: kGCKMetadataKeyEpisodeNumber) == 5)
        #expect(show.string(forKey: kGCKMetadataKeyTitle) == "e")
        #expect(show.dateAsString(forKey: kGCKMetadataKeyBroadcastDate) == "20200101")
        let music = try read(["metadataType": 3, "songName": "s", "title": "t", "artistName": "a", "releaseYear": 1999])
        #expect(music.string(forKey: kGCKMetadataKeyTitle) == "t" && music.string(forKey: "songName") == "s")
        #expect(music.string(forKey: kGCKMetadataKeyArtist) == "a" && music.integer(forKey: "releaseYear") == 1999)
    }

    @Test("Images keep their order and can be removed")
    func images() throws {
        let metadata = GCKMediaMetadata()
        #expect(metadata.images().isEmpty)
        let second = GCKImage(url: URL(string: "https://example.com/b.jpg")!, width: 0, height: 0)
        metadata.addImage(Sample.image)
        metadata.addImage(second)
        #expect(metadata.images() as? [GCKImage] == [Sample.image, second])
        #expect(
            try metadata.wire().fields["images"] == [
                ["url": "https://example.com/a.jpg", "width": 480, "height": 360],
                ["url": "https://example.com/b.jpg"],
            ]
        )
        metadata.removeAllMediaImages()
        #expect(metadata.images().isEmpty)
        #expect(try metadata.wire().fields["images"] == nil)
    }

    @Test("NaN and infinity are stored but not sent")
    func noNumber() throws {
        let metadata = GCKMediaMetadata(metadataType: .photo)
        metadata.setDouble(.nan, forKey: kGCKMetadataKeyLocationLatitude)
        metadata.setDouble(.infinity, forKey: "own")
        #expect(metadata.double(forKey: kGCKMetadataKeyLocationLatitude).isNaN)
        #expect(try metadata.wire().fields == ["metadataType": 4])
        #expect(metadata == metadata.copy() as? GCKMediaMetadata)
    }
}
