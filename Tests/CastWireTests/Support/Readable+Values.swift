import CastWire

extension Image: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(url)
        reader.read(width)
        reader.read(height)
    }
}

extension MediaMetadata: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(title)
        reader.read(subtitle)
        reader.read(images)
        reader.read(posterURL)
        reader.read(artist)
        reader.read(albumName)
        reader.read(albumArtist)
        reader.read(composer)
        reader.read(trackNumber)
        reader.read(discNumber)
        reader.read(releaseDate)
        reader.read(studio)
        reader.read(seriesTitle)
        reader.read(season)
        reader.read(episode)
        reader.read(originalAirdate)
        reader.read(contentRating)
        reader.read(bookTitle)
        reader.read(chapterTitle)
        reader.read(chapterNumber)
        reader.read(location)
        reader.read(latitude)
        reader.read(longitude)
        reader.read(width)
        reader.read(height)
        reader.read(creationDateTime)
        reader.read(secondaryImage)
        reader.read(queueItemID)
        reader.read(sectionDuration)
        reader.read(sectionStartAbsoluteTime)
        reader.read(sectionStartTimeInContainer)
        reader.read(sectionStartTimeInMedia)
        reader.read(releaseYear)
        reader.read(episodeTitle)
        reader.read(songName)
        reader.read(artistName)
        reader.read(metadataType)
    }
}

extension AudioTrackInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(audioCodec)
        reader.read(numAudioChannels)
        reader.read(spatialAudio)
    }
}

extension EditAudioTracksRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(language)
        reader.read(isSuggestedLanguage)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension EditTracksInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(activeTrackIDs)
        reader.read(textTrackStyle)
        reader.read(language)
        reader.read(isSuggestedLanguage)
        reader.read(enableTextTracks)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension MediaTrack: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(trackID)
        reader.read(type)
        reader.read(subtype)
        reader.read(name)
        reader.read(language)
        reader.read(trackContentID)
        reader.read(trackContentType)
        reader.read(isInband)
        reader.read(roles)
        reader.read(audioTrackInfo)
        reader.read(customData)
    }
}

extension TextTrackStyle: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(foregroundColor)
        reader.read(backgroundColor)
        reader.read(edgeType)
        reader.read(edgeColor)
        reader.read(windowType)
        reader.read(windowColor)
        reader.read(windowRoundedCornerRadius)
        reader.read(fontFamily)
        reader.read(fontGenericFamily)
        reader.read(fontScale)
        reader.read(fontStyle)
        reader.read(customData)
    }
}

extension Break: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(id)
        reader.read(breakClipIDs)
        reader.read(position)
        reader.read(duration)
        reader.read(isWatched)
        reader.read(isEmbedded)
        reader.read(expanded)
    }
}

extension BreakClip: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(id)
        reader.read(title)
        reader.read(contentID)
        reader.read(contentURL)
        reader.read(contentType)
        reader.read(duration)
        reader.read(posterURL)
        reader.read(clickThroughURL)
        reader.read(hlsSegmentFormat)
        reader.read(vastAdsRequest)
        reader.read(whenSkippable)
        reader.read(customData)
    }
}

extension BreakStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(breakID)
        reader.read(breakClipID)
        reader.read(currentBreakTime)
        reader.read(currentBreakClipTime)
        reader.read(whenSkippable)
    }
}

extension VASTAdsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(adTagURL)
        reader.read(adsResponse)
    }
}

extension ContainerMetadata: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(containerType)
        reader.read(title)
        reader.read(containerDuration)
        reader.read(containerImages)
        reader.read(sections)
        reader.read(authors)
        reader.read(narrators)
        reader.read(publisher)
        reader.read(releaseDate)
    }
}

extension QueueChangeMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(changeType)
        reader.read(itemIDs)
        reader.read(insertBefore)
        reader.read(reorderItemIDs)
        reader.read(sequenceNumber)
        reader.read(mediaSessionID)
    }
}

extension QueueData: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(id)
        reader.read(name)
        reader.read(description)
        reader.read(entity)
        reader.read(queueType)
        reader.read(repeatMode)
        reader.read(shuffle)
        reader.read(startIndex)
        reader.read(startTime)
        reader.read(items)
        reader.read(containerMetadata)
        reader.read(customData)
    }
}

extension QueueGetItemIDsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueGetItemRangeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemID)
        reader.read(nextCount)
        reader.read(prevCount)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueGetItemsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemIDs)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueInsertRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(items)
        reader.read(insertBefore)
        reader.read(currentItemID)
        reader.read(currentItemIndex)
        reader.read(currentTime)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueItem: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(itemID)
        reader.read(media)
        reader.read(autoplay)
        reader.read(startTime)
        reader.read(playbackDuration)
        reader.read(preloadTime)
        reader.read(activeTrackIDs)
        reader.read(orderID)
        reader.read(customData)
    }
}

extension QueueItemIDsMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemIDs)
        reader.read(sequenceNumber)
    }
}

extension QueueItemsMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(items)
        reader.read(sequenceNumber)
    }
}

extension QueueLoadRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(items)
        reader.read(startIndex)
        reader.read(repeatMode)
        reader.read(currentTime)
        reader.read(queueType)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueNextRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueuePrevRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueRemoveRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemIDs)
        reader.read(currentItemID)
        reader.read(currentTime)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueReorderRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(itemIDs)
        reader.read(insertBefore)
        reader.read(currentItemID)
        reader.read(currentTime)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueShuffleRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}

extension QueueUpdateRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(items)
        reader.read(currentItemID)
        reader.read(currentTime)
        reader.read(jump)
        reader.read(repeatMode)
        reader.read(shuffle)
        reader.read(mediaSessionID)
        reader.read(customData)
    }
}
