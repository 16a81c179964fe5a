import CastUI

/// A line of what happened.
struct RemoteLogLine: Sendable, Equatable {
    var number: Int
    /// In seconds since 1970.
    var time: Double
    var text: Label
    var isProblem = false
}
