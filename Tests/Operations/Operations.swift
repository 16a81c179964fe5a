// SPDX-License-Identifier: Apache-2.0

/// Executes one operation many times, so that `scripts/instructions` can count the instructions of one.
///
///     Operations list
///     Operations NAME COUNT
@main
enum Operations {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]),
            let operation = SampleOperations.all.first(where: { $0.key == arguments[1] })?.value
        else {
            for operation in SampleOperations.all { print(operation.key) }
            return
        }
        for _ in 0..<count { try operation() }
    }
}
