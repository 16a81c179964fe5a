// SPDX-License-Identifier: Apache-2.0

/// The interface through which the classes of this module log messages.
///
/// ```swift
/// Log(of: "GCKSessionManager").info("starting a session on \(device)")
/// ```
/// The text is only evaluated if at least one sink is set and the level passes the filter.
struct Log: Sendable {
    private let owner: String
    private let center: LogCenter

    /// Creates a log interface.
    ///
    /// - Parameters:
    ///   - owner: The name of the class, optionally with an extension, such as `NSMutableDictionary(GCKAdditions)`.
    ///   - center: The destination of the messages. Default: the one of the process.
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

/// A log message with its level and origin.
struct LogEntry: Sendable, Hashable {
    var level: GCKLoggerLevel
    /// The function, such as `-[GCKCastSession start]`, or the name of a free function.
    var function: String
    /// The file and line, such as `SessionManager.swift:223`.
    var location: String
    var message: String

    /// Returns the file and line, without directories.
    static func location(file: String, line: UInt) -> String {
        "\(file.split(separator: "/").last ?? ""):\(line)"
    }

    /// Returns the entry as a line of a log file, with a line break: time, level, location, function, message.
    func line(at time: Date) -> String {
        let stamp = time.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        return "\(stamp)Z \(level.letter) \(location) \(function) \(Self.escaped(message))\n"
    }

    /// Escapes line breaks, so that every message is one line.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\\" }) else { return text }
        return text.replacing("\\", with: "\\\\").replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    }
}

/// The origin of a message, parsed from the text that a delegate receives.
enum LogFunction: Sendable, Hashable {
    /// A method: `-[Name(Extension) method]`, or with `+`. The extension is nil if there is none.
    case method(class: String, extension: String?)
    /// A free function.
    case free

    /// Returns the text for a method.
    static func text(class name: String, method: StaticString) -> String {
        // The argument labels are kept because they distinguish overloads, like the selectors of the original
        // framework.
        let method = "\(method)".replacing("()", with: "")
        return "-[\(name) \(method)]"
    }

    init(_ text: String) {
        guard text.hasPrefix("-[") || text.hasPrefix("+["), text.hasSuffix("]"),
            let space = text.firstIndex(of: " ")
        else {
            self = .free
            return
        }
        let owner = text[text.index(text.startIndex, offsetBy: 2)..<space]
        guard owner.hasSuffix(")"), let bracket = owner.firstIndex(of: "(") else {
            self = .method(class: String(owner), extension: nil)
            return
        }
        self = .method(
            class: String(owner[..<bracket]),
            extension: String(owner[owner.index(after: bracket)...].dropLast())
        )
    }
}
