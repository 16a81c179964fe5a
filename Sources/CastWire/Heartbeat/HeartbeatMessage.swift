// SPDX-License-Identifier: Apache-2.0

/// PING and PONG. Either end sends a PING, and the other answers with a PONG from the PING's destination to its source.
public struct HeartbeatMessage: WireObject {
    public static let namespace = CastNamespace.heartbeat

    public static let ping = HeartbeatMessage(fields: JSONObject(type: "PING"))
    public static let pong = HeartbeatMessage(fields: JSONObject(type: "PONG"))

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Whether the message is a PING, which must be answered with ``pong``.
    public var isPing: Bool { fields.messageType == "PING" }
    /// Whether the message is a PONG.
    public var isPong: Bool { fields.messageType == "PONG" }
}
