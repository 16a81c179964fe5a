/// What a sender asks of a device in the receiver namespace.
public enum ReceiverRequest: Sendable, Hashable {
    case getStatus(GetReceiverStatusRequest)
    case launch(LaunchRequest)
    case stop(StopRequest)
    case setVolume(SetReceiverVolumeRequest)
    case getAppAvailability(GetAppAvailabilityRequest)
    /// Any other type; refused with INVALID_COMMAND. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case GetReceiverStatusRequest.type: self = .getStatus(GetReceiverStatusRequest(fields: object))
        case LaunchRequest.type: self = .launch(LaunchRequest(fields: object))
        case StopRequest.type: self = .stop(StopRequest(fields: object))
        case SetReceiverVolumeRequest.type: self = .setVolume(SetReceiverVolumeRequest(fields: object))
        case GetAppAvailabilityRequest.type: self = .getAppAvailability(GetAppAvailabilityRequest(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
