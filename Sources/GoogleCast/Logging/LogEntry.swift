/// One message on its way to those who want it.
struct LogEntry: Sendable, Hashable {
    var level: GCKLoggerLevel
    /// `-[GCKCastSession start]`, or the name of a free function.
    var function: String
    /// `SessionManager.swift:223`.
    var location: String
    var message: String

    /// File and line without the folders before them.
    static func location(file: String, line: UInt) -> String {
        "\(file.split(separator: "/").last ?? ""):\(line)"
    }

    /// The entry as a line of a log file, its end included: time, level, location, function, message.
    func line(at time: Date) -> String {
        let stamp = time.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        return "\(stamp)Z \(level.letter) \(location) \(function) \(Self.escaped(message))\n"
    }

    /// One line, whatever the message holds.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\\" }) else { return text }
        return text.replacing("\\", with: "\\\\").replacing("\r", with: "\\r").replacing("\n", with: "\\n")
    }
}
