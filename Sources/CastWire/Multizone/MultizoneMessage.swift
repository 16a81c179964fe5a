/// What a device says in the multizone namespace.
public enum MultizoneMessage: Sendable, Hashable {
    case status(MultizoneStatusMessage)
    case deviceAdded(DeviceAddedMessage)
    case deviceUpdated(DeviceUpdatedMessage)
    case deviceRemoved(DeviceRemovedMessage)
    case playbackSessionUpdated(PlaybackSessionUpdatedMessage)
    case castingGroups(CastingGroupsMessage)
    case invalidRequest(InvalidRequestMessage)
    /// Any other type; ignored. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case MultizoneStatusMessage.type: self = .status(MultizoneStatusMessage(fields: object))
        case DeviceAddedMessage.type: self = .deviceAdded(DeviceAddedMessage(fields: object))
        case DeviceUpdatedMessage.type: self = .deviceUpdated(DeviceUpdatedMessage(fields: object))
        case DeviceRemovedMessage.type: self = .deviceRemoved(DeviceRemovedMessage(fields: object))
        case PlaybackSessionUpdatedMessage.type:
            self = .playbackSessionUpdated(PlaybackSessionUpdatedMessage(fields: object))
        case CastingGroupsMessage.type: self = .castingGroups(CastingGroupsMessage(fields: object))
        case InvalidRequestMessage.type: self = .invalidRequest(InvalidRequestMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
