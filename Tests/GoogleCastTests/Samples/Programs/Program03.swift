import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let context = try await home.createContext()
    let loader = Loader()
    // Without a session nothing is loaded, and the loader listens from now on.
    loader.load("http://192.0.2.1/film.mp4")
    try check(context.sessionManager.startSession(with: context.discoveryManager.device(at: 0)), "a session begins")
    try await wait(for: "it is connected") { context.sessionManager.hasConnectedCastSession() }
    loader.load("not an address \u{0}")
    loader.load("http://192.0.2.1/film.mp4")
    try await wait(for: "the film plays on the device") { home.device.snapshot.media?.state == .playing }
    try check(home.device.snapshot.media?.title == "Big Buck Bunny (2008)", "with its title")
    let client = context.sessionManager.currentSession?.remoteMediaClient
    try await wait(for: "the status says so") { client?.mediaStatus?.playerState == .playing }
    try check(client?.mediaStatus?.mediaInformation?.metadata?.images().count == 1, "with its picture")
    try check(context.sessionManager.endSessionAndStopCasting(true), "the session is ended")
    try await wait(for: "it has ended") { context.sessionManager.currentSession == nil }
    await home.device.shutdown()
}
