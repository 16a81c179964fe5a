// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A numbered statement about Cast devices, with its test.
///
/// The numbers are stable: a case that is removed is not replaced by another one.
public struct ConformanceCase: Sendable {
    /// The part of the protocol that a case belongs to.
    public enum Area: String, Sendable, Hashable, CaseIterable, Codable {
        case discovery
        case transport
        case connection
        case heartbeat
        case authentication
        case receiver
        case media
        case queue
        case multizone
        case setup
        case limits

        /// The two letters with which the numbers of the area begin.
        var prefix: String {
            switch self {
            case .discovery: "DI"
            case .transport: "TR"
            case .connection: "CO"
            case .heartbeat: "HB"
            case .authentication: "AU"
            case .receiver: "RC"
            case .media: "ME"
            case .queue: "QU"
            case .multizone: "MZ"
            case .setup: "SE"
            case .limits: "LI"
            }
        }
    }

    /// What a difference from the statement means.
    public enum Level: String, Sendable, Hashable, Codable {
        /// Senders rely on it: a difference is a failure.
        case must
        /// Devices normally do so, and senders tolerate others: a difference is a finding.
        case should
        /// Known devices differ: the result describes the device.
        case may
    }

    /// What a case requires, without which it is skipped.
    public enum Requirement: String, Sendable, Hashable, CaseIterable, Codable {
        /// The device was found on the network, so that its record is known.
        case record
        /// The device runs the Default Media Receiver, which plays a silent sound.
        case media
        /// The user allowed cases that change the volume for a moment.
        case volume
        /// The user allowed cases that take longer than 15 seconds.
        case time
        /// The device has an HTTP server.
        case http
    }

    /// The number, such as `RC03`: two letters of the area, and a number.
    public let id: String
    /// The part of the protocol that the case belongs to.
    public let area: Area
    /// What a difference from the statement means.
    public let level: Level
    /// The statement, as one sentence.
    public let statement: String
    /// What the case requires.
    public let requirements: Set<Requirement>
    let test: @Sendable (CaseContext) async throws -> Void

    init(
        _ id: String,
        _ level: Level,
        _ statement: String,
        requires requirements: Set<Requirement> = [],
        test: @escaping @Sendable (CaseContext) async throws -> Void
    ) {
        self.id = id
        self.level = level
        self.statement = statement
        self.requirements = requirements
        self.test = test
        area = Area.allCases.first { id.hasPrefix($0.prefix) } ?? .limits
    }

    /// All cases, in the order in which they run.
    public static let all: [ConformanceCase] =
        discovery + queries + transport + security + connection + heartbeat + authentication + receiver + applications
        + media + playback + queue + queueEdits + multizone + setup + limits
}

/// The reason that a case does not apply to the device, which only the case itself can find out.
struct CaseSkip: Error, Hashable {
    var reason: String
}

/// The difference between what a case expects and what the device did.
struct CaseDifference: Error, Hashable {
    var expected: String
    var received: String

    init(expected: String, received: String) {
        self.expected = expected
        self.received = received
    }
}

/// Requires a condition.
func require(_ condition: Bool, _ expected: String, received: @autoclosure () -> String) throws(CaseDifference) {
    guard condition else { throw CaseDifference(expected: expected, received: received()) }
}

/// Requires a value.
func unwrap<Value>(
    _ value: Value?,
    _ expected: String,
    received: @autoclosure () -> String
) throws(CaseDifference) -> Value {
    guard let value else { throw CaseDifference(expected: expected, received: received()) }
    return value
}

extension JSONValue {
    /// A number, also if it is written as text.
    var numberValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
}
