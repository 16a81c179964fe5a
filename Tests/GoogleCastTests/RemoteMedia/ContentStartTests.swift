// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import Foundation
import Testing

@testable import GoogleCast

/// Where content starts on the device, and whether it plays on without the sender.
@MainActor
@Suite("Content on the device, from its start until the sender has left", .serialized)
struct ContentStartTests {
    private func film() throws -> GCKMediaInformation {
        let address = try #require(URL(string: "http://192.0.2.1/film.mp4"))
        let builder = GCKMediaInformationBuilder(contentURL: address)
        builder.contentType = "video/mp4"
        return builder.build()
    }

    @Test("DC2 Media loaded after connecting starts at 0", arguments: CastStage.Kind.allCases)
    func connectThenLoad(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            // An earlier position on the device must not matter.
            let request = GCKMediaLoadRequestDataBuilder()
            request.mediaInformation = try film()
            request.startTime = 30
            client.loadMedia(with: request.build())
            #expect(await stage.wait { (virtual.snapshot.media?.position ?? 0) >= 30 })
            let load = client.loadMedia(try film())
            #expect(await stage.wait { !load.inProgress && virtual.snapshot.media?.state == .playing })
            #expect((virtual.snapshot.media?.position ?? 99) < 5)
            #expect(client.approximateStreamPosition() < 5)
            #expect(await stage.wait { stage.messages(with: #""type":"LOAD""#).count == 2 })
            let sent = stage.messages(with: #""type":"LOAD""#)
            #expect(sent.count == 2 && !sent[1].contains("currentTime"))
        }
    }

    @Test("DC3 Media that played locally starts at its local position", arguments: CastStage.Kind.allCases)
    func playThenConnect(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let request = GCKMediaLoadRequestDataBuilder()
            request.mediaInformation = try film()
            request.startTime = 42.5
            let load = client.loadMedia(with: request.build())
            var first: Double?
            #expect(
                await stage.wait {
                    first = first ?? virtual.snapshot.media.flatMap { $0.state == .playing ? $0.position : nil }
                    return !load.inProgress && first != nil
                }
            )
            #expect((42.5..<45).contains(first ?? 0))
            #expect((42.5..<45).contains(client.approximateStreamPosition()))
            #expect(stage.messages(with: #""type":"LOAD""#).allSatisfy { $0.contains(#""currentTime":42.5"#) })
        }
    }

    @Test(
        "DC42 After the sender is closed or killed, the video plays on and the app finds it at its next start",
        arguments: [true, false]
    )
    func closing(isOrderly: Bool) async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            client.loadMedia(try film())
            #expect(await stage.wait { virtual.snapshot.media?.state == .playing })
            if isOrderly {
                NotificationCenter.default.post(
                    name: NSNotification.Name("UIApplicationWillTerminateNotification"),
                    object: nil
                )
            }
            await GCKCastContext.reset()
            await stage.pass(.seconds(10))
            #expect(virtual.snapshot.application != nil)
            #expect(virtual.snapshot.media?.state == .playing)
            #expect(stage.messages(with: #""type":"STOP""#).isEmpty)
            stage.begin()
            #expect(await stage.wait { stage.sessions.hasConnectedCastSession() })
            let next = stage.sessions.currentCastSession?.remoteMediaClient
            #expect(await stage.wait { next?.mediaStatus?.playerState == .playing })
            #expect((10..<15).contains(next?.approximateStreamPosition() ?? 0))
            #expect(await stage.wait { stage.messages(with: #""type":"LOAD""#).count == 1 })
        }
    }
}
