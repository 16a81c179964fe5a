/// What a device says in the receiver namespace.
public enum ReceiverMessage: Sendable, Hashable {
    case status(ReceiverStatusMessage)
    case launchStatus(LaunchStatusMessage)
    case launchError(LaunchErrorMessage)
    case appAvailability(AppAvailabilityReply)
    case invalidRequest(InvalidRequestMessage)
    /// Any other type; ignored. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case ReceiverStatusMessage.type: self = .status(ReceiverStatusMessage(fields: object))
        case LaunchStatusMessage.type: self = .launchStatus(LaunchStatusMessage(fields: object))
        case LaunchErrorMessage.type: self = .launchError(LaunchErrorMessage(fields: object))
        case AppAvailabilityReply.type: self = .appAvailability(AppAvailabilityReply(fields: object))
        case InvalidRequestMessage.type: self = .invalidRequest(InvalidRequestMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
