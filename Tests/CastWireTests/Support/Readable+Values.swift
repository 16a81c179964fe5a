// SPDX-License-Identifier: Apache-2.0

import CastWire

extension MediaImage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("Image.url", url)
        reader.read("Image.width", width)
        reader.read("Image.height", height)
    }
}

extension MediaMetadata: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaMetadata.title", title)
        reader.read("MediaMetadata.subtitle", subtitle)
        reader.read("MediaMetadata.images", images)
        reader.read("MediaMetadata.posterURL", posterURL)
        reader.read("MediaMetadata.artist", artist)
        reader.read("MediaMetadata.albumName", albumName)
        reader.read("MediaMetadata.albumArtist", albumArtist)
        reader.read("MediaMetadata.composer", composer)
        reader.read("MediaMetadata.trackNumber", trackNumber)
        reader.read("MediaMetadata.discNumber", discNumber)
        reader.read("MediaMetadata.releaseDate", releaseDate)
        reader.read("MediaMetadata.studio", studio)
        reader.read("MediaMetadata.seriesTitle", seriesTitle)
        reader.read("MediaMetadata.season", season)
        reader.read("MediaMetadata.episode", episode)
        reader.read("MediaMetadata.originalAirdate", originalAirdate)
        reader.read("MediaMetadata.contentRating", contentRating)
        reader.read("MediaMetadata.bookTitle", bookTitle)
        reader.read("MediaMetadata.chapterTitle", chapterTitle)
        reader.read("MediaMetadata.chapterNumber", chapterNumber)
        reader.read("MediaMetadata.location", location)
        reader.read("MediaMetadata.latitude", latitude)
        reader.read("MediaMetadata.longitude", longitude)
        reader.read("MediaMetadata.width", width)
        reader.read("MediaMetadata.height", height)
        reader.read("MediaMetadata.creationDateTime", creationDateTime)
        reader.read("MediaMetadata.secondaryImage", secondaryImage)
        reader.read("MediaMetadata.queueItemID", queueItemID)
        reader.read("MediaMetadata.sectionDuration", sectionDuration)
        reader.read("MediaMetadata.sectionStartAbsoluteTime", sectionStartAbsoluteTime)
        reader.read("MediaMetadata.sectionStartTimeInContainer", sectionStartTimeInContainer)
        reader.read("MediaMetadata.sectionStartTimeInMedia", sectionStartTimeInMedia)
        reader.read("MediaMetadata.releaseYear", releaseYear)
        reader.read("MediaMetadata.episodeTitle", episodeTitle)
        reader.read("MediaMetadata.songName", songName)
        reader.read("MediaMetadata.artistName", artistName)
        reader.read("MediaMetadata.metadataType", metadataType)
    }
}

extension AudioTrackInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("AudioTrackInfo.audioCodec", audioCodec)
        reader.read("AudioTrackInfo.numAudioChannels", numAudioChannels)
        reader.read("AudioTrackInfo.spatialAudio", spatialAudio)
    }
}

extension EditAudioTracksRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EditAudioTracksRequest.requestID", requestID)
        reader.read("EditAudioTracksRequest.language", language)
        reader.read("EditAudioTracksRequest.isSuggestedLanguage", isSuggestedLanguage)
        reader.read("EditAudioTracksRequest.mediaSessionID", mediaSessionID)
        reader.read("EditAudioTracksRequest.customData", customData)
    }
}

extension EditTracksInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EditTracksInfoRequest.requestID", requestID)
        reader.read("EditTracksInfoRequest.activeTrackIDs", activeTrackIDs)
        reader.read("EditTracksInfoRequest.textTrackStyle", textTrackStyle)
        reader.read("EditTracksInfoRequest.language", language)
        reader.read("EditTracksInfoRequest.isSuggestedLanguage", isSuggestedLanguage)
        reader.read("EditTracksInfoRequest.enableTextTracks", enableTextTracks)
        reader.read("EditTracksInfoRequest.mediaSessionID", mediaSessionID)
        reader.read("EditTracksInfoRequest.customData", customData)
    }
}

extension MediaTrack: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MediaTrack.trackID", trackID)
        reader.read("MediaTrack.type", type)
        reader.read("MediaTrack.subtype", subtype)
        reader.read("MediaTrack.name", name)
        reader.read("MediaTrack.language", language)
        reader.read("MediaTrack.trackContentID", trackContentID)
        reader.read("MediaTrack.trackContentType", trackContentType)
        reader.read("MediaTrack.isInband", isInband)
        reader.read("MediaTrack.roles", roles)
        reader.read("MediaTrack.audioTrackInfo", audioTrackInfo)
        reader.read("MediaTrack.customData", customData)
    }
}

