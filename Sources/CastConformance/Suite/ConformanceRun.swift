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
        /// A part of the numbers or statements of the cases to run, such as `RC` or `heartbeat`. Nil runs all.
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
            guard let only = only?.lowercased() else { return true }
            return test.id.lowercased().hasPrefix(only) || test.area.rawValue == only
                || test.statement.lowercased().contains(only)
        }
    }

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
    /// - Parameter onResult: Called after each case.
    /// - Returns: The results, with what is known of the device.
    /// - Throws: ``ConformanceError`` if the device cannot be reached or is in use. If the task is canceled, the run ends
    ///   with the results so far.
    public func perform(
        onResult: @Sendable (CaseResult) async -> Void = { _ in }
    ) async throws(ConformanceError) -> ConformanceReport {
        let facts = try await survey()
        var report = ConformanceReport(device: facts.description)
        if options.showsNames { report.device.name = device.record?.friendlyName }
        for test in cases {
            if Task.isCancelled { break }
            let result = await result(of: test, facts)
            // The result of an interrupted case says nothing of the device.
            if Task.isCancelled { break }
            report.results.append(result)
            await onResult(result)
        }
        await restore(facts)
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
            let setup = await EurekaRequest(device).perform()
            var description = ConformanceReport.Device(device.record, setup)
            description.volumeControl = status["volume"]?["controlType"]?.stringValue
            await context.end()
            return Facts(
                description: description,
                volume: status["volume"]?.objectValue,
                runsMedia: answer != "APP_UNAVAILABLE",
                hasHTTP: setup != nil,
                privacy: options.showsNames ? Privacy([]) : Privacy(of: device, seenFrom: address, setup)
            )
        } catch let error as ConformanceError {
            throw error
        } catch {
            await context.end()
            throw .unreachable("\(device.endpoint)", reason: (error as? CaseDifference)?.received ?? "\(error)")
        }
    }

    /// The name of an app that somebody uses.
    private func busyApplication(in status: JSONObject) -> String? {
        for case .object(let fields) in status["applications"]?.arrayValue ?? [] {
            if fields["isIdleScreen"]?.boolValue == true || fields["appId"]?.stringValue == "E8C28D3C" { continue }
            return fields["displayName"]?.stringValue ?? fields["appId"]?.stringValue ?? "an app"
        }
        return nil
    }

    /// Restores the volume, also if the task was canceled.
    private func restore(_ facts: Facts) async {
        guard options.changesVolume, let volume = facts.volume else { return }
        await Task { await restore(volume) }.value
    }

    private func restore(_ volume: JSONObject) async {
        let context = CaseContext(device)
        if let connection = try? await context.open() {
            for key in ["level", "muted"] {
                guard let value = volume[key] else { continue }
                _ = try? await connection.request(["type": "SET_VOLUME", "volume": [key: value]])
            }
        }
        await context.end()
    }

    // MARK: - One case

    private func result(of test: ConformanceCase, _ facts: Facts) async -> CaseResult {
        if let reason = missing(test.requirements, facts) { return CaseResult(test, .skipped(reason: reason), .zero) }
        let context = CaseContext(device)
        let start = ContinuousClock.now
        var outcome: CaseResult.Outcome
        do {
            try await test.test(context)
            outcome = .passed
        } catch let difference as CaseDifference {
            outcome = .differs(expected: difference.expected, received: difference.received)
        } catch {
            // Sending failed because the device has ended the connection.
            outcome = .differs(expected: test.statement, received: "\(error)")
        }
        let duration = start.duration(to: .now)
        await context.end()
        if case .differs(let expected, let received) = outcome {
            outcome = .differs(expected: facts.privacy.cleaned(expected), received: facts.privacy.cleaned(received))
        }
        return CaseResult(test, outcome, duration)
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
    /// The device does not answer.
    case unreachable(String, reason: String)
    /// Somebody uses the device.
    case inUse(app: String)
}

extension ConformanceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let device, let reason): "\(device) cannot be examined: \(reason)"
        case .inUse(let app):
            "the device runs \(app), which the cases would stop; stop it, or allow it with --interrupt"
        }
    }
}
