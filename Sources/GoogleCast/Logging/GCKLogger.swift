/// The log of the framework: what it does, for whoever asks.
///
/// Nothing is said until a sink is there: a ``delegate``, the console or files. Each gets every message that passes the
/// ``filter``; without one, info and above. Messages of the engine come under the name of the class an app knows for what
/// they tell of, such as `GCKDeviceScanner` or `GCKCastChannel`. May be used from any thread, and before the context is
/// there.
// Its only state is the center's, which is behind a lock. A subclass that adds state answers for its own.
open class GCKLogger: NSObject, @unchecked Sendable {
    private static let shared = GCKLogger(center: .shared)

    private let center: LogCenter

    init(center: LogCenter) {
        self.center = center
        super.init()
    }

    /// The logger of the process.
    open class func sharedInstance() -> GCKLogger { shared }

    /// Gets what passes, on the main thread. Not retained.
    open var delegate: (any GCKLoggerDelegate)? {
        get { center.current.recipient.delegate }
        set { center.change { $0.recipient.delegate = newValue } }
    }

    /// What passes; nil lets everything pass from info on. Kept, not copied: changes to it take effect.
    open var filter: GCKLoggerFilter? {
        get { center.current.filter }
        set { center.change { $0.filter = newValue } }
    }

    /// False silences every sink. Default true.
    open var loggingEnabled: Bool {
        get { center.current.isEnabled }
        set { center.change { $0.isEnabled = newValue } }
    }

    /// Whether files are written, in `GCKLogs` in the app's cache directory; `cast-0.log` is the newest. Default false.
    open var fileLoggingEnabled: Bool {
        get { center.current.writesToFiles }
        set { center.change { $0.writesToFiles = newValue } }
    }

    /// Whether messages go to the system's log of the process. Default false.
    open var consoleLoggingEnabled: Bool {
        get { center.current.writesToConsole }
        set { center.change { $0.writesToConsole = newValue } }
    }

    /// Bytes of each log file: 32 KiB or more, smaller values are raised. Default 2 MiB, which 0 stands for.
    open var maxLogFileSize: UInt {
        get { center.current.fileLimits.size }
        set { center.change { $0.fileLimits.size = LogFiles.Limits.allowed(size: newValue) } }
    }

    /// How many log files there are at most: 2 or more, smaller values are raised. Default 3.
    open var maxLogFileCount: UInt {
        get { center.current.fileLimits.count }
        set { center.change { $0.fileLimits.count = LogFiles.Limits.allowed(count: newValue) } }
    }

    /// The threshold while there is no ``filter``. Default none, which stands for info.
    @available(*, deprecated, message: "set the minimumLevel of a filter")
    open var minimumLevel: GCKLoggerLevel {
        get { center.current.minimumLevel }
        set { center.change { $0.minimumLevel = newValue } }
    }
}
