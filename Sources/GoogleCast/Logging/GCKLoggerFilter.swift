internal import NIOConcurrencyHelpers

/// Decides which messages a ``GCKLogger`` lets through.
///
/// Names may be patterns: `GCKUI*`, `GCK*Session`. Changes take effect at once, also after the filter was handed to the
/// logger. May be used from any thread.
// Its only state is behind a lock. A subclass that adds state answers for its own.
open class GCKLoggerFilter: NSObject, @unchecked Sendable {
    private let locked = NIOLockedValueBox(LogRules())

    /// Has no effect.
    @available(*, deprecated, message: "filters are no longer exclusive; the value is ignored")
    open var exclusive: Bool {
        get { exclusiveFlag.withLockedValue { $0 } }
        set { exclusiveFlag.withLockedValue { $0 = newValue } }
    }
    private let exclusiveFlag = NIOLockedValueBox(false)

    /// The threshold for whatever no other rule covers. Default ``GCKLoggerLevel/none``, which stands for info.
    open var minimumLevel: GCKLoggerLevel {
        get { locked.withLockedValue { $0.minimumLevel } }
        set { locked.withLockedValue { $0.minimumLevel = newValue } }
    }

    /// Without criteria: info and above pass.
    public override init() {
        super.init()
    }

    /// Sets the threshold for classes, also above the general one.
    ///
    /// - Parameters:
    ///   - minimumLevel: The threshold; none leaves these classes at the general one.
    ///   - classNames: Names or patterns. `Name` covers the class and its extensions, `Name(Extension)` only that
    ///     extension. Where several cover a class, the one added last holds.
    open func setLoggingLevel(_ minimumLevel: GCKLoggerLevel, forClasses classNames: [String]) {
        locked.withLockedValue { $0.add(classes: classNames, threshold: minimumLevel.threshold) }
    }

    /// Sets the threshold for functions that belong to no class.
    ///
    /// - Parameters:
    ///   - minimumLevel: The threshold; none leaves these functions at the general one.
    ///   - functionNames: Names or patterns. They are also tried against whole texts such as `-[Name method]`; the
    ///     bracket of these is written `[[]`.
    open func setLoggingLevel(_ minimumLevel: GCKLoggerLevel, forFunctions functionNames: [String]) {
        locked.withLockedValue { $0.add(functions: functionNames, threshold: minimumLevel.threshold) }
    }

    @available(*, deprecated, message: "use setLoggingLevel(_:forClasses:)")
    open func addClassNames(_ classNames: [String]) {
        locked.withLockedValue { $0.add(classes: classNames, threshold: nil) }
    }

    @available(*, deprecated, message: "use setLoggingLevel(_:forClasses:)")
    open func addClassNames(_ classNames: [String], minimumLogLevel: GCKLoggerLevel) {
        setLoggingLevel(minimumLogLevel, forClasses: classNames)
    }

    @available(*, deprecated, message: "use setLoggingLevel(_:forFunctions:)")
    open func addFunctionNames(_ functionNames: [String]) {
        locked.withLockedValue { $0.add(functions: functionNames, threshold: nil) }
    }

    @available(*, deprecated, message: "use setLoggingLevel(_:forFunctions:)")
    open func addFunctionNames(_ functionNames: [String], minimumLogLevel: GCKLoggerLevel) {
        setLoggingLevel(minimumLogLevel, forFunctions: functionNames)
    }

    /// Lets only messages through of which a part matches one of these, or of the ones added before.
    ///
    /// - Parameter messagePatterns: Regular expressions; begin one with `(?i)` to let case not count. What is no
    ///   regular expression is ignored, and said once in the log.
    open func addMessagePatterns(_ messagePatterns: [String]) {
        addMessagePatterns(messagePatterns, ignoringCase: false)
    }

    @available(*, deprecated, message: "use addMessagePatterns(_:) and begin the pattern with (?i)")
    open func addMessagePatterns(_ messagePatterns: [String], caseInsensitive: Bool) {
        addMessagePatterns(messagePatterns, ignoringCase: caseInsensitive)
    }

    private func addMessagePatterns(_ patterns: [String], ignoringCase: Bool) {
        let refused = locked.withLockedValue { $0.add(messages: patterns, ignoringCase: ignoringCase) }
        for pattern in refused {
            Log(of: "GCKLoggerFilter").warning("ignoring a message pattern that is no regular expression: \(pattern)")
        }
    }

    /// Removes all criteria; ``minimumLevel`` stays.
    open func reset() {
        locked.withLockedValue { $0.reset() }
    }

    /// The criteria as they are now.
    final var rules: LogRules { locked.withLockedValue { $0 } }
}
