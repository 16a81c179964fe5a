internal import CastSender
internal import Logging

/// Carries what the engine logs to the app's logger, under the name of the class an app knows for it.
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

    /// A logger of the engine that tells the app's.
    static func logger(center: LogCenter = .shared) -> Logger {
        Logger(label: "GoogleCast") { _ in EngineLogHandler(center: center) }
    }

    /// What the app wants to hear of this part now, whatever is set: asked before a message is put together.
    var logLevel: Logger.Level {
        get { center.lowestLevel(of: owner)?.engineLevel ?? .critical }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let called = event.function.replacing("()", with: "")
        center.write(
            GCKLoggerLevel(event.level),
            "-[\(owner) \(called)]",
            file: event.file,
            line: event.line
        ) {
            var text = event.message.description
            for (key, value) in (event.metadata ?? [:]).sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
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

    /// The engine's level from which messages are of this level or above.
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
