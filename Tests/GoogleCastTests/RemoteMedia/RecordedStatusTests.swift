// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Statuses of devices")
@MainActor
struct RecordedStatusTests {
    @Test(
        "Statuses are reported with the receiver's values",
        arguments: DeviceMessage.media
    )
    func recordedStatus(_ message: DeviceMessage) async throws {
        var object = message.object
        object["requestId"] = 0
        let bench = try await MediaBench.open()
        try await bench.send(object)
        guard let first = message.statuses.first else {
            #expect(bench.client.mediaStatus == nil)
            return await bench.close()
        }
        let wire = MediaStatus(fields: first)
        #expect(await bench.until { bench.client.mediaStatus != nil })
        let status = try #require(bench.client.mediaStatus)
        let isLoading = wire.playerState == .idle && wire.extendedStatus?.playerState == .loading
        #expect(status.mediaSessionID == (isLoading ? wire.extendedStatus?.mediaSessionID : nil) ?? wire.mediaSessionID)
        #expect(status.playerState == (isLoading ? .loading : GCKMediaPlayerState(wire.playerState)))
        #expect(status.streamPosition == wire.currentTime ?? 0)
        #expect(status.volume == Float(wire.volume?.level ?? 1))
        #expect(status.isMuted == wire.volume?.muted ?? false)
        #expect(status.activeTrackIDs?.map(\.intValue) == wire.activeTrackIDs)
        #expect(status.queueItemCount == UInt(wire.items?.count ?? 0))
        #expect(status.isMediaCommandSupported(wire.supportedMediaCommands?.rawValue ?? 0))
        #expect(status.playingAd == (wire.breakStatus != nil))
        if !isLoading { #expect(status.mediaInformation?.contentID == wire.media?.contentID) }
        #expect(bench.client.approximateStreamPosition() >= 0)
        await bench.close()
    }
}
