import Foundation

/// Runs a command of the system and reads what it prints.
enum CommandOutput {
    /// Where administration commands are; they are not in the search path of every user.
    private static let directories = ["/usr/sbin", "/sbin", "/usr/bin", "/bin", "/usr/local/sbin"]

    /// The standard output; nil when there is no such command, or it ends with an error.
    static func of(_ command: String, _ arguments: [String]) async -> String? {
        let paths = directories.map { "\($0)/\(command)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        return await withCheckedContinuation { continuation in
            do { try process.run() } catch { return continuation.resume(returning: nil) }
            let output = pipe.fileHandleForReading
            // Reading waits for the end of the command, which must not hold a thread of the shared pool.
            Thread.detachNewThread {
                let data = output.readDataToEndOfFile()
                process.waitUntilExit()
                let text = String(decoding: data, as: UTF8.self)
                continuation.resume(returning: process.terminationStatus == 0 ? text : nil)
            }
        }
    }
}
