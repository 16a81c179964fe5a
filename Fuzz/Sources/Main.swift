// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs targets on inputs. `Fuzz/run` is the command for users.
@main
enum Main {
    private static let usage = """
        Fuzz list
        Fuzz replay TARGET FILE...
        Fuzz mutate TARGET [--inputs N] [--seconds N] [--seed N] [--artifacts FOLDER] FOLDER...
        Fuzz libfuzzer TARGET [LIBFUZZER ARGUMENT]...
        Fuzz seeds FOLDER REPOSITORY [RECORDINGS]

        """

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "list": for target in FuzzTarget.all { print(target.name) }
        case "replay":
            let target = target(arguments)
            for file in arguments.dropFirst(2) { target.run(read(file)) }
        case "mutate":
            var run = MutationRun(target(arguments), arguments: Array(arguments.dropFirst(2)))
            run.run()
        case "libfuzzer": LibFuzzer.run(target(arguments), arguments: Array(arguments.dropFirst(2)))
        case "seeds" where arguments.count >= 3:
            SeedWriter(folder: arguments[1], repository: arguments[2], recordings: arguments.dropFirst(3).first).write()
        default: fail(usage)
        }
    }

    private static func target(_ arguments: [String]) -> FuzzTarget {
        guard arguments.count > 1 else { fail(usage) }
        guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
            fail("unknown target \"\(arguments[1])\"; \"Fuzz list\" lists the targets\n")
        }
        return target
    }

    /// Returns the bytes of a file. Ends the program if it cannot be read.
    static func read(_ file: String) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file) else { fail("cannot read \(file)\n") }
        return Array(data)
    }

    static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data(message.utf8))
        exit(64)
    }
}
