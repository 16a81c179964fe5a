/// A sentence that a widget can show. Its raw value is its key in a ``StringCatalog``.
public enum TextKey: String, Sendable, Hashable, CaseIterable {
    // Cast button and its announcements.
    case castButtonDisconnected, castButtonConnecting, castButtonConnected
    case announceConnected, announceDisconnected, announceNoDevices, announceFailed
    // Local network.
    case networkTitle, networkExplanation, networkDeniedTitle, networkDeniedExplanation
    // Introduction.
    case introductionText
    // Dialog.
    case dialogTitle, dialogSearching, dialogConnecting, dialogConnectingHint, dialogWaitTitle, dialogWaitHint
    case dialogEnding, rowCasting, rowConnecting, rowCurrent, nothingPlaying, castingTo, groupName
    case noDevicesTitle
    case helpWiFiTitle, helpWiFiPhone, helpWiFiTablet, helpWiFiComputer, helpWiFiWeb
    case helpNoNetworkTitle, helpNoNetworkText
    case helpPermissionTitle, helpPermissionText
    case helpServicesTitle, helpServicesText
    case helpBlockedTitle, helpBlockedText
    case failureTitle, failureRefused, failureTimedOut, failureNotificationsOff, failureProfileOff
    case failureUnreachable, failureAppUnavailable, failureNotGenuine, failureOther
    // Buttons.
    case ok, cancel, close, done, learnMore, openSettings, tryAgain, stopCasting, disconnect
    // Transport.
    case play, pause, stop, next, previous, forward, rewind, tracks, seek, skipAd, skipAdCountdown, rate, rateValue
    case collapse, openControlsHint, positionValue, positionLiveValue, jumpToLive, pauseAfterItem
    case repeatMode, repeatOff, repeatAll, repeatSingle, repeatShuffle
    case noTime, live, adTag, adInProgress, adCount
    case stateIdle, stateLoading, stateBuffering, statePlaying, statePaused, stateAd
    // Volume.
    case volume, volumeOf, mute, unmute, muteOf, unmuteOf, volumeUp, volumeDown
    // Tracks.
    case textTracks, audioTracks, noTextTrack, trackNumber, closedCaptions
    // Queue.
    case queue, queueEmpty, upNext, queueRemove, queueClear, queueMove, queueAdded
    case queueItemNumber, seasonEpisode
    // Why something cannot be used.
    case reasonNoSession, reasonNoMedia, reasonUnsupported, reasonAd, reasonLive, reasonFixedVolume
    case reasonNoTracks, reasonNoNext, reasonNoPrevious, reasonNotYet
    // Notices.
    case noticeLoadFailed, noticePlaybackFailed, noticeRequestFailed, noticeSessionEnded
    // Keys and short forms of a terminal.
    case volumeMuted, reconnectingTo, itemOf, followedBy, skipAdNow
    case keysMore, keysLess, keyLeave, keyBeginning, keySlower, keyFaster
    case keyChoose, keyOtherTab, keyDevices, keyMembers, keyCastFile, keyRemove, keyMove
    // The web remote.
    case remoteTitle, remoteChooseDevice, remoteChooseMedia, remoteSkip, remotePlayer, remoteSet, remoteRefresh
    case castFileTitle, castFileNone, castFileCast, castFileAdd, castFileMore, castFileGone, castAddressField
    case castAddressCast, castAddressAdd, castAddressWrong, castChooseDevice, queueMoveUp, queueMoveDown
    case queueMore, upNextPlay, upNextStop, upNextWait, logTitle, logEmpty, logPlaying, logPaused
    case logStopped, logSuspended, logReady, linkLost, linkBack, linkRestarted, loginTitle, loginHint, loginCode
    case loginOpen, loginWrong, loginWait
    case remoteCastTitle, castFailed, playbackFailed, adviceFile, adviceAddress, adviceServer, adviceRetry
}
