// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
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

    private let file: LineFile

    /// Opens the file for appending.
    ///
    /// - Throws: ``VirtualDeviceError`` with ``VirtualDeviceError/Code-swift.struct/frameLogUnwritable``.
    init(path: String) throws(VirtualDeviceError) {
        do throws(FileFailure) {
            file = try LineFile(appendingTo: path)
        } catch {
            throw VirtualDeviceError(
                .frameLogUnwritable,
                "cannot write the frame log \(path); choose a file in an existing directory to which you can write"
            )
        }
    }

    /// Queues a line. Returns false if too many lines are pending and this one was dropped.
    func record(_ direction: Direction, _ message: CastMessage, peer: String, socket: SocketID) -> Bool {
        let now = Date()
        return file.append { Self.line(direction, message, peer: peer, socket: socket, time: now) }
    }

    /// Writes the pending lines and closes the file.
    func close() async {
        await file.close()
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