extension TextTrackStyle: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("TextTrackStyle.foregroundColor", foregroundColor)
        reader.read("TextTrackStyle.backgroundColor", backgroundColor)
        reader.read("TextTrackStyle.edgeType", edgeType)
        reader.read("TextTrackStyle.edgeColor", edgeColor)
        reader.read("TextTrackStyle.windowType", windowType)
        reader.read("TextTrackStyle.windowColor", windowColor)
        reader.read("TextTrackStyle.windowRoundedCornerRadius", windowRoundedCornerRadius)
        reader.read("TextTrackStyle.fontFamily", fontFamily)
        reader.read("TextTrackStyle.fontGenericFamily", fontGenericFamily)
        reader.read("TextTrackStyle.fontScale", fontScale)
        reader.read("TextTrackStyle.fontStyle", fontStyle)
        reader.read("TextTrackStyle.customData", customData)
    }
}

extension Break: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("Break.id", id)
        reader.read("Break.breakClipIDs", breakClipIDs)
        reader.read("Break.position", position)
        reader.read("Break.duration", duration)
        reader.read("Break.isWatched", isWatched)
        reader.read("Break.isEmbedded", isEmbedded)
        reader.read("Break.expanded", expanded)
    }
}

extension BreakClip: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("BreakClip.id", id)
        reader.read("BreakClip.title", title)
        reader.read("BreakClip.contentID", contentID)
        reader.read("BreakClip.contentURL", contentURL)
        reader.read("BreakClip.contentType", contentType)
        reader.read("BreakClip.duration", duration)
        reader.read("BreakClip.posterURL", posterURL)
        reader.read("BreakClip.clickThroughURL", clickThroughURL)
        reader.read("BreakClip.hlsSegmentFormat", hlsSegmentFormat)
        reader.read("BreakClip.vastAdsRequest", vastAdsRequest)
        reader.read("BreakClip.whenSkippable", whenSkippable)
        reader.read("BreakClip.customData", customData)
    }
}

extension BreakStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("BreakStatus.breakID", breakID)
        reader.read("BreakStatus.breakClipID", breakClipID)
        reader.read("BreakStatus.currentBreakTime", currentBreakTime)
        reader.read("BreakStatus.currentBreakClipTime", currentBreakClipTime)
        reader.read("BreakStatus.whenSkippable", whenSkippable)
    }
}

extension VASTAdsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("VASTAdsRequest.adTagURL", adTagURL)
        reader.read("VASTAdsRequest.adsResponse", adsResponse)
    }
}

extension ContainerMetadata: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ContainerMetadata.containerType", containerType)
        reader.read("ContainerMetadata.title", title)
        reader.read("ContainerMetadata.containerDuration", containerDuration)
        reader.read("ContainerMetadata.containerImages", containerImages)
        reader.read("ContainerMetadata.sections", sections)
        reader.read("ContainerMetadata.authors", authors)
        reader.read("ContainerMetadata.narrators", narrators)
        reader.read("ContainerMetadata.publisher", publisher)
        reader.read("ContainerMetadata.releaseDate", releaseDate)
    }
}

extension QueueChangeMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueChangeMessage.requestID", requestID)
        reader.read("QueueChangeMessage.changeType", changeType)
        reader.read("QueueChangeMessage.itemIDs", itemIDs)
        reader.read("QueueChangeMessage.insertBefore", insertBefore)
        reader.read("QueueChangeMessage.reorderItemIDs", reorderItemIDs)
        reader.read("QueueChangeMessage.sequenceNumber", sequenceNumber)
        reader.read("QueueChangeMessage.mediaSessionID", mediaSessionID)
    }
}

extension QueueData: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueData.id", id)
        reader.read("QueueData.name", name)
        reader.read("QueueData.description", description)
        reader.read("QueueData.entity", entity)
        reader.read("QueueData.queueType", queueType)
        reader.read("QueueData.repeatMode", repeatMode)
        reader.read("QueueData.shuffle", shuffle)
        reader.read("QueueData.startIndex", startIndex)
        reader.read("QueueData.startTime", startTime)
        reader.read("QueueData.items", items)
        reader.read("QueueData.containerMetadata", containerMetadata)
        reader.read("QueueData.customData", customData)
    }
}

extension QueueGetItemIDsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueGetItemIDsRequest.requestID", requestID)
        reader.read("QueueGetItemIDsRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueGetItemIDsRequest.customData", customData)
    }
}

