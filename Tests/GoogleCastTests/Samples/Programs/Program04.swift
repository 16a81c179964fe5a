// SPDX-License-Identifier: Apache-2.0

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
    try check(app.castControlBarsEnabled, "the bar is enabled")
    let full = window.bounds.height
    try check(content.frame.height == full, "the app's controller fills the window without media")
    let media = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()
    manager.currentSession?.remoteMediaClient?.loadMedia(media)
    try await wait(for: "the bar is active") { bar.active }
    try await wait(for: "the app's controller makes space for the bar") {
        window.layoutIfNeeded()
        return content.frame.height == full - 64
    }
    app.castControlBarsEnabled = false
    window.layoutIfNeeded()
    try check(!app.castControlBarsEnabled && content.frame.height == full, "disabling the bar restores the full height")
    app.castControlBarsEnabled = true
    manager.endSession()
    try await wait(for: "the full height is restored after the session") {
        window.layoutIfNeeded()
        return content.frame.height == full
    }
    await home.device.close()
}
