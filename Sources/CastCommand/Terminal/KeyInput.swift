// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NIOConcurrencyHelpers

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A stream of the keys that are pressed on the terminal.
///
/// Reads the terminal until ``close()``. Keys that are not consumed are dropped, oldest first. While the process is
/// in the background, input belongs to the shell and is not read.
final class KeyInput: Sendable {
    let keys: AsyncStream<Key>
    private let source: ThreadSafe<any DispatchSourceRead>
    private let timer: ThreadSafe<any DispatchSourceTimer>
    private let continuation: AsyncStream<Key>.Continuation

    /// The maximum number of buffered keys. One read returns up to 256 bytes and thus 256 keys before the consumer
    /// runs.
    private static let capacity = 4096

    init() {
        (keys, continuation) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let queue = DispatchQueue(label: "cast.keys")
        let source = ThreadSafe(DispatchSource.makeReadSource(fileDescriptor: TerminalDevice.input, queue: queue))
        self.source = source
        // A job that runs in the background is not notified when it moves to the foreground.
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.foregroundCheckInterval, repeating: Self.foregroundCheckInterval)
        timer.setEventHandler { KeyMode.resume() }
        self.timer = ThreadSafe(timer)
        // Both are used on `queue` alone.
        nonisolated(unsafe) var decoder = KeyDecoder()
        nonisolated(unsafe) var reads = 0
        let continuation = self.continuation
        source.value.setEventHandler {
            guard TerminalDevice.isForeground else {
                // The source would fire repeatedly, because the input belongs to another process: check again later.
                source.value.suspend()
                queue.asyncAfter(deadline: .now() + Self.foregroundCheckInterval) { source.value.resume() }
                return
            }
            // The input that caused the event may be a command that the shell has read meanwhile, such as `fg`. A read would
            // then block this queue, and the key mode with it, until the user enters a line.
            KeyMode.resume()
            guard TerminalDevice.hasInput else { return }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(TerminalDevice.input, &buffer, buffer.count)
            guard count > 0 else {
                // The terminal was closed. No more keys arrive, but playback continues.
                source.value.cancel()
                return
            }
            reads += 1
            for key in decoder.decode(buffer.prefix(count)) { continuation.yield(key) }
            guard decoder.isPending else { return }
            let readCount = reads
            queue.asyncAfter(deadline: .now() + .milliseconds(50)) {
                guard reads == readCount else { return }
                for key in decoder.flush() { continuation.yield(key) }
            }
        }
        source.value.setCancelHandler { continuation.finish() }
        source.value.resume()
        timer.resume()
    }

    /// The interval between checks whether the process is in the foreground.
    private static let foregroundCheckInterval = DispatchTimeInterval.milliseconds(250)

    /// Stops reading and ends the stream.
    func close() {
        timer.value.cancel()
        source.value.cancel()
    }
}

/// The terminal mode in which each key arrives immediately and is not echoed.
///
/// The terminal still generates signals, so Ctrl-C interrupts. ``leave()`` restores the original mode, and so does an
/// exit handler, however the process exits.
enum KeyMode {
    private struct State {
        var original: termios?
        var isActive = false
        /// Whether the mode is requested, also while another job of the shell uses the terminal.
        var isRequested = false
    }

    private static let state = NIOLockedValueBox(State())

    /// Requests the mode. It becomes active now, or in ``resume()`` if another job of the shell uses the terminal. Has
    /// no effect if there is no terminal to read keys from.
    static func enter() {
        state.withLockedValue { $0.isRequested = true }
        resume()
    }

    /// Activates the requested mode if the process is in the foreground. Another program may have changed the mode since
    /// the last call, such as the shell when it moved the process to the foreground, so the terminal is asked.
    static func resume() {
        state.withLockedValue { state in
            var mode = termios()
            guard state.isRequested, TerminalDevice.isInputTerminal, TerminalDevice.isForeground,
                tcgetattr(TerminalDevice.input, &mode) == 0
            else { return }
            if state.original == nil {
                state.original = mode
                atexit { KeyMode.leave() }
            }
            state.isActive = true
            let lineMode = tcflag_t(ICANON | ECHO)
            guard mode.c_lflag & lineMode != 0 else { return }
            mode.c_lflag &= ~lineMode
            withUnsafeMutableBytes(of: &mode.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            tcsetattr(TerminalDevice.input, TCSANOW, &mode)
        }
    }

    /// Restores the original mode. Can be called at any time and more than once.
    static func leave() {
        state.withLockedValue { $0.isRequested = false }
        pause()
    }

    /// Restores the original mode until ``resume()``.
    static func pause() {
        state.withLockedValue { state in
            guard state.isActive, var mode = state.original else { return }
            state.isActive = false
            // In the background, the call would stop the process, and the shell has already restored its own mode.
            if TerminalDevice.isForeground { tcsetattr(TerminalDevice.input, TCSANOW, &mode) }
        }
    }
}
