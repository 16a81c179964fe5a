// SPDX-License-Identifier: Apache-2.0

import CastUI

// The texts that only the web remote and its login page show.

extension TextKey {
    static let remoteTitle = TextKey("remoteTitle", "Remote")
    static let remoteChooseDevice = TextKey(
        "remoteChooseDevice",
        "Choose a device with the cast button, then something to play."
    )
    static let remoteChooseMedia = TextKey("remoteChooseMedia", "Ready. Choose something to play.")
    static let remoteSkip = TextKey("remoteSkip", "Skip to the controls")
    static let remotePlayer = TextKey("remotePlayer", "Player")
    static let remoteSet = TextKey("remoteSet", "Set")
    static let remoteRefresh = TextKey("remoteRefresh", "Refresh")
    static let castFileCast = TextKey("castFileCast", "Cast %@")
    static let castFileAdd = TextKey("castFileAdd", "Add %@ to the queue")
    static let castFileMore = TextKey("castFileMore", "and %@ more")
    static let castFileGone = TextKey(
        "castFileGone",
        "%@ cannot be read. It may have been moved or deleted; start the remote again to update the list."
    )
    static let castAddressField = TextKey("castAddressField", "Address of a video, song or picture")
    static let castAddressWrong = TextKey("castAddressWrong", "The address must start with http:// or https://")
    static let queueMoveUp = TextKey("queueMoveUp", "Move %@ up")
    static let queueMoveDown = TextKey("queueMoveDown", "Move %@ down")
    static let queueMore = TextKey("queueMore", "and %@ more")
    static let upNextStop = TextKey("upNextStop", "Stop after this item")
    static let upNextWait = TextKey("upNextWait", "Play after this item")
    static let logTitle = TextKey("logTitle", "Activity")
    static let logEmpty = TextKey("logEmpty", "No activity yet")
    static let logPlaying = TextKey("logPlaying", "Playing %@")
    static let logPaused = TextKey("logPaused", "Paused")
    static let logStopped = TextKey("logStopped", "Playback ended")
    static let logSuspended = TextKey("logSuspended", "Connection to %@ lost, reconnecting")
    static let logReady = TextKey("logReady", "The remote is ready")
    static let linkLost = TextKey("linkLost", "Connection to the remote lost. Reconnecting…")
    static let linkBack = TextKey("linkBack", "Reconnected to the remote")
    static let linkRestarted = TextKey("linkRestarted", "The remote was restarted. Reloading the page…")
    static let loginTitle = TextKey("loginTitle", "Enter the code")
    static let loginHint = TextKey("loginHint", "The code is shown where the remote was started.")
    static let loginCode = TextKey("loginCode", "Code")
    static let loginOpen = TextKey("loginOpen", "Open the remote")
    static let loginWrong = TextKey("loginWrong", "Incorrect code. Try again.")
    static let loginWait = TextKey("loginWait", "Too many wrong codes. Try again in %@ seconds.")
    static let remoteCastTitle = TextKey("remoteCastTitle", "Cast a file or an address")
    static let adviceFile = TextKey("adviceFile", "Try a file in another format, such as MP4 with H.264.")
    static let adviceAddress = TextKey("adviceAddress", "Open the address in a browser to check it.")
    static let adviceServer = TextKey(
        "adviceServer",
        "Restart the remote, and check the firewall of the computer that runs it."
    )
    static let adviceRetry = TextKey("adviceRetry", "Try again. If that does not help, restart the device.")
    static let uploadTitle = TextKey("uploadTitle", "Uploaded")
    static let uploadChoose = TextKey("uploadChoose", "Choose files to upload, or drop them on this page")
    static let uploadSend = TextKey("uploadSend", "Upload")
    static let uploadRemove = TextKey("uploadRemove", "Delete %@")
    static let uploadCancel = TextKey("uploadCancel", "Cancel upload")
    static let uploadDone = TextKey("uploadDone", "Uploaded")
    static let uploadTooLarge = TextKey("uploadTooLarge", "The file is too large. The limit is %@.")
    static let uploadAllTooLarge = TextKey(
        "uploadAllTooLarge",
        "All uploaded files together may have at most %@. Delete some of them first."
    )
    static let uploadTooMany = TextKey(
        "uploadTooMany",
        "At most %@ files can be uploaded. Delete some of them first."
    )
    static let uploadDiskFull = TextKey(
        "uploadDiskFull",
        "The disk of the computer that runs the remote is almost full."
    )
    static let uploadNotMedia = TextKey("uploadNotMedia", "Only videos, music, pictures and subtitles can be uploaded.")
    static let uploadIncomplete = TextKey("uploadIncomplete", "The upload was interrupted. Try again.")
    static let uploadFailed = TextKey("uploadFailed", "The file could not be stored: %@")
    static let progressReading = TextKey("progressReading", "%@: Reading the file…")
    static let progressLoading = TextKey("progressLoading", "%@: Loading on %@…")
    static let progressVideo = TextKey("progressVideo", "%@: Converting %@ video to H.264 for %@…")
    static let progressAudio = TextKey("progressAudio", "%@: Converting %@ audio to AAC for %@…")
    static let progressBoth = TextKey("progressBoth", "%@: Converting %@ video and %@ audio for %@…")
    static let progressCopy = TextKey("progressCopy", "%@: Repackaging the file for %@…")
    static let progressPlaying = TextKey("progressPlaying", "%@: Playing")
    static let progressFailed = TextKey("progressFailed", "Why %@ does not play")
    static let progressDismiss = TextKey("progressDismiss", "Close the explanation")
    static let explainDevice = TextKey("explainDevice", "%@ reported: %@")
    static let explainReason = TextKey("explainReason", "The reason: %@")
    static let explainNotRequested = TextKey(
        "explainNotRequested",
        "The device did not request the file from this computer."
    )
    static let explainRequested = TextKey(
        "explainRequested",
        "The device requested the file %@ times, and %@ were sent."
    )
    static let explainDirect = TextKey("explainDirect", "The file was served unchanged.")
    static let explainConversion = TextKey("explainConversion", "The file was converted: %@.")
    static let explainBecause = TextKey("explainBecause", "Reason for the conversion: %@.")

