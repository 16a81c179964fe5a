// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let playerID = "CC1AD845"

@Suite("2.x: media control channel", .serialized)
@MainActor
struct LegacyMediaTests {
    /// A media control channel that is connected to the media receiver.
    @available(*, deprecated, message: "tests deprecated API")
    private struct Player {
        let manager: GCKDeviceManager
        let channel: GCKMediaControlChannel
        let recorder: LegacyRecorder
    }

    @available(*, deprecated, message: "tests deprecated API")
    private func player(_ stage: LegacyStage) async throws -> Player {
        let manager = GCKDeviceManager(
            device: stage.found,
            clientPackageName: "org.example.app",
            ignoreAppStateNotifications: true
        )
        let channel = GCKMediaControlChannel()
        let recorder = LegacyRecorder()
        manager.delegate = recorder
        manager.connect()
        #expect(try await stage.wait { manager.connectionState == .connected })
        manager.launchApplication(playerID)
        #expect(try await stage.wait { manager.applicationConnectionState == .connected })
        channel.delegate = recorder
        let isAdded = manager.add(channel)
        #expect(isAdded && channel.isConnected && channel.deviceManager === manager)
        recorder.forget()
        return Player(manager: manager, channel: channel, recorder: recorder)
    }

    @available(*, deprecated, message: "tests deprecated API")
    private func film(_ name: String = "film") -> GCKMediaInformation {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString("A film", forKey: kGCKMetadataKeyTitle)
        metadata.setString("of a minute", forKey: kGCKMetadataKeySubtitle)
        metadata.addImage(GCKImage(url: URL(filePath: "/image.png"), width: 200, height: 100))
        return GCKMediaInformation(
            contentID: "http://192.0.2.1/\(name).mp4",
            streamType: .none,
            contentType: "video/mp4",
            metadata: metadata,
            streamDuration: 123,
            customData: ["own": 1]
        )
    }

    @available(*, deprecated, message: "tests deprecated API")
    private func end(_ player: Player, _ stage: LegacyStage) async throws {
        player.manager.disconnect()
        let isOver = try await stage.wait { player.recorder.calls.last == "disconnected" }
        #expect(isOver && player.channel.mediaStatus == nil && !player.channel.isConnected)
        #expect(player.channel.approximateStreamPosition() == 0)
    }

    @Test("G19 a channel requests the media status when it connects", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func statusByItself(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let first = try await player(stage)
            first.channel.loadMedia(film())
            #expect(try await stage.wait { first.channel.mediaStatus?.playerState == .playing })
            let second = try await player(stage)
            #expect(try await stage.wait { second.channel.mediaStatus?.playerState == .playing })
            #expect(second.channel.mediaStatus?.mediaInformation?.contentID == "http://192.0.2.1/film.mp4")
            #expect(second.channel.timeSinceLastMediaStatusUpdate >= 0)
            try await end(first, stage)
            try await end(second, stage)
        }
    }

