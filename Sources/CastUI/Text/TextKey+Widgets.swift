// SPDX-License-Identifier: Apache-2.0
// The texts of the widgets, and those that several user interfaces share.
//
// `%@` is the next argument, `%1$@` the argument at a position, `%%` a percent sign.

extension TextKey {
    // MARK: - Cast button and its announcements

    public static let castButtonDisconnected = TextKey("castButtonDisconnected", "Cast")
    public static let castButtonConnecting = TextKey("castButtonConnecting", "Connecting to a device")
    public static let castButtonConnected = TextKey("castButtonConnected", "Casting, show controls")
    public static let announceConnected = TextKey("announceConnected", "Casting to %@")
    public static let announceDisconnected = TextKey("announceDisconnected", "Casting ended")
    public static let announceNoDevices = TextKey("announceNoDevices", "No devices found")
    public static let announceFailed = TextKey("announceFailed", "Could not cast to %@")

    // MARK: - Local network

    public static let networkTitle = TextKey("networkTitle", "Find devices near you")
    public static let networkExplanation = TextKey(
        "networkExplanation",
        "This app needs access to your local network to find TVs and speakers. You will be asked to allow it."
    )
    public static let networkDeniedTitle = TextKey("networkDeniedTitle", "Local network access is turned off")
    public static let networkDeniedExplanation = TextKey(
        "networkDeniedExplanation",
        "Without it, this app cannot find any devices. Allow local network access for this app in Settings."
    )

    // MARK: - Introduction

    public static let introductionText = TextKey("introductionText", "Tap here to cast to your TV or speakers")

    // MARK: - Dialog

    public static let dialogTitle = TextKey("dialogTitle", "Cast to")
    public static let dialogSearching = TextKey("dialogSearching", "Looking for devices…")
    public static let dialogConnecting = TextKey("dialogConnecting", "Connecting to %@")
    public static let dialogConnectingHint = TextKey("dialogConnectingHint", "This may take a few seconds.")
    public static let dialogWaitTitle = TextKey("dialogWaitTitle", "Waiting for %@")
    public static let dialogWaitHint = TextKey("dialogWaitHint", "Accept the request on %@ to continue.")
    public static let dialogEnding = TextKey("dialogEnding", "Disconnecting…")
    public static let rowCasting = TextKey("rowCasting", "Casting %@")
    public static let rowConnecting = TextKey("rowConnecting", "Connecting…")
    public static let rowCurrent = TextKey("rowCurrent", "Connected")
    public static let nothingPlaying = TextKey("nothingPlaying", "Nothing is playing")
    public static let castingTo = TextKey("castingTo", "Casting to %@")
    public static let groupName = TextKey("groupName", "%1$@ and %2$@ more")
    public static let noDevicesTitle = TextKey("noDevicesTitle", "No devices found")
    public static let helpWiFiTitle = TextKey("helpWiFiTitle", "Same Wi-Fi network")
    public static let helpWiFiPhone = TextKey(
        "helpWiFiPhone",
        "Connect the device and this phone to the same Wi-Fi network."
    )
    public static let helpWiFiTablet = TextKey(
        "helpWiFiTablet",
        "Connect the device and this tablet to the same Wi-Fi network."
    )
    public static let helpWiFiComputer = TextKey(
        "helpWiFiComputer",
        "Connect the device and this computer to the same network."
    )
    public static let helpWiFiWeb = TextKey(
        "helpWiFiWeb",
        "Connect the device and the computer that runs this remote to the same network."
    )
    public static let helpNoNetworkTitle = TextKey("helpNoNetworkTitle", "No network")
    public static let helpNoNetworkText = TextKey(
        "helpNoNetworkText",
        "Connect to the same network as your TV or speakers, then try again."
    )
    public static let helpPermissionTitle = TextKey("helpPermissionTitle", "Local network access")
    public static let helpPermissionText = TextKey(
        "helpPermissionText",
        "Allow local network access for this app in Settings."
    )
    public static let helpServicesTitle = TextKey("helpServicesTitle", "The app is not set up for casting")
    public static let helpServicesText = TextKey(
        "helpServicesText",
        "Its list of network services does not include Cast devices. Only the app's developers can add them."
    )
    public static let helpBlockedTitle = TextKey("helpBlockedTitle", "The search is blocked")
    public static let helpBlockedText = TextKey(
        "helpBlockedText",
        "A firewall or another program may be blocking the search: %@"
    )
    public static let failureTitle = TextKey("failureTitle", "Could not cast to %@")
    public static let failureRefused = TextKey(
        "failureRefused",
        "The request was not accepted on %@. Try again, and accept it there."
    )
    public static let failureTimedOut = TextKey(
        "failureTimedOut",
        "%@ did not respond in time. If it shows a request, accept it, then try again."
    )
    public static let failureNotificationsOff = TextKey(
        "failureNotificationsOff",
        "Notifications are turned off on %@. Turn them on there and try again."
    )
    public static let failureProfileOff = TextKey(
        "failureProfileOff",
        "Casting is turned off in the profile that %@ uses. Turn it on in the settings of that device."
    )
    public static let failureUnreachable = TextKey(
        "failureUnreachable",
        "Can't reach %@. Make sure it's turned on and on the same network."
    )
    public static let failureAppUnavailable = TextKey("failureAppUnavailable", "This app is not available on %@.")
    public static let failureNotGenuine = TextKey("failureNotGenuine", "%@ could not be verified as a Cast device.")
    public static let failureOther = TextKey("failureOther", "%@")

