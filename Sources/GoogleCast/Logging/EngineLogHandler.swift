// SPDX-License-Identifier: Apache-2.0

internal import CastSender
internal import Logging

/// Forwards the engine's log messages to the app's logger, under the name of the corresponding GCK class.
struct EngineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:] {
        didSet { owner = Self.owner(for: metadata) }
    }
    var metadataProvider: Logger.MetadataProvider?
    private let center: LogCenter
    private var owner = Self.owner(for: [:])

    init(center: LogCenter = .shared) {
        self.center = center
    }

    /// Returns a logger for the engine that forwards to the app's logger.
    static func logger(center: LogCenter = .shared) -> Logger {
        Logger(label: "GoogleCast") { _ in EngineLogHandler(center: center) }
    }

    /// The lowest level that the app's settings accept from this component. Read before each message is formatted.
    /// Setting it has no effect.
    var logLevel: Logger.Level {
        get { center.lowestLevel(of: owner)?.engineLevel ?? .critical }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let function = event.function.replacing("()", with: "")
        center.write(
            GCKLoggerLevel(event.level),
            "-[\(owner) \(function)]",
            file: event.file,
            line: event.line
        ) {
            var text = event.message.description
            var metadata = event.metadata ?? [:]
            // Messages on the wire are logged in the form of the original framework.
            if let namespace = metadata[LogKey.namespace], let payload = metadata.removeValue(forKey: LogKey.payload) {
                metadata[LogKey.namespace] = nil
                text += " on \(namespace): \(payload)"
            }
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
            return text
        }
    }

    private static func owner(for metadata: Logger.Metadata) -> String {
        guard case .string(let name)? = metadata[LogComponent.metadataKey] else { return "GCKDeviceConnection" }
        switch LogComponent(rawValue: name) {
        case .discovery: return "GCKDeviceScanner"
        case .channel: return "GCKCastChannel"
        case .connection, nil: return "GCKDeviceConnection"
        }
    }
}

extension GCKLoggerLevel {
    fileprivate init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace: .verbose
            case .debug: .debug
            case .info, .notice: .info
            case .warning: .warning
            case .error: .error
            case .critical: .assert
            }
    }

    /// The lowest engine level whose messages have at least this level.
    fileprivate var engineLevel: Logger.Level {
        switch self {
        case .none, .info: .info
        case .verbose: .trace
        case .debug: .debug
        case .warning: .warning
        case .error: .error
        case .assert: .critical
        }
    }
}
