import CastWire
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes every message of a device to a file, one JSON object per line.
///
/// A line has `time` (RFC 3339, milliseconds), `direction` (`in` from a sender, `out` to one), `peer`, `socket`,
/// `source`, `destination`, `namespace` and either `text` or `base64`; payloads longer than ``payloadLimit`` bytes are
/// cut and have `length`. Senders' credentials may be among what is written, so the file gets mode 0600.
///
/// Lines are written by a thread of their own: a slow disk never holds up the device. When too many wait, further
/// ones are left out and counted.
final class FrameLog: Sendable {
    enum Direction: String, Sendable {
        case inbound = "in"
        case outbound = "out"
    }

    /// Longer payloads are cut: 16 KiB.
    static let payloadLimit = 16 * 1024
    /// How many lines may wait to be written.
    static let pendingLimit = 4096

    private struct State {
        var pending = 0
        var isClosed = false
    }

    private let file: AppendedFile
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let state = NIOLockedValueBox(State())

    /// Opens the file, to write behind what is there.
    ///
    /// - Throws: ``VirtualDeviceError`` with ``VirtualDeviceError/Code-swift.struct/frameLogUnwritable``.
    init(path: String) throws(VirtualDeviceError) {
        guard let file = AppendedFile(path: path) else {
            throw VirtualDeviceError(
                .frameLogUnwritable,
                "the frame log \(path) cannot be written; name a file in a directory that exists and is yours"
            )
        }
        self.file = file
        pool.start()
    }

    /// Queues one line. False when too many wait and this one was left out.
    func record(_ direction: Direction, _ message: CastMessage, peer: String, socket: SocketID) -> Bool {
        let isTaken = state.withLockedValue { state in
            guard !state.isClosed, state.pending < Self.pendingLimit else { return false }
            state.pending += 1
            return true
        }
        guard isTaken else { return false }
        let now = Date()
        pool.submit { item in
            defer { self.state.withLockedValue { $0.pending -= 1 } }
            guard item == .active else { return }
            self.file.write(Self.line(direction, message, peer: peer, socket: socket, time: now))
        }
        return true
    }

    /// Writes what waits and closes the file.
    func close() async {
        state.withLockedValue { $0.isClosed = true }
        // The pool has one thread, so this runs behind every line; both fail only when it was shut down already.
        try? await pool.runIfActive { self.file.close() }
        try? await pool.shutdownGracefully()
    }

    /// One line, without its line feed.
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
