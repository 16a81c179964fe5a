import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The keys that are pressed, as long as it lives.
///
/// Owns the watch on standard input, which ``close()`` ends. Keys that nobody takes are dropped, oldest first. While the
/// shell has the process in the background, what is typed is the shell's and is left to it.
final class KeyInput: Sendable {
    let keys: AsyncStream<Key>
    // A dispatch source may be used from any thread.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    private nonisolated(unsafe) let timer: any DispatchSourceTimer
    private let continuation: AsyncStream<Key>.Continuation

    /// One read of the terminal returns up to 256 bytes, which is 256 keys, before the consumer runs.
    private static let capacity = 4096

    init() {
        (keys, continuation) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let queue = DispatchQueue(label: "cast.keys")
        // As above.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        self.source = source
        // A job that runs in the background is told nothing when it comes to the front.
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.glance, repeating: Self.glance)
        timer.setEventHandler { KeyMode.resume() }
        // Both are used on `queue` alone.
        nonisolated(unsafe) var decoder = KeyDecoder()
        nonisolated(unsafe) var reads = 0
        let continuation = self.continuation
        source.setEventHandler {
            guard TerminalDevice.isForeground else {
                // The input stays ready, as somebody else is to read it: looked at again after a while.
                source.suspend()
                queue.asyncAfter(deadline: .now() + Self.glance) { source.resume() }
                return
            }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else {
                // The terminal is gone. Nothing more will come, but playing goes on.
                source.cancel()
                return
            }
            reads += 1
            for key in decoder.decode(buffer.prefix(count)) { continuation.yield(key) }
            guard decoder.isPending else { return }
            let mark = reads
            queue.asyncAfter(deadline: .now() + .milliseconds(50)) {
                guard reads == mark else { return }
                for key in decoder.flush() { continuation.yield(key) }
            }
        }
        source.setCancelHandler { continuation.finish() }
        source.resume()
        timer.resume()
    }

    /// How soon the terminal is looked at again while it may be somebody else's.
    private static let glance = DispatchTimeInterval.milliseconds(250)

    /// Ends the watch and the sequence.
    func close() {
        timer.cancel()
        source.cancel()
    }
}
