// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Image picker and cache of a context", .serialized)
struct ContextImagesTests {
    private final class Picker: NSObject, GCKUIImagePicker {
        var asked: [GCKMediaMetadataImageType] = []
        func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
            asked.append(imageHints.imageType)
            return metadata.images().last as? GCKImage
        }
    }

    private final class Cache: NSObject, GCKUIImageCache {
        var asked: [URL] = []
        func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
            asked.append(imageURL)
            completion(nil)
        }
    }

    @Test("UC53 A custom picker and cache are used until nil restores the defaults; the properties are never nil")
    func replacing() async throws {
        try await CastStage.perform { stage in
            let options = GCKCastOptions(discoveryCriteria: stage.criteria)
            options.disableDiscoveryAutostart = true
            #expect(GCKCastContext.create(options, stage.environmentForTests))
            let context = GCKCastContext.sharedInstance()
            let (standardPicker, standardCache) = (context.imagePicker, context.imageCache)
            #expect(standardPicker is FirstImagePicker)
            #expect(standardCache is FileImageCache)
            let (picker, cache) = (Picker(), Cache())
            context.imagePicker = picker
            context.imageCache = cache
            #expect(context.imagePicker === picker && context.imageCache === cache)

            context.imagePicker = nil
            context.imageCache = nil
            #expect(context.imagePicker === standardPicker && context.imageCache === standardCache)
        }
    }

    @Test("UC50 The dialog, the mini and the expanded controller ask the app's picker, each with its image type")
    func uses() async throws {
        try await WidgetBench.perform { bench in
            let (_, device) = try await bench.stage.found()
            let client = try #require(try await bench.stage.started(on: device).remoteMediaClient)
            let (picker, cache) = (Picker(), Cache())
            bench.context.imagePicker = picker
            bench.context.imageCache = cache
            let metadata = GCKMediaMetadata(metadataType: .movie)
            metadata.addImage(GCKImage(url: try #require(URL(string: "https://192.0.2.1/a.png")), width: 9, height: 9))
            let film = GCKMediaInformationBuilder(
                contentURL: try #require(URL(string: "http://192.0.2.1/film.mp4"))
            )
            film.contentType = "video/mp4"
            film.streamDuration = 60
            film.metadata = metadata
            client.loadMedia(film.build())
            #expect(await bench.stage.wait { client.mediaStatus?.playerState == .playing })
            let mini = bench.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 700, width: 390, height: mini.minHeight))
            #expect(await bench.stage.wait { picker.asked.contains(.miniController) })
            bench.context.presentCastDialog()
            #expect(await bench.stage.wait { picker.asked.contains(.castDialog) })
            bench.act(.dismissDialog)
            bench.context.presentDefaultExpandedMediaControls()
            #expect(await bench.stage.wait { picker.asked.contains(.background) })
            #expect(Set(cache.asked.map(\.absoluteString)) == ["https://192.0.2.1/a.png"])
        }
    }
}
