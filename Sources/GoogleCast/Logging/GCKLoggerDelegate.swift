/// Receives the messages of a ``GCKLogger``, on the main thread and in the order in which they were logged.
///
/// What is logged while a delegate is being called, from that call, is dropped: a delegate may use the API it hears from.
@preconcurrency @MainActor
public protocol GCKLoggerDelegate: NSObjectProtocol {
    /// A message passed the logger's filter.
    ///
    /// - Parameters:
    ///   - message: Free text, without level and time.
    ///   - level: How much it matters.
    ///   - function: Where it comes from, as `-[GCKCastSession start]` or as the name of a free function.
    ///   - location: File and line, as `SessionManager.swift:223`.
    func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    )

    /// A message passed the logger's filter; called only where the form with a level is not implemented.
    @available(*, deprecated, message: "implement logMessage(_:at:fromFunction:location:)")
    func logMessage(_ message: String, fromFunction function: String)
}

extension GCKLoggerDelegate {
    /// Hands on to the older form, for delegates that implement only that.
    public func logMessage(
        _ message: String,
        at level: GCKLoggerLevel,
        fromFunction function: String,
        location: String
    ) {
        (OlderForm(delegate: self) as any LogMessageTaking).take(message, from: function)
    }

    @available(*, deprecated, message: "implement logMessage(_:at:fromFunction:location:)")
    public func logMessage(_ message: String, fromFunction function: String) {}
}

/// A way to call what is deprecated for others.
@MainActor
private protocol LogMessageTaking {
    func take(_ message: String, from function: String)
}

private struct OlderForm: LogMessageTaking {
    let delegate: any GCKLoggerDelegate

    @available(*, deprecated, message: "calls the older form of a delegate")
    func take(_ message: String, from function: String) { delegate.logMessage(message, fromFunction: function) }
}
