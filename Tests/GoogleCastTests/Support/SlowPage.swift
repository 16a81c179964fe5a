// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire

/// An application that is ready, with the media namespace, one second after its launch.
struct SlowPage: ReceiverApplication {
    static let id = "510A0000"
    static let app = InstalledApplication(
        ApplicationInformation(appIDs: [id], name: "Slow", namespaces: [.media], isReadyAtLaunch: false)
    ) { _ in SlowPage() }

    mutating func launched(context: inout ApplicationContext) {
        context.startTimer("loaded", after: .seconds(1))
    }

    mutating func timerFired(_ name: String, context: inout ApplicationContext) {
        context.ready()
    }
}
