// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// The arguments of a call of a logger delegate.
struct LoggedMessage: Hashable {
    var message: String
    var level: GCKLoggerLevel
    var function: String
    var location: String
}

/// A logger delegate that records messages, and whether it was ever called off the main thread.
@MainActor
final class LogListener: NSObject, GCKLoggerDelegate {
    private(set) var entries: [LoggedMessage] = []
    private(set) var wasOffMain = false
    var onMessage: (() -> Void)?

    var messages: [String] { entries.map(\.message) }

    nonisolated override init() {}

    func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    ) {
        wasOffMain = wasOffMain || !MainThread.isCurrent
        entries.append(LoggedMessage(message: message, level: level, function: function, location: location))
        onMessage?()
    }
}

/// A logger delegate with only the deprecated method.
@MainActor
final class DeprecatedLogListener: NSObject, GCKLoggerDelegate {
    private(set) var entries: [String] = []

    nonisolated override init() {}

    @available(*, deprecated, message: "tests deprecated API")
    func logMessage(_ message: String, fromFunction function: String) { entries.append("\(function) \(message)") }
}

/// A logger delegate with both methods.
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

    @available(*, deprecated, message: "tests deprecated API")
    func logMessage(_ message: String, fromFunction function: String) { older += 1 }
}
