// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The shell completion script that `--generate-completion-script` prints.
enum CompletionScript {
    /// Returns the script that the arguments request; nil if they request something else, or a shell for which the
    /// script of ArgumentParser needs no change.
    static func requested(by arguments: [String]) -> String? {
        let option = "--generate-completion-script"
        let isFish: Bool
        switch arguments {
        case [option, "fish"], ["\(option)=fish"]: isFish = true
        case [option]: isFish = CompletionShell.autodetected() == .fish
        default: isFish = false
        }
        return isFish ? fish : nil
    }

    /// ArgumentParser's script for fish, with one command replaced.
    ///
    /// ArgumentParser gets the position of the cursor from `commandline -o -tC`. fish rejects that outside of an
    /// interactive shell, as in `fish -c 'complete -C …'`, so the tool received no position and reported an internal
    /// error. The length of the word before the cursor is the same number and is available in every mode.
    static var fish: String {
        Cast.completionScript(for: .fish).replacing(
            "(__cast_tokens -tC)",
            with: #"(string length -- "$(commandline -ct)")"#
        )
    }
}
