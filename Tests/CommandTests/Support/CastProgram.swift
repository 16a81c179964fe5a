import Foundation
import Synchronization
import Testing

/// The built `cast`, run as a person or a script runs it.
///
/// What it prints is collected while it runs; a test waits for something to be printed, up to a deadline, and never
/// for time to pass. ``end()`` is called by whoever started it, so that nothing outlives its test.
final class CastProgram: Sendable {
    /// What is known of a run.
    struct Output: Sendable {
        var standardOutput = ""
        var standardError = ""
        /// nil while it runs; 128 + n when signal n ended it.
        var status: Int32?

        var lines: [String] { standardOutput.split(separator: "\n").map(String.init) }
    }

    /// How long anything may take on a slow machine that builds something else at the same time.
    static let patience = Duration.seconds(60)

    private struct State {
        var standardOutput = Data()
        var standardError = Data()
        /// Pipes that the program still holds. A terminal never ends.
        var openPipes = 0
        var status: Int32?
    }

    private let state = Mutex(State())
    private let arguments: [String]
    /// Kept open as long as this object: a closed pipe would end the program.
    private let unreadOutput: Pipe?
    let processIdentifier: Int32

    /// The directory of the package, found from this file.
    static let packageDirectory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Beside the test bundle, where the build put it.
    static let binary: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let directory = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        return directory.appending(path: "cast")
    }()

    /// Starts it, with an environment in which nothing of this machine's settings counts.
    ///
    /// - Parameters:
    ///   - executable: The tool, or what runs it.
    ///   - terminal: What stands for standard input and standard error; nil = nothing and a pipe.
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
        variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
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
        if isUnread { Self.fill(output.fileHandleForWriting.fileDescriptor) }
        let finished = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in finished.signal() }
        try process.run()
        processIdentifier = process.processIdentifier
        state.withLock { $0.openPipes = (terminal == nil ? 1 : 0) + (isUnread ? 0 : 1) }
        unreadOutput = isUnread ? output : nil
        if !isUnread { collect(output.fileHandleForReading, into: \.standardOutput) }
        collect(terminal?.near ?? error.fileHandleForReading, into: \.standardError)
        Thread.detachNewThread { [self] in
            finished.wait()
            let status =
                process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
            state.withLock { $0.status = status }
        }
    }

    /// Writes to a pipe until it takes no more.
    private static func fill(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        let block = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(descriptor, block, block.count) > 0 {}
        while write(descriptor, block, 1) > 0 {}
        _ = fcntl(descriptor, F_SETFL, flags)
    }

    /// Runs it to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Output {
        let program = try CastProgram(arguments, environment: environment)
        return try await program.end()
    }

    private func collect(_ handle: FileHandle, into path: any WritableKeyPath<State, Data> & Sendable) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                // Not FileHandle's own reading, which waits until it has all that it was asked for.
                let count = read(handle.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                state.withLock { $0[keyPath: path].append(contentsOf: buffer.prefix(count)) }
            }
            state.withLock { $0.openPipes -= 1 }
        }
    }

    /// What there is at this moment.
    var output: Output {
        state.withLock { state in
            Output(
                standardOutput: String(decoding: state.standardOutput, as: UTF8.self),
                standardError: String(decoding: state.standardError, as: UTF8.self),
                status: state.openPipes <= 0 ? state.status : nil
            )
        }
    }

    /// Waits until what is known satisfies `condition`; a run that ends without, or takes too long, is a failure.
    func wait<Value>(
        for what: String,
        within patience: Duration = patience,
        _ condition: (Output) throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + patience
        while true {
            let output = output
            if let value = try condition(output) { return value }
            guard output.status == nil, ContinuousClock.now < deadline else {
                kill()
                throw Failure(
                    description: """
                        cast \(arguments.joined(separator: " ")): no \(what) \
                        \(output.status.map { "before it ended with \($0)" } ?? "within \(patience)")
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

    /// Waits for its end.
    @discardableResult
    func end(within patience: Duration = patience) async throws -> Output {
        try await wait(for: "end", within: patience) { $0.status == nil ? nil : $0 }
    }

    /// What Ctrl-C does.
    func interrupt() {
        signal(SIGINT)
    }

    /// What a terminal does whose window was resized.
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

    /// What a power cut does.
    func kill() {
        signal(SIGKILL)
    }

    private func signal(_ number: Int32) {
        Foundation.kill(processIdentifier, number)
    }

    /// Ends it whatever it does; for the end of a test.
    func stop() async {
        guard output.status == nil else { return }
        signal(SIGTERM)
        if (try? await end(within: .seconds(10))) == nil { kill() }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}