    @Test(
        "G20 without media, or with arguments that cannot be sent, no request is made",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func refusals(_ kind: LegacyStage.Kind) async throws {
        let unconnected = GCKMediaControlChannel()
        #expect(unconnected.loadMedia(film()) == kGCKInvalidRequestID)
        #expect(unconnected.lastError?.code == GCKErrorCode.channelNotConnected.rawValue)
        try await LegacyStage.perform(kind) { stage async throws in
            let player = try await player(stage)
            let channel = player.channel
            let ids = [
                channel.pause(), channel.play(), channel.stop(), channel.seek(toTimeInterval: 1),
                channel.setActiveTrackIDs(nil), channel.setTextTrackStyle(nil), channel.setStreamVolume(1),
                channel.setStreamMuted(true), channel.queueNextItem(), channel.queuePreviousItem(),
                channel.queueJumpToItem(withID: 1), channel.queueSetRepeatMode(.all),
                channel.queueRemoveItem(withID: 1), channel.queueMoveItem(withID: 1, beforeItemWithID: 2),
            ]
            #expect(Set(ids) == [kGCKInvalidRequestID])
            #expect(channel.lastError?.code == GCKErrorCode.noMediaSession.rawValue)
            #expect(channel.queueLoad([], start: 0, repeatMode: .off) == kGCKInvalidRequestID)
            #expect(channel.lastError?.code == GCKErrorCode.invalidRequest.rawValue)
            let unsendable = channel.loadMedia(film(), autoplay: true, playPosition: 0, customData: Date())
            #expect(unsendable == kGCKInvalidRequestID)
            #expect(channel.lastError?.code == GCKErrorCode.invalidRequest.rawValue)
            #expect(channel.requestStatus() != kGCKInvalidRequestID && channel.lastError == nil)
            #expect(stage.device.snapshot.media == nil)
            try await end(player, stage)
        }
    }

    @Test(
        "G21 a load reports its status before it completes; then pause and seek",
        arguments: LegacyStage.Kind.allCases
    )
    @available(*, deprecated, message: "tests deprecated API")
    func load(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let player = try await player(stage)
            let (channel, recorder) = (player.channel, player.recorder)
            let id = channel.loadMedia(film(), autoplay: true, playPosition: 0)
            #expect(try await stage.wait { recorder.calls.contains("request \(id) completed") })
            let loaded = try #require(recorder.calls.firstIndex { $0.hasPrefix("loaded ") })
            #expect(recorder.calls[loaded] == "loaded \(channel.mediaStatus?.mediaSessionID ?? -1)")
            #expect(recorder.calls[loaded + 1] == "request \(id) completed")
            let status = try #require(recorder.calls.firstIndex(of: "status"))
            let metadata = try #require(recorder.calls.firstIndex(of: "metadata"))
            #expect(status < metadata && metadata < loaded)
            #expect(try await stage.wait { channel.mediaStatus?.playerState == .playing })
            let media = try #require(channel.mediaStatus?.mediaInformation)
            #expect(
                media.metadata?.string(forKey: kGCKMetadataKeySubtitle) == "of a minute"
            )
            #expect(media.metadata?.images().count == 1)
            #expect((media.customData as? [String: Int]) == ["own": 1])

            channel.pause()
            #expect(try await stage.wait { channel.mediaStatus?.playerState == .paused })
            recorder.forget()
            channel.seek(toTimeInterval: 60.0)
            #expect(try await stage.wait { channel.approximateStreamPosition() == 60 })
            #expect(recorder.calls.contains("status"))
            try await end(player, stage)
        }
    }

    @Test("G22 a second seek replaces the first; G23 a canceled request is reported once")
    @available(*, deprecated, message: "tests deprecated API")
    func replaced() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let player = try await player(stage)
            let (channel, recorder) = (player.channel, player.recorder)
            channel.loadMedia(film())
            #expect(try await stage.wait { channel.mediaStatus?.playerState == .playing })
            await stage.device.faults.add(Fault(.delay(.milliseconds(200)), on: .init(namespace: .media)))
            let first = channel.seek(toTimeInterval: 10)
            let second = channel.seek(toTimeInterval: 20, resumeState: .pause)
            #expect(try await stage.wait { recorder.calls.contains("request \(second) completed") })
            #expect(recorder.calls.contains("request \(first) replaced"))

            let third = channel.seek(toTimeInterval: 30)
            #expect(channel.cancelRequest(withID: third))
            #expect(!channel.cancelRequest(withID: third) && !channel.cancelRequest(withID: -1))
            try await stage.pass(.seconds(1))
            #expect(recorder.calls.filter { $0.hasPrefix("request \(third) ") } == ["request \(third) cancelled"])
            try await end(player, stage)
        }
    }

    @Test("G24 a load that fails delivers the receiver's custom data", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func failedLoad(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let player = try await player(stage)
            await stage.device.faults.add(
                .failNext("LOAD", with: ["type": "LOAD_FAILED", "customData": ["why": "no"]])
            )
            let id = player.channel.loadMedia(film())
            #expect(try await stage.wait { player.recorder.calls.contains("request \(id) failed") })
            #expect(player.recorder.calls.suffix(2) == ["failedToLoad", "request \(id) failed"])
            let data = player.recorder.errors.last?.userInfo[kGCKErrorCustomDataKey] as? [String: String]
            #expect(data == ["why": "no"])
            try await end(player, stage)
        }
    }

    @Test("G25 changes by another sender are reported", arguments: LegacyStage.Kind.allCases)
    @available(*, deprecated, message: "tests deprecated API")
    func otherSender(_ kind: LegacyStage.Kind) async throws {
        try await LegacyStage.perform(kind) { stage async throws in
            let first = try await player(stage)
            first.channel.loadMedia(film())
            #expect(try await stage.wait { first.channel.mediaStatus?.playerState == .playing })
            let second = try await player(stage)
            #expect(try await stage.wait { second.channel.mediaStatus != nil })
            first.recorder.forget()
            second.channel.pause()
            #expect(try await stage.wait { first.channel.mediaStatus?.playerState == .paused })
            #expect(first.recorder.calls.contains("status"))
            try await end(first, stage)
            try await end(second, stage)
        }
    }

    @Test("G27 the queue methods work under their current and their deprecated names")
    @available(*, deprecated, message: "tests deprecated API")
    func queues() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let player = try await player(stage)
            let channel = player.channel
            let items = (1...3).map { number in
                let item = GCKMediaQueueItemBuilder()
                item.mediaInformation = film("\(number)")
                return item.build()
            }
            channel.queueLoadItems(items, start: 1, repeatMode: .off)
            #expect(try await stage.wait { channel.mediaStatus?.queueItemCount == 3 })
            #expect(player.recorder.calls.contains("queue"))
            #expect(try await stage.wait { stage.device.snapshot.media?.url.hasSuffix("2.mp4") == true })
            let spellings = [
                channel.queueLoad(items, start: 0, repeatMode: .off),
                channel.queueLoad(items, start: 0, repeatMode: .off, customData: nil),
                channel.queueInsertItems(items, beforeItemWithID: kGCKMediaQueueInvalidItemID),
                channel.queueInsert(items, beforeItemWithID: kGCKMediaQueueInvalidItemID),
                channel.queueInsert(items[0], beforeItemWithID: 4711),
            ]
            #expect(!spellings.contains(kGCKInvalidRequestID))
            #expect(try await stage.wait { channel.mediaStatus?.queueItemCount == 3 || channel.mediaStatus == nil })
            channel.queueLoad(items, start: 0, playPosition: 5, repeatMode: .all, customData: nil)
            #expect(try await stage.wait { channel.mediaStatus?.queueRepeatMode == .all })
            channel.queueNextItem()
            #expect(try await stage.wait { stage.device.snapshot.media?.url.hasSuffix("2.mp4") == true })
            channel.queueUpdateItems([])
            #expect(channel.lastError?.code == GCKErrorCode.invalidRequest.rawValue)
            try await end(player, stage)
        }
    }

    @Test(
        "the old media initializer equals the longer one without tracks and style; the constant has its older name"
    )
    @available(*, deprecated, message: "tests deprecated API")
    func deprecatedInitializers() {
        let long = GCKMediaInformation(
            contentID: "id",
            streamType: .buffered,
            contentType: "video/mp4",
            metadata: nil,
            streamDuration: 3,
            mediaTracks: nil,
            textTrackStyle: nil,
            customData: nil
        )
        let short = GCKMediaInformation(
            contentID: "id",
            streamType: .buffered,
            contentType: "video/mp4",
            metadata: nil,
            streamDuration: 3,
            customData: nil
        )
        #expect(short == long)
        #expect(kGCKMediaDefaultReceiverApplicationID == "CC1AD845")
    }
}