    // MARK: - Buttons

    public static let ok = TextKey("ok", "OK")
    public static let cancel = TextKey("cancel", "Cancel")
    public static let close = TextKey("close", "Close")
    public static let done = TextKey("done", "Done")
    public static let learnMore = TextKey("learnMore", "Learn more")
    public static let openSettings = TextKey("openSettings", "Open Settings")
    public static let tryAgain = TextKey("tryAgain", "Try again")
    public static let stopCasting = TextKey("stopCasting", "Stop casting")
    public static let disconnect = TextKey("disconnect", "Disconnect")

    // MARK: - Transport

    public static let play = TextKey("play", "Play")
    public static let pause = TextKey("pause", "Pause")
    public static let stop = TextKey("stop", "Stop")
    public static let next = TextKey("next", "Next")
    public static let previous = TextKey("previous", "Previous")
    public static let forward = TextKey("forward", "Forward %@ seconds")
    public static let rewind = TextKey("rewind", "Rewind %@ seconds")
    public static let tracks = TextKey("tracks", "Subtitles and audio")
    public static let seek = TextKey("seek", "Position")
    public static let skipAd = TextKey("skipAd", "Skip ad")
    public static let skipAdCountdown = TextKey("skipAdCountdown", "Skip ad in %@")
    public static let rate = TextKey("rate", "Speed")
    public static let rateValue = TextKey("rateValue", "%@×")
    public static let collapse = TextKey("collapse", "Close the controls")
    public static let openControlsHint = TextKey("openControlsHint", "Opens all controls")
    public static let positionValue = TextKey("positionValue", "%1$@ of %2$@")
    public static let positionLiveValue = TextKey("positionLiveValue", "%@ behind live")
    public static let jumpToLive = TextKey("jumpToLive", "Go to live")
    public static let pauseAfterItem = TextKey("pauseAfterItem", "Pause after this item")
    public static let repeatMode = TextKey("repeatMode", "Repeat")
    public static let repeatOff = TextKey("repeatOff", "Off")
    public static let repeatAll = TextKey("repeatAll", "All")
    public static let repeatSingle = TextKey("repeatSingle", "One")
    public static let repeatShuffle = TextKey("repeatShuffle", "All, shuffled")
    public static let noTime = TextKey("noTime", "--:--")
    public static let live = TextKey("live", "LIVE")
    public static let adTag = TextKey("adTag", "Ad")
    public static let adInProgress = TextKey("adInProgress", "Playback resumes after this ad")
    public static let adCount = TextKey("adCount", "Ad %1$@ of %2$@")
    public static let stateIdle = TextKey("stateIdle", "Nothing is playing")
    public static let stateLoading = TextKey("stateLoading", "Loading")
    public static let stateBuffering = TextKey("stateBuffering", "Buffering")
    public static let statePlaying = TextKey("statePlaying", "Playing")
    public static let statePaused = TextKey("statePaused", "Paused")
    public static let stateAd = TextKey("stateAd", "Ad")

    // MARK: - Volume

