// SPDX-License-Identifier: Apache-2.0

import CastConformance
import CastReceiver
import Foundation
import Testing

@testable import GoogleCast

/// The GCK classes, judged as a sender over loopback TLS.
@MainActor
@Suite("Conformance of the GCK classes", .serialized, .timeLimit(.minutes(2)))
struct SenderConformanceTests {
    @Test("A session with media, volume and stop differs from no must and no should")
    func session() async throws {
        let conformance = SenderConformance()
        try await CastStage.perform(.loopbackTLS) { stage in
            var configuration = DeviceConfiguration(name: "Judge")
            configuration.observers = [conformance]
            let (_, device) = try await stage.found(configuration)
            let session = try await stage.started(on: device)
            let client = try #require(session.remoteMediaClient)
            let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
            builder.contentType = "video/mp4"
            builder.streamDuration = 60
            client.loadMedia(builder.build())
            try #require(await stage.wait { client.mediaStatus?.playerState == .playing })
            client.pause()
            try #require(await stage.wait { client.mediaStatus?.playerState == .paused })
            let options = GCKMediaSeekOptions()
            options.interval = 30
            client.seek(with: options)
            try #require(await stage.wait { client.approximateStreamPosition() >= 30 })
            session.setDeviceVolume(0.4)
            try #require(await stage.wait { abs(session.currentDeviceVolume - 0.4) < 0.01 })
            client.stop()
            try #require(await stage.wait { client.mediaStatus?.playerState == .idle || client.mediaStatus == nil })
            stage.sessions.endSessionAndStopCasting(true)
            try #require(await stage.wait { !stage.sessions.hasConnectedCastSession() })
        }
        let report = conformance.report()
        let differences = report.results.filter { [.failed, .finding].contains($0.verdict) }
        #expect(differences.map { "\($0.id) \($0.outcome)" } == [])
        let passed = Set(report.results.filter { $0.verdict == .passed }.map(\.id))
        #expect(passed.isSuperset(of: ["SC01", "SC02", "SR01", "SR04", "SL01", "SL07", "SM01", "SM03", "SM06"]))
    }
}
