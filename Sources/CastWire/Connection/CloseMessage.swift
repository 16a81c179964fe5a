/// CLOSE: ends the virtual connection between the message's source and destination.
///
/// From an application it means that the application is gone or dropped this sender; from `receiver-0` that the
/// whole connection is to be made again. With destination `*` it means nothing.
public struct CloseMessage: CastPayload {
    public static let type = "CLOSE"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The number as it came.
    public var reasonCode: Int? {
        get { self["reasonCode"] }
        set { self["reasonCode"] = newValue }
    }

    /// - Parameter reason: Left out when nil, as most devices do.
    public init(reason: VirtualCloseReason? = nil) {
        fields = JSONObject(type: Self.type)
        reasonCode = reason?.rawValue
    }

    /// Why. Absent counts as ``VirtualCloseReason/closedByPeer``, a number without a name as
    /// ``VirtualCloseReason/unknown``.
    public var reason: VirtualCloseReason {
        guard let reasonCode else { return .closedByPeer }
        return VirtualCloseReason(rawValue: reasonCode) ?? .unknown
    }
}
