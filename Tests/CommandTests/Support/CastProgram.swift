// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOConcurrencyHelpers
import Testing

/// A process of the built `cast`, run like by a user or a script.
///
/// The output is collected while the process runs. Tests wait for output, up to a deadline, instead of sleeping. The
/// test that starts a program calls ``end(within:)``, so that no process outlives its test.
final class CastProgram: Sendable {
    /// The output and the exit status of a run.
    struct Output: Sendable {
        var standardOutput = ""
        var standardError = ""
        /// The exit status; nil while the process runs, 128 + n if signal n ended it.
        var status: Int32?

        var lines: [String] { standardOutput.split(separator: "\n").map(String.init) }
    }

    /// The byte that marks the end of a terminal's output. It never occurs in UTF-8.
    private static let endOfTerminal: UInt8 = 0xFF

    /// The default time limit, sufficient for a slow machine that runs a build at the same time.
    static let timeout = Duration.seconds(60)

    private struct State {
        var standardOutput = Data()
        var standardError = Data()
        /// The number of outputs that have not been read to their end.
        var openOutputs = 0
        var status: Int32?
    }

    private let state = NIOLockedValueBox(State())
    private let arguments: [String]
    /// Keeps the pipe open during the lifetime of this object, because a closed pipe would end the program.
    private let unreadOutput: Pipe?
    let processIdentifier: Int32

    /// The directory of the package, found from this file.
    static let packageDirectory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The executable, which is next to the test bundle.
    static let binary: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let directory = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        return directory.appending(path: "cast")
    }()

    /// Starts the program in an environment without the settings of this machine.
    ///
    /// - Parameters:
    ///   - executable: The tool, or a program that runs it.
    ///   - terminal: The terminal for standard input and standard error; nil for the null device and a pipe.
    ///   - isUnread: Whether standard output is a pipe that is full from the start and is never read.
    init(
        _ arguments: [String],
        executable: URL = binary,
        environment: [String: String] = [:],
        terminal: PseudoTerminal? = nil,
        isUnread: Bool = false
    ) throws {
        self.arguments = arguments
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        var variables = ["COLUMNS": "80", "LC_ALL": "C.UTF-8", "TERM": "xterm", "HOME": NSTemporaryDirectory()]
        // The options have the suppressions of sanitizers, which apply to the tool as well.
        for name in ["PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        variables.merge(environment) { $1 }
        process.environment = variables
        let output = Pipe()
        let error = Pipe()
        process.standardOutput = output
        if let terminal {
            process.standardInput = terminal.far
            process.standardError = terminal.far
        } else {
            process.standardInput = FileHandle.nullDevice
            process.standardError = error
        }
        // A shell starts background jobs with SIGINT ignored, and the tool would inherit that.
        Foundation.signal(SIGINT, SIG_DFL)
        if isUnread { Self.fill(output.fileHandleForWriting.fileDescriptor) }
        let finished = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in finished.signal() }
        try process.run()
        processIdentifier = process.processIdentifier
        state.withLockedValue { $0.openOutputs = isUnread ? 1 : 2 }
        unreadOutput = isUnread ? output : nil
        if !isUnread { collect(output.fileHandleForReading, into: \.standardOutput) }
        collect(terminal?.near ?? error.fileHandleForReading, into: \.standardError)
        Thread.detachNewThread { [self] in
            finished.wait()
            let status =
                process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
            state.withLockedValue { $0.status = status }
            // A terminal has no end, so this byte follows what the program wrote. If the test has closed the terminal,
            // there is nothing more to read.
            if let terminal, write(terminal.far.fileDescriptor, [Self.endOfTerminal], 1) != 1 {
                state.withLockedValue { $0.openOutputs -= 1 }
            }
        }
    }

    /// Writes to a pipe until it is full.
    private static func fill(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        let block = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(descriptor, block, block.count) > 0 {}
        while write(descriptor, block, 1) > 0 {}
        _ = fcntl(descriptor, F_SETFL, flags)
    }

    /// Runs the program to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Output {
        let program = try CastProgram(arguments, environment: environment)
        return try await program.end()
    }

    private func collect(_ handle: FileHandle, into path: any WritableKeyPath<State, Data> & Sendable) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                // FileHandle is not used, because it blocks until it has read the requested number of bytes.
                let count = read(handle.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let content = buffer.prefix(count)
                let end = content.firstIndex(of: Self.endOfTerminal)
                state.withLockedValue { $0[keyPath: path].append(contentsOf: content[..<(end ?? content.endIndex)]) }
                if end != nil { break }
            }
            state.withLockedValue { $0.openOutputs -= 1 }
        }
    }

    /// The output so far.
    var output: Output {
        state.withLockedValue { state in
            Output(
                standardOutput: String(decoding: state.standardOutput, as: UTF8.self),
                standardError: String(decoding: state.standardError, as: UTF8.self),
                status: state.openOutputs <= 0 ? state.status : nil
            )
        }
    }

    /// Waits until `condition` returns a value. Throws if the program ends before, or after a timeout.
    func wait<Value>(
        for what: String,
        within timeout: Duration = timeout,
        _ condition: (Output) throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + timeout
        while true {
            let output = output
            if let value = try condition(output) { return value }
            guard output.status == nil, ContinuousClock.now < deadline else {
                kill()
                throw Failure(
                    description: """
                        cast \(arguments.joined(separator: " ")): no \(what) \
                        \(output.status.map { "before it ended with \($0)" } ?? "within \(timeout)")
                        --- standard output
                        \(output.standardOutput)
                        --- standard error
                        \(output.standardError)
                        """
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits for the end of the program.
    @discardableResult
    func end(within timeout: Duration = timeout) async throws -> Output {
        try await wait(for: "end", within: timeout) { $0.status == nil ? nil : $0 }
    }

    /// Sends SIGINT, like Ctrl-C.
    func interrupt() {
        signal(SIGINT)
    }

    /// Sends SIGWINCH, like a terminal whose window was resized.
    func resized() {
        signal(SIGWINCH)
    }

    /// Stops the program as if it hung. Returns when every thread has stopped.
    ///
    /// One thread has to take the signal before the others stop, which takes a moment on a busy machine.
    func freeze() async throws {
        signal(SIGSTOP)
        let deadline = ContinuousClock.now + .seconds(10)
        while !isFrozen {
            try #require(ContinuousClock.now < deadline, "the program did not stop within 10 s")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Whether every thread is stopped; assumed where the system does not tell.
    private var isFrozen: Bool {
        #if os(Linux)
        let folder = "/proc/\(processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return !threads.isEmpty
            && threads.allSatisfy { thread in
                // The state follows the name, which is in parentheses.
                let text = (try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)) ?? ""
                return text.split(separator: ")").last?.split(separator: " ").first == "T"
            }
        #else
        return true
        #endif
    }

    /// Kills the process, like a power failure.
    func kill() {
        signal(SIGKILL)
    }

    private func signal(_ number: Int32) {
        Foundation.kill(processIdentifier, number)
    }

    /// Terminates the program at the end of a test, or kills it if it does not exit.
    func stop() async {
        guard output.status == nil else { return }
        signal(SIGTERM)
        if (try? await end(within: .seconds(10))) == nil { kill() }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}
