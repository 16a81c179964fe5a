// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ExtendedStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ExtendedStatus.playerState", playerState)
        reader.read("ExtendedStatus.media", media)
        reader.read("ExtendedStatus.mediaSessionID", mediaSessionID)
    }
}

extension GetMediaStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetMediaStatusRequest.requestID", requestID)
        reader.read("GetMediaStatusRequest.options", options)
        reader.read("GetMediaStatusRequest.mediaSessionID", mediaSessionID)
        reader.read("GetMediaStatusRequest.customData", customData)
    }
}

extension InvalidPlayerStateMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("InvalidPlayerStateMessage.requestID", requestID)
        reader.read("InvalidPlayerStateMessage.customData", customData)
    }
}

extension LiveSeekableRange: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LiveSeekableRange.start", start)
        reader.read("LiveSeekableRange.end", end)
        reader.read("LiveSeekableRange.isMovingWindow", isMovingWindow)
        reader.read("LiveSeekableRange.isLiveDone", isLiveDone)
    }
}

extension LoadByEntityRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LoadByEntityRequest.requestID", requestID)
        reader.read("LoadByEntityRequest.entity", entity)
        reader.read("LoadByEntityRequest.shuffle", shuffle)
        reader.read("LoadByEntityRequest.customData", customData)
    }
}

extension LoadCancelledMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LoadCancelledMessage.requestID", requestID)
        reader.read("LoadCancelledMessage.itemID", itemID)
        reader.read("LoadCancelledMessage.customData", customData)
    }
}

extension LoadFailedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LoadFailedMessage.requestID", requestID)
        reader.read("LoadFailedMessage.detailedErrorCode", detailedErrorCode)
        reader.read("LoadFailedMessage.reason", reason)
        reader.read("LoadFailedMessage.itemID", itemID)
        reader.read("LoadFailedMessage.customData", customData)
    }
}

extension LoadOptions: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LoadOptions.contentFilteringMode", contentFilteringMode)
    }
}

extension LoadRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LoadRequest.requestID", requestID)
        reader.read("LoadRequest.media", media)
        reader.read("LoadRequest.autoplay", autoplay)
        reader.read("LoadRequest.currentTime", currentTime)
        reader.read("LoadRequest.playbackRate", playbackRate)
        reader.read("LoadRequest.activeTrackIDs", activeTrackIDs)
        reader.read("LoadRequest.queueData", queueData)
        reader.read("LoadRequest.credentials", credentials)
        reader.read("LoadRequest.credentialsType", credentialsType)
        reader.read("LoadRequest.atvCredentials", atvCredentials)
        reader.read("LoadRequest.atvCredentialsType", atvCredentialsType)
        reader.read("LoadRequest.loadOptions", loadOptions)
        reader.read("LoadRequest.sessionID", sessionID)
        reader.read("LoadRequest.mediaSessionID", mediaSessionID)
        reader.read("LoadRequest.customData", customData)
    }
}

extension MediaErrorMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaErrorMessage.requestID", requestID)
        reader.read("MediaErrorMessage.detailedErrorCode", detailedErrorCode)
        reader.read("MediaErrorMessage.reason", reason)
        reader.read("MediaErrorMessage.itemID", itemID)
        reader.read("MediaErrorMessage.customData", customData)
    }
}

extension MediaInformation: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaInformation.contentID", contentID)
        reader.read("MediaInformation.contentURL", contentURL)
        reader.read("MediaInformation.streamType", streamType)
        reader.read("MediaInformation.contentType", contentType)
        reader.read("MediaInformation.metadata", metadata)
        reader.read("MediaInformation.duration", duration)
        reader.read("MediaInformation.mediaCategory", mediaCategory)
        reader.read("MediaInformation.tracks", tracks)
        reader.read("MediaInformation.textTrackStyle", textTrackStyle)
        reader.read("MediaInformation.customData", customData)
        reader.read("MediaInformation.entity", entity)
        reader.read("MediaInformation.atvEntity", atvEntity)
        reader.read("MediaInformation.hlsSegmentFormat", hlsSegmentFormat)
        reader.read("MediaInformation.hlsVideoSegmentFormat", hlsVideoSegmentFormat)
        reader.read("MediaInformation.breaks", breaks)
        reader.read("MediaInformation.breakClips", breakClips)
        reader.read("MediaInformation.vmapAdsRequest", vmapAdsRequest)
        reader.read("MediaInformation.startAbsoluteTime", startAbsoluteTime)
        reader.read("MediaInformation.userActionStates", userActionStates)
        reader.read("MediaInformation.knownDuration", knownDuration)
        reader.read("MediaInformation.playedURL", playedURL)
    }
}

