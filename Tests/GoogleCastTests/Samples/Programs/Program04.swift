import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    let app = ContainerDelegate()
    try check(!app.castControlBarsEnabled, "without a window there is no container")
    let navigation = UINavigationController(rootViewController: UIViewController())
    app.show(navigation)
    guard let window = app.window, let container = window.rootViewController as? GCKUICastContainerViewController,
        let content: UIView = navigation.viewIfLoaded, let bar = container.miniMediaControlsViewController
    else { throw CheckFailed() }
    window.layoutIfNeeded()
    try check(app.castControlBarsEnabled, "the bar is wanted")
    let full = window.bounds.height
    try check(content.frame.height == full, "the app's controller has all the room while nothing plays")
    let media = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()
    manager.currentSession?.remoteMediaClient?.loadMedia(media)
    try await wait(for: "there is something to control") { bar.active }
    try await wait(for: "it makes room for the bar") {
        window.layoutIfNeeded()
        return content.frame.height == full - 64
    }
    app.castControlBarsEnabled = false
    window.layoutIfNeeded()
    try check(!app.castControlBarsEnabled && content.frame.height == full, "the app can have the room back")
    app.castControlBarsEnabled = true
    manager.endSession()
    try await wait(for: "without a session the room is the app's again") {
        window.layoutIfNeeded()
        return content.frame.height == full
    }
    await home.device.shutdown()
}
