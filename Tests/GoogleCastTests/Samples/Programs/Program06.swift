// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let manager = try await home.connect()
    let root = UIViewController()
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = root
    window.makeKeyAndVisible()
    let context = GCKCastContext.sharedInstance()
    playSelectedItemRemotely(
        GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()
    )
    let expanded = context.defaultExpandedMediaControlsViewController
    try check(root.presentedViewController === expanded, "the controls are presented before anything is loaded")
    try check(context.useDefaultExpandedMediaControls, "they are the default controls")
    let types = (0..<4).map { expanded.buttonType(at: $0) }
    try check(types == [.rewind30Seconds, .skipPrevious, .skipNext, .forward30Seconds], "they have the app's buttons")
    try await wait(for: "the video plays") { home.device.snapshot.media?.state == .playing }
    try await wait(for: "the controls show its duration") { expanded.parts.right.text == "02:00" }
    guard let forward = expanded.buttons[3], let next = expanded.buttons[2] else { throw CheckFailed() }
    try await wait(for: "the forward button is enabled") { forward.isEnabled }
    forward.sendActions(for: .touchUpInside)
    try await wait(for: "the forward button seeks") { (home.device.snapshot.media?.position ?? 0) >= 30 }
    try check(!next.isEnabled, "nothing follows")
    manager.currentSession?.remoteMediaClient?.stop()
    try await wait(for: "the controls are dismissed without media") { root.presentedViewController == nil }
    await home.device.close()
}