extension MediaStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaStatus.mediaSessionID", mediaSessionID)
        reader.read("MediaStatus.playerState", playerState)
        reader.read("MediaStatus.idleReason", idleReason)
        reader.read("MediaStatus.currentTime", currentTime)
        reader.read("MediaStatus.playbackRate", playbackRate)
        reader.read("MediaStatus.supportedMediaCommands", supportedMediaCommands)
        reader.read("MediaStatus.volume", volume)
        reader.read("MediaStatus.media", media)
        reader.read("MediaStatus.activeTrackIDs", activeTrackIDs)
        reader.read("MediaStatus.currentItemID", currentItemID)
        reader.read("MediaStatus.loadingItemID", loadingItemID)
        reader.read("MediaStatus.preloadedItemID", preloadedItemID)
        reader.read("MediaStatus.items", items)
        reader.read("MediaStatus.queueData", queueData)
        reader.read("MediaStatus.repeatMode", repeatMode)
        reader.read("MediaStatus.extendedStatus", extendedStatus)
        reader.read("MediaStatus.liveSeekableRange", liveSeekableRange)
        reader.read("MediaStatus.breakStatus", breakStatus)
        reader.read("MediaStatus.videoInfo", videoInfo)
        reader.read("MediaStatus.customData", customData)
    }
}

extension MediaStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaStatusMessage.requestID", requestID)
        reader.read("MediaStatusMessage.statuses", statuses)
    }
}

extension PauseRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("PauseRequest.requestID", requestID)
        reader.read("PauseRequest.mediaSessionID", mediaSessionID)
        reader.read("PauseRequest.customData", customData)
    }
}

extension PlayAgainRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("PlayAgainRequest.requestID", requestID)
        reader.read("PlayAgainRequest.mediaSessionID", mediaSessionID)
        reader.read("PlayAgainRequest.customData", customData)
    }
}

extension PlayRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("PlayRequest.requestID", requestID)
        reader.read("PlayRequest.mediaSessionID", mediaSessionID)
        reader.read("PlayRequest.customData", customData)
    }
}

extension PrecacheRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("PrecacheRequest.requestID", requestID)
        reader.read("PrecacheRequest.precacheData", precacheData)
        reader.read("PrecacheRequest.media", media)
        reader.read("PrecacheRequest.queueData", queueData)
        reader.read("PrecacheRequest.mediaSessionID", mediaSessionID)
        reader.read("PrecacheRequest.customData", customData)
    }
}

extension ResumeSessionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ResumeSessionRequest.requestID", requestID)
        reader.read("ResumeSessionRequest.sessionState", sessionState)
        reader.read("ResumeSessionRequest.mediaSessionID", mediaSessionID)
        reader.read("ResumeSessionRequest.customData", customData)
    }
}

extension SeekRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SeekRequest.requestID", requestID)
        reader.read("SeekRequest.currentTime", currentTime)
        reader.read("SeekRequest.relativeTime", relativeTime)
        reader.read("SeekRequest.resumeState", resumeState)
        reader.read("SeekRequest.mediaSessionID", mediaSessionID)
        reader.read("SeekRequest.customData", customData)
    }
}

extension SessionState: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SessionState.loadRequestData", loadRequestData)
        reader.read("SessionState.customData", customData)
    }
}

extension SessionStateMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SessionStateMessage.requestID", requestID)
        reader.read("SessionStateMessage.sessionState", sessionState)
    }
}

extension SetCredentialsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SetCredentialsRequest.requestID", requestID)
        reader.read("SetCredentialsRequest.credentials", credentials)
        reader.read("SetCredentialsRequest.credentialsType", credentialsType)
        reader.read("SetCredentialsRequest.forRequest", forRequest)
    }
}

extension SetPlaybackRateRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SetPlaybackRateRequest.requestID", requestID)
        reader.read("SetPlaybackRateRequest.playbackRate", playbackRate)
        reader.read("SetPlaybackRateRequest.relativePlaybackRate", relativePlaybackRate)
        reader.read("SetPlaybackRateRequest.mediaSessionID", mediaSessionID)
        reader.read("SetPlaybackRateRequest.customData", customData)
    }
}

extension SetStreamVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SetStreamVolumeRequest.requestID", requestID)
        reader.read("SetStreamVolumeRequest.volume", volume)
        reader.read("SetStreamVolumeRequest.mediaSessionID", mediaSessionID)
        reader.read("SetStreamVolumeRequest.customData", customData)
    }
}

extension SkipAdRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SkipAdRequest.requestID", requestID)
        reader.read("SkipAdRequest.mediaSessionID", mediaSessionID)
        reader.read("SkipAdRequest.customData", customData)
    }
}

extension StopMediaRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("StopMediaRequest.requestID", requestID)
        reader.read("StopMediaRequest.mediaSessionID", mediaSessionID)
        reader.read("StopMediaRequest.customData", customData)
    }
}

extension StoreSessionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("StoreSessionRequest.requestID", requestID)
        reader.read("StoreSessionRequest.mediaSessionID", mediaSessionID)
        reader.read("StoreSessionRequest.customData", customData)
    }
}

extension UserActionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("UserActionRequest.requestID", requestID)
        reader.read("UserActionRequest.userAction", userAction)
        reader.read("UserActionRequest.userActionContext", userActionContext)
        reader.read("UserActionRequest.clear", clear)
        reader.read("UserActionRequest.source", source)
        reader.read("UserActionRequest.mediaSessionID", mediaSessionID)
        reader.read("UserActionRequest.customData", customData)
    }
}

extension UserActionState: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("UserActionState.userAction", userAction)
        reader.read("UserActionState.customData", customData)
    }
}

extension VideoInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("VideoInfo.width", width)
        reader.read("VideoInfo.height", height)
        reader.read("VideoInfo.hdrType", hdrType)
    }
}
