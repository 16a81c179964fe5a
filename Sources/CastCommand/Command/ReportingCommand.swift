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
