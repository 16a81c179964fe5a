// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    let host = RootContainerViewController()
    host.miniMediaControlsViewEnabled = true
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = host
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    guard let mini = host.children.first as? GCKUIMiniMediaControlsViewController else { throw CheckFailed() }
    try check(mini.view.superview === host._miniMediaControlsContainerView, "the bar is in the host's view")
    try check(host._miniMediaControlsHeightConstraint.constant == 0, "the bar takes no space")
    let media = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()
    manager.currentSession?.remoteMediaClient?.loadMedia(media)
    try await wait(for: "the host adds space") { host._miniMediaControlsHeightConstraint.constant == mini.minHeight }
    try check(mini.minHeight >= 44 && mini.active, "the bar is at least 44 points high")
    host.miniMediaControlsViewEnabled = false
    try check(host._miniMediaControlsHeightConstraint.constant == 0, "disabling the bar removes it")
    host.miniMediaControlsViewEnabled = true
    manager.endSession()
    try await wait(for: "the bar is hidden again") { host._miniMediaControlsHeightConstraint.constant == 0 }
    host.uninstallViewController(mini)
    try check(host.children.isEmpty && mini.parent == nil, "the bar can be removed")
    await home.device.close()
}
