// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
@Suite("Volume keys", .serialized)
struct VolumeKeyTests {
    @Test(
        "Volume keys control the device while a session is connected and the app has enabled it",
        arguments: [true, false]
    )
    func keys(_ isWanted: Bool) async throws {
        try await CastStage.perform { stage in
            stage.configure = { $0.physicalVolumeButtonsWillControlDeviceVolume = isWanted }
            let (virtual, device) = try await stage.found()
            #expect(!stage.context.volumeKeyPressed(steps: 1))
            try await stage.started(on: device)
            let widgets = stage.context.widgets
            #expect(await stage.wait { widgets.state.volume != nil })
            let before = virtual.snapshot.volumeLevel
            #expect(stage.context.volumeKeyPressed(steps: -1) == isWanted)
            #expect(await stage.wait(within: .seconds(2)) { virtual.snapshot.volumeLevel < before } == isWanted)
            #expect(stage.context.volumeKeyPressed(steps: .min) == isWanted)
        }
    }
}
