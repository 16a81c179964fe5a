// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Foundation
import Testing

private let playerID = ApplicationStatus.defaultMediaReceiverID

/// The events of a link, as text.
private final class Reports: Sendable {
    private let box = Collected<DeviceLink.Event>()

    var report: @Sendable (DeviceLink.Event) -> Void { { [box] in box.append($0) } }
    var all: [DeviceLink.Event] { box.all }

    /// Waits until the last event starts with the prefix.
    func end(with word: String, on stage: Stage) async throws -> Bool {
        try await stage.wait { self.words.last?.hasPrefix(word) ?? false }
    }

    /// All events except statuses, as text.
    var words: [String] {
        all.compactMap { event in
            switch event {
            case .connected: "connected"
            case .notConnected(let error): "notConnected(\(error.code))"
            case .suspended(let reason): "suspended(\(reason))"
            case .resumed(let session, _): "resumed(\(session == nil ? "nothing" : "session"))"
            case .disconnected(let reason): "disconnected(\(reason))"
            case .status: nil
            case .joined(let number, _, let isLaunched): "joined(\(number), \(isLaunched))"
            case .done(let number, _): "done(\(number))"
            case .failed(let number, let error): "failed(\(number), \(error.code))"
            case .sessionEnded(_, let reason): "sessionEnded(\(reason))"
            }
        }
    }
}

/// A thread-safe list of values in the order of arrival.
private final class Collected<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the values are accessed only while the lock is held.
    private let lock = NSLock()
    private var values: [Value] = []

    var all: [Value] { lock.withLock { values } }

    func append(_ value: Value) { lock.withLock { values.append(value) } }
}

@Suite("A device connection without an application", .serialized)
struct DeviceLinkScenarios {
    @Test("A link connects, launches, joins again, leaves, stops and disconnects", arguments: Stage.Kind.allCases)
    func life(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let reports = Reports()
            let link = stage.deviceLink(report: reports.report)
            await link.handle(.launch(playerID, LaunchOptions()), number: 1)
            #expect(reports.words == ["failed(1, connectionClosed)"])
            await link.connect()
            #expect(try await reports.end(with: "connected", on: stage))
            await link.handle(.launch(playerID, LaunchOptions()), number: 2)
            #expect(try await reports.end(with: "joined(2, true)", on: stage))
            await link.handle(.launch(playerID, LaunchOptions()), number: 3)
            #expect(try await reports.end(with: "joined(3, false)", on: stage))
            await link.leaveApplication()
            #expect(try await reports.end(with: "sessionEnded(left by this sender)", on: stage))
            await link.handle(.launch(playerID, LaunchOptions()), number: 4)
            #expect(try await reports.end(with: "joined(4", on: stage))
            await link.handle(.stop(sessionID: "wrong"), number: 5)
            #expect(try await reports.end(with: "failed(5", on: stage))
            await link.handle(.stop(sessionID: nil), number: 6)
            #expect(try await reports.end(with: "sessionEnded(stopped by this sender)", on: stage))
            #expect(reports.words.dropLast().last == "done(6)", "the result is reported before its consequences")
            await link.end(.leave)
            let isOver = try await reports.end(with: "disconnected(left by this sender)", on: stage)
            #expect(isOver)
            await link.close()
        }
    }

    @Test(
        "A lost connection resumes with its session, or without one if the application ended",
        arguments: Stage.Kind.allCases
    )
    func cut(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let reports = Reports()
            let link = stage.deviceLink(report: reports.report)
            await link.connect()
            #expect(try await reports.end(with: "connected", on: stage))
            await link.handle(.launch(playerID, LaunchOptions()), number: 1)
            #expect(try await reports.end(with: "joined(1, true)", on: stage))
            guard
                case .joined(_, let session, _)? = reports.all.last(where: {
                    if case .joined = $0 { true } else { false }
                })
            else {
                Issue.record("no session was joined")
                return
            }
            await stage.device.cutConnections()
            #expect(try await reports.end(with: "resumed(session)", on: stage))
            #expect(session.state == .running)
            #expect(reports.words.dropLast().last?.hasPrefix("suspended(") == true)

            try await stage.device.refuseConnections()
            await stage.device.cutConnections()
            #expect(try await reports.end(with: "suspended(", on: stage))
            await stage.device.stopApplication()
            try await stage.device.acceptConnections()
            #expect(try await reports.end(with: "resumed(nothing)", on: stage))
            await link.end(.disconnect)
            #expect(try await reports.end(with: "disconnected", on: stage))
            await link.close()
        }
    }

    @Test(
        "A device that stays unreachable is disconnected after the reconnection window",
        arguments: Stage.Kind.allCases
    )
    func gone(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let reports = Reports()
            let link = stage.deviceLink(reconnect: ReconnectPolicy(window: .seconds(2)), report: reports.report)
            await link.connect()
            #expect(try await reports.end(with: "connected", on: stage))
            try await stage.device.refuseConnections()
            await stage.device.cutConnections()
            #expect(try await reports.end(with: "disconnected(", on: stage))
            await link.close()
        }
    }

    @Test("A connection to an unreachable device reports one failure", arguments: Stage.Kind.allCases)
    func nobody(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let reports = Reports()
            let link = stage.deviceLink(to: CastEndpoint(host: "127.0.0.1", port: 1), report: reports.report)
            await link.connect()
            #expect(try await reports.end(with: "notConnected", on: stage))
            try await stage.pass(.milliseconds(200))
            #expect(reports.words == ["notConnected(connectFailed)"])
            await link.close()
        }
    }

    @Test("The background suspends the connection only if enabled", arguments: Stage.Kind.allCases, [true, false])
    func background(_ kind: Stage.Kind, isWanted: Bool) async throws {
        try await Stage.perform(kind) { stage in
            let reports = Reports()
            let link = stage.deviceLink(suspendsInBackground: isWanted, report: reports.report)
            await link.connect()
            #expect(try await reports.end(with: "connected", on: stage))
            await link.applicationDidEnterBackground()
            await link.applicationWillEnterForeground()
            if isWanted {
                #expect(try await reports.end(with: "resumed(nothing)", on: stage))
                #expect(reports.words.dropLast().last == "suspended(the application went to the background)")
            } else {
                try await stage.pass(.milliseconds(200))
                #expect(reports.words == ["connected"])
            }
            await link.close()
        }
    }
}
