// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import NIOConcurrencyHelpers

/// Receives messages from any thread, applies the filter, and passes them to the sinks: delegate, console and files.
final class LogCenter: Sendable {
    static let shared = LogCenter(files: LogFiles(directory: LogFiles.standardDirectory))

    /// The maximum number of messages that wait for the main thread. Further messages are dropped and counted.
    static let capacity = 10_000

    /// The settings of the app.
    struct Settings: Sendable {
        var isEnabled = true
        var writesToFiles = false
        var writesToConsole = false
        var minimumLevel = GCKLoggerLevel.none
        var filter: GCKLoggerFilter?
        var fileLimits = LogFiles.Limits()
        var recipient = Recipient()

        var hasSink: Bool { isEnabled && (writesToFiles || writesToConsole || recipient.delegate != nil) }

        var threshold: GCKLoggerLevel { minimumLevel.threshold ?? .standard }
    }

    /// The delegate, held weakly.
    // Unchecked: the protocol is isolated to the main actor, where all of its methods are called. Other threads only
    // store and copy the reference.
    struct Recipient: @unchecked Sendable {
        weak var delegate: (any GCKLoggerDelegate)?
    }

    private struct PendingEntries: Sendable {
        var entries: [LogEntry] = []
        var dropped = 0
        var isDrainScheduled = false
    }

    private let settings = NIOLockedValueBox(Settings())
    private let pending = NIOLockedValueBox(PendingEntries())
    /// Whether the delegate is currently being called.
    @MainActor private var isDelivering = false
    private let files: LogFiles
    private let console: @Sendable (String) -> Void

    init(files: LogFiles, console: @escaping @Sendable (String) -> Void = LogCenter.writeToSystemLog) {
        self.files = files
        self.console = console
    }

    /// Writes a line to the system log.
    static let writeToSystemLog: @Sendable (String) -> Void = { NSLog($0.replacing("%", with: "%%")) }

    /// Logs the framework's version to the console, regardless of the settings.
    func announceVersion() { console("GoogleCast \(kGCKFrameworkVersion)") }

    /// The current settings.
    var current: Settings { settings.withLockedValue { $0 } }

    /// Changes the settings.
    func change(_ body: (inout Settings) -> Void) {
        let turnedOff = settings.withLockedValue { settings in
            let wroteToFiles = settings.writesToFiles
            body(&settings)
            return wroteToFiles && !settings.writesToFiles
        }
        if turnedOff { files.close() }
    }

    // MARK: Filtering

    /// Whether any sink is set.
    var isListening: Bool { settings.withLockedValue { $0.hasSink } }

    /// Returns the lowest level that may be accepted from a class. Nil if no sink is set.
    func lowestLevel(of owner: String) -> GCKLoggerLevel? {
        let settings = current
        guard settings.hasSink else { return nil }
        return settings.filter?.rules.lowestThreshold(forClass: owner) ?? settings.threshold
    }

    /// Writes a message to all sinks if it passes the filter.
    ///
    /// - Parameters:
    ///   - level: The level of the message.
    ///   - function: The function that logged it, in the form that delegates receive.
    ///   - file: The file, with or without directories.
    ///   - line: The line number.
    ///   - text: Returns the message. Called only if the function and the level pass the filter.
    func write(_ level: GCKLoggerLevel, _ function: String, file: String, line: UInt, _ text: () -> String) {
        let settings = current
        guard settings.hasSink else { return }
        let rules = settings.filter?.rules
        guard level.passes(rules?.threshold(for: function) ?? settings.threshold) else { return }
        let message = text()
        guard rules?.accept(message) ?? true else { return }

        let entry = LogEntry(
            level: level,
            function: function,
            location: LogEntry.location(file: file, line: line),
            message: message
        )
        if settings.writesToConsole { console("\(entry.function) \(entry.message)") }
        if settings.writesToFiles { files.write(entry, limits: settings.fileLimits) }
        if settings.recipient.delegate != nil { deliver(entry) }
    }

    // MARK: Delegate

    private func deliver(_ entry: LogEntry) {
        // Messages that the delegate logs while it is called would call it again, endlessly.
        if MainThread.isCurrent, MainActor.assumeIsolated({ isDelivering }) { return }
        let mustSchedule = pending.withLockedValue { pending in
            guard pending.entries.count < Self.capacity else {
                pending.dropped += 1
                return false
            }
            pending.entries.append(entry)
            guard !MainThread.isCurrent, !pending.isDrainScheduled else { return false }
            pending.isDrainScheduled = true
            return true
        }
        if MainThread.isCurrent {
            MainActor.assumeIsolated { drain() }
        } else if mustSchedule {
            DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
        }
    }

    /// Delivers all pending messages to the delegate, in the order in which the threads enqueued them.
    @MainActor
    private func drain() {
        guard !isDelivering else { return }
        let (entries, dropped) = pending.withLockedValue { pending in
            defer { pending = PendingEntries() }
            return (pending.entries, pending.dropped)
        }
        isDelivering = true
        defer { isDelivering = false }
        for entry in entries { call(entry) }
        guard dropped > 0 else { return }
        let function = LogFunction.text(class: "GCKLogger", method: #function)
        let location = LogEntry.location(file: #fileID, line: #line)
        let message = "dropped \(dropped) messages while the main thread was busy"
        call(LogEntry(level: .warning, function: function, location: location, message: message))
    }

    @MainActor
    private func call(_ entry: LogEntry) {
        current.recipient.delegate?.implemented.logMessage(
            entry.message,
            at: entry.level,
            fromFunction: entry.function,
            location: entry.location
        )
    }
}
