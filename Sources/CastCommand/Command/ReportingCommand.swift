// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastRecording

/// A command that reports failures in the common format and exits with a documented status.
protocol ReportingCommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// The options for a recording; nil, the default, for commands without connections.
    var recordOptions: RecordOptions? { get }

    /// The end at which the command records. Default the sender.
    var recordedRole: RecordingHeader.Role { get }

    /// Whether the command ends with the failure of a configuration that cannot be used. Default true.
    var needsConfiguration: Bool { get }

    /// Executes the command.
    ///
    /// - Throws: ``CommandFailure``, or a library error, which is converted to one.
    func perform(console: Console) async throws -> ExitStatus
}

/// A command that connects to a device as a sender.
protocol DeviceCommand: ReportingCommand {
    var target: TargetOptions { get }
}

extension DeviceCommand {
    var recordOptions: RecordOptions? { target.recording }
}

extension ReportingCommand {
    var recordOptions: RecordOptions? { nil }
    var recordedRole: RecordingHeader.Role { .sender }
    var needsConfiguration: Bool { true }

    func run() async throws {
        let console = Console(isJSON: output.json, isVerbose: output.verbose)
        let status: ExitStatus
        do {
            if needsConfiguration, let failure = UserConfiguration.current.failure { throw failure }
            status = try await performRecorded(console: console)
        } catch {
            let failure = CommandFailure(error)
            console.showProgress(nil)
            console.report(failure)
            await console.flush()
            throw failure.exitStatus.exitCode
        }
        await console.flush()
        guard status == .success else { throw status.exitCode }
    }

    /// Executes the command, and records its connections if the options ask for it.
    private func performRecorded(console: Console) async throws -> ExitStatus {
        guard let recorder = try recordOptions?.recorder(as: recordedRole, console: console) else {
            return try await perform(console: console)
        }
        let result: Result<ExitStatus, any Error>
        do {
            result = .success(
                try await SessionRecorder.$current.withValue(recorder) { try await perform(console: console) }
            )
        } catch {
            result = .failure(error)
        }
        // A failure to write was reported when it occurred, and does not change the status of the command.
        try? await recorder.close()
        console.detail("recorded \(recorder.messageCount) messages in \(recorder.path)")
        if recorder.lostCount > 0 {
            console.note(
                "cast: \(recorder.path) lacks \(recorder.lostCount) messages, which could not be written in time"
            )
        }
        return try result.get()
    }
}

/// Options for the output of a command.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print JSON, one object per line, for scripts.")
    var json = false

    @Flag(name: .long, help: "Print details to standard error.")
    var verbose = false
}

/// Allows negative values, as in `cast seek -30` and `cast volume -5`.
///
/// ArgumentParser reads `-30` as the options `-3` and `-0`. In commands whose value may be negative, the hyphen of such
/// an argument is replaced by the minus sign (U+2212), which ArgumentParser does not treat as an option and the values
/// accept.
enum NegativeValues {
    private static let commands: Set<String> = ["seek", "volume"]

    static func protected(_ arguments: [String]) -> [String] {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }), commands.contains(command) else {
            return arguments
        }
        return arguments.map { word in
            let digits = word.dropFirst()
            guard word.hasPrefix("-"), let first = digits.first, first.isASCII, first.isNumber else { return word }
            return "\u{2212}\(digits)"
        }
    }
}
