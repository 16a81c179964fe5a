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

/// The standard input of an external program, into which this process writes.
///
/// It is a pair of sockets rather than a pipe, because a write to a socket whose reader has ended can be an error instead
/// of a signal. Both ends close when a program is started elsewhere, so that the program sees the end of its input.
package final class ProgramPipe: Sendable {
    /// The program does not read any more, or the pipe was closed.
    struct Closed: Error {}

    private struct State {
        var reading: Int32?
        var writing: Int32?
    }

    private let state: NIOLockedValueBox<State>
    /// Waiting for a program that does not read blocks a thread.
    private let queue = DispatchQueue(label: "cast.program-pipe")

    /// The time in milliseconds after which a wait checks whether the pipe was closed.
    private static let checkInterval: Int32 = 100

    /// Creates a pipe.
    ///
    /// - Throws: ``ExternalProgramError`` if the process has no descriptors left.
    init(for program: String) throws(ExternalProgramError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        #elseif canImport(Musl)
        let result = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &ends)
        #else
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let result = socketpair(AF_UNIX, type, 0, &ends)
        #endif
        guard result == 0 else { throw .notStarted(program: program, detail: String(cString: strerror(errno))) }
        #if canImport(Darwin)
        var isOn: Int32 = 1
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        state = NIOLockedValueBox(State(reading: ends[0], writing: ends[1]))
    }

    deinit { closeEnds() }

    /// Returns the end that the program reads. The caller closes it.
    func takeReadingEnd() -> Int32 {
        state.withLockedValue { state in
            defer { state.reading = nil }
            return state.reading ?? -1
        }
    }

    /// Writes bytes, and waits while the program does not read.
    ///
    /// - Throws: ``Closed`` if the program ended, or the task was canceled.
    func write(_ bytes: [UInt8]) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                queue.async { continuation.resume(with: Result { try self.writeAll(bytes) }) }
            }
        } onCancel: {
            close()
        }
    }

    /// Ends the input of the program.
    func close() {
        // The descriptor stays open until writes have noticed, because its number could otherwise be used for a new file.
        let writing = state.withLockedValue { state in
            defer { state.writing = nil }
            return state.writing
        }
        guard let writing else { return }
        shutdown(writing, Int32(SHUT_WR))
        queue.async { _ = systemClose(writing) }
    }

    private func closeEnds() {
        let ends = state.withLockedValue { [$0.reading, $0.writing] }
        for end in ends.compactMap({ $0 }) { _ = systemClose(end) }
    }

    private func writeAll(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
        let flags = Int32(MSG_DONTWAIT)
        #else
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let descriptor = state.withLockedValue({ $0.writing }) else { throw Closed() }
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EINTR {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, Self.checkInterval)
            } else {
                throw Closed()
            }
        }
    }
}

/// Closes a descriptor, from within types that have a method of the same name.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
