// SPDX-License-Identifier: Apache-2.0

package import CastSender
package import CastWire

/// The results of a run or of the examination of a sender, made to be attached to an issue: without addresses, and without
/// names unless asked.
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
        package init(_ record: CastDevice?, _ setup: JSONObject?) {
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

    /// What a sender says of itself in CONNECT.
    public struct Sender: Sendable, Hashable, Codable {
        /// The user agent, which is free text, such as `RustCast`.
        public var userAgent: String?
        /// The kind of SDK: 2 for Chrome and Google's SDKs.
        public var sdkType: Int?
        /// The version of the SDK or the browser.
        public var version: String?
        /// The platform: 0 other, 1 Android, 2 iOS, 3 Windows, 4 macOS, 5 ChromeOS, 6 Linux, 7 a Cast device.
        public var platform: Int?
        /// The version of the operating system.
        public var systemVersion: String?

        /// Creates a description without information.
        init() {}

        /// Adds what a CONNECT says.
        mutating func merge(_ connect: JSONObject) {
            func text(_ value: JSONValue?) -> String? {
                value?.stringValue.flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
            }
            let information = connect["senderInfo"]
            userAgent = userAgent ?? text(connect["userAgent"])
            sdkType = sdkType ?? (information?["sdkType"] ?? information?["skdType"]).flatMap(Int.init(json:))
            version = version ?? text(information?["version"])
            platform = platform ?? information?["platform"].flatMap(Int.init(json:))
            systemVersion = systemVersion ?? text(information?["systemVersion"])
        }
    }

    /// The version of the format: ``formatVersion`` of the package that made the report.
    public var format = Self.formatVersion
    /// The device; empty in the report on a sender.
    public var device: Device
    /// The sender; nil in the report on a device.
    public var sender: Sender?
    /// The results, in the order in which the cases ran, or in that of the statements about senders.
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

extension ConformanceReport {
    /// Creates the report on a sender.
    init(sender: Sender) {
        self.init(device: Device(nil, nil), sender: sender)
    }

    /// The model and firmware of the device, or the user agent and version of the sender; empty if they are unknown.
    public var subject: String {
        guard let sender else {
            return [device.model, device.firmware.map { "firmware \($0)" }].compactMap(\.self).joined(separator: ", ")
        }
        return [sender.userAgent, sender.version].compactMap(\.self).joined(separator: ", ")
    }
}

/// The result of a case, or of a statement about senders.
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
    /// The part of the protocol that the case belongs to: a ``ConformanceCase/Area`` or a ``SenderStatement/Area``.
    public var area: String
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
        area = test.area.rawValue
        level = test.level
        statement = test.statement
        self.outcome = outcome
        seconds = (duration / .milliseconds(1)).rounded() / 1000
    }

    init(_ statement: SenderStatement, _ outcome: Outcome) {
        id = statement.id
        area = statement.area.rawValue
        level = statement.level
        self.statement = statement.statement
        self.outcome = outcome
        seconds = 0
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
