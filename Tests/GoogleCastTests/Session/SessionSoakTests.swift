// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import Foundation
import Testing

@testable import GoogleCast

/// Records the calls for a session, in order.
@MainActor
private final class SessionCallRecorder: NSObject, GCKSessionManagerListener {
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
    @Test("A thousand cycles of start, play, loss, resumption and end: the same calls each time, and no leaks")
    func cycles() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let options = GCKCastOptions(
                discoveryCriteria: GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
            )
            await GCKCastContext.reset()
            #expect(GCKCastContext.create(options, stage.environment))
            let manager = GCKCastContext.sharedInstance().sessionManager
            let listener = SessionCallRecorder()
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
            // Objects that the main thread releases in this turn are gone after it.
            _ = try await stage.wait { traces.allSatisfy(\.isGone) }
            #expect(traces.count { !$0.isGone } == 0, "sessions or their clients are leaked")
            manager.remove(listener)
            await GCKCastContext.reset()
        }
    }

    /// Weak references to the objects of a session.
    private struct Trace {
        weak var session: GCKSession?
        weak var client: GCKRemoteMediaClient?
        weak var request: GCKRequest?

        var isGone: Bool { session == nil && client == nil && request == nil }
    }

    /// Runs one session from start to end, with a connection loss in between.
    private static func live(
        _ stage: LegacyStage,
        _ manager: GCKSessionManager,
        _ listener: SessionCallRecorder,
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
