import Foundation

@testable import GoogleCast

/// What a delegate was called with.
struct Heard: Hashable {
    var message: String
    var level: GCKLoggerLevel
    var function: String
    var location: String
}

/// A delegate that keeps what it hears, and whether it heard it on the main thread.
@MainActor
final class LogListener: NSObject, GCKLoggerDelegate {
    private(set) var heard: [Heard] = []
    private(set) var wasOffMain = false
    var onMessage: (() -> Void)?

    var messages: [String] { heard.map(\.message) }

    nonisolated override init() {}

    func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    ) {
        wasOffMain = wasOffMain || !MainThread.isCurrent
        heard.append(Heard(message: message, level: level, function: function, location: location))
        onMessage?()
    }
}

/// A delegate of the older kind.
@MainActor
final class OldLogListener: NSObject, GCKLoggerDelegate {
    private(set) var heard: [String] = []

    nonisolated override init() {}

    @available(*, deprecated, message: "the older form is what this delegate is about")
    func logMessage(_ message: String, fromFunction function: String) { heard.append("\(function) \(message)") }
}

/// A delegate with both forms.
@MainActor
final class BothLogListener: NSObject, GCKLoggerDelegate {
    private(set) var newer = 0
    private(set) var older = 0

    nonisolated override init() {}

    func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    ) { newer += 1 }

    @available(*, deprecated, message: "the older form is what this delegate is about")
    func logMessage(_ message: String, fromFunction function: String) { older += 1 }
}
