import ArgumentParser

/// A command that says why it failed the way all of them do, and ends with a documented exit status.
protocol ReportingCommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// Does the job.
    ///
    /// - Throws: ``CommandFailure``, or an error of one of the libraries, which is turned into one.
    func perform(console: Console) async throws -> ExitStatus
}

extension ReportingCommand {
    func run() async throws {
        let console = Console(isJSON: output.json, isVerbose: output.verbose)
        let status: ExitStatus
        do {
            status = try await perform(console: console)
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
}
