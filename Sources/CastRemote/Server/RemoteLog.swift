// SPDX-License-Identifier: Apache-2.0

import CastUI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The event log for all pages. It keeps only the newest entries.
@MainActor
final class RemoteLog {
    private static let limit = 200

    private(set) var lines: [RemoteLogLine] = []
    private var lastNumber = 0
    private let now: @MainActor () -> Double

    init(now: @escaping @MainActor () -> Double = { Date().timeIntervalSince1970 }) { self.now = now }

    func add(_ text: ControlLabel, isProblem: Bool = false) {
        lastNumber += 1
        if lines.count >= Self.limit { lines.removeFirst() }
        lines.append(RemoteLogLine(number: lastNumber, time: now(), text: text, isProblem: isProblem))
    }
}

/// An entry of the event log.
struct RemoteLogLine: Sendable, Equatable {
    var number: Int
    /// The time, in seconds since 1970.
    var time: Double
    var text: ControlLabel
    var isProblem = false
}
