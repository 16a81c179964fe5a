// SPDX-License-Identifier: Apache-2.0

/// A message from an application in the media namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
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
    /// Any other type, for example of third-party receivers, which senders ignore. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
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

/// A request from a sender in the media namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaRequest: Sendable, Hashable {
    case getStatus(GetMediaStatusRequest)
    case load(LoadRequest)
    case play(PlayRequest)
    case pause(PauseRequest)
    case stop(StopMediaRequest)
    case seek(SeekRequest)
    case setVolume(SetStreamVolumeRequest)
    case setPlaybackRate(SetPlaybackRateRequest)
    case editTracksInfo(EditTracksInfoRequest)
    case editAudioTracks(EditAudioTracksRequest)
    case queueLoad(QueueLoadRequest)
    case queueInsert(QueueInsertRequest)
    case queueUpdate(QueueUpdateRequest)
    case queueRemove(QueueRemoveRequest)
    case queueReorder(QueueReorderRequest)
    case queueNext(QueueNextRequest)
    case queuePrev(QueuePrevRequest)
    case queueShuffle(QueueShuffleRequest)
    case queueGetItemIDs(QueueGetItemIDsRequest)
    case queueGetItems(QueueGetItemsRequest)
    case queueGetItemRange(QueueGetItemRangeRequest)
    case skipAd(SkipAdRequest)
    case playAgain(PlayAgainRequest)
    case storeSession(StoreSessionRequest)
    case resumeSession(ResumeSessionRequest)
    case userAction(UserActionRequest)
    case precache(PrecacheRequest)
    case setCredentials(SetCredentialsRequest)
    case loadByEntity(LoadByEntityRequest)
    /// Any other type, which is rejected with INVALID_COMMAND. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case GetMediaStatusRequest.type: self = .getStatus(GetMediaStatusRequest(fields: object))
        case LoadRequest.type: self = .load(LoadRequest(fields: object))
        case PlayRequest.type: self = .play(PlayRequest(fields: object))
        case PauseRequest.type: self = .pause(PauseRequest(fields: object))
        case StopMediaRequest.type: self = .stop(StopMediaRequest(fields: object))
        case SeekRequest.type: self = .seek(SeekRequest(fields: object))
        case SetStreamVolumeRequest.type: self = .setVolume(SetStreamVolumeRequest(fields: object))
        case SetPlaybackRateRequest.type: self = .setPlaybackRate(SetPlaybackRateRequest(fields: object))
        case EditTracksInfoRequest.type: self = .editTracksInfo(EditTracksInfoRequest(fields: object))
        case EditAudioTracksRequest.type: self = .editAudioTracks(EditAudioTracksRequest(fields: object))
        case QueueLoadRequest.type: self = .queueLoad(QueueLoadRequest(fields: object))
        case QueueInsertRequest.type: self = .queueInsert(QueueInsertRequest(fields: object))
        case QueueUpdateRequest.type: self = .queueUpdate(QueueUpdateRequest(fields: object))
        case QueueRemoveRequest.type: self = .queueRemove(QueueRemoveRequest(fields: object))
        case QueueReorderRequest.type: self = .queueReorder(QueueReorderRequest(fields: object))
        case QueueNextRequest.type, "NEXT": self = .queueNext(QueueNextRequest(fields: object))
        case QueuePrevRequest.type, "PREVIOUS": self = .queuePrev(QueuePrevRequest(fields: object))
        case QueueShuffleRequest.type: self = .queueShuffle(QueueShuffleRequest(fields: object))
        case QueueGetItemIDsRequest.type, "GET_QUEUE_IDS":
            self = .queueGetItemIDs(QueueGetItemIDsRequest(fields: object))
        case QueueGetItemsRequest.type, "GET_ITEMS_INFO": self = .queueGetItems(QueueGetItemsRequest(fields: object))
        case QueueGetItemRangeRequest.type, "FETCH_ITEMS":
            self = .queueGetItemRange(QueueGetItemRangeRequest(fields: object))
        case SkipAdRequest.type: self = .skipAd(SkipAdRequest(fields: object))
        case PlayAgainRequest.type: self = .playAgain(PlayAgainRequest(fields: object))
        case StoreSessionRequest.type: self = .storeSession(StoreSessionRequest(fields: object))
        case ResumeSessionRequest.type: self = .resumeSession(ResumeSessionRequest(fields: object))
        case UserActionRequest.type: self = .userAction(UserActionRequest(fields: object))
        case PrecacheRequest.type: self = .precache(PrecacheRequest(fields: object))
        case SetCredentialsRequest.type: self = .setCredentials(SetCredentialsRequest(fields: object))
        case LoadByEntityRequest.type: self = .loadByEntity(LoadByEntityRequest(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}
