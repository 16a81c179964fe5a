// SPDX-License-Identifier: Apache-2.0

/// The logger of the framework.
///
/// Messages are logged only while a sink is set: a ``delegate``, the console or files. Each sink receives every message
/// that passes the ``filter``, or messages of level info and above if there is no filter. Messages of the engine are
/// logged under the name of the corresponding class, such as `GCKDeviceScanner` or `GCKCastChannel`. Can be used from
/// any thread, and before the context is created.
// Unchecked: the only state is that of `LogCenter`, which is protected by a lock. A subclass must protect the state
// that it adds.
#if canImport(ObjectiveC)
@objc(GCKLogger)
@objcMembers
#endif
open class GCKLogger: NSObject, @unchecked Sendable {
    private static let shared = GCKLogger(center: .shared)

    private let center: LogCenter

    init(center: LogCenter) {
        self.center = center
        super.init()
    }

    /// Returns the logger of the process.
    open class func sharedInstance() -> GCKLogger { shared }

    /// Receives the messages that pass the filter, on the main thread. Held weakly.
    open var delegate: (any GCKLoggerDelegate)? {
        get { center.current.recipient.delegate }
        set { center.change { $0.recipient.delegate = newValue } }
    }

    /// The filter. Nil accepts messages of level info and above. The object isn't copied, so later changes to it take
    /// effect.
    open var filter: GCKLoggerFilter? {
        get { center.current.filter }
        set { center.change { $0.filter = newValue } }
    }

    /// Whether logging is enabled. False disables every sink. Default true.
    open var loggingEnabled: Bool {
        get { center.current.isEnabled }
        set { center.change { $0.isEnabled = newValue } }
    }

    /// Whether log files are written to `GCKLogs` in the app's cache directory. `cast-0.log` is the newest file.
    /// Default false.
    open var fileLoggingEnabled: Bool {
        get { center.current.writesToFiles }
        set { center.change { $0.writesToFiles = newValue } }
    }

    /// Whether messages are written to the system log. Default false.
    open var consoleLoggingEnabled: Bool {
        get { center.current.writesToConsole }
        set { center.change { $0.writesToConsole = newValue } }
    }

    /// The maximum size of a log file in bytes. At least 32 KiB: smaller values are raised. Default 2 MiB, which 0 also
    /// selects.
    open var maxLogFileSize: UInt {
        get { center.current.fileLimits.size }
        set { center.change { $0.fileLimits.size = LogFiles.Limits.allowed(size: newValue) } }
    }

    /// The maximum number of log files. At least 2: smaller values are raised. Default 3.
    open var maxLogFileCount: UInt {
        get { center.current.fileLimits.count }
        set { center.change { $0.fileLimits.count = LogFiles.Limits.allowed(count: newValue) } }
    }

    /// The minimum level while no ``filter`` is set. Default none, which means info.
    @available(*, deprecated, message: "Set the minimumLevel of a filter.")
    open var minimumLevel: GCKLoggerLevel {
        get { center.current.minimumLevel }
        set { center.change { $0.minimumLevel = newValue } }
    }
}

#if !canImport(ObjectiveC)
/// Receives the messages of a ``GCKLogger``, on the main thread and in the order in which they were logged.
///
/// Messages that are logged during a call of the delegate, on the same thread, are dropped. A delegate can therefore
/// use the framework's API.
@preconcurrency @MainActor
public protocol GCKLoggerDelegate: NSObjectProtocol {
    /// Called for a message that passed the logger's filter.
    ///
    /// - Parameters:
    ///   - message: The text, without level and time.
    ///   - level: The level of the message.
    ///   - function: The function that logged the message, such as `-[GCKCastSession start]`, or the name of a free
    ///     function.
    ///   - location: The file and line, such as `SessionManager.swift:223`.
    func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    )

    /// Called for a message that passed the logger's filter, if the method with a level isn't implemented.
    @available(*, deprecated, message: "Implement logMessage(_:at:fromFunction:location:).")
    func logMessage(_ message: String, fromFunction function: String)
}

extension GCKLoggerDelegate {
    /// Calls the deprecated method, for delegates that implement only that one.
    public func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    ) {
        (DeprecatedDelegateAdapter(delegate: self) as any DeprecatedLogReceiver).receive(message, from: function)
    }

    @available(*, deprecated, message: "Implement logMessage(_:at:fromFunction:location:).")
    public func logMessage(_ message: String, fromFunction function: String) {}
}
#endif

/// Allows the deprecated method to be called without a warning.
@MainActor
protocol DeprecatedLogReceiver {
    func receive(_ message: String, from function: String)
}

struct DeprecatedDelegateAdapter: DeprecatedLogReceiver {
    let delegate: any GCKLoggerDelegate

    @available(*, deprecated, message: "Calls the deprecated method of a delegate.")
    func receive(_ message: String, from function: String) {
        delegate.implemented.logMessage(message, fromFunction: function)
    }
}

/// The level of a log message.
#if canImport(ObjectiveC)
@objc(GCKLoggerLevel)
#endif
public enum GCKLoggerLevel: Int, CaseIterable, Sendable {
    /// No level. As a minimum level, it means that none is set.
    case none = 0
    /// Detailed information.
    case verbose = 1
    /// Information for debugging.
    case debug = 2
    /// Information about normal operation.
    case info = 3
    /// An unexpected condition that was handled.
    case warning = 4
    /// A failure.
    case error = 5
    /// An internal inconsistency.
    case assert = 6
}

extension GCKLoggerLevel {
    /// The minimum level if none is set.
    static let standard = GCKLoggerLevel.info

    /// The level as a minimum level. Nil for ``none``.
    var threshold: GCKLoggerLevel? { self == .none ? nil : self }

    /// Returns whether a message of this level reaches a minimum level. ``assert`` always does.
    func passes(_ threshold: GCKLoggerLevel) -> Bool { self == .assert || rawValue >= threshold.rawValue }

    /// The letter at the start of a line in a log file.
    var letter: String {
        switch self {
        case .none: "-"
        case .verbose: "V"
        case .debug: "D"
        case .info: "I"
        case .warning: "W"
        case .error: "E"
        case .assert: "A"
        }
    }
}
