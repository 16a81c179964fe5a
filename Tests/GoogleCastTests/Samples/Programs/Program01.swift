// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let app = AppDelegate()
    app.applicationDidFinishLaunching(UIApplication.shared)
    try check(GCKCastContext.isSharedInstanceInitialized(), "the context is created at launch")

    Log(of: "GCKCastChannel").info("first of all")
    Log(of: "GCKCastChannel").debug("suppressed without a filter")
    app.everything()
    Log(of: "GCKCastChannel").verbose("logged with every level")
    app.someClasses()
    Log(of: "GCKUICastButton").verbose("logged for a button")
    Log(of: "GCKCastSession").verbose("logged for a session")
    Log(of: "GCKCastChannel").verbose("suppressed for a channel")
}
