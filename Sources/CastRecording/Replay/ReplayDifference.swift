// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A difference between a recording and its replay.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReplayDifference: Sendable, Hashable {
    /// The peer sent a message that the recording does not have, or not at this point.
    case unexpected(CastMessage, socket: Int)
    /// The peer did not send a message of the recording.
    case missing(CastMessage, milliseconds: Int, socket: Int)
    /// The peer sent a message of the recording with another content that matters.
    ///
    /// `member` is the path of the member in the payload, such as `status.0.playerState`.
    case changed(CastMessage, milliseconds: Int, socket: Int, member: String, recorded: String, received: String)
    /// The peer opened more connections than the recording has.
    case unexpectedConnection(socket: Int)
    /// The peer did not open a connection of the recording, or it failed before the end of the recording.
    case missingConnection(socket: Int, reason: String)
}

extension ReplayDifference: CustomStringConvertible {
    /// A line for users.
    public var description: String {
        switch self {
        case .unexpected(let message, let socket):
            "not in the recording: \(message.summary) (connection \(socket))"
        case .missing(let message, let milliseconds, let socket):
            "missing: \(message.summary), recorded at \(Self.seconds(milliseconds)) (connection \(socket))"
        case .changed(let message, let milliseconds, let socket, let member, let recorded, let received):
            "different: \(message.summary), recorded at \(Self.seconds(milliseconds)): \(member) was \(recorded) and is "
                + "\(received) (connection \(socket))"
        case .unexpectedConnection(let socket): "not in the recording: connection \(socket)"
        case .missingConnection(let socket, let reason): "missing: connection \(socket): \(reason)"
        }
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let fraction = "00\(milliseconds % 1000)".suffix(3)
        return "\(milliseconds / 1000).\(fraction) s"
    }
}

extension CastMessage {
    /// The type, the namespace without its common prefix, and the ends of a message, for users.
    var summary: String {
        let prefix = "urn:x-cast:com.google.cast."
        let name =
            namespace.rawValue.hasPrefix(prefix)
            ? String(namespace.rawValue.dropFirst(prefix.count)) : namespace.rawValue
        return "\(MessageKey.type(of: self)) (\(name)) from \(sourceID) to \(destinationID)"
    }
}

/// How a session was replayed.
public struct ReplayReport: Sendable, Hashable {
    /// The differences, in the order in which they were found.
    public var differences: [ReplayDifference] = []
    /// The number of the peer's messages that match the recording.
    public var matched = 0
    /// The number of messages that were sent as in the recording.
    public var sent = 0
    /// The number of recorded messages that could not be sent, because what they answer did not arrive.
    public var withheld = 0

    /// Whether the peer behaved as in the recording.
    public var isSame: Bool { differences.isEmpty }
}
