// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

extension ConformanceCase {
    static let transport: [ConformanceCase] = [
        ConformanceCase("TR01", .must, "The device accepts a connection over TLS 1.2 or later") { context in
            _ = try await context.open(greets: false)
        },
        ConformanceCase("TR02", .must, "The device presents a certificate") { context in
            let connection = try await context.open(greets: false)
            let certificate = connection.socket.peerCertificate
            try require(certificate?.isEmpty == false, "a certificate", received: "none")
        },
        ConformanceCase("TR03", .must, "Several connections from one host are served at the same time") { context in
            var connections: [TestConnection] = []
            for _ in 0..<3 { connections.append(try await context.open()) }
            for connection in connections { _ = try await context.receiverStatus(connection) }
        },
        ConformanceCase("TR04", .must, "A frame that arrives in pieces is read as one message") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            let frame = try CastFrame.encode(getStatus(connection, id))
            for piece in [frame[..<2], frame[2..<9], frame[9...]] {
                try await connection.send(bytes: Array(piece))
                try await Task.sleep(for: .milliseconds(50))
            }
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR05", .must, "Several frames in one piece are read as several messages") { context in
            let connection = try await context.open()
            let ids = (0..<3).map { _ in connection.nextRequestID() }
            let frames = try ids.flatMap { try CastFrame.encode(getStatus(connection, $0)) }
            try await connection.send(bytes: frames)
            for id in ids {
                _ = try await connection.next("a reply to each of three requests") { $0.object?.requestID == id }
            }
        },
        ConformanceCase("TR06", .must, "A frame longer than 64 KiB ends the connection") { context in
            let connection = try await context.open()
            try await connection.send(bytes: [0x00, 0x02, 0x00, 0x00] + [UInt8](repeating: 0, count: 70_000))
            try await connection.closed("the end of the connection")
        },
        ConformanceCase("TR07", .must, "A frame that is no CastMessage ends the connection") { context in
            let connection = try await context.open()
            try await connection.send(bytes: [0, 0, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF])
            try await connection.closed("the end of the connection")
        },
        ConformanceCase("TR08", .should, "A message without a required field ends the connection") { context in
            let connection = try await context.open()
            // Only the protocol version.
            try await connection.send(bytes: [0, 0, 0, 2, 0x08, 0x00])
            try await connection.closed("the end of the connection")
        },
        ConformanceCase("TR09", .must, "After a bad frame, other connections are still served") { context in
            let (bad, good) = (try await context.open(), try await context.open())
            try await bad.send(bytes: [0, 0, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF])
            _ = try? await bad.closed("the end of the connection")
            _ = try await context.receiverStatus(good)
        },
        ConformanceCase("TR10", .must, "Unknown fields of a message are ignored") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            // Field 99 with the number 1.
            try await connection.send(bytes: try appending([0x98, 0x06, 0x01], to: getStatus(connection, id)))
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR11", .must, "A connection that ends without a goodbye does not disturb the next one") {
            context in
            let connection = try await context.open()
            await connection.close()
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("TR12", .should, "An empty frame does not end the device's service") { context in
            let connection = try await context.open()
            try await connection.send(bytes: [0, 0, 0, 0])
            // Some devices ignore it, others end the connection.
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("TR20", .must, "A message of exactly 65,536 bytes is read") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            try await connection.send(bytes: try padded(getStatus(connection, id), to: CastFrame.defaultLimit))
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR21", .must, "A message of 65,537 bytes ends the connection") { context in
            let connection = try await context.open()
            let message = getStatus(connection, connection.nextRequestID())
            try await connection.send(bytes: try padded(message, to: CastFrame.defaultLimit + 1))
            try await connection.closed("the end of the connection")
        },
        ConformanceCase("TR22", .must, "A message whose bytes arrive one by one is read") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            for byte in try CastFrame.encode(getStatus(connection, id)) { try await connection.send(bytes: [byte]) }
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR23", .must, "A frame may begin in the record in which another one ends") { context in
            let connection = try await context.open()
            let ids = [connection.nextRequestID(), connection.nextRequestID()]
            let frames = try ids.flatMap { try CastFrame.encode(getStatus(connection, $0)) }
            let middle = frames.count / 2 + 3
            try await connection.send(bytes: Array(frames[..<middle]))
            _ = try await connection.next("a reply to the first frame") { $0.object?.requestID == ids[0] }
            try await connection.send(bytes: Array(frames[middle...]))
            _ = try await connection.next("a reply to the second frame") { $0.object?.requestID == ids[1] }
        },
        ConformanceCase("TR24", .should, "A message that says it is not continued is read") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            // Field 8, `continued`, with false.
            try await connection.send(bytes: try appending([0x40, 0x00], to: getStatus(connection, id)))
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR25", .should, "A message of protocol version 1.3 is read") { context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            // Field 1 once more, with 3: the last one counts.
            try await connection.send(bytes: try appending([0x08, 0x03], to: getStatus(connection, id)))
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
        },
        ConformanceCase("TR26", .must, "A connection that ends within a frame does not disturb others") { context in
            let (bad, good) = (try await context.open(), try await context.open())
            let frame = try CastFrame.encode(getStatus(bad, bad.nextRequestID()))
            try await bad.send(bytes: Array(frame.dropLast(5)))
            await bad.close()
            _ = try await context.receiverStatus(good)
        },
    ]

    /// Encodes a message of which the JSON is followed by so many spaces that its body has the length.
    private static func padded(_ message: CastMessage, to length: Int) throws -> [UInt8] {
        var message = message
        guard case .text(let text) = message.payload else { return [] }
        // The length of the text takes more bytes with the spaces than without.
        var spaces = length - CastFrame.bodyLength(of: message)
        repeat {
            message.payload = .text(text + String(repeating: " ", count: spaces))
            spaces -= CastFrame.bodyLength(of: message) - length
        } while CastFrame.bodyLength(of: message) > length
        return try CastFrame.encode(message, limit: .max)
    }

    /// Encodes a message with further fields at its end.
    private static func appending(_ fields: [UInt8], to message: CastMessage) throws -> [UInt8] {
        var frame = try CastFrame.encode(message) + fields
        let length = frame.count - CastFrame.headerLength
        frame.replaceSubrange(0..<4, with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) })
        return frame
    }

    private static func getStatus(_ connection: TestConnection, _ id: Int) -> CastMessage {
        CastMessage(
            from: connection.senderID,
            to: CastMessage.receiverID,
            namespace: .receiver,
            payload: .text(#"{"type":"GET_STATUS","requestId":\#(id)}"#)
        )
    }
}