    public static let volume = TextKey("volume", "Volume")
    public static let volumeOf = TextKey("volumeOf", "Volume of %@")
    public static let mute = TextKey("mute", "Mute")
    public static let unmute = TextKey("unmute", "Unmute")
    public static let muteOf = TextKey("muteOf", "Mute %@")
    public static let unmuteOf = TextKey("unmuteOf", "Unmute %@")
    public static let volumeUp = TextKey("volumeUp", "Volume up")
    public static let volumeDown = TextKey("volumeDown", "Volume down")

    // MARK: - Tracks

    public static let textTracks = TextKey("textTracks", "Subtitles")
    public static let audioTracks = TextKey("audioTracks", "Audio")
    public static let noTextTrack = TextKey("noTextTrack", "None")
    public static let trackNumber = TextKey("trackNumber", "Track %@")
    public static let closedCaptions = TextKey("closedCaptions", "Closed captions")

    // MARK: - Queue

    public static let queue = TextKey("queue", "Queue")
    public static let membersEmpty = TextKey("membersEmpty", "No speakers")
    public static let queueEmpty = TextKey("queueEmpty", "The queue is empty")
    public static let upNext = TextKey("upNext", "Up next: %@")
    public static let queueRemove = TextKey("queueRemove", "Remove %@")
    public static let queueClear = TextKey("queueClear", "Remove all")
    public static let queueMove = TextKey("queueMove", "Move %@")
    public static let queueAdded = TextKey("queueAdded", "%@ was added to the queue")
    public static let queueItemNumber = TextKey("queueItemNumber", "Item %@")
    public static let seasonEpisode = TextKey("seasonEpisode", "S%1$@ E%2$@")

    // MARK: - Reasons for disabled controls

    public static let reasonNoSession = TextKey("reasonNoSession", "Not connected to a device")
    public static let reasonNoMedia = TextKey("reasonNoMedia", "Nothing is playing")
    public static let reasonUnsupported = TextKey("reasonUnsupported", "Not supported for this media")
    public static let reasonAd = TextKey("reasonAd", "Not available during an ad")
    public static let reasonLive = TextKey("reasonLive", "Not available in this live stream")
    public static let reasonFixedVolume = TextKey(
        "reasonFixedVolume",
        "This device's volume cannot be changed from here"
    )
    public static let reasonNoTracks = TextKey("reasonNoTracks", "There are no other tracks")
    public static let reasonNoNext = TextKey("reasonNoNext", "No next item")
    public static let reasonNoPrevious = TextKey("reasonNoPrevious", "No previous item")
    public static let reasonNotYet = TextKey("reasonNotYet", "Not available yet")

    // MARK: - Notices

    public static let noticeLoadFailed = TextKey("noticeLoadFailed", "This could not be played on %@")
    public static let noticePlaybackFailed = TextKey("noticePlaybackFailed", "Playback error on %@")
    public static let noticeRequestFailed = TextKey("noticeRequestFailed", "%@ could not do this")
    public static let noticeSessionEnded = TextKey("noticeSessionEnded", "Casting to %@ ended")

    // MARK: - Keys and short texts of the terminal

    public static let volumeMuted = TextKey("volumeMuted", "Muted")
    public static let reconnectingTo = TextKey("reconnectingTo", "Reconnecting to %@")
    public static let itemOf = TextKey("itemOf", "%1$@ of %2$@")
    public static let followedBy = TextKey("followedBy", "then %@")
    public static let skipAdNow = TextKey("skipAdNow", "The ad can be skipped")
    public static let keysMore = TextKey("keysMore", "Keys")
    public static let keysLess = TextKey("keysLess", "Fewer keys")
    public static let keyLeave = TextKey("keyLeave", "Leave")
    public static let keyBeginning = TextKey("keyBeginning", "Start over")
    public static let keySlower = TextKey("keySlower", "Slower")
    public static let keyFaster = TextKey("keyFaster", "Faster")
    public static let keySubtitlesDelay = TextKey("keySubtitlesDelay", "Subtitles earlier or later")
    public static let subtitlesDelayValue = TextKey("subtitlesDelayValue", "Subtitles %@ s")
    public static let reasonNoSubtitles = TextKey("reasonNoSubtitles", "There are no subtitles to delay")
    public static let keyChoose = TextKey("keyChoose", "Choose")
    public static let keyOtherTab = TextKey("keyOtherTab", "Other list")
    public static let keyDevices = TextKey("keyDevices", "Devices")
    public static let keyMembers = TextKey("keyMembers", "Speakers")
    public static let keyCastFile = TextKey("keyCastFile", "Cast a file")
    public static let keyRemove = TextKey("keyRemove", "Remove")
    public static let keyMove = TextKey("keyMove", "Move")

