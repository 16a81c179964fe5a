import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal's mode in which every key arrives at once and unseen.
///
/// Signals stay with the terminal: Ctrl-C still interrupts. The mode found at first is put back by ``leave()``,
/// and, however the process ends, by an exit handler.
enum KeyMode {
    private struct State {
        var original: termios?
        var isActive = false
    }

    // A terminal's mode is plain data.
    private static let state = Mutex(State())

    /// Begins; nothing happens when standard input is no terminal, or belongs to another job of the shell.
    static func enter() {
        // Where the terminal is not ours to control there are no jobs, and so no other one.
        let foreground = tcgetpgrp(STDIN_FILENO)
        guard TerminalDevice.isInputTerminal, foreground == getpgrp() || foreground == -1 else { return }
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
        let found = mode
        let isFirst = state.withLock { state in
            let isFirst = state.original == nil
            if isFirst { state.original = found }
            state.isActive = true
            return isFirst
        }
        if isFirst { atexit { KeyMode.leave() } }
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// Puts back what was found; may be called at any time and more than once. True when it was in this mode.
    @discardableResult
    static func leave() -> Bool {
        state.withLock { state in
            guard state.isActive, var mode = state.original else { return false }
            state.isActive = false
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
            return true
        }
    }
}
