// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import GoogleCast

/// Round trips of the model through the virtual device, which does not use this module.
@Suite("The model on a device")
struct ModelOnDeviceTests {
    enum Kind: CaseIterable, Sendable {
        case memory, loopbackTLS
    }

    /// Reports a video of one minute for every URL.
    private struct Film: MediaInspector {
        func inspect(_ item: PlayerItem) async -> MediaInspection {
            .playable(MediaMetadataFacts(duration: 60), kind: .video)
        }
    }

    /// Loads on a new device. Returns the media status once it plays.
    private func load(_ data: GCKMediaLoadRequestData, on kind: Kind) async throws -> MediaStatus {
        let time = kind == .memory ? ManualTime() : nil
        let eventLoop: any EventLoop = time?.eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        let acceptor: any CastAcceptor
        let environment: ConnectionEnvironment
        if let time {
            let network = CastMemoryNetwork(eventLoop: time.eventLoop)
            let start = ContinuousClock.now
            acceptor = network
            environment = ConnectionEnvironment(
                connector: network,
                eventLoop: time.eventLoop,
                now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) }
            )
        } else {
            let identity = try TLSIdentity.selfSigned(commonName: "model", key: TLSPrivateKey())
            acceptor = try CastTLSAcceptor(group: eventLoop, identity: identity)
            environment = .standard
        }
        let device = try await VirtualDevice.start(
            DeviceConfiguration(name: "Model TV"),
            acceptor: acceptor,
            at: kind == .memory ? CastEndpoint(host: "model.memory") : CastEndpoint(host: "127.0.0.1", port: 0),
            on: eventLoop
        ) { ClockPlayer(eventLoop: eventLoop, inspector: Film()) }
        let request = try data.wire()
        return try await passing(time) {
            let connection = try await CastConnection.open(
                to: CastDevice(at: device.endpoint),
                options: ConnectionOptions(),
                environment: environment
            )
            let session = try await connection.launch(kGCKDefaultMediaReceiverApplicationID)
            _ = try await session.media.load(request)
            let snapshot = try await session.media.waitUntilPlaying()
            await connection.close()
            await device.close()
            return snapshot.status
        }
    }

    /// Advances the manual clock until an operation completes.
    private func passing<Value: Sendable>(
        _ time: ManualTime?,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let time else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                while !Task.isCancelled { await time.advance(by: .milliseconds(50)) }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let value = result { return value }
            }
            throw CancellationError()
        }
    }

    @Test("Media with all properties comes back from the device unchanged", arguments: Kind.allCases)
    func media(_ kind: Kind) async throws {
        let builder = GCKMediaInformationBuilder(mediaInformation: Sample.media)
        builder.streamType = .buffered
        builder.streamDuration = 60
        builder.adBreaks = nil
        builder.adBreakClips = nil
        let media = builder.build()
        let data = GCKMediaLoadRequestDataBuilder()
        data.mediaInformation = media
        data.startTime = 5
        let status = try await load(data.build(), on: kind)
        let reported = try #require(GCKMediaInformation.received(status.media))
        #expect(reported == media)
        #expect(
            reported.metadata?.date(forKey: kGCKMetadataKeyReleaseDate) == Date(timeIntervalSince1970: 1_207_785_600)
        )
        #expect(GCKMediaPlayerState(status.playerState) == .playing)
    }

    @Test("A queue comes back from the device unchanged, with IDs for its items", arguments: Kind.allCases)
    func queue(_ kind: Kind) async throws {
        let items = (0..<3).map { index in
            let media = GCKMediaInformationBuilder(contentURL: URL(string: "https://example.com/\(index).mp4")!)
            media.contentID = "film \(index)"
            media.metadata = Sample.metadata
            media.streamDuration = 60
            let item = GCKMediaQueueItemBuilder()
            item.mediaInformation = media.build()
            item.preloadTime = 20
            item.customData = ["index": index]
            return item.build()
        }
        let queue = GCKMediaQueueDataBuilder(queueType: .tvSeries)
        queue.items = items
        queue.name = "Series"
        queue.repeatMode = .all
        queue.startIndex = 1
        let data = GCKMediaLoadRequestDataBuilder()
        data.queueData = queue.build()
        let status = try await load(data.build(), on: kind)
        let reported = (status.items ?? []).compactMap(GCKMediaQueueItem.received)
        #expect(reported.count == 3 && Set(reported.map(\.itemID)).count == 3)
        #expect(!reported.contains { $0.itemID == kGCKMediaQueueInvalidItemID })
        for item in reported { item.clearItemID() }
        #expect(reported == items)
        #expect(GCKMediaRepeatMode(status.repeatMode) == .all)
        #expect(GCKMediaQueueData.received(status.queueData)?.name == "Series")
        #expect(GCKMediaInformation.received(status.media)?.contentID == "film 1")
    }
}
