/// How much a log message matters.
public enum GCKLoggerLevel: Int, CaseIterable, Sendable {
    /// Nothing is logged.
    case none = 0
    /// Every detail.
    case verbose = 1
    /// For finding mistakes.
    case debug = 2
    /// What an operator wants to know.
    case info = 3
    /// Something unexpected that was dealt with.
    case warning = 4
    /// Something failed.
    case error = 5
    /// Something that cannot be.
    case assert = 6
}
