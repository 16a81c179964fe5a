/// What a class of this module logs with.
///
/// ```swift
/// Log(of: "GCKSessionManager").info("starting a session on \(device)")
/// ```
/// The text is put together only if somebody wants the message.
struct Log: Sendable {
    private let owner: String
    private let center: LogCenter

    /// - Parameters:
    ///   - owner: The name of the class, or with an extension as `NSMutableDictionary(GCKAdditions)`.
    ///   - center: Where messages go; the process has one.
    init(of owner: String, center: LogCenter = .shared) {
        self.owner = owner
        self.center = center
    }

    func verbose(
        _ text: @autoclosure () -> String,
        function: StaticString = #function,
        file: String = #fileID,
        line: UInt = #line
    ) { write(.verbose, text, function, file, line) }

    func debug(
        _ text: @autoclosure () -> String,
        function: StaticString = #function,
        file: String = #fileID,
        line: UInt = #line
    ) { write(.debug, text, function, file, line) }

    func info(
        _ text: @autoclosure () -> String,
        function: StaticString = #function,
        file: String = #fileID,
        line: UInt = #line
    ) { write(.info, text, function, file, line) }

    func warning(
        _ text: @autoclosure () -> String,
        function: StaticString = #function,
        file: String = #fileID,
        line: UInt = #line
    ) { write(.warning, text, function, file, line) }

    func error(
        _ text: @autoclosure () -> String,
        function: StaticString = #function,
        file: String = #fileID,
        line: UInt = #line
    ) { write(.error, text, function, file, line) }

    private func write(
        _ level: GCKLoggerLevel,
        _ text: () -> String,
        _ function: StaticString,
        _ file: String,
        _ line: UInt
    ) {
        guard center.isListening else { return }
        center.write(level, LogFunction.text(class: owner, method: function), file: file, line: line, text)
    }
}
