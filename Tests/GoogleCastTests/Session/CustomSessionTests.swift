// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Sessions of an app's own provider", .serialized)
struct CustomSessionTests {
    @Test("S52 S53 A session that is interrupted before it has started fails to start and is not suspended")
    func interruptedStart() async throws {
        try await CastStage.perform { stage in
            let (lamps, lamp) = Self.publishLamp(stage)
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: lamp))
            let session = try #require(lamps.sessions.last)
            session.notifyDidEndWithError(GCKError(code: .networkError), willTryToResume: true)
            #expect(log.lifecycle == ["CS connecting", "willStart", "CS notConnected", "didFailToStart 1"])
            #expect(stage.sessions.currentSession == nil)
            #expect(!stage.sessions.endSession(), "no session is suspended")
            log.clear()
            #expect(stage.sessions.startSession(with: lamp))
            #expect(log.lifecycle == ["CS connecting", "willStart"])
            #expect(lamps.sessions.count == 2 && lamps.sessions.last?.sessionID == nil)
            log.stop()
        }
    }

    @Test("S52 S53 A session that is interrupted before it has resumed ends with the error")
    func interruptedResumption() async throws {
        try await CastStage.perform { stage in
            let (lamps, lamp) = Self.publishLamp(stage)
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: lamp))
            let session = try #require(lamps.sessions.last)
            session.notifyDidStart(withSessionID: "s1")
            session.notifyDidEndWithError(nil, willTryToResume: true)
            #expect(log.lifecycle.last == "didSuspend 2")
            log.clear()
            #expect(stage.sessions.startSession(with: lamp))
            let resumed = try #require(lamps.sessions.last)
            #expect(resumed !== session && resumed.sessionID == "s1")
            resumed.notifyDidEndWithError(GCKError(code: .networkError), willTryToResume: true)
            #expect(log.lifecycle == ["CS connecting", "willResume", "willEnd", "CS notConnected", "didEnd 1"])
            #expect(!stage.sessions.endSession(), "no session is suspended")
            log.stop()
        }
    }

    @Test("S52 A start that fails with an error of the app keeps its description and the error itself")
    func appError() async throws {
        try await CastStage.perform { stage in
            let (lamps, lamp) = Self.publishLamp(stage)
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: lamp))
            try #require(lamps.sessions.last).notifyDidEndWithError(LampError.burnedOut, willTryToResume: false)
            #expect(log.lifecycle.last == "didFailToStart \(GCKErrorCode.unknown.rawValue)")
            let error = try #require(log.error)
            #expect(error.localizedDescription == "The lamp is burned out.")
            #expect(error.userInfo[NSUnderlyingErrorKey] as? LampError == .burnedOut)
            log.stop()
        }
    }

    /// Creates the context with a provider of one lamp.
    private static func publishLamp(_ stage: CastStage) -> (LampProvider, GCKDevice) {
        stage.begin()
        let lamps = LampProvider(deviceCategory: "lamp")
        stage.context.register(lamps)
        let lamp = lamps.createDevice(
            withID: "1",
            networkAddress: GCKNetworkAddress(iPv4Address: "192.0.2.9"),
            servicePort: 1
        )
        lamps.notifyDidPublishDevice(lamp)
        return (lamps, lamp)
    }
}

private enum LampError: LocalizedError {
    case burnedOut

    var errorDescription: String? { "The lamp is burned out." }
}

/// A provider that records its sessions.
private final class LampProvider: GCKDeviceProvider {
    private(set) var sessions: [GCKSession] = []

    override func startDiscovery() { notifyDidStartDiscovery() }

    override func stopDiscovery() {}

    override func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]?
    ) -> GCKSession {
        let session = LampSession(device: device, traits: nil, sessionID: sessionID, sessionOptions: sessionOptions)
        sessions.append(session)
        return session
    }
}

/// A session that reports its results only when the test calls the `notify` methods.
private final class LampSession: GCKSession {
    override func start() {}

    override func end(with action: GCKSessionEndAction) {}
}
