// SPDX-License-Identifier: Apache-2.0

internal import NIOConcurrencyHelpers

/// Determines which messages a ``GCKLogger`` accepts.
///
/// Names can be patterns: `GCKUI*`, `GCK*Session`. Changes take effect immediately, even after the filter was set on
/// the logger. Can be used from any thread.
// Unchecked: the only state is protected by a lock. A subclass must protect the state that it adds.
#if canImport(ObjectiveC)
@objc(GCKLoggerFilter)
@objcMembers
#endif
open class GCKLoggerFilter: NSObject, @unchecked Sendable {
    private let locked = NIOLockedValueBox(LogRules())

    /// Has no effect.
    @available(*, deprecated, message: "Filters are no longer exclusive. This has no effect.")
    open var exclusive: Bool {
        get { exclusiveFlag.withLockedValue { $0 } }
        set { exclusiveFlag.withLockedValue { $0 = newValue } }
    }
    private let exclusiveFlag = NIOLockedValueBox(false)

    /// The minimum level of messages that no other rule covers. Default ``GCKLoggerLevel/none``, which means info.
    open var minimumLevel: GCKLoggerLevel {
        get { locked.withLockedValue { $0.minimumLevel } }
        set { locked.withLockedValue { $0.minimumLevel = newValue } }
    }

    /// Creates a filter without criteria, which accepts messages of level info and above.
    public override init() {
        super.init()
    }

    /// Sets the minimum level of messages from classes. It overrides ``minimumLevel`` in both directions.
    ///
    /// - Parameters:
    ///   - minimumLevel: The minimum level. ``GCKLoggerLevel/none`` applies the general ``minimumLevel``.
    ///   - classNames: Names or patterns. `Name` covers the class and its extensions, `Name(Extension)` only that
    ///     extension. If several rules cover a class, the one added last applies.
    open func setLoggingLevel(_ minimumLevel: GCKLoggerLevel, forClasses classNames: [String]) {
        locked.withLockedValue { $0.add(classes: classNames, threshold: minimumLevel.threshold) }
    }

    /// Sets the minimum level of messages from free functions.
    ///
    /// - Parameters:
    ///   - minimumLevel: The minimum level. ``GCKLoggerLevel/none`` applies the general ``minimumLevel``.
    ///   - functionNames: Names or patterns. They are also matched against complete texts such as `-[Name method]`,
    ///     whose bracket is written `[[]` in a pattern.
    open func setLoggingLevel(_ minimumLevel: GCKLoggerLevel, forFunctions functionNames: [String]) {
        locked.withLockedValue { $0.add(functions: functionNames, threshold: minimumLevel.threshold) }
    }

    /// Adds classes that use the general ``minimumLevel``.
    @available(*, deprecated, message: "Use setLoggingLevel(_:forClasses:).")
    open func addClassNames(_ classNames: [String]) {
        locked.withLockedValue { $0.add(classes: classNames, threshold: nil) }
    }

    /// Sets the minimum level of messages from classes.
    @available(*, deprecated, message: "Use setLoggingLevel(_:forClasses:).")
    open func addClassNames(_ classNames: [String], minimumLogLevel: GCKLoggerLevel) {
        setLoggingLevel(minimumLogLevel, forClasses: classNames)
    }

    /// Adds free functions that use the general ``minimumLevel``.
    @available(*, deprecated, message: "Use setLoggingLevel(_:forFunctions:).")
    open func addFunctionNames(_ functionNames: [String]) {
        locked.withLockedValue { $0.add(functions: functionNames, threshold: nil) }
    }

    /// Sets the minimum level of messages from free functions.
    @available(*, deprecated, message: "Use setLoggingLevel(_:forFunctions:).")
    open func addFunctionNames(_ functionNames: [String], minimumLogLevel: GCKLoggerLevel) {
        setLoggingLevel(minimumLogLevel, forFunctions: functionNames)
    }

    /// Accepts only messages that match at least one of these patterns, or of the patterns added before.
    ///
    /// - Parameter messagePatterns: Regular expressions, which may match any part of a message. The prefix `(?i)`
    ///   ignores case. An invalid expression is ignored and logged once.
    open func addMessagePatterns(_ messagePatterns: [String]) {
        addMessagePatterns(messagePatterns, ignoringCase: false)
    }

    /// Accepts only messages that match at least one of these patterns, or of the patterns added before.
    @available(*, deprecated, message: "Use addMessagePatterns(_:) with patterns that begin with (?i).")
    open func addMessagePatterns(_ messagePatterns: [String], caseInsensitive: Bool) {
        addMessagePatterns(messagePatterns, ignoringCase: caseInsensitive)
    }

    private func addMessagePatterns(_ patterns: [String], ignoringCase: Bool) {
        let invalid = locked.withLockedValue { $0.add(messages: patterns, ignoringCase: ignoringCase) }
        for pattern in invalid {
            Log(of: "GCKLoggerFilter").warning("ignoring an invalid message pattern: \(pattern)")
        }
    }

    /// Removes all criteria except ``minimumLevel``.
    open func reset() {
        locked.withLockedValue { $0.reset() }
    }

    /// The current criteria.
    final var rules: LogRules { locked.withLockedValue { $0 } }
}
