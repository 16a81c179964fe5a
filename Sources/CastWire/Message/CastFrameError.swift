/// Why a frame cannot be sent or read.
public struct CastFrameError: Error, Sendable, Hashable {
    /// What was wrong.
    public enum Code: Sendable, Hashable {
        /// The body is longer than the limit.
        case tooLong
        /// The body is no protobuf message, lacks a required field, or has text that is no UTF-8.
        case notProtobuf
        /// A message without namespace, source, destination or the payload that its type names.
        case incomplete
        /// The other end closed within a frame.
        case truncated
    }

    public var code: Code
    /// The length that the frame announced, in bytes.
    public var length: Int
    /// The limit in force, in bytes.
    public var limit: Int

    public init(_ code: Code, length: Int = 0, limit: Int = CastFrame.defaultLimit) {
        self.code = code
        self.length = length
        self.limit = limit
    }
}

extension CastFrameError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .tooLong: "a frame of \(length) bytes, more than the \(limit) that Cast devices accept"
        case .notProtobuf: "a frame of \(length) bytes that holds no Cast message"
        case .incomplete: "a Cast message without namespace, source, destination or payload"
        case .truncated: "the connection ended within a frame"
        }
    }
}
