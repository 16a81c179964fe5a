// SPDX-License-Identifier: Apache-2.0

/// A message from a device in the receiver namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiverMessage: Sendable, Hashable {
    case status(ReceiverStatusMessage)
    case launchStatus(LaunchStatusMessage)
    case launchError(LaunchErrorMessage)
    case appAvailability(AppAvailabilityReply)
    case invalidRequest(InvalidRequestMessage)
    /// Any other type, which is ignored. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
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

/// A request from a sender in the receiver namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiverRequest: Sendable, Hashable {
    case getStatus(GetReceiverStatusRequest)
    case launch(LaunchRequest)
    case stop(StopRequest)
    case setVolume(SetReceiverVolumeRequest)
    case getAppAvailability(GetAppAvailabilityRequest)
    /// Any other type, which is rejected with INVALID_COMMAND. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
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
