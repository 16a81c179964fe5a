// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The seeds of a test under random schedules.
package enum RandomSchedules {
    /// Returns the seeds of a number of schedules: a tenth of them in a debug build, in which each takes about ten times as
    /// long. `CAST_SCHEDULE_SEEDS` sets another number for every test.
    package static func seeds(_ number: UInt64) -> ClosedRange<UInt64> {
        if let chosen = ProcessInfo.processInfo.environment["CAST_SCHEDULE_SEEDS"].flatMap({ UInt64($0) }) {
            return 1...max(1, chosen)
        }
        #if DEBUG
        return 1...max(1, number / 10)
        #else
        return 1...max(1, number)
        #endif
    }
}
