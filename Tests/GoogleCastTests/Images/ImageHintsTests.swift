// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Image hints and the default picker")
struct ImageHintsTests {
    @Test("UC54 Hints survive copying and archiving")
    func roundTrip() throws {
        let hints = GCKUIImageHints(
            imageType: .background,
            imageSize: CGSize(width: 320, height: 180),
            customData: NSDictionary(dictionary: ["theme": "dark", "ratio": 1.5])
        )
        let copy = try #require(hints.copy() as? GCKUIImageHints)
        #expect(copy == hints)
        let read = try #require(try archived(hints))
        #expect(read == hints)
        #expect(read.imageType == .background)
        #expect(read.imageSize == CGSize(width: 320, height: 180))
        #expect((read.customData as? NSDictionary)?["theme"] as? String == "dark")
        let plain = GCKUIImageHints(imageType: .custom, imageSize: .zero)
        #expect(try archived(plain) == plain)
        #expect(plain != hints)
        #expect(plain.customData == nil)
    }

    @Test("UC49 The default picker returns the first image for every use, or nil if there is none")
    func firstImage() throws {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        let picker = FirstImagePicker()
        for type in GCKMediaMetadataImageType.allCases {
            #expect(picker.getImageWith(GCKUIImageHints(imageType: type, imageSize: .zero), from: metadata) == nil)
        }
        let first = GCKImage(url: try #require(URL(string: "https://example.org/1.png")), width: 10, height: 10)
        let second = GCKImage(url: try #require(URL(string: "https://example.org/2.png")), width: 1000, height: 1000)
        metadata.addImage(first)
        metadata.addImage(second)
        for type in GCKMediaMetadataImageType.allCases {
            #expect(picker.getImageWith(GCKUIImageHints(imageType: type, imageSize: .zero), from: metadata) == first)
        }
    }
}
