/// What is said in the connection namespace.
public enum ConnectionMessage: Sendable, Hashable {
    case connect(ConnectRequest)
    case connected(ConnectedReply)
    case close(CloseMessage)
    /// Any other type; ignored. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case ConnectRequest.type: self = .connect(ConnectRequest(fields: object))
        case ConnectedReply.type: self = .connected(ConnectedReply(fields: object))
        case CloseMessage.type: self = .close(CloseMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
