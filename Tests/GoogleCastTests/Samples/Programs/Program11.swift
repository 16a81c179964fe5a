// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    install()
    let context = GCKCastContext.sharedInstance()
    guard let cache = context.imageCache as? MemoryImageCache else { throw CheckFailed() }
    let wide = URL(string: "https://192.0.2.1/wide.png")!
    cache.images[wide] = UIImage()
    let metadata = GCKMediaMetadata(metadataType: .movie)
    metadata.addImage(GCKImage(url: URL(string: "https://192.0.2.1/small.png")!, width: 10, height: 10))
    metadata.addImage(GCKImage(url: wide, width: 100, height: 50))
    let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
    builder.metadata = metadata
    manager.currentSession?.remoteMediaClient?.loadMedia(builder.build())
    let mini = context.createMiniMediaControlsViewController()
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = mini
    window.makeKeyAndVisible()
    try await wait(for: "the widest image comes from the cache") { mini.thumbnail.image === cache.images[wide] }
    context.imagePicker = nil
    context.imageCache = nil
    try check(context.imagePicker != nil && !(context.imagePicker is WidestImagePicker), "the default picker is set")
    try check(context.imageCache != nil && !(context.imageCache is MemoryImageCache), "the default cache is set")
    await home.device.close()
}
