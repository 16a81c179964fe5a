import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that a command answers itself, as long as this lives.
///
/// A second Ctrl-C (or SIGTERM) ends the process at once, so that a device that does not answer never holds a person.
/// Ctrl-Z puts the terminal back before the process stops, and takes it again when it goes on in the foreground.
final class ProcessSignals: Sendable {
    enum Event: Hashable, Sendable {
        /// Ctrl-C, SIGTERM or SIGHUP.
        case interrupted
        case resized
        /// Stopped and gone on with; the terminal shows something else by now.
        case continued
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    // A dispatch source may be used from any thread.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Takes the signals over.
    init() {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        self.events = events
        self.continuation = continuation
        let queue = DispatchQueue(label: "cast.signals")
        // Used on `queue` alone.
        nonisolated(unsafe) var isInterrupted = false
        func source(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: DispatchWorkItem(block: handler))
            source.resume()
            return source
        }
        let interrupt: @Sendable () -> Void = {
            if isInterrupted {
                KeyMode.leave()
                // Whatever stands on the terminal stays above the shell's prompt.
                if TerminalDevice.isErrorTerminal { _ = write(STDERR_FILENO, "\n", 1) }
                _exit(ExitStatus.interrupted.rawValue)
            }
            isInterrupted = true
            OutputWriter.interrupt()
            continuation.yield(.interrupted)
        }
        sources =
            [SIGINT, SIGTERM, SIGHUP].map { source($0, interrupt) } + [
                source(SIGQUIT) {
                    KeyMode.leave()
                    _exit(128 + SIGQUIT)
                },
                source(SIGWINCH) { continuation.yield(.resized) },
                source(SIGTSTP) {
                    KeyMode.pause()
                    // SIGSTOP cannot be caught: the process stops here and goes on here.
                    raise(SIGSTOP)
                },
                // After a stop, and when a job of the background comes to the front.
                source(SIGCONT) {
                    // Stopped by a signal that nobody can take, it had no time to put the terminal back.
                    KeyMode.pause()
                    KeyMode.resume()
                    continuation.yield(.continued)
                },
            ]
    }

    /// Returns at the first Ctrl-C, or when the task is cancelled.
    func interruption() async {
        for await event in events where event == .interrupted { return }
    }

    /// Gives the signals back.
    func close() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
        continuation.finish()
    }
}
