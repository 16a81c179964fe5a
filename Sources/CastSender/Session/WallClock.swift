#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The system's clock of date and time, which can be set and goes on while the machine sleeps.
enum WallClock {
    /// Seconds since 1970.
    static func now() -> Double {
        Date().timeIntervalSince1970
    }
}
