import CastReceiver
import CastSender
import Foundation
import Testing

@testable import GoogleCast

/// Notes which calls a session gets, in their order.
@MainActor
private final class LifeListener: NSObject, GCKSessionManagerListener {
    private(set) var calls: [String] = []

    nonisolated override init() {}

    func forget() { calls = [] }

    func sessionManager(_ manager: GCKSessionManager, willStart session: GCKSession) { calls.append("willStart") }
    func sessionManager(_ manager: GCKSessionManager, didStart session: GCKSession) { calls.append("didStart") }
    func sessionManager(_ manager: GCKSessionManager, willEnd session: GCKSession) { calls.append("willEnd") }
    func sessionManager(_ manager: GCKSessionManager, didEnd session: GCKSession, withError error: (any Error)?) {
        calls.append(error == nil ? "didEnd" : "didEnd with error")
    }
    func sessionManager(
        _ manager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) { calls.append("didFailToStart") }
    func sessionManager(
        _ manager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) { calls.append("didSuspend") }
    func sessionManager(_ manager: GCKSessionManager, willResumeSession session: GCKSession) {
        calls.append("willResume")
    }
    func sessionManager(_ manager: GCKSessionManager, didResumeSession session: GCKSession) {
        calls.append("didResume")
    }
}

@Suite("Soak", .serialized)
@MainActor
struct SessionSoakTests {
    @Test("A thousand times start, play, lose, resume, end: the same calls each time, and nothing stays behind")
    func cycles() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let options = GCKCastOptions(
                discoveryCriteria: GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
            )
            await GCKCastContext.reset()
            #expect(GCKCastContext.create(options, stage.environment))
            let manager = GCKCastContext.sharedInstance().sessionManager
            let listener = LifeListener()
            manager.add(listener)
            let media = GCKMediaInformationBuilder(contentURL: URL(filePath: "/film.mp4")).build()
            var traces: [Trace] = []
            for cycle in 0..<1_000 {
                listener.forget()
                traces.append(try await Self.live(stage, manager, listener, media))
                let expected = ["willStart", "didStart", "didSuspend", "willResume", "didResume", "willEnd", "didEnd"]
                guard listener.calls == expected else {
                    Issue.record("cycle \(cycle): \(listener.calls)")
                    break
                }
            }
            // What a turn of the main thread lets go of is gone after it.
            _ = try await stage.wait { traces.allSatisfy(\.isGone) }
            #expect(traces.count { !$0.isGone } == 0, "sessions or their clients are still there")
            manager.remove(listener)
            await GCKCastContext.reset()
        }
    }

    /// What a life must not leave behind.
    private struct Trace {
        weak var session: GCKSession?
        weak var client: GCKRemoteMediaClient?
        weak var request: GCKRequest?

        var isGone: Bool { session == nil && client == nil && request == nil }
    }

    /// One session from its start to its end, with a loss in between.
    private static func live(
        _ stage: LegacyStage,
        _ manager: GCKSessionManager,
        _ listener: LifeListener,
        _ media: GCKMediaInformation
    ) async throws -> Trace {
        #expect(manager.startSession(with: stage.found))
        #expect(try await stage.wait { manager.hasConnectedCastSession() })
        let request = manager.currentSession?.remoteMediaClient?.loadMedia(media)
        let trace = Trace(
            session: manager.currentSession,
            client: manager.currentSession?.remoteMediaClient,
            request: request
        )
        #expect(try await stage.wait { stage.device.snapshot.media?.state == .playing })
        await stage.device.cutConnections()
        #expect(try await stage.wait { listener.calls.last == "didResume" })
        #expect(manager.endSessionAndStopCasting(true))
        #expect(try await stage.wait { manager.currentSession == nil && manager.connectionState == .disconnected })
        return trace
    }
}
