// SPDX-License-Identifier: Apache-2.0

import CastSwiftUI
import SwiftUI

/// A small app that casts videos from a list. The Cast button in the toolbar chooses the device; the mini controller at the
/// bottom opens all controls.
@main
struct CastVideosApp: App {
    /// The Default Media Receiver, which plays any URL.
    @State private var cast = CastModel(application: "CC1AD845")

    var body: some Scene {
        WindowGroup {
            VideoList()
                .castMiniController()
                .castModel(cast)
        }
    }
}
