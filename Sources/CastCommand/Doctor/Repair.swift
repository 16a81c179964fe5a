// SPDX-License-Identifier: Apache-2.0

/// Runs the commands that `cast doctor` and `cast setup` recommend, each after a question.
struct Repair: Sendable {
    var console: Console
    /// Whether the commands are run without questions.
    var isConfirmed = false
    /// Asks the user a question and returns the answer; nil at the end of the input.
    var ask: @Sendable (String) async -> String? = TerminalPrompt.line

    /// Returns whether a command was run with success.
    ///
    /// - Throws: ``CommandFailure`` if a command fails: the following commands may depend on it.
    func run(_ findings: [Finding]) async throws(CommandFailure) -> Bool {
        var seen: Set<SystemCommand> = []
        var hasChanged = false
        for finding in findings where !finding.fix.isEmpty {
            let commands = finding.fix.filter { seen.insert($0).inserted }
            guard !commands.isEmpty else { continue }
            let text = commands.map { "\($0)" }.joined(separator: " && ")
            if !isConfirmed {
                let answer = await ask("\(finding.subject): run \(text)? [y/N]")
                guard let answer else { return hasChanged }
                guard ["y", "yes"].contains(answer.lowercased()) else { continue }
            } else {
                console.note("Running \(text)")
            }
            for command in commands {
                let status = try await command.run()
                guard status == 0 else {
                    throw CommandFailure(
                        code: "repairFailed",
                        exitStatus: .failure,
                        message: "\(command) ended with status \(status)"
                    )
                }
                hasChanged = true
            }
        }
        return hasChanged
    }
}
