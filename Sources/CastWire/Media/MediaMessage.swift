/// What an application says in the media namespace.
public enum MediaMessage: Sendable, Hashable {
    case status(MediaStatusMessage)
    case loadFailed(LoadFailedMessage)
    case loadCancelled(LoadCancelledMessage)
    case invalidPlayerState(InvalidPlayerStateMessage)
    case invalidRequest(InvalidRequestMessage)
    case error(MediaErrorMessage)
    case queueChange(QueueChangeMessage)
    case queueItemIDs(QueueItemIDsMessage)
    case queueItems(QueueItemsMessage)
    case sessionState(SessionStateMessage)
    /// Any other type, such as those of third-party receivers; ignored. Nil when the message has no type.
    case unknown(type: String?)

    /// Never fails: what this package does not know is ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case MediaStatusMessage.type: self = .status(MediaStatusMessage(fields: object))
        case LoadFailedMessage.type: self = .loadFailed(LoadFailedMessage(fields: object))
        case LoadCancelledMessage.type: self = .loadCancelled(LoadCancelledMessage(fields: object))
        case InvalidPlayerStateMessage.type: self = .invalidPlayerState(InvalidPlayerStateMessage(fields: object))
        case InvalidRequestMessage.type: self = .invalidRequest(InvalidRequestMessage(fields: object))
        case MediaErrorMessage.type: self = .error(MediaErrorMessage(fields: object))
        case QueueChangeMessage.type: self = .queueChange(QueueChangeMessage(fields: object))
        case QueueItemIDsMessage.type, "QUEUE_IDS": self = .queueItemIDs(QueueItemIDsMessage(fields: object))
        case QueueItemsMessage.type, "ITEMS_INFO": self = .queueItems(QueueItemsMessage(fields: object))
        case SessionStateMessage.type: self = .sessionState(SessionStateMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
