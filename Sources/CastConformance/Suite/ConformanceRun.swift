// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastTransport
import CastWire

/// A run of cases against a device, one after another.
///
/// The device is left as it was found: apps that a case launched are stopped, and the volume is restored. A device that runs
/// another app is not disturbed, unless ``Options/interrupts`` is true.
public struct ConformanceRun: Sendable {
    /// What the user allows, and which cases to run.
    public struct Options: Sendable, Hashable {
        /// The cases to run: the beginning of their numbers (`RC`, `ME08`), an area (`media`), or a part of their
        /// statements. Two letters of an area are always a number. Nil runs all.
        public var only: String?
        /// Whether cases may change the volume for a moment. Default false.
        public var changesVolume = false
        /// Whether cases run that take longer than 15 seconds. Default false.
        public var runsLongCases = false
        /// Whether the app that runs on the device may be stopped. Default false.
        public var interrupts = false
        /// Whether the report contains names and addresses. Default false.
        public var showsNames = false

        /// Creates the default options: all cases that neither change the volume nor take long.
        public init() {}

        /// Whether ``only`` chooses a case.
        public func chooses(_ test: ConformanceCase) -> Bool {
            only.map { CasePattern($0).matches(test) } ?? true
        }
    }

    /// The number of cases in a row without a message of the device after which the run finds out whether it answers.
    static let silenceLimit = 3
    /// How often the run tries to reach the device at its end, if something is left to stop.
    private static let restoreLimit = 3

    private let device: DeviceUnderTest
    private let options: Options

    /// Creates a run, which ``perform(onResult:)`` begins.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - options: What the user allows, and which cases to run.
    public init(_ device: DeviceUnderTest, options: Options = Options()) {
        self.device = device
        self.options = options
    }

    /// The cases that the options choose.
    public var cases: [ConformanceCase] { ConformanceCase.all.filter(options.chooses) }

    /// Runs the cases.
    ///
    /// If the device sends nothing in three cases in a row, and does not answer a request for its status either, the
    /// other cases are skipped, and the report says so (``ConformanceReport/interruption``).
    ///
    /// - Parameter onResult: Called after each case.
    /// - Returns: The results, one of each case, with what is known of the device.
    /// - Throws: ``ConformanceError`` if no case is chosen, or if the device cannot be reached or is in use. If the task
    ///   is canceled, the run ends with the results so far.
    public func perform(
        onResult: @Sendable (CaseResult) async -> Void = { _ in }
    ) async throws(ConformanceError) -> ConformanceReport {
        let cases = cases
        guard !cases.isEmpty else { throw .noCase(pattern: options.only ?? "") }
        return try await perform(cases, onResult: onResult)
    }

    func perform(
        _ cases: [ConformanceCase],
        onResult: @Sendable (CaseResult) async -> Void = { _ in }
    ) async throws(ConformanceError) -> ConformanceReport {
        let facts = try await survey()
        let launched = LaunchedApplications()
        var report = ConformanceReport(device: facts.description)
        if options.showsNames { report.device.name = device.record?.friendlyName }
        var silentCases = 0
        for test in cases {
            if Task.isCancelled { break }
            let result: CaseResult
            if let reason = report.interruption {
                result = CaseResult(test, .skipped(reason: reason), .zero)
            } else {
                let (own, reach) = await self.result(of: test, facts, launched)
                result = own
                switch reach {
                case .answered: silentCases = 0
                case .connected, .unreachable: silentCases += 1
                case .unknown: break
                }
                if silentCases >= Self.silenceLimit, !Task.isCancelled {
                    if await answers(launched) {
                        silentCases = 0
                    } else {
                        let lack = reach == .unreachable ? "accepted no connection" : "answered nothing"
                        report.interruption = "the device \(lack) in \(silentCases) cases in a row"
                    }
                }
            }
            // The result of an interrupted case says nothing of the device.
            if Task.isCancelled { break }
            report.results.append(result)
            await onResult(result)
        }
        await restore(facts, launched)
        if !launched.isEmpty {
            report.remainder = "an app that a case launched may still run: the device did not answer STOP"
        }
        return report
    }

    // MARK: - The device

    private struct Facts {
        var description: ConformanceReport.Device
        var volume: JSONObject?
        var runsMedia: Bool
        var hasHTTP: Bool
        var privacy: Privacy
    }

    /// Asks the device what it is and what it runs.
    private func survey() async throws(ConformanceError) -> Facts {
        // Not shortened: what follows depends on the answers.
        var device = device
        device.patience = 1
        let context = CaseContext(device)
        do {
            let connection = try await context.open()
            let address = connection.socket.localEndpoint.host
            device.sound.setAddress(address)
            let status = try await context.receiverStatus(connection)
            if let app = busyApplication(in: status), !options.interrupts {
                await context.end()
                throw ConformanceError.inUse(app: app)
            }
            let availability = try? await connection.request(
                ["type": "GET_APP_AVAILABILITY", "appId": [.string(CaseContext.app)]]
            )
            let answer = availability?.object?["availability"]?[CaseContext.app]?.stringValue
            let setup = await DeviceHTTPClient(device).information()
            let information = try? await connection.request(
                ["type": "GET_DEVICE_INFO"],
                in: .discovery,
                within: .seconds(2)
            )
            var description = ConformanceReport.Device(device.record, setup)
            description.volumeControl = status["volume"]?["controlType"]?.stringValue
            await context.end()
            return Facts(
                description: description,
                volume: status["volume"]?.objectValue,
                runsMedia: answer != "APP_UNAVAILABLE",
                hasHTTP: setup != nil,
                privacy: options.showsNames
                    ? Privacy([]) : Privacy(of: device, seenFrom: address, setup, information?.object)
            )
        } catch let error as ConformanceError {
            throw error
        } catch {
            await context.end()
            throw .unreachable("\(device.endpoint)", reason: (error as? CaseDifference)?.received ?? "\(error)")
        }
    }

