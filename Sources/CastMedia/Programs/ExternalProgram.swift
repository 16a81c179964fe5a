// SPDX-License-Identifier: Apache-2.0

import CastConcurrency

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Subprocess)
import Subprocess
#if canImport(System)
import System
#else
import SystemPackage
#endif
#endif

/// A program of other authors that is used if it is installed, such as `ffmpeg` or `yt-dlp`.
///
/// It is started without a shell, in a process group of its own, so that Ctrl-C on the terminal ends it only together
/// with the caller, and it ends with the task that runs it.
package struct ExternalProgram: Sendable, Hashable {
    /// The name without a path.
    package let name: String
    /// The path of the executable file.
    package let path: String

    /// The folders of `PATH`, separated by colons.
    private static var searchPath: String {
        ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    }

    /// Looks for a program in the folders of `PATH`.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    /// - Returns: The program; `nil` if it is not installed, or if this platform cannot start programs.
    package static func find(_ name: String, searchPath: String? = nil) -> ExternalProgram? {
        #if canImport(Subprocess)
        for folder in (searchPath ?? Self.searchPath).split(separator: ":") where folder.hasPrefix("/") {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return ExternalProgram(name: name, path: path) }
        }
        #endif
        return nil
    }

    /// Looks for a program of administrators, whose folders are not in the `PATH` of every user.
    ///
    /// - Returns: The program; `nil` if it is not installed, or if this platform cannot start programs.
    package static func findForAdministration(_ name: String) -> ExternalProgram? {
        find(name, searchPath: "\(searchPath):/usr/sbin:/sbin:/usr/local/sbin")
    }

    /// How `ffmpeg` is installed on this system, for messages.
    package static let installationAdvice: String = {
        #if os(macOS) || os(Linux)
        installationAdvice(of: "ffmpeg", fedora: "ffmpeg-free")
        #else
        "this platform cannot run it; convert the file on a computer"
        #endif
    }()

    /// Returns how a program is installed on this system, for messages.
    ///
    /// - Parameters:
    ///   - package: The name of the package.
    ///   - fedora: The name of the package on Fedora; `nil` if it is the same.
    package static func installationAdvice(of package: String, fedora: String? = nil) -> String {
        #if os(macOS)
        "install it with: brew install \(package)"
        #elseif os(Linux)
        let command = PackageManager.current.map { manager in
            (manager.needsRoot ? "sudo " : "")
                + manager.installation(of: package, fedora: fedora).joined(separator: " ")
        }
        return "install it with: \(command ?? "the package manager of this system")"
        #else
        "this platform cannot run programs"
        #endif
    }

    /// Runs the program and returns its standard output.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: The path of a file to read as standard input; `nil` for an empty input.
    ///   - pipe: A pipe to read as standard input instead.
    ///   - environment: Variables in addition to those of this process.
    ///   - limit: The largest size of the output in bytes.
    ///   - timeLimit: The time after which the program is ended.
    /// - Throws: ``ExternalProgramError``. Cancellation ends the program.
    package func output(
        _ arguments: [String],
        input: String? = nil,
        pipe: ProgramPipe? = nil,
        environment: [String: String] = [:],
        limit: Int,
        timeLimit: Duration
    ) async throws(ExternalProgramError) -> [UInt8] {
        let collected = await withTimeLimit(timeLimit) { () -> Result<[UInt8], ExternalProgramError> in
            var bytes: [UInt8] = []
            do throws(ExternalProgramError) {
                try await run(arguments, input: input, pipe: pipe, environment: environment) { chunk in
                    bytes += chunk.prefix(limit - bytes.count)
                    return bytes.count < limit
                }
                return .success(bytes)
            } catch {
                return .failure(error)
            }
        }
        guard let collected else { throw .timedOut(program: name) }
        return try collected.get()
    }

    /// Runs the program with the terminal of this process, so that it can ask its user, and returns its exit status.
    ///
    /// - Throws: ``ExternalProgramError`` if the program cannot start.
    package func runOnTerminal(_ arguments: [String]) async throws(ExternalProgramError) -> Int {
        #if canImport(Subprocess)
        // In the process group of this process, because a program in the background cannot read a password.
        try await status {
            try await Subprocess.run(
                .path(FilePath(path)),
                arguments: Arguments(arguments),
                input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
                output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
                error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
            ).terminationStatus
        }
        #else
        throw .notStarted(program: name, detail: "this platform cannot run programs")
        #endif
    }

    /// Runs the program without input and output, in a process group of its own, and returns its exit status. The program
    /// continues when this process ends.
    ///
    /// - Throws: ``ExternalProgramError`` if the program cannot start. Cancellation ends the program.
    package func runApart(_ arguments: [String]) async throws(ExternalProgramError) -> Int {
        #if canImport(Subprocess)
        var options = PlatformOptions()
        options.processGroupID = 0
        return try await status {
            try await Subprocess.run(
                .path(FilePath(path)),
                arguments: Arguments(arguments),
                platformOptions: options,
                input: .none,
                output: .discarded,
                error: .discarded
            ).terminationStatus
        }
        #else
        throw .notStarted(program: name, detail: "this platform cannot run programs")
        #endif
    }

    #if canImport(Subprocess)
    /// Returns the exit status as a shell counts it.
    private func status(_ run: () async throws -> TerminationStatus) async throws(ExternalProgramError) -> Int {
        do {
            switch try await run() {
            case .exited(let status): return Int(status)
            case .signaled(let signal): return 128 + Int(signal)
            }
        } catch {
            throw .notStarted(program: name, detail: "\(error)")
        }
    }
    #endif

    /// Runs the program and passes its standard output on in chunks, in order.
    ///
    /// The program waits while the closure runs, because its pipe is full.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: The path of a file to read as standard input; `nil` for an empty input.
    ///   - pipe: A pipe to read as standard input instead.
    ///   - environment: Variables in addition to those of this process.
    ///   - receive: A closure that receives a chunk and returns whether it wants more. If it returns false, the program
    ///     is ended without an error.
    /// - Throws: ``ExternalProgramError`` if the program cannot start or fails.
    package func run(
        _ arguments: [String],
        input: String? = nil,
        pipe: ProgramPipe? = nil,
        environment: [String: String] = [:],
        receive: ([UInt8]) async -> Bool
    ) async throws(ExternalProgramError) {
        #if canImport(Subprocess)
        let variables = Dictionary(
            uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), Optional($0.value)) }
        )
        var options = PlatformOptions()
        options.processGroupID = 0
        // Programs that start others, such as a packaged yt-dlp, end together with them. Otherwise these would keep the
        // pipes open.
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100))
        ]
        let status: TerminationStatus
        let message: String
        var isEnough = false
        do {
            let standardInput =
                try pipe.map { FileDescriptor(rawValue: $0.takeReadingEnd()) }
                ?? FileDescriptor.open(FilePath(input ?? "/dev/null"), .readOnly)
            let result = try await Subprocess.run(
                .path(FilePath(path)),
                arguments: Arguments(arguments),
                environment: .inherit.updating(variables),
                platformOptions: options,
                input: .fileDescriptor(standardInput, closeAfterSpawningProcess: true),
                output: .sequence,
                error: .sequence
            ) { execution -> String in
                async let errors = Self.lastLines(of: execution.standardError)
                for try await buffer in execution.standardOutput {
                    guard await receive(buffer.withUnsafeBytes { Array($0) }) else {
                        isEnough = true
                        try execution.send(signal: .kill, toProcessGroup: true)
                        break
                    }
                }
                return await errors
            }
            status = result.terminationStatus
            message = result.closureResult
        } catch {
            if Task.isCancelled { throw .ended(program: name) }
            throw .notStarted(program: name, detail: "\(error)")
        }
        if isEnough { return }
        if Task.isCancelled { throw .ended(program: name) }
        switch status {
        case .exited(0): return
        case .exited(let code): throw .failed(program: name, status: "status \(code)", message: message)
        case .signaled(let signal): throw .failed(program: name, status: "signal \(signal)", message: message)
        }
        #else
        throw .notStarted(program: name, detail: "this platform cannot start programs")
        #endif
    }

    #if canImport(Subprocess)
    /// The number of bytes at the end of the program's messages that are kept.
    private static let messageLimit = 2048

    private static func lastLines(of output: SubprocessOutputSequence) async -> String {
        var bytes: [UInt8] = []
        do {
            for try await buffer in output {
                bytes += buffer.withUnsafeBytes { Array($0) }
                if bytes.count > messageLimit * 4 { bytes.removeFirst(bytes.count - messageLimit) }
            }
        } catch {}
        // Control characters in names of files must not reach a terminal.
        let text = String(decoding: bytes.suffix(messageLimit), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).suffix(3)
        return lines.map { PrintableText.line($0, limit: messageLimit) }.joined(separator: "; ")
    }
    #endif
}

/// The reason that an external program did not do its work.
package enum ExternalProgramError: Error, Sendable, Hashable {
    case notStarted(program: String, detail: String)
    case failed(program: String, status: String, message: String)
    case timedOut(program: String)
    /// The caller's task was canceled.
    case ended(program: String)
}

extension ExternalProgramError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let program, let detail): "\(program) could not be started: \(detail)"
        case .failed(let program, let status, let message):
            message.isEmpty ? "\(program) failed (\(status))" : "\(program) failed (\(status)): \(message)"
        case .timedOut(let program): "\(program) did not finish in time"
        case .ended(let program): "\(program) was ended"
        }
    }
}
