import CastSender
import CastWire

/// The results of a run, made to be attached to an issue: without addresses, and without names unless asked.
public struct ConformanceReport: Sendable, Hashable, Codable {
    /// The version of this format, which changes when a member changes its meaning.
    public static let formatVersion = 1

    /// What is known of the device.
    public struct Device: Sendable, Hashable, Codable {
        /// The model, such as `Chromecast Ultra`.
        public var model: String?
        /// The manufacturer.
        public var manufacturer: String?
        /// The version of the Cast firmware, such as `1.56.500000`.
        public var firmware: String?
        /// The version of the system.
        public var build: String?
        /// The capability bits that it advertises.
        public var capabilities: UInt64?
        /// How its volume works: `attenuation`, `fixed` or `master`.
        public var volumeControl: String?
        /// The name that the user gave it; nil unless asked.
        public var name: String?

        /// - Parameters:
        ///   - record: What the device advertises.
        ///   - setup: What its HTTP server says.
        init(_ record: CastDevice?, _ setup: JSONObject?) {
            let (details, device, build) = (
                setup?["detail"], setup?["device_info"], setup?["build_info"]
            )
            func text(_ values: JSONValue?...) -> String? {
                values.lazy.compactMap { $0?.stringValue }.first { !$0.isEmpty }
            }
            model = text(device?["model_name"], device?["product_name"], details?["model_name"]) ?? record?.modelName
            manufacturer = text(device?["manufacturer"], details?["manufacturer"])
            firmware = text(build?["cast_build_revision"], setup?["cast_build_revision"])
            self.build = text(build?["system_build_number"], setup?["build_version"])
            capabilities = record.map { UInt64($0.capabilities.rawValue) }
        }
    }

    /// The version of the format: ``formatVersion`` of the package that made the report.
    public var format = Self.formatVersion
    /// The device.
    public var device: Device
    /// The results, in the order in which the cases ran.
    public var results: [CaseResult] = []
    /// Why the run ended before all cases had run; nil if it did not. The others are skipped.
    public var interruption: String?
    /// What the run could not undo on the device; nil if the device is as it was.
    public var remainder: String?

    /// The number of results with an outcome.
    public func count(_ verdict: CaseResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// Whether all cases had their turn, and no `must` differs.
    public var conforms: Bool { count(.failed) == 0 && interruption == nil }

    /// What a reader has to know besides the results, in sentences: that the run ended early, and what is left.
    public var notes: [String] {
        [interruption.map { "The run ended early: \($0)." }, remainder.map { "The device is not as it was: \($0)." }]
            .compactMap(\.self)
    }
}

/// The result of a case.
public struct CaseResult: Sendable, Hashable, Codable {
    /// What a case found.
    public enum Outcome: Sendable, Hashable, Codable {
        case passed
        /// The device did something else than the statement.
        case differs(expected: String, received: String)
        case skipped(reason: String)
    }

    /// The outcome together with the level of the statement.
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        case passed
        /// A difference from a `must`.
        case failed
        /// A difference from a `should`.
        case finding
        /// A difference from a `may`: the device is of the other kind.
        case other
        case skipped
    }

    /// The number of the case.
    public var id: String
    /// The part of the protocol that the case belongs to.
    public var area: ConformanceCase.Area
    /// What a difference from the statement means.
    public var level: ConformanceCase.Level
    /// The statement.
    public var statement: String
    /// What the case found.
    public var outcome: Outcome
    /// The time of the case in seconds.
    public var seconds: Double

    init(_ test: ConformanceCase, _ outcome: Outcome, _ duration: Duration) {
        id = test.id
        area = test.area
        level = test.level
        statement = test.statement
        self.outcome = outcome
        seconds = (duration / .milliseconds(1)).rounded() / 1000
    }

    /// The outcome together with the level.
    public var verdict: Verdict {
        switch outcome {
        case .passed: .passed
        case .skipped: .skipped
        case .differs:
            switch level {
            case .must: .failed
            case .should: .finding
            case .may: .other
            }
        }
    }
}
