// SPDX-License-Identifier: Apache-2.0

/// A numbered statement about Cast senders, which a ``SenderExamination`` judges.
///
/// The numbers are stable: a statement that is removed is not replaced by another one.
public struct SenderStatement: Sendable, Hashable {
    /// The part of the protocol that a statement belongs to.
    public enum Area: String, Sendable, Hashable, CaseIterable, Codable {
        /// Virtual connections: CONNECT, CLOSE, and the IDs of source and destination.
        case senderConnection
        /// Frames, text and JSON.
        case senderFraming
        /// The challenge of device authentication.
        case senderAuthentication
        /// PING and PONG.
        case senderHeartbeat
        /// Request IDs, and the rate of requests.
        case senderRequest
        /// Requests to the platform: launches, volume, availability.
        case senderLaunch
        /// Requests to media sessions.
        case senderMedia
        /// Requests to queues.
        case senderQueue
        /// The reaction to unusual answers of a device.
        case senderTolerance
    }

    /// The number, such as `SC03`: `S`, a letter of the area, and a number.
    public let id: String
    /// The part of the protocol that the statement belongs to.
    public let area: Area
    /// What a difference from the statement means.
    public let level: ConformanceCase.Level
    /// The statement, as one sentence.
    public let statement: String

    init(_ rule: SenderRule) {
        id = rule.rawValue
        area = Self.areas[String(id.prefix(2))] ?? .senderTolerance
        (level, statement) = rule.definition
    }

    private static let areas: [String: Area] = [
        "SC": .senderConnection, "SF": .senderFraming, "SA": .senderAuthentication, "SH": .senderHeartbeat,
        "SR": .senderRequest, "SL": .senderLaunch, "SM": .senderMedia, "SQ": .senderQueue, "SO": .senderTolerance,
    ]

    /// All statements, in the order of the report.
    public static let all = SenderRule.allCases.map(SenderStatement.init)
}
