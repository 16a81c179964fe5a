// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that a command handles itself, until ``close()``.
///
/// A second Ctrl-C (or SIGTERM) exits the process immediately, so that a device that does not respond never blocks the
/// user. Ctrl-Z restores the terminal before the process stops; the terminal mode is set again when the process
/// continues in the foreground.
final class ProcessSignals: Sendable {
    enum Event: Hashable, Sendable {
        /// Ctrl-C, SIGTERM or SIGHUP.
        case interrupted
        case resized
        /// The process was stopped and continued; the terminal may show other output.
        case continued
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let sources: ThreadSafe<[any DispatchSourceSignal]>

    /// Installs the handlers, and returns when each signal from then on is an event.
    init() {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        self.events = events
        self.continuation = continuation
        let queue = DispatchQueue(label: "cast.signals")
        // Used only on `queue`.
        nonisolated(unsafe) var isInterrupted = false
        let registrations = DispatchGroup()
        func source(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
            #if canImport(Darwin)
            // The queue of kernel events reports an ignored signal; otherwise it would end the process. On Linux, the source
            // installs a handler when it is registered, and a signal that is ignored before that would be lost.
            signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: DispatchWorkItem(block: handler))
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.resume()
            return source
        }
        let interrupt: @Sendable () -> Void = {
            if isInterrupted {
                KeyMode.leave()
                // Keeps the output on the terminal above the shell's prompt.
                if TerminalDevice.isErrorTerminal { _ = write(STDERR_FILENO, "\n", 1) }
                _exit(ExitStatus.interrupted.rawValue)
            }
            isInterrupted = true
            OutputWriter.interrupt()
            continuation.yield(.interrupted)
        }
        let sources =
            [SIGINT, SIGTERM, SIGHUP].map { source($0, interrupt) } + [
                source(SIGQUIT) {
                    KeyMode.leave()
                    _exit(128 + SIGQUIT)
                },
                source(SIGWINCH) { continuation.yield(.resized) },
                source(SIGTSTP) {
                    KeyMode.pause()
                    // SIGSTOP cannot be caught: the process stops here and continues here.
                    raise(SIGSTOP)
                },
                // After a stop, and when a background job moves to the foreground.
                source(SIGCONT) {
                    // A process stopped by SIGSTOP could not restore the terminal.
                    KeyMode.pause()
                    KeyMode.resume()
                    continuation.yield(.continued)
                },
            ]
        self.sources = ThreadSafe(sources)
        registrations.wait()
    }

    /// Waits for the first Ctrl-C, or until the task is canceled.
    func interruption() async {
        for await event in events where event == .interrupted { return }
    }

    /// Restores the default handlers.
    func close() {
        for source in sources.value { source.cancel() }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
        continuation.finish()
    }
}
