import CastWire

extension ExtendedStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(playerState)
        reader.read(media)
        reader.read(mediaSessionID)
    }
}

extension GetMediaStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(options)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension InvalidPlayerStateMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(customData)
    }
}

extension LiveSeekableRange: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(start)
        reader.read(end)
        reader.read(isMovingWindow)
        reader.read(isLiveDone)
    }
}

extension LoadByEntityRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(entity)
        reader.read(shuffle)
        reader.read(customData)
    }
}

extension LoadCancelledMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemID)
        reader.read(customData)
    }
}

extension LoadFailedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(detailedErrorCode)
        reader.read(reason)
        reader.read(itemID)
        reader.read(customData)
    }
}

extension LoadOptions: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(contentFilteringMode)
    }
}

extension LoadRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(media)
        reader.read(autoplay)
        reader.read(currentTime)
        reader.read(playbackRate)
        reader.read(activeTrackIDs)
        reader.read(queueData)
        reader.read(credentials)
        reader.read(credentialsType)
        reader.read(atvCredentials)
        reader.read(atvCredentialsType)
        reader.read(loadOptions)
        reader.read(sessionID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension MediaErrorMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(detailedErrorCode)
        reader.read(reason)
        reader.read(itemID)
        reader.read(customData)
    }
}

extension MediaInformation: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(contentID)
        reader.read(contentURL)
        reader.read(streamType)
        reader.read(contentType)
        reader.read(metadata)
        reader.read(duration)
        reader.read(mediaCategory)
        reader.read(tracks)
        reader.read(textTrackStyle)
        reader.read(customData)
        reader.read(entity)
        reader.read(atvEntity)
        reader.read(hlsSegmentFormat)
        reader.read(hlsVideoSegmentFormat)
        reader.read(breaks)
        reader.read(breakClips)
        reader.read(vmapAdsRequest)
        reader.read(startAbsoluteTime)
        reader.read(userActionStates)
        reader.read(knownDuration)
        reader.read(playedURL)
    }
}

extension MediaStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(mediaSessionID)
        reader.read(playerState)
        reader.read(idleReason)
        reader.read(currentTime)
        reader.read(playbackRate)
        reader.read(supportedMediaCommands)
        reader.read(volume)
        reader.read(media)
        reader.read(activeTrackIDs)
        reader.read(currentItemID)
        reader.read(loadingItemID)
        reader.read(preloadedItemID)
        reader.read(items)
        reader.read(queueData)
        reader.read(repeatMode)
        reader.read(extendedStatus)
        reader.read(liveSeekableRange)
        reader.read(breakStatus)
        reader.read(videoInfo)
        reader.read(customData)
    }
}

extension MediaStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(statuses)
    }
}

extension PauseRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension PlayAgainRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension PlayRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension PrecacheRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(precacheData)
        reader.read(media)
        reader.read(queueData)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension ResumeSessionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(sessionState)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension SeekRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(currentTime)
        reader.read(relativeTime)
        reader.read(resumeState)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension SessionState: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(loadRequestData)
        reader.read(customData)
    }
}

extension SessionStateMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(sessionState)
    }
}

extension SetCredentialsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(credentials)
        reader.read(credentialsType)
        reader.read(forRequest)
    }
}

extension SetPlaybackRateRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(playbackRate)
        reader.read(relativePlaybackRate)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension SetStreamVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(volume)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension SkipAdRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension StopMediaRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension StoreSessionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension UserActionRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(userAction)
        reader.read(userActionContext)
        reader.read(clear)
        reader.read(source)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension UserActionState: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(userAction)
        reader.read(customData)
    }
}

extension VideoInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(width)
        reader.read(height)
        reader.read(hdrType)
    }
}
