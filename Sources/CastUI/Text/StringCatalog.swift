import CastWire

/// The translations of all texts. English is always complete.
///
/// Other languages are read from String Catalogs, Xcode's `.xcstrings` files, with the raw values of ``TextKey`` as
/// keys.
public struct StringCatalog: Sendable, Hashable {
    /// A translation: one text, or one for each plural category.
    public enum Wording: Sendable, Hashable {
        case text(String)
        case plural([PluralCategory: String])
    }

    private var wordings: [String: [TextKey: Wording]] = [:]

    /// Creates a catalog that contains only English.
    public init() {}

    /// Creates a catalog from a String Catalog, in addition to English.
    ///
    /// Unknown keys and unsupported variations are ignored.
    ///
    /// - Parameter json: The contents of the file.
    /// - Throws: The parser's error if the text is not valid JSON.
    public init(json: String) throws {
        self.init()
        let strings = try JSONValue(parsing: json)["strings"]?.objectValue ?? JSONObject()
        for key in TextKey.allCases {
            for entry in strings[key.rawValue]?["localizations"]?.objectValue?.members ?? [] {
                if let wording = Self.wording(entry.value) { set(wording, for: key, in: entry.key) }
            }
        }
    }

    /// The codes of the languages that have at least one translation, sorted.
    public var languages: [String] { Set(wordings.keys).union(["en"]).sorted() }

    /// Adds or replaces a translation.
    ///
    /// - Parameter language: A language code with or without a region: `pt`, `pt-BR`.
    public mutating func set(_ wording: Wording, for key: TextKey, in language: String) {
        wordings[Self.normalized(language), default: [:]][key] = wording
    }

    /// Returns the texts that a language does not translate, in the order of ``TextKey``.
    public func missing(in language: String) -> [TextKey] {
        TextKey.allCases.filter { found($0, in: language) == nil && Self.language(language) != "en" }
    }

    /// Returns the translation of a text in a language with its region, in the language without it, or in English.
    func wording(_ key: TextKey, in language: String, number: Int?) -> String {
        guard let (wording, language) = found(key, in: language) else { return key.english }
        switch wording {
        case .text(let text): return text
        case .plural(let forms):
            let category = number.map { PluralCategory(of: $0, in: language) } ?? .other
            return forms[category] ?? forms[.other] ?? key.english
        }
    }

    private func found(_ key: TextKey, in language: String) -> (Wording, language: String)? {
        let exact = Self.normalized(language)
        let general = Self.language(language)
        guard let wording = wordings[exact]?[key] ?? wordings[general]?[key] else { return nil }
        return (wording, general)
    }

    static func normalized(_ language: String) -> String {
        language.lowercased().split { $0 == "_" || $0 == "-" }.joined(separator: "-")
    }

    static func language(_ identifier: String) -> String {
        let code = normalized(identifier).prefix { $0 != "-" }
        // Deprecated codes, which some systems still use.
        return ["iw": "he", "in": "id", "ji": "yi"][String(code)] ?? String(code)
    }

    private static func wording(_ entry: JSONValue) -> Wording? {
        if let text = entry["stringUnit"]?["value"]?.stringValue { return .text(text) }
        var forms: [PluralCategory: String] = [:]
        for form in entry["variations"]?["plural"]?.objectValue?.members ?? [] {
            guard let category = PluralCategory(rawValue: form.key) else { continue }
            forms[category] = form.value["stringUnit"]?["value"]?.stringValue
        }
        return forms[.other] == nil ? nil : .plural(forms)
    }
}

/// The key of a text that a widget can show. The raw value is the key in a ``StringCatalog``.
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
    // Reasons for disabled controls.
    case reasonNoSession, reasonNoMedia, reasonUnsupported, reasonAd, reasonLive, reasonFixedVolume
    case reasonNoTracks, reasonNoNext, reasonNoPrevious, reasonNotYet
    // Notices.
    case noticeLoadFailed, noticePlaybackFailed, noticeRequestFailed, noticeSessionEnded
    // Keys and short texts of the terminal.
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
