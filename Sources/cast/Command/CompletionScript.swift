import ArgumentParser

/// The completion script of a shell, as `--generate-completion-script` prints it.
enum CompletionScript {
    /// The script that the arguments ask for; nil when they ask for something else, or for a shell that needs no change.
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

    /// The library's script for fish, which asks `commandline -o -tC` for the position of the cursor. fish refuses that
    /// outside of an interactive shell, as in `fish -c 'complete -C …'`, and the tool then got no position and reported an
    /// internal error. The length of the word before the cursor is the same number, in every mode.
    static var fish: String {
        Cast.completionScript(for: .fish).replacing(
            "(__cast_tokens -tC)",
            with: #"(string length -- "$(commandline -ct)")"#
        )
    }
}
