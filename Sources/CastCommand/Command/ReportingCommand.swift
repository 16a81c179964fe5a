import ArgumentParser

/// A command that reports failures in the common format and exits with a documented status.
protocol ReportingCommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// Executes the command.
    ///
    /// - Throws: ``CommandFailure``, or a library error, which is converted to one.
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
