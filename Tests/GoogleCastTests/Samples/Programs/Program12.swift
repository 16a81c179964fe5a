// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    guard let client = manager.currentSession?.remoteMediaClient else { throw CheckFailed() }
    let view = QueueView(client)
    let media = (1...3).compactMap { number in
        URL(string: "http://192.0.2.1/\(number).mp4").map { GCKMediaInformationBuilder(contentURL: $0).build() }
    }
    let request = playAll(media, on: client)
    try await wait(for: "the first item plays") {
        home.device.snapshot.media?.state == .playing && home.device.snapshot.media?.url.hasSuffix("/1.mp4") == true
    }
    try await wait(for: "the request is answered") { !request.inProgress && request.error == nil }
    try await wait(for: "the queue has its items") { view.queue.itemCount == 3 }
    try check(client.mediaStatus?.queueRepeatMode == .all, "the queue repeats")
    let next = client.mediaStatus?.queueItem(at: 1)
    try check(next?.preloadTime == 20, "the next item has its preload time")
    try check(client.mediaStatus?.preloadedItemID == 0, "the next item is not preloaded at the start")
    client.seek(with: place(105))
    try await wait(for: "the next item is preloaded 20 s before the end") {
        next.map { client.mediaStatus?.preloadedItemID == $0.itemID } == true
    }
    client.seek(with: place(119))
    try await wait(for: "the second item plays next") {
        home.device.snapshot.media?.url.hasSuffix("/2.mp4") == true
    }
    await home.device.close()
}

private func place(_ seconds: TimeInterval) -> GCKMediaSeekOptions {
    let options = GCKMediaSeekOptions()
    options.interval = seconds
    return options
}