    static let optionsOfFile = TextKey("optionsOfFile", "Options for %@")
    static let optionsOfAddress = TextKey("optionsOfAddress", "Options for the address")
    static let optionsReading = TextKey("optionsReading", "Reading the file…")
    static let optionDefault = TextKey("optionDefault", "Default")
    static let optionQuality = TextKey("optionQuality", "Quality")
    static let optionOriginal = TextKey("optionOriginal", "Original")
    static let optionStart = TextKey("optionStart", "Start at")
    static let optionStartHint = TextKey("optionStartHint", "Hours, minutes and seconds, such as 1:02:03")
    static let optionStartWrong = TextKey("optionStartWrong", "Enter a start position such as 1:02:03 or 5:30.")
    static let optionContinue = TextKey("optionContinue", "Playback was left at %@.")
    static let optionDetails = TextKey("optionDetails", "Details")
    static let optionPlan = TextKey("optionPlan", "For %@: %@")
    static let uploadNotSubtitles = TextKey("uploadNotSubtitles", "The file contains no subtitles.")

    /// The texts of this module.
    static let remote: [TextKey] = [
        .remoteTitle, .remoteChooseDevice, .remoteChooseMedia, .remoteSkip, .remotePlayer, .remoteSet,
        .remoteRefresh, .castFileCast, .castFileAdd, .castFileMore, .castFileGone, .castAddressField,
        .castAddressWrong, .queueMoveUp, .queueMoveDown, .queueMore, .upNextStop, .upNextWait, .logTitle, .logEmpty,
        .logPlaying, .logPaused, .logStopped, .logSuspended, .logReady, .linkLost, .linkBack, .linkRestarted,
        .loginTitle, .loginHint, .loginCode, .loginOpen, .loginWrong, .loginWait, .remoteCastTitle, .adviceFile,
        .adviceAddress, .adviceServer, .adviceRetry,
        .uploadTitle, .uploadChoose, .uploadSend, .uploadRemove, .uploadCancel, .uploadDone, .uploadTooLarge,
        .uploadAllTooLarge, .uploadTooMany, .uploadDiskFull, .uploadNotMedia, .uploadIncomplete, .uploadFailed,
        .progressReading, .progressLoading, .progressVideo, .progressAudio, .progressBoth, .progressCopy,
        .progressPlaying, .progressFailed, .progressDismiss, .explainDevice, .explainReason, .explainNotRequested,
        .explainRequested, .explainDirect, .explainConversion, .explainBecause,
        .optionsOfFile, .optionsOfAddress, .optionsReading, .optionDefault, .optionQuality, .optionOriginal,
        .optionStart, .optionStartHint, .optionStartWrong, .optionContinue, .optionDetails, .optionPlan,
        .uploadNotSubtitles,
    ]
}