extension QueueGetItemRangeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueGetItemRangeRequest.requestID", requestID)
        reader.read("QueueGetItemRangeRequest.itemID", itemID)
        reader.read("QueueGetItemRangeRequest.nextCount", nextCount)
        reader.read("QueueGetItemRangeRequest.prevCount", prevCount)
        reader.read("QueueGetItemRangeRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueGetItemRangeRequest.customData", customData)
    }
}

extension QueueGetItemsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueGetItemsRequest.requestID", requestID)
        reader.read("QueueGetItemsRequest.itemIDs", itemIDs)
        reader.read("QueueGetItemsRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueGetItemsRequest.customData", customData)
    }
}

extension QueueInsertRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueInsertRequest.requestID", requestID)
        reader.read("QueueInsertRequest.items", items)
        reader.read("QueueInsertRequest.insertBefore", insertBefore)
        reader.read("QueueInsertRequest.currentItemID", currentItemID)
        reader.read("QueueInsertRequest.currentItemIndex", currentItemIndex)
        reader.read("QueueInsertRequest.currentTime", currentTime)
        reader.read("QueueInsertRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueInsertRequest.customData", customData)
    }
}

extension QueueItem: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueItem.itemID", itemID)
        reader.read("QueueItem.media", media)
        reader.read("QueueItem.autoplay", autoplay)
        reader.read("QueueItem.startTime", startTime)
        reader.read("QueueItem.playbackDuration", playbackDuration)
        reader.read("QueueItem.preloadTime", preloadTime)
        reader.read("QueueItem.activeTrackIDs", activeTrackIDs)
        reader.read("QueueItem.orderID", orderID)
        reader.read("QueueItem.customData", customData)
    }
}

extension QueueItemIDsMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueItemIDsMessage.requestID", requestID)
        reader.read("QueueItemIDsMessage.itemIDs", itemIDs)
        reader.read("QueueItemIDsMessage.sequenceNumber", sequenceNumber)
    }
}

extension QueueItemsMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueItemsMessage.requestID", requestID)
        reader.read("QueueItemsMessage.items", items)
        reader.read("QueueItemsMessage.sequenceNumber", sequenceNumber)
    }
}

extension QueueLoadRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueLoadRequest.requestID", requestID)
        reader.read("QueueLoadRequest.items", items)
        reader.read("QueueLoadRequest.startIndex", startIndex)
        reader.read("QueueLoadRequest.repeatMode", repeatMode)
        reader.read("QueueLoadRequest.currentTime", currentTime)
        reader.read("QueueLoadRequest.queueType", queueType)
        reader.read("QueueLoadRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueLoadRequest.customData", customData)
    }
}

extension QueueNextRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueNextRequest.requestID", requestID)
        reader.read("QueueNextRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueNextRequest.customData", customData)
    }
}

extension QueuePrevRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueuePrevRequest.requestID", requestID)
        reader.read("QueuePrevRequest.mediaSessionID", mediaSessionID)
        reader.read("QueuePrevRequest.customData", customData)
    }
}

extension QueueRemoveRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueRemoveRequest.requestID", requestID)
        reader.read("QueueRemoveRequest.itemIDs", itemIDs)
        reader.read("QueueRemoveRequest.currentItemID", currentItemID)
        reader.read("QueueRemoveRequest.currentTime", currentTime)
        reader.read("QueueRemoveRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueRemoveRequest.customData", customData)
    }
}

extension QueueReorderRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueReorderRequest.requestID", requestID)
        reader.read("QueueReorderRequest.itemIDs", itemIDs)
        reader.read("QueueReorderRequest.insertBefore", insertBefore)
        reader.read("QueueReorderRequest.currentItemID", currentItemID)
        reader.read("QueueReorderRequest.currentTime", currentTime)
        reader.read("QueueReorderRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueReorderRequest.customData", customData)
    }
}

extension QueueShuffleRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueShuffleRequest.requestID", requestID)
        reader.read("QueueShuffleRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueShuffleRequest.customData", customData)
    }
}

extension QueueUpdateRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("QueueUpdateRequest.requestID", requestID)
        reader.read("QueueUpdateRequest.items", items)
        reader.read("QueueUpdateRequest.currentItemID", currentItemID)
        reader.read("QueueUpdateRequest.currentTime", currentTime)
        reader.read("QueueUpdateRequest.jump", jump)
        reader.read("QueueUpdateRequest.repeatMode", repeatMode)
        reader.read("QueueUpdateRequest.shuffle", shuffle)
        reader.read("QueueUpdateRequest.mediaSessionID", mediaSessionID)
        reader.read("QueueUpdateRequest.customData", customData)
    }
}
