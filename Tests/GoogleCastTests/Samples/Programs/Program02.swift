// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    let context = try await home.createContext()
    let list = ListViewController()
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UINavigationController(rootViewController: list)
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    let button = try unwrap(list.navigationItem.rightBarButtonItem?.customView as? GCKUICastButton)
    try check(button.tintColor == UIColor.gray, "the icon is gray")
    let idle = button.image(for: .normal)
    button.sendActions(for: .touchUpInside)
    try await wait(for: "a tap opens the dialog") { window.rootViewController?.presentedViewController != nil }
    context.widgets.act(.selectDevice(home.castDevice.id))
    try await wait(for: "the session is connected") { context.castState == .connected }
    try await wait(for: "the dialog closes") { window.rootViewController?.presentedViewController == nil }
    try check(button.image(for: .normal) !== idle, "the icon has changed")
    if button.window == nil { window.rootViewController?.view.addSubview(button) }
    context.clearCastInstructionsShownFlag()
    try check(list.overlay(button), "the introduction is shown")
    try check(!list.overlay(button), "the introduction is shown only once")
    await home.device.close()
}

private func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CheckFailed() }
    return value
}
