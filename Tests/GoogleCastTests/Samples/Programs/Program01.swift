import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let app = AppDelegate()
    app.applicationDidFinishLaunching(UIApplication.shared)
    try check(GCKCastContext.isSharedInstanceInitialized(), "the context is created at launch")

    Log(of: "GCKCastChannel").info("first of all")
    Log(of: "GCKCastChannel").debug("unheard without a filter")
    app.everything()
    Log(of: "GCKCastChannel").verbose("heard with everything")
    app.someClasses()
    Log(of: "GCKUICastButton").verbose("heard of a button")
    Log(of: "GCKCastSession").verbose("heard of a session")
    Log(of: "GCKCastChannel").verbose("unheard of a channel")
}
