// SPDX-License-Identifier: Apache-2.0

import CastWire
import Dispatch

/// Questions to the user that are answered with a line on the terminal.
enum TerminalPrompt {
    /// Prints a question to standard error and reads a line from standard input, without spaces at its ends.
    ///
    /// Ctrl-C ends the process, as in any program that reads a line.
    ///
    /// - Returns: The line; nil at the end of the input.
    static func line(_ question: String) async -> String? {
        await OutputWriter.standardOutput.flush()
        OutputWriter.standardError.write(DisplayWidth.printable(question) + " ")
        await OutputWriter.standardError.flush()
        return await withCheckedContinuation { continuation in
            // The read blocks until the user answers, which must not occupy a thread of the shared pool.
            DispatchQueue(label: "cast.prompt").async {
                continuation.resume(returning: readLine().map { $0.trimming(while: \.isWhitespace) })
            }
        }
    }
}
