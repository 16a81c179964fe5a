// SPDX-License-Identifier: Apache-2.0

import NIOCore

@testable import CastTransport
@testable import CastWire

extension FuzzTarget {
    /// Frames, messages, JSON and payloads.
    static let wire = [frame, message, json, payload]

    /// A stream of frames, divided at random places. All three decoders must return the same messages.
    private static let frame = FuzzTarget("frame", maximumLength: 2048) { bytes in
        var input = FuzzInput(bytes)
        let sizes = input.bytes(4).map { Int($0) + 1 }
        let stream = input.rest()
        let limit = 1024

        var expected: [CastMessage] = []
        var expectedError: CastFrameError?
        var whole = CastFrameDecoder(limit: limit)
        whole.append(stream)
        do throws(CastFrameError) {
            while let message = try whole.next() { expected.append(message) }
        } catch {
            expectedError = error
        }

        var reader = FrameReader(limit: limit)
        var messages: [CastMessage] = []
        var failure: CastFrameError?
        var position = 0
        var turn = 0
        while position < stream.count, failure == nil {
            let size = sizes.isEmpty ? stream.count : sizes[turn % sizes.count]
            turn += 1
            let chunk = stream[position..<min(position + size, stream.count)]
            position += chunk.count
            reader.append(ByteBuffer(bytes: chunk))
            do throws(CastFrameError) {
                while let message = try reader.next() { messages.append(message) }
                require(reader.pendingBytes < limit + CastFrame.headerLength, "a whole frame is pending")
            } catch {
                failure = error
            }
        }
        require(messages == expected, "the messages depend on how the stream is divided")
        require(failure == expectedError, "\(String(describing: failure)), not \(String(describing: expectedError))")
        for message in messages {
            guard let frame = try? CastFrame.encode(message) else { fatalError("a decoded message cannot be encoded") }
            require(frame.count == CastFrame.headerLength + CastFrame.bodyLength(of: message), "another length")
        }
    }

    /// The body of one frame. What was decoded must survive encoding.
    private static let message = FuzzTarget("message", maximumLength: 2048) { bytes in
        guard let message = bytes.withUnsafeBytes({ try? CastMessageCodec.decode($0) }) else { return }
        _ = "\(message)"
        _ = try? message.jsonObject()
        var reassembler = MessageReassembler(byteLimit: 512, messageLimit: 2)
        for _ in 0..<3 { _ = reassembler.append(message) }
        guard !message.isContinued else { return }
        guard let encoded = try? CastFrame.encode(message).dropFirst(CastFrame.headerLength),
            let decoded = Array(encoded).withUnsafeBytes({ try? CastMessageCodec.decode($0) })
        else { fatalError("a decoded message cannot be encoded and decoded again") }
        require(decoded == message, "encoding changed the message")
    }

    /// JSON text. What was parsed must survive writing.
    private static let json = FuzzTarget("json") { bytes in
        guard let value = try? JSONValue(parsing: bytes) else { return }
        let text = value.jsonString
        guard let again = try? JSONValue(parsing: text, limits: .local) else {
            fatalError("written JSON cannot be parsed: \(text)")
        }
        require(again == value, "writing changed the value: \(text)")
        require(again.hashValue == value.hashValue, "equal values have different hash values")
        require(again.jsonString == text, "writing is not stable: \(text)")
        _ = Int(json: value)
        _ = Double(json: value)
        _ = [Int](json: value)
    }

    /// A message of any namespace, whose properties are read as those of one type. The first byte selects the type.
    private static let payload = FuzzTarget("payload") { bytes in
        guard let first = bytes.first, let object = (try? JSONValue(parsing: Array(bytes.dropFirst())))?.objectValue
        else { return }
        PayloadReader.read(object, as: PayloadReader.types[Int(first) % PayloadReader.types.count])
        _ = ConnectionMessage(object)
        _ = ReceiverMessage(object)
        _ = ReceiverRequest(object)
        _ = MediaMessage(object)
        _ = MediaRequest(object)
        _ = MultizoneMessage(object)
    }
}
