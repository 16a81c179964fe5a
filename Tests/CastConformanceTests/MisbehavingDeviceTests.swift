// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastTransport
import CastWire
import Testing

@testable import CastConformance

/// Runs against devices that do not answer, or answer with nonsense, over loopback TLS.
@Suite("Conformance runs with devices that misbehave", .timeLimit(.minutes(2)))
struct MisbehavingDeviceTests {
    /// Runs cases with limits that are shortened by a factor.
    private static func perform(
        _ only: String,
        at endpoint: CastEndpoint,
        patience: Double = 0.01,
        onResult: @Sendable (CaseResult) async -> Void = { _ in }
    ) async throws -> ConformanceReport {
        let server = try await MediaServer.start(configuration: .forDevices())
        // Port 9 is closed.
        var device = DeviceUnderTest(at: endpoint, httpPort: 9, server: server)
        device.patience = patience
        var options = ConformanceRun.Options()
        options.only = only
        let run = ConformanceRun(device, options: options)
        let result: Result<ConformanceReport, any Error>
        do { result = .success(try await run.perform(onResult: onResult)) } catch { result = .failure(error) }
        await server.close()
        let report = try result.get()
        #expect(report.results.map(\.id) == run.cases.map(\.id))
        return report
    }

    private static func received(_ report: ConformanceReport) -> [String] {
        report.results.compactMap { result in
            if case .differs(_, let received) = result.outcome { received } else { nil }
        }
    }

    private struct Example: Sendable, CustomTestStringConvertible {
        var behavior: MisbehavingDevice.Behavior
        /// A part of what the report says.
        var reason: String
        /// Whether the device never sends a whole message, so that the run ends early.
        var isMute: Bool
        var testDescription: String { "\(behavior)" }
    }

    private static let examples: [Example] = [
        Example(behavior: .silent, reason: "nothing", isMute: true),
        Example(behavior: .closes, reason: "the device closed the connection", isMute: true),
        Example(behavior: .cutsFrames, reason: "the device sent", isMute: true),
        Example(behavior: .sendsGarbage, reason: "the device sent", isMute: true),
        Example(behavior: .drips, reason: "nothing", isMute: true),
        Example(behavior: .floods, reason: "nothing like it", isMute: false),
        Example(behavior: .answersOthers, reason: "nothing like it", isMute: false),
    ]

    @Test("Each case has a result, in a bounded time, and the report can be written", arguments: examples)
    private func bounded(example: Example) async throws {
        let start = ContinuousClock.now
        let report = try await MisbehavingDevice.withDevice(example.behavior, except: [1: .honest]) { _, endpoint in
            try await Self.perform("RC0", at: endpoint)
        }
        #expect(start.duration(to: .now) < .seconds(60))
        #expect(!report.conforms)
        let received = Self.received(report)
        #expect(received.contains { $0.contains(example.reason) }, "\(received)")
        if example.isMute {
            #expect(received.count == ConformanceRun.silenceLimit)
            let reason = try #require(report.interruption)
            #expect(report.results.contains { $0.outcome == .skipped(reason: reason) })
        } else {
            #expect(received.count > ConformanceRun.silenceLimit)
            #expect(report.interruption == nil)
        }
        for text in [report.json, report.html, report.junit] { #expect(text.contains("RC01")) }
    }

    @Test("A device that claims what it cannot do differs, and ends no run")
    func lies() async throws {
        let report = try await MisbehavingDevice.withDevice(.lies, except: [1: .honest], offersMedia: true) {
            device,
            endpoint in
            let report = try await Self.perform("queue", at: endpoint, patience: 0.02)
            #expect(!device.stopped.isEmpty && Set(device.stopped) == [MisbehavingDevice.sessionID])
            return report
        }
        #expect(!report.conforms)
        #expect(report.remainder == nil)
    }

    @Test("After the third case in a row without an answer, the others are skipped")
    func disappears() async throws {
        let report = try await MisbehavingDevice.withDevice(.honest) { device, endpoint in
            try await Self.perform("LI", at: endpoint, patience: 1) { result in
                if result.id == "LI02" { await device.stop() }
            }
        }
        #expect(report.results.prefix(2).allSatisfy { $0.outcome == .passed }, "\(Self.received(report))")
        #expect(report.results[2..<5].allSatisfy { $0.verdict == .failed })
        let reason = try #require(report.interruption)
        #expect(reason.contains("accepted no connection"))
        #expect(report.results.dropFirst(5).allSatisfy { $0.outcome == .skipped(reason: reason) })
        #expect(!report.conforms)
        #expect(report.junit.contains("<system-err>") && report.html.contains(reason))
    }

    @Test("A device that restarts in between is examined further")
    func restarts() async throws {
        let report = try await MisbehavingDevice.withDevice(.honest) { device, endpoint in
            try await Self.perform("LI", at: endpoint, patience: 1) { result in
                switch result.id {
                case "LI02": await device.stop()
                case "LI04":
                    // A failure shows in the results.
                    _ = try? await device.start(at: endpoint)
                default: break
                }
            }
        }
        #expect(report.interruption == nil)
        #expect(report.results[2..<4].allSatisfy { $0.verdict == .failed })
        #expect(report.results.dropFirst(4).allSatisfy { $0.outcome == .passed }, "\(Self.received(report))")
    }

    @Test("What a case launched is stopped when the device is reachable again")
    func stopsLater() async throws {
        let report = try await MisbehavingDevice.withDevice(
            // The third connection is the one with which the case stops the app.
            .honest,
            except: [3: .closes],
            offersMedia: true
        ) { device, endpoint in
            let report = try await Self.perform("RC05", at: endpoint, patience: 0.1)
            #expect(device.stopped == [MisbehavingDevice.sessionID])
            return report
        }
        #expect(report.results.map(\.verdict) == [.passed])
        #expect(report.remainder == nil)
    }

    @Test("A launch without an answer is stopped as well")
    func stopsUnansweredLaunch() async throws {
        let report = try await MisbehavingDevice.withDevice(
            // The device launches the app, and does not say so.
            .honest,
            except: [2: .silent],
            offersMedia: true
        ) { device, endpoint in
            let report = try await Self.perform("RC05", at: endpoint, patience: 0.05)
            #expect(device.stopped == [MisbehavingDevice.sessionID])
            return report
        }
        #expect(report.remainder == nil)
    }

    @Test("An app that cannot be stopped is reported")
    func reportsRemainder() async throws {
        let report = try await MisbehavingDevice.withDevice(
            .closes,
            except: [1: .honest, 2: .honest],
            offersMedia: true
        ) { _, endpoint in try await Self.perform("RC05", at: endpoint, patience: 0.05) }
        let remainder = try #require(report.remainder)
        #expect(report.junit.contains(remainder) && report.html.contains(remainder))
    }

    @Test("Of a flood, a bounded number of messages and bytes is kept")
    func backlog() async throws {
        try await MisbehavingDevice.withDevice(.floods) { _, endpoint in
            let server = try await MediaServer.start(configuration: .forDevices())
            let context = CaseContext(DeviceUnderTest(at: endpoint, server: server))
            let connection = try await context.open()
            while connection.backlog.drops < 100 { try await Task.sleep(for: .milliseconds(5)) }
            let backlog = connection.backlog
            #expect(backlog.messages <= TestConnection.capacity)
            #expect(backlog.bytes <= TestConnection.byteCapacity)
            await context.end()
            await server.close()
        }
    }
}
