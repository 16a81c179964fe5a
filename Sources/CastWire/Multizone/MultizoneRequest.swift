/// What a sender asks in the multizone namespace.
public enum MultizoneRequest: Sendable, Hashable {
    case getStatus(GetMultizoneStatusRequest)
    case getCastingGroups(GetCastingGroupsRequest)
    case setDeviceVolume(SetDeviceVolumeRequest)
    /// Any other type; ignored. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case GetMultizoneStatusRequest.type: self = .getStatus(GetMultizoneStatusRequest(fields: object))
        case GetCastingGroupsRequest.type: self = .getCastingGroups(GetCastingGroupsRequest(fields: object))
        case SetDeviceVolumeRequest.type: self = .setDeviceVolume(SetDeviceVolumeRequest(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