    /// Whether the device answers a request for its status.
    private func answers(_ launched: LaunchedApplications) async -> Bool {
        let context = CaseContext(device, launched: launched)
        var isAnswering = false
        if let connection = try? await context.open() {
            isAnswering = (try? await context.receiverStatus(connection)) != nil
        }
        await context.end()
        return isAnswering
    }

    /// The name of an app that somebody uses.
    private func busyApplication(in status: JSONObject) -> String? {
        for case .object(let fields) in status["applications"]?.arrayValue ?? [] {
            if fields["isIdleScreen"]?.boolValue == true || fields["appId"]?.stringValue == "E8C28D3C" { continue }
            return fields["displayName"]?.stringValue ?? fields["appId"]?.stringValue ?? "an app"
        }
        return nil
    }

    /// Stops what cases launched and could not stop, and restores the volume, also if the task was canceled.
    private func restore(_ facts: Facts, _ launched: LaunchedApplications) async {
        let volume = options.changesVolume ? facts.volume : nil
        guard volume != nil || !launched.isEmpty else { return }
        await uncanceled {
            for attempt in 0..<Self.restoreLimit {
                if attempt > 0 { try? await Task.sleep(for: .seconds(2) * device.patience) }
                let context = CaseContext(device, launched: launched)
                let connection = try? await context.open()
                if let connection, let volume { await restore(volume, over: connection) }
                await context.end()
                if connection != nil, launched.isEmpty { break }
            }
        }
    }

    private func restore(_ volume: JSONObject, over connection: TestConnection) async {
        for key in ["level", "muted"] {
            guard let value = volume[key] else { continue }
            _ = try? await connection.request(["type": "SET_VOLUME", "volume": [key: value]])
        }
    }

    // MARK: - One case

    private func result(
        of test: ConformanceCase,
        _ facts: Facts,
        _ launched: LaunchedApplications
    ) async -> (CaseResult, CaseContext.Reach) {
        if let reason = missing(test.requirements, facts) {
            return (CaseResult(test, .skipped(reason: reason), .zero), .unknown)
        }
        if test.requirements.contains(.media), launched.isRefused {
            let reason = "the device did not answer LAUNCH in the cases before"
            return (CaseResult(test, .skipped(reason: reason), .zero), .unknown)
        }
        let context = CaseContext(device, launched: launched)
        let start = ContinuousClock.now
        var outcome: CaseResult.Outcome
        do {
            try await test.test(context)
            outcome = .passed
        } catch let difference as CaseDifference {
            outcome = .differs(expected: difference.expected, received: difference.received)
        } catch let skip as CaseSkip {
            outcome = .skipped(reason: facts.privacy.cleaned(skip.reason))
        } catch {
            // What the system or a library reports of the connection.
            outcome = .differs(expected: test.statement, received: "\(error)")
        }
        let duration = start.duration(to: .now)
        let reach = context.reach
        await context.end()
        if case .differs(let expected, let received) = outcome {
            outcome = .differs(expected: facts.privacy.cleaned(expected), received: facts.privacy.cleaned(received))
        }
        return (CaseResult(test, outcome, duration), reach)
    }

    /// Why a case cannot run; nil if it can.
    private func missing(_ requirements: Set<ConformanceCase.Requirement>, _ facts: Facts) -> String? {
        for requirement in ConformanceCase.Requirement.allCases where requirements.contains(requirement) {
            switch requirement {
            case .record where device.record == nil: return "the device was named by its address"
            case .media where !facts.runsMedia: return "the device does not run the Default Media Receiver"
            case .volume where !options.changesVolume: return "needs --volume"
            case .volume where facts.volume?["controlType"]?.stringValue == "fixed": return "the volume is fixed"
            case .time where !options.runsLongCases: return "needs --long"
            case .http where !facts.hasHTTP: return "no HTTP server at port \(device.httpPort)"
            default: continue
            }
        }
        return nil
    }
}

/// The reason that a run could not begin.
public enum ConformanceError: Error, Sendable, Hashable {
    /// No case has this number, area or word.
    case noCase(pattern: String)
    /// The device does not answer.
    case unreachable(String, reason: String)
    /// Somebody uses the device.
    case inUse(app: String)
}

extension ConformanceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noCase(let pattern):
            "no case has the number, area or word \"\(pattern)\"; the areas are "
                + ConformanceCase.Area.allCases.map { "\($0.rawValue) (\($0.prefix))" }.joined(separator: ", ")
        case .unreachable(let device, let reason): "\(device) cannot be examined: \(reason)"
        case .inUse(let app):
            "the device runs \(app), which the cases would stop; stop it, or allow it with --interrupt"
        }
    }
}
