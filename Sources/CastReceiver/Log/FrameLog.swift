import CastWire
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes every message of a device to a file, one JSON object per line.
///
/// A line has `time` (RFC 3339, milliseconds), `direction` (`in` from a sender, `out` to one), `peer`, `socket`,
/// `source`, `destination`, `namespace` and either `text` or `base64`; payloads longer than ``payloadLimit`` bytes are
/// cut and have `length`. The file has mode 0600, because payloads can contain credentials of senders.
///
/// A separate thread writes the lines, so a slow disk does not delay the device. If too many lines are pending, further
/// lines are dropped and counted.
final class FrameLog: Sendable {
    enum Direction: String, Sendable {
        case inbound = "in"
        case outbound = "out"
    }

    /// The number of bytes after which payloads are cut: 16 KiB.
    static let payloadLimit = 16 * 1024
    /// The maximum number of pending lines.
    static let pendingLimit = 4096

    private struct State {
        var pending = 0
        var isClosed = false
    }

    private let file: AppendedFile
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let state = NIOLockedValueBox(State())

    /// Opens the file for appending.
    ///
    /// - Throws: ``VirtualDeviceError`` with ``VirtualDeviceError/Code-swift.struct/frameLogUnwritable``.
    init(path: String) throws(VirtualDeviceError) {
        guard let file = AppendedFile(path: path) else {
            throw VirtualDeviceError(
                .frameLogUnwritable,
                "cannot write the frame log \(path); choose a file in an existing directory to which you can write"
            )
        }
        self.file = file
        pool.start()
    }

    /// Queues a line. Returns false if too many lines are pending and this one was dropped.
    func record(_ direction: Direction, _ message: CastMessage, peer: String, socket: SocketID) -> Bool {
        let isAccepted = state.withLockedValue { state in
            guard !state.isClosed, state.pending < Self.pendingLimit else { return false }
            state.pending += 1
            return true
        }
        guard isAccepted else { return false }
        let now = Date()
        pool.submit { item in
            defer { self.state.withLockedValue { $0.pending -= 1 } }
            guard item == .active else { return }
            self.file.write(Self.line(direction, message, peer: peer, socket: socket, time: now))
        }
        return true
    }

    /// Writes the pending lines and closes the file.
    func close() async {
        state.withLockedValue { $0.isClosed = true }
        // The pool has one thread, so this runs after all lines. Both calls throw only if the pool was shut down
        // already.
        try? await pool.runIfActive { self.file.close() }
        try? await pool.shutdownGracefully()
    }

    /// Formats a message as a line, without the line feed.
    static func line(
        _ direction: Direction,
        _ message: CastMessage,
        peer: String,
        socket: SocketID,
        time: Date
    ) -> String {
        var object: JSONObject = [
            "time": .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "direction": .string(direction.rawValue),
            "peer": .string(peer),
            "socket": .integer(Int64(socket.number)),
            "source": .string(message.sourceID),
            "destination": .string(message.destinationID),
            "namespace": .string(message.namespace.rawValue),
        ]
        switch message.payload {
        case .text(let text):
            let bytes = text.utf8
            object["text"] = .string(String(decoding: bytes.prefix(payloadLimit), as: UTF8.self))
            if bytes.count > payloadLimit { object["length"] = .integer(Int64(bytes.count)) }
        case .binary(let bytes):
            object["base64"] = .string(Data(bytes.prefix(payloadLimit)).base64EncodedString())
            if bytes.count > payloadLimit { object["length"] = .integer(Int64(bytes.count)) }
        }
        return object.jsonString
    }
}

/// A file to which lines are appended.
///
/// Sendable although it holds a C pointer: its owner calls it from one thread only, the single thread of a pool.
final class AppendedFile: @unchecked Sendable {
    private var file: UnsafeMutablePointer<FILE>?

    /// Returns nil if the file cannot be opened.
    init?(path: String) {
        // With O_NONBLOCK, opening a pipe that no program reads fails instead of waiting. Writes are blocking again.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
        file = fdopen(descriptor, "a")
        guard file != nil else { return nil }
    }

    /// Appends a line and flushes it, so that a reader sees it immediately.
    func write(_ line: String) {
        guard let file else { return }
        fputs(line, file)
        fputc(Int32(UInt8(ascii: "\n")), file)
        fflush(file)
    }

    func close() {
        if let file { fclose(file) }
        file = nil
    }

    deinit { close() }
}
