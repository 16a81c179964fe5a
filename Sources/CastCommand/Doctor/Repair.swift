// SPDX-License-Identifier: Apache-2.0

/// Runs the commands that `cast doctor` and `cast setup` recommend, each after a question.
struct Repair: Sendable {
    var console: Console
    /// Whether the commands are run without questions, by this tool and by the programs that they run.
    var isConfirmed = false
    /// Asks the user a question and returns the answer; nil at the end of the input.
    var ask: @Sendable (String) async -> String? = TerminalPrompt.line

    /// Returns whether a command was run with success. If a command fails, those that follow for the same finding are left
    /// out, because they may depend on it, and other findings are repaired nevertheless.
    ///
    /// - Throws: ``CommandFailure`` with all commands that failed, at the end.
    func run(_ findings: [Finding]) async throws(CommandFailure) -> Bool {
        // The commands that were run with success.
        var done: Set<SystemCommand> = []
        var failures: [CommandFailure] = []
        for finding in findings where !finding.fix.isEmpty {
            let commands = finding.fix.map { isConfirmed ? $0.withoutQuestions : $0 }.filter { !done.contains($0) }
            guard !commands.isEmpty else { continue }
            let text = commands.map { "\($0)" }.joined(separator: " && ")
            if !isConfirmed {
                let answer = await ask("\(finding.subject): run \(text)? [y/N]")
                guard let answer else { break }
                guard ["y", "yes"].contains(answer.lowercased()) else { continue }
            } else {
                console.note("Running \(text)")
            }
            do throws(CommandFailure) {
                for command in commands {
                    try await run(command)
                    done.insert(command)
                }
            } catch {
                failures.append(error)
            }
        }
        guard var failure = failures.first else { return !done.isEmpty }
        failure.message = failures.map(\.message).joined(separator: "; ")
        throw failure
    }

    private func run(_ command: SystemCommand) async throws(CommandFailure) {
        let status = try await command.run()
        guard status == 0 else {
            throw CommandFailure(
                code: "repairFailed",
                exitStatus: .failure,
                message: "\(command) ended with status \(status)"
            )
        }
    }
}
