/// PING and PONG: either end may ask, the other answers with source and destination swapped.
public struct HeartbeatMessage: WireObject {
    public static let namespace = CastNamespace.heartbeat

    public static let ping = HeartbeatMessage(fields: JSONObject(type: "PING"))
    public static let pong = HeartbeatMessage(fields: JSONObject(type: "PONG"))

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// True for a question, which has to be answered with ``pong``.
    public var isPing: Bool { fields.messageType == "PING" }
    /// True for an answer.
    public var isPong: Bool { fields.messageType == "PONG" }
}
