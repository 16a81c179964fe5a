// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let context = try await home.createContext()
    let loader = Loader()
    // Loads nothing, because there is no session. The loader observes the context from now on.
    loader.load("http://192.0.2.1/film.mp4")
    try check(context.sessionManager.startSession(with: context.discoveryManager.device(at: 0)), "a session starts")
    try await wait(for: "the session is connected") { context.sessionManager.hasConnectedCastSession() }
    loader.load("not an address \u{0}")
    loader.load("http://192.0.2.1/film.mp4")
    try await wait(for: "the film plays on the device") { home.device.snapshot.media?.state == .playing }
    let title = loader.mediaInformation?.metadata?.string(forKey: kGCKMetadataKeyTitle)
    try check(title != nil && home.device.snapshot.media?.title == title, "it has its title")
    let client = context.sessionManager.currentSession?.remoteMediaClient
    try await wait(for: "the status shows it as playing") { client?.mediaStatus?.playerState == .playing }
    try check(client?.mediaStatus?.mediaInformation?.metadata?.images().count == 1, "it has its image")
    try check(context.sessionManager.endSessionAndStopCasting(true), "the session is ended")
    try await wait(for: "the session has ended") { context.sessionManager.currentSession == nil }
    await home.device.close()
}
