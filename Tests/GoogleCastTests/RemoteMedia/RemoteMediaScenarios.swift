// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Remote media client on a virtual device", .serialized)
struct RemoteMediaScenarios {
    private static func media(_ name: String, type: String = "video/mp4") throws -> GCKMediaInformation {
        let url = try #require(URL(string: "http://192.0.2.1/\(name).mp4"))
        let builder = GCKMediaInformationBuilder(contentURL: url)
        builder.contentType = type
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString(name, forKey: kGCKMetadataKeyTitle)
        builder.metadata = metadata
        return builder.build()
    }

    private static func item(_ name: String) throws -> GCKMediaQueueItem {
        let builder = GCKMediaQueueItemBuilder()
        builder.mediaInformation = try media(name)
        return builder.build()
    }

    /// Waits for the outcome of a request.
    private func outcome(_ stage: CastStage, _ request: GCKRequest) async -> String {
        let outcomes = Outcomes()
        request.delegate = outcomes
        _ = await stage.wait { !outcomes.words.isEmpty }
        return outcomes.words.first ?? "none"
    }

    @Test("RM1 an app without the media namespace has no client", arguments: CastStage.Kind.allCases)
    func noMedia(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            stage.criteria = GCKDiscoveryCriteria(applicationID: Talk.id)
            let (_, device) = try await stage.found(DeviceConfiguration(name: "Stage TV", applications: [Talk.app]))
            #expect(stage.sessions.currentSession?.remoteMediaClient == nil)
            let session = try await stage.started(on: device)
            #expect(session.remoteMediaClient == nil)
            #expect(session.mediaMetadata == nil)
        }
    }

    @Test("Load, pause, seek, set the rate, mute and stop", arguments: CastStage.Kind.allCases)
    func playback(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let client = try #require(session.remoteMediaClient)
            #expect(client.connected && client.mediaStatus == nil)
            let listener = MediaListener()
            client.add(listener)
            #expect(await outcome(stage, client.loadMedia(try Self.media("film"))) == "completed")
            #expect(await stage.wait { client.mediaStatus?.playerState == .playing })
            #expect(listener.calls.first?.hasPrefix("started") == true)
            #expect(listener.calls.contains("metadata film"))
            #expect(session.mediaMetadata?.string(forKey: kGCKMetadataKeyTitle) == "film")
            #expect(client.mediaStatus?.mediaInformation?.streamDuration == 60)

            await stage.pass(.milliseconds(500))
            #expect(client.approximateStreamPosition() > 0.3)
            #expect(await outcome(stage, client.pause()) == "completed")
            #expect(client.mediaStatus?.playerState == .paused)
            let held = client.approximateStreamPosition()
            await stage.pass(.milliseconds(200))
            #expect(client.approximateStreamPosition() == held)

            let options = GCKMediaSeekOptions()
            options.interval = 30
            options.resumeState = .play
            #expect(await outcome(stage, client.seek(with: options)) == "completed")
            #expect(await stage.wait { client.mediaStatus?.playerState == .playing })
            #expect(client.approximateStreamPosition() >= 30)
            #expect(await outcome(stage, client.setPlaybackRate(2)) == "completed")
            #expect(client.mediaStatus?.playbackRate == 2)
            #expect(await outcome(stage, client.setStreamMuted(true)) == "completed")
            #expect(client.mediaStatus?.isMuted == true)
            #expect(await outcome(stage, client.setStreamVolume(0.5)) == "completed")
            #expect(client.mediaStatus?.volume == 0.5)

            #expect(await outcome(stage, client.stop()) == "completed")
            #expect(await stage.wait { client.mediaStatus?.playerState != .playing })
            #expect(client.mediaStatus?.idleReason == .cancelled)
            #expect(client.connected)
        }
    }

    @Test("A queue can be loaded, read, changed and played item by item", arguments: CastStage.Kind.allCases)
    func queue(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let listener = MediaListener()
            client.add(listener)
            let data = GCKMediaQueueDataBuilder(queueType: .videoPlayList)
            data.items = try ["a", "b", "c"].map(Self.item)
            data.repeatMode = .all
            let request = GCKMediaLoadRequestDataBuilder()
            request.queueData = data.build()
            #expect(await outcome(stage, client.loadMedia(with: request.build())) == "completed")
            let queue = client.mediaQueue
            #expect(await stage.wait { queue.itemCount == 3 && client.mediaStatus?.playerState == .playing })
            #expect(client.mediaStatus?.queueRepeatMode == .all)
            #expect(listener.calls.contains { $0.hasPrefix("ids [") })
            let first = queue.itemID(at: 0)
            #expect(client.mediaStatus?.currentItemID == first)

            #expect(queue.item(at: 2) == nil)
            #expect(await stage.wait { queue.item(at: 2, fetchIfNeeded: false) != nil })
            #expect(
                queue.item(at: 2)?.mediaInformation.metadata?.string(forKey: kGCKMetadataKeyTitle) == "c"
            )

            #expect(
                await outcome(stage, client.queueInsert(try Self.item("d"), beforeItemWithID: queue.itemID(at: 1)))
                    == "completed"
            )
            #expect(await stage.wait { queue.itemCount == 4 })
            let inserted = queue.itemID(at: 1)
            #expect(listener.calls.contains { $0.hasPrefix("inserted [\(inserted)] before") })
            #expect(await outcome(stage, client.queueMoveItem(withID: inserted, beforeItemWithID: 0)) == "completed")
            #expect(await stage.wait { queue.itemID(at: 3) == inserted })
            #expect(await outcome(stage, client.queueNextItem()) == "completed")
            #expect(await stage.wait { client.mediaStatus?.currentItemID == queue.itemID(at: 1) })
            #expect(await outcome(stage, client.queueJumpToItem(withID: inserted)) == "completed")
            #expect(await stage.wait { client.mediaStatus?.currentItemID == inserted })
            #expect(await outcome(stage, client.queueRemoveItem(withID: first)) == "completed")
            #expect(await stage.wait { queue.itemCount == 3 && queue.indexOfItem(withID: first) == NSNotFound })
            #expect(await outcome(stage, client.queueSetRepeatMode(.single)) == "completed")
            #expect(client.mediaStatus?.queueRepeatMode == .single)
        }
    }

    @Test("Changes by another sender are reported, without a request", arguments: CastStage.Kind.allCases)
    func severalSenders(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let client = try #require(try await stage.started(on: listed).remoteMediaClient)
            #expect(await outcome(stage, client.loadMedia(try Self.media("film"))) == "completed")
            #expect(await stage.wait { client.mediaStatus?.playerState == .playing })
            let other = stage.anotherSender()
            let known = stage.description(of: device)
            let session = try await stage.passing { try await other.start(.application("CC1AD845"), on: known) }
            let listener = MediaListener()
            client.add(listener)
            _ = try await stage.passing { try await session.media.pause() }
            #expect(await stage.wait { listener.calls.contains("status paused") })
            try await stage.passing { try await other.end(.leave) }
        }
    }

    @Test("Pending requests fail before the end of the session is reported", arguments: CastStage.Kind.allCases)
    func endsWithRequests(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let client = try #require(session.remoteMediaClient)
            let outcomes = Outcomes()
            let end = EndListener()
            end.onEnd = { outcomes.words.append("ended") }
            stage.sessions.add(end)
            let requests = [client.requestStatus(), client.loadMedia(try Self.media("film"))]
            for request in requests { request.delegate = outcomes }
            #expect(stage.sessions.endSession())
            #expect(await stage.wait { outcomes.words.contains("ended") })
            #expect(outcomes.words.count == 3 && outcomes.words.last == "ended")
            #expect(requests.allSatisfy { !$0.inProgress })
            #expect(!client.connected && client.mediaStatus == nil)
            #expect(await outcome(stage, client.play()) == "failed 12")
            stage.sessions.remove(end)
        }
    }
}

private final class EndListener: NSObject, GCKSessionManagerListener {
    var onEnd: () -> Void = {}

    func sessionManager(_ sessionManager: GCKSessionManager, didEnd session: GCKSession, withError error: (any Error)?)
    {
        onEnd()
    }
}
