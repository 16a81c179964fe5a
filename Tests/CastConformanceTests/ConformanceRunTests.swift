// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastReceiver
import CastSender
import CastTransport
import CastWire
import MulticastDNS
import Testing

@testable import CastConformance

/// Runs of the cases against virtual devices over loopback TLS.
@Suite("Conformance runs", .timeLimit(.minutes(5)))
struct ConformanceRunTests {
    #if os(Linux)
    private static let loopback = "lo"
    #else
    private static let loopback = "lo0"
    #endif

    private static func perform(
        _ only: String?,
        profile: DeviceProfile? = nil,
        cases: [String]? = nil,
        before prepare: (VirtualDevice) async throws -> Void = { _ in },
        after check: (VirtualDevice) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        var configuration = DeviceConfiguration(
            name: "Secret Kitchen",
            port: 0,
            httpPort: 0,
            httpsPort: nil,
            interfaces: .named([loopback]),
            advertises: false
        )
        configuration.profile = profile
        return try await VirtualDevice.withDevice(configuration) { device in
            try await prepare(device)
            let server = try await MediaServer.start(configuration: .forDevices())
            let port = device.pageURL?.split(separator: ":").last.flatMap { Int($0.dropLast()) }
            var options = ConformanceRun.Options()
            options.only = only
            options.changesVolume = true
            // The app that a follower of a group lists is no reason to leave the device alone.
            options.interrupts = profile?.idle == .follower
            let run = ConformanceRun(
                DeviceUnderTest(at: device.endpoint, httpPort: try #require(port), server: server),
                options: options
            )
            let report: Result<ConformanceReport, ConformanceError>
            do throws(ConformanceError) {
                let chosen = cases.map { ids in ConformanceCase.all.filter { ids.contains($0.id) } }
                report = .success(try await run.perform(chosen ?? run.cases))
            } catch {
                report = .failure(error)
            }
            await server.close()
            check(device)
            return try report.get()
        }
    }

    private static func differences(_ report: ConformanceReport) -> [String] {
        report.results.compactMap { result in
            guard case .differs(let expected, let received) = result.outcome else { return nil }
            return "\(result.id) \(result.level): expected \(expected), received \(received)"
        }
    }

    @Test("The virtual device differs from no statement")
    func virtualDevice() async throws {
        let areas = ConformanceCase.Area.allCases.filter { $0 != .discovery }
        // Each on a device of its own, because the cases mostly wait.
        try await withThrowingTaskGroup(of: (ConformanceCase.Area, ConformanceReport).self) { group in
            for area in areas { group.addTask { (area, try await Self.perform(area.rawValue)) } }
            for try await (area, report) in group {
                #expect(!report.results.isEmpty, "\(area)")
                #expect(Self.differences(report) == [], "\(area)")
            }
        }
    }

    @Test("The virtual device differs from no statement about what it announces")
    func announced() async throws {
        let configuration = DeviceConfiguration(
            name: "Announced Kitchen",
            port: 0,
            httpPort: 0,
            httpsPort: nil,
            interfaces: .named([Self.loopback])
        )
        try await VirtualDevice.withDevice(configuration) { device in
            let record = try await DeviceBrowser.withBrowser(interfaces: .named([Self.loopback])) { browser in
                try await browser.find(device.id, timeout: .seconds(20))
            }
            let server = try await MediaServer.start(configuration: .forDevices())
            var options = ConformanceRun.Options()
            options.only = "discovery"
            let run = ConformanceRun(
                DeviceUnderTest(at: device.endpoint, record: record, server: server),
                options: options
            )
            let result: Result<ConformanceReport, ConformanceError>
            do throws(ConformanceError) {
                result = .success(try await run.perform())
            } catch {
                result = .failure(error)
            }
            await server.close()
            let report = try result.get()
            // The port of a virtual device in a test is not 8009, which describes the device.
            #expect(Self.differences(report).filter { !$0.hasPrefix("DI09 ") } == [])
            #expect(report.results.filter { $0.verdict == .skipped }.map(\.id) == [])
            #expect(report.count(.passed) >= 25)
        }
    }

    /// The cases of the platform and of media that take less than a second.
    private static let shortCases = [
        "RC01", "RC02", "RC05", "RC06", "RC08", "RC09", "RC11", "RC12", "RC13", "RC15", "RC17", "RC19", "RC21", "RC22",
        "RC23",
        "ME01", "ME02", "ME03", "ME04", "ME05", "ME06", "ME07", "ME08", "ME09", "ME10", "ME13", "ME15", "ME16", "ME19",
        "ME20",
        "ME22",
    ]

    @Test(
        "A device with a profile fails the cases that the profile states, and no other",
        arguments: DeviceProfile.builtIn
    )
    func profiles(_ profile: DeviceProfile) async throws {
        var quick = profile
        // The cases do not depend on the delays, which would add up.
        quick.delays = [:]
        let report = try await Self.perform(nil, profile: quick, cases: Self.shortCases)
        #expect(report.results.count == Self.shortCases.count)
        let failed = report.results.filter { $0.verdict == .failed }.map(\.id)
        let stated = profile.knownDifferences.map(\.caseID)
        #expect(Set(failed) == Set(stated).intersection(Self.shortCases), "\(Self.differences(report))")
        #expect(Set(stated).isSubset(of: Set(ConformanceCase.all.map(\.id))))
        #expect(report.device.model == profile.device.model)
    }

    @Test("A device that answers otherwise is reported, by the level of the statement")
    func differs() async throws {
        let failed = try await Self.perform("RC05") { device in
            await device.faults.add(.failNext("LAUNCH", with: ["type": "LAUNCH_ERROR", "reason": "NOT_FOUND"]))
        }
        #expect(failed.results.map(\.verdict) == [.failed] && !failed.conforms)
        guard case .differs(_, let received)? = failed.results.first?.outcome else {
            Issue.record("no difference")
            return
        }
        #expect(received.contains("LAUNCH_ERROR"))
        let finding = try await Self.perform("RC14") { device in
            await device.faults.add(.failNext("STOP", with: ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"]))
        }
        #expect(finding.results.map(\.verdict) == [.finding] && finding.conforms)
    }

    @Test("A device in use is not disturbed")
    func inUse() async throws {
        let error = await #expect(throws: ConformanceError.self) {
            try await Self.perform("RC01") { device in
                try await device.launchApplication("CC1AD845")
            } after: { device in
                #expect(device.snapshot.application?.appID == "CC1AD845")
            }
        }
        guard case .inUse = error else {
            Issue.record("unexpected error: \(String(describing: error))")
            return
        }
    }

    @Test("Nothing runs afterwards, and the volume is as before")
    func leavesNothing() async throws {
        var before: DeviceSnapshot?
        let report = try await Self.perform("RC") { device in
            before = device.snapshot
        } after: { device in
            #expect(device.snapshot.application == nil)
            #expect(device.snapshot.volumeLevel == before?.volumeLevel)
        }
        #expect(report.count(.passed) > 20)
        #expect(before != nil)
    }

    @Test("A run that is canceled stops the app that it launched, and reports no half of a case")
    func canceled() async throws {
        let configuration = DeviceConfiguration(
            name: "Kitchen",
            port: 0,
            httpPort: nil,
            interfaces: .named([Self.loopback]),
            advertises: false
        )
        try await VirtualDevice.withDevice(configuration) { device in
            let server = try await MediaServer.start(configuration: .forDevices())
            var options = ConformanceRun.Options()
            options.only = "ME12"
            let run = ConformanceRun(DeviceUnderTest(at: device.endpoint, server: server), options: options)
            let task = Task { try await run.perform() }
            // The case launches an app, and waits for seconds.
            while device.snapshot.media == nil { try await Task.sleep(for: .milliseconds(20)) }
            task.cancel()
            let report = try await task.value
            #expect(report.results.isEmpty)
            #expect(device.snapshot.application == nil)
            await server.close()
        }
    }

    @Test("A device that cannot be reached is reported as such")
    func unreachable() async throws {
        let server = try await MediaServer.start(configuration: .forDevices())
        // Port 9 is closed.
        let run = ConformanceRun(DeviceUnderTest(at: CastEndpoint(host: "127.0.0.1", port: 9), server: server))
        await #expect(throws: ConformanceError.self) { try await run.perform() }
        await server.close()
    }
}
