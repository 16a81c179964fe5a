// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    loadWithAds(manager, try unwrap(URL(string: "http://192.0.2.1/film.mp4")))
    let client = try unwrap(manager.currentSession?.remoteMediaClient)
    try await wait(for: "the video plays on the device") { home.device.snapshot.media?.state == .playing }
    try await wait(for: "the status shows it as playing") { client.mediaStatus?.playerState == .playing }
    let status = try unwrap(client.mediaStatus)
    let media = try unwrap(status.mediaInformation)
    try check(media.adBreaks?.map(\.adBreakID) == ["b0"], "one break")
    try check(media.adBreaks?.first?.adBreakClipIDs == ["bc0", "bc1", "bc2"], "the break has three clips")
    try check(media.adBreaks?.first?.playbackPosition == 0, "the break is at the start")
    // The device skips clips without a URL, so the test checks that the load request described them.
    let clip = try unwrap(media.adBreakClips?.first)
    try check(clip.title == "Clip title" && clip.duration == 60, "the first clip has a title and lasts a minute")
    try check(clip.whenSkippable == 5, "it can be skipped after five seconds")
    await home.device.close()
}

func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CheckFailed() }
    return value
}
