// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import Testing

@testable import CastConformance

/// The async API, judged over loopback TLS.
@Suite("The package's own sender is judged", .timeLimit(.minutes(2)))
struct OwnSenderTests {
    /// Reports a video of one minute for every URL.
    private struct Film: MediaInspector {
        func inspect(_ item: PlayerItem) async -> MediaInspection {
            .playable(MediaMetadataFacts(duration: 60), kind: .video)
        }
    }

    private static func perform(
        _ conformance: SenderConformance,
        _ body: (VirtualDevice) async throws -> Void
    ) async throws -> ConformanceReport {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let identity = try TLSIdentity.selfSigned(commonName: "judge", key: TLSPrivateKey())
        var configuration = DeviceConfiguration(name: "Judge")
        configuration.observers = [conformance]
        let device = try await VirtualDevice.start(
            configuration,
            acceptor: CastTLSAcceptor(group: eventLoop, identity: identity),
            at: CastEndpoint(host: "127.0.0.1", port: 0),
            on: eventLoop
        ) { ClockPlayer(eventLoop: eventLoop, inspector: Film()) }
        let result: Result<Void, any Error>
        do { result = .success(try await body(device)) } catch { result = .failure(error) }
        let report = conformance.report()
        await device.close()
        try result.get()
        return report
    }

    private static func media(_ name: String) -> MediaInformation {
        MediaInformation(fields: [
            "contentId": .string("http://127.0.0.1:9/\(name).mp4"), "contentType": "video/mp4",
            "streamType": "BUFFERED",
        ])
    }

    /// What differs, except from a `may`.
    private static func differences(_ report: ConformanceReport) -> [String] {
        report.results.filter { [.failed, .finding].contains($0.verdict) }.map { "\($0.id) \($0.outcome)" }
    }

    @Test("The async API differs from no must and no should")
    func asyncAPI() async throws {
        let report = try await Self.perform(SenderConformance()) { device in
            try await CastConnection.withConnection(to: device.endpoint) { connection in
                let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
                _ = try await session.media.load(Self.media("film"))
                _ = try await session.media.waitUntilPlaying()
                _ = try await session.media.pause()
                _ = try await session.media.seek(to: 30)
                _ = try await session.media.setStreamVolume(0.5)
                _ = try await session.media.play()
                _ = try await connection.setVolume(0.3)
                _ = try await session.media.insert([QueueItem(media: Self.media("next"))])
                _ = try await session.media.next()
                // The user at the device, and the end of the app by the device.
                await device.remote.pause()
                _ = try await session.media.stop()
                try await session.stop()
            }
        }
        #expect(Self.differences(report) == [])
        #expect(report.sender?.userAgent == "swift-cast")
        let passed = Set(report.results.filter { $0.verdict == .passed }.map(\.id))
        #expect(passed.isSuperset(of: ["SC01", "SC02", "SR01", "SR04", "SL01", "SM01", "SM03", "SM06", "SQ01"]))
    }

    @Test("The async API goes on after unusual answers")
    func unusualAnswers() async throws {
        let report = try await Self.perform(SenderConformance()) { device in
            let status = Fault.Filter(direction: .outbound, namespace: .receiver, type: "RECEIVER_STATUS")
            await device.faults.add(Fault(.follow(["type": "CONFORMANCE_PROBE", "requestId": 0]), on: status))
            await device.faults.add(
                Fault(.rewrite([MessageEdit(.set([1]), at: "status.conformanceProbe")]), on: status)
            )
            await device.faults.add(Fault(.duplicate(copies: 1), on: status))
            try await CastConnection.withConnection(to: device.endpoint) { connection in
                let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
                await device.faults.add(
                    Fault(
                        .rewrite([MessageEdit(.text, at: "requestId")]),
                        on: .init(direction: .outbound, namespace: .media)
                    )
                )
                _ = try await session.media.load(Self.media("film"))
                _ = try await session.media.pause()
                // So long after the last answer, a request shows that the connection goes on.
                try await Task.sleep(for: .milliseconds(300))
                _ = try await connection.refreshStatus()
            }
        }
        #expect(Self.differences(report) == [])
        let passed = Set(report.results.filter { $0.verdict == .passed }.map(\.id))
        #expect(passed.isSuperset(of: ["SO01", "SO02", "SO03", "SO04", "SO06"]))
    }

    @Test("A run ends a while after the sender has gone, and its faults are removed")
    func run() async throws {
        let conformance = SenderConformance(provokes: true, returnLimit: .milliseconds(500))
        let report = try await Self.perform(conformance) { device in
            let connection = try await CastConnection.open(to: device.endpoint)
            async let ran: Void = conformance.run(on: device, for: .seconds(60))
            while conformance.provocation == nil { try await Task.sleep(for: .milliseconds(10)) }
            while await device.faults.active.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            await connection.close()
            let start = ContinuousClock.now
            await ran
            #expect(ContinuousClock.now - start >= .milliseconds(400))
            #expect(await device.faults.active.isEmpty)
        }
        #expect(Self.differences(report) == [])
        #expect(report.results.contains { $0.id == "SC01" && $0.verdict == .passed })
    }
}