    // MARK: - Casting files and addresses

    public static let castFileTitle = TextKey("castFileTitle", "Cast from this computer")
    public static let castFileNone = TextKey(
        "castFileNone",
        "No files are shared. Specify files or folders when you start the remote: cast remote FOLDER"
    )
    public static let castAddressCast = TextKey("castAddressCast", "Cast")
    public static let castAddressAdd = TextKey("castAddressAdd", "Add to the queue")
    public static let castChooseDevice = TextKey("castChooseDevice", "Choose a device for %@")
    public static let upNextPlay = TextKey("upNextPlay", "Play now")
    public static let castFailed = TextKey("castFailed", "Could not cast %1$@. %2$@ %3$@")
    public static let playbackFailed = TextKey("playbackFailed", "Playback of %1$@ failed. %2$@ %3$@")

    /// The texts of this module.
    public static let widgets: [TextKey] = [
        .castButtonDisconnected, .castButtonConnecting, .castButtonConnected, .announceConnected,
        .announceDisconnected, .announceNoDevices, .announceFailed, .networkTitle, .networkExplanation,
        .networkDeniedTitle, .networkDeniedExplanation, .introductionText, .dialogTitle, .dialogSearching,
        .dialogConnecting, .dialogConnectingHint, .dialogWaitTitle, .dialogWaitHint, .dialogEnding, .rowCasting,
        .rowConnecting, .rowCurrent, .nothingPlaying, .castingTo, .groupName, .noDevicesTitle, .helpWiFiTitle,
        .helpWiFiPhone, .helpWiFiTablet, .helpWiFiComputer, .helpWiFiWeb, .helpNoNetworkTitle, .helpNoNetworkText,
        .helpPermissionTitle, .helpPermissionText, .helpServicesTitle, .helpServicesText, .helpBlockedTitle,
        .helpBlockedText, .failureTitle, .failureRefused, .failureTimedOut, .failureNotificationsOff,
        .failureProfileOff, .failureUnreachable, .failureAppUnavailable, .failureNotGenuine, .failureOther, .ok,
        .cancel, .close, .done, .learnMore, .openSettings, .tryAgain, .stopCasting, .disconnect, .play, .pause,
        .stop, .next, .previous, .forward, .rewind, .tracks, .seek, .skipAd, .skipAdCountdown, .rate, .rateValue,
        .collapse, .openControlsHint, .positionValue, .positionLiveValue, .jumpToLive, .pauseAfterItem, .repeatMode,
        .repeatOff, .repeatAll, .repeatSingle, .repeatShuffle, .noTime, .live, .adTag, .adInProgress, .adCount,
        .stateIdle, .stateLoading, .stateBuffering, .statePlaying, .statePaused, .stateAd, .volume, .volumeOf, .mute,
        .unmute, .muteOf, .unmuteOf, .volumeUp, .volumeDown, .textTracks, .audioTracks, .noTextTrack, .trackNumber,
        .closedCaptions, .queue, .membersEmpty, .queueEmpty, .upNext, .queueRemove, .queueClear, .queueMove,
        .queueAdded,
        .queueItemNumber, .seasonEpisode, .reasonNoSession, .reasonNoMedia, .reasonUnsupported, .reasonAd,
        .reasonLive, .reasonFixedVolume, .reasonNoTracks, .reasonNoNext, .reasonNoPrevious, .reasonNotYet,
        .noticeLoadFailed, .noticePlaybackFailed, .noticeRequestFailed, .noticeSessionEnded, .volumeMuted,
        .reconnectingTo, .itemOf, .followedBy, .skipAdNow, .keysMore, .keysLess, .keyLeave, .keyBeginning,
        .keySlower, .keyFaster, .keySubtitlesDelay, .subtitlesDelayValue, .reasonNoSubtitles, .keyChoose, .keyOtherTab,
        .keyDevices, .keyMembers, .keyCastFile, .keyRemove, .keyMove,
        .castFileTitle, .castFileNone, .castAddressCast, .castAddressAdd, .castChooseDevice, .upNextPlay,
        .castFailed, .playbackFailed,
    ]
}
