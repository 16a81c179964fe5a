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
        /// Also while another job of the shell has the terminal.
        var isWanted = false
    }

    // A terminal's mode is plain data.
    private static let state = Mutex(State())

    /// Begins; later, by ``resume()``, where the terminal belongs to another job of the shell. Nothing happens when
    /// standard input is no terminal.
    static func enter() {
        state.withLock { $0.isWanted = true }
        resume()
    }

    /// Begins again what was wanted, now that the terminal may be ours.
    static func resume() {
        guard state.withLock({ $0.isWanted && !$0.isActive }), TerminalDevice.isInputTerminal,
            TerminalDevice.isForeground
        else {
            return
        }
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

    /// Puts back what was found; may be called at any time and more than once.
    static func leave() {
        state.withLock { $0.isWanted = false }
        pause()
    }

    /// Puts back what was found until ``resume()``.
    static func pause() {
        state.withLock { state in
            guard state.isActive, var mode = state.original else { return }
            state.isActive = false
            // From the background it would stop the process, and the shell has put its own mode back.
            if TerminalDevice.isForeground { tcsetattr(STDIN_FILENO, TCSANOW, &mode) }
        }
    }
}
