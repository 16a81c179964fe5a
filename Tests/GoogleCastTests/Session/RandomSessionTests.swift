// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Random session sequences", .serialized)
struct RandomSessionTests {
    @Test(
        "S53 Every started session ends once, reports nothing afterward, and sessions do not overlap",
        arguments: 1...6
    )
    func schedules(_ seed: UInt64) async throws {
        try await CastStage.perform { stage in
            var random = Seeded(state: seed)
            let (device, listed) = try await stage.found()
            let (other, second) = try await stage.found(DeviceConfiguration(name: "Other TV"))
            let log = SessionLog(stage.context)
            var checker = SequenceChecker()
            log.onLine = { line, session in if let session { checker.record(line, of: session) } }
            for _ in 0..<120 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0, 1: stage.sessions.startSession(with: listed)
                case 2: stage.sessions.startSession(with: second)
                case 3: stage.sessions.endSession()
                case 4: stage.sessions.endSessionAndStopCasting(true)
                case 5: stage.sessions.suspendSession(with: .networkError)
                case 6: stage.context.applicationDidEnterBackground()
                case 7: stage.context.applicationWillEnterForeground()
                case 8: await device.cutConnections()
                case 9: await device.stopApplication()
                case 10: await other.cutConnections()
                default: await stage.pass(.seconds(20))
                }
                await stage.pass(.milliseconds(Int64.random(in: 0...400, using: &random)))
            }
            stage.context.applicationWillEnterForeground()
            await stage.pass(.seconds(30))
            stage.sessions.endSession()
            #expect(await stage.wait(within: .seconds(60)) { stage.sessions.currentSession == nil })
            await stage.pass(.seconds(1))
            #expect(checker.violations == [])
            #expect(checker.open == nil && checker.count > 5)
            #expect(stage.context.castState == .notConnected)
            log.stop()
        }
    }
}

/// Tracks the calls of each session, and records invalid sequences.
private struct SequenceChecker {
    private enum Stage { case starting, running, resuming, suspended, over }

    private var stages: [ObjectIdentifier: Stage] = [:]
    /// Retained, so that no new session gets the identity of an old one.
    private var sessions: [GCKSession] = []
    private var ending: Set<ObjectIdentifier> = []
    /// The session that is starting or running.
    private(set) var open: ObjectIdentifier?
    private(set) var violations: [String] = []

    var count: Int { stages.count }

    mutating func record(_ line: String, of session: GCKSession) {
        guard !line.contains("cast"), !line.hasPrefix("volume"), !line.hasPrefix("text"), !line.hasPrefix("device")
        else {
            return
        }
        let id = ObjectIdentifier(session)
        let word = String(line.prefix { $0 != " " })
        let stage = stages[id]
        switch (word, stage) {
        case ("willStart", nil), ("willResume", nil):
            sessions.append(session)
            if open != nil { violations.append("\(word) while another session is there") }
            open = id
            stages[id] = word == "willStart" ? .starting : .resuming
        case ("didStart", .starting), ("didResume", .resuming): stages[id] = .running
        case ("didFailToStart", .starting): close(id, .over)
        case ("didSuspend", .running): close(id, .suspended)
        case ("willEnd", .running), ("willEnd", .resuming), ("willEnd", .suspended):
            if !ending.insert(id).inserted { violations.append("willEnd twice") }
        case ("didEnd", .running), ("didEnd", .resuming), ("didEnd", .suspended):
            if !ending.contains(id) { violations.append("didEnd without willEnd") }
            close(id, .over)
        default: violations.append("\(word) while \(stage.map { "\($0)" } ?? "unknown")")
        }
    }

    private mutating func close(_ id: ObjectIdentifier, _ stage: Stage) {
        stages[id] = stage
        if open == id { open = nil }
    }
}

/// A generator whose numbers are the same for the same seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
