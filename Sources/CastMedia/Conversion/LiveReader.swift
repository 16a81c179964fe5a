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

/// A reader of the standard input, or of a file that another program is writing.
///
/// Reads only when it is asked, so that the producer of a pipe waits.
final class LiveReader: Sendable {
    private struct State {
        var descriptor: Int32
        var isClosed = false
    }

    private let state: NIOLockedValueBox<State>
    private let ownsDescriptor: Bool
    /// The time without growth after which a file has ended; nil for a pipe, which has an end of its own.
    private let growthLimit: Duration?
    /// Waiting for a producer blocks a thread.
    private let queue = DispatchQueue(label: "cast.live-reader")

    /// The time in milliseconds between checks for growth, and whether the reader was closed.
    private static let checkInterval: Int32 = 100
    /// The largest number of bytes of a read.
    private static let readSize = 1 << 16

    /// Reads the standard input.
    static func standardInput() throws(LiveInputError) -> LiveReader {
        guard isatty(STDIN_FILENO) == 0 else { throw .noInput(isTerminal: true) }
        return LiveReader(descriptor: STDIN_FILENO, ownsDescriptor: false, growthLimit: nil)
    }

    /// Reads a file from its beginning until it has not grown for a time.
    static func growingFile(_ path: String, growthLimit: Duration) throws(LiveInputError) -> LiveReader {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .unreadable(path, reason: String(cString: strerror(errno)))
        }
        return LiveReader(descriptor: descriptor, ownsDescriptor: true, growthLimit: growthLimit)
    }

    /// - Parameter ownsDescriptor: Whether the descriptor is closed with the reader.
    init(descriptor: Int32, ownsDescriptor: Bool, growthLimit: Duration?) {
        state = NIOLockedValueBox(State(descriptor: descriptor))
        self.ownsDescriptor = ownsDescriptor
        self.growthLimit = growthLimit
    }

    deinit {
        if ownsDescriptor { _ = systemClose(state.withLockedValue { $0.descriptor }) }
    }

    /// Waits for the next bytes. Returns an empty array at the end.
    ///
    /// Cancellation closes the reader, after which every read returns an empty array.
    ///
    /// - Throws: ``LiveInputError`` if reading fails.
    func read() async throws(LiveInputError) -> [UInt8] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<[UInt8], LiveInputError>, Never>) in
                queue.async { continuation.resume(returning: self.next()) }
            }
        } onCancel: {
            close()
        }
        return try result.get()
    }

    /// Ends all reads.
    func close() { state.withLockedValue { $0.isClosed = true } }

    private func next() -> Result<[UInt8], LiveInputError> {
        var waited = Duration.zero
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        while true {
            let (descriptor, isClosed) = state.withLockedValue { ($0.descriptor, $0.isClosed) }
            guard !isClosed else { return .success([]) }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Self.checkInterval) != 0 else { continue }
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count > 0 { return .success(Array(buffer.prefix(count))) }
            guard count == 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                return .failure(.unreadable(LiveInput.standardInput.title, reason: String(cString: strerror(errno))))
            }
            guard let growthLimit, waited < growthLimit else { return .success([]) }
            usleep(UInt32(Self.checkInterval) * 1000)
            waited += .milliseconds(Int(Self.checkInterval))
        }
    }
}

/// Closes a descriptor, from within types that have a method of the same name.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Reads from a descriptor, from within types that have a method of the same name.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
