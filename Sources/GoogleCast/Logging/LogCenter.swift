internal import Dispatch
internal import NIOConcurrencyHelpers

/// Takes messages from any thread, decides, and hands them to the sinks: delegate, console, files.
final class LogCenter: Sendable {
    static let shared = LogCenter(files: LogFiles(directory: LogFiles.standardDirectory))

    /// How many messages wait for the main thread at most; further ones are counted and not kept.
    static let capacity = 10_000

    /// What an app has set.
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

    /// The delegate, not retained.
    // Its protocol belongs to the main actor, where alone it is called. Other threads keep and copy the reference.
    struct Recipient: @unchecked Sendable {
        weak var delegate: (any GCKLoggerDelegate)?
    }

    private struct Waiting: Sendable {
        var entries: [LogEntry] = []
        var lost = 0
        var isDrainScheduled = false
    }

    private let settings = NIOLockedValueBox(Settings())
    private let waiting = NIOLockedValueBox(Waiting())
    /// Whether the delegate is being called. The main thread's alone.
    @MainActor private var isDelivering = false
    private let files: LogFiles
    private let console: @Sendable (String) -> Void

    init(files: LogFiles, console: @escaping @Sendable (String) -> Void = LogCenter.writeToSystemLog) {
        self.files = files
        self.console = console
    }

    /// The system's log of the process.
    static let writeToSystemLog: @Sendable (String) -> Void = { NSLog($0.replacing("%", with: "%%")) }

    /// Says which framework this is. The one line that is said whatever an app has set.
    func announceVersion() { console("GoogleCast \(kGCKFrameworkVersion)") }

    /// The settings as they are now.
    var current: Settings { settings.withLockedValue { $0 } }

    /// Changes settings.
    func change(_ body: (inout Settings) -> Void) {
        let turnedOff = settings.withLockedValue { settings in
            let wroteToFiles = settings.writesToFiles
            body(&settings)
            return wroteToFiles && !settings.writesToFiles
        }
        if turnedOff { files.close() }
    }

    // MARK: Deciding

    /// Whether there is a sink at all.
    var isListening: Bool { settings.withLockedValue { $0.hasSink } }

    /// The lowest level that anybody may want from a class; nil while nobody listens.
    func lowestLevel(of owner: String) -> GCKLoggerLevel? {
        let settings = current
        guard settings.hasSink else { return nil }
        return settings.filter?.rules.lowestThreshold(forClass: owner) ?? settings.threshold
    }

    /// Puts a message together and hands it on if it passes.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - function: Where it comes from, in the shape that delegates get.
    ///   - file: The file, with or without folders.
    ///   - line: The line in it.
    ///   - text: The message; called only where function and level have passed.
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

    // MARK: The delegate

    private func deliver(_ entry: LogEntry) {
        // What a delegate logs while it is called would call it again, without end.
        if MainThread.isCurrent, MainActor.assumeIsolated({ isDelivering }) { return }
        let mustSchedule = waiting.withLockedValue { waiting in
            guard waiting.entries.count < Self.capacity else {
                waiting.lost += 1
                return false
            }
            waiting.entries.append(entry)
            guard !MainThread.isCurrent, !waiting.isDrainScheduled else { return false }
            waiting.isDrainScheduled = true
            return true
        }
        if MainThread.isCurrent {
            MainActor.assumeIsolated { drain() }
        } else if mustSchedule {
            DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
        }
    }

    /// Calls the delegate with everything that waits, other threads' messages before this one's where they came first.
    @MainActor
    private func drain() {
        guard !isDelivering else { return }
        let (entries, lost) = waiting.withLockedValue { waiting in
            defer { waiting = Waiting() }
            return (waiting.entries, waiting.lost)
        }
        isDelivering = true
        defer { isDelivering = false }
        for entry in entries { call(entry) }
        guard lost > 0 else { return }
        let function = LogFunction.text(class: "GCKLogger", method: #function)
        let location = LogEntry.location(file: #fileID, line: #line)
        let message = "\(lost) messages found no room while the main thread was busy"
        call(LogEntry(level: .warning, function: function, location: location, message: message))
    }

    @MainActor
    private func call(_ entry: LogEntry) {
        current.recipient.delegate?.logMessage(
            entry.message,
            at: entry.level,
            fromFunction: entry.function,
            location: entry.location
        )
    }
}
