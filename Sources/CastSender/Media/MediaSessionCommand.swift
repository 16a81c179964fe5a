// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// A command to a media session, as a value: what it checks, and the request that it sends.
///
/// The public form of the commands are the methods of ``MediaController``. A caller that must know the id of the
/// request passes the value to ``MediaController/perform(_:customData:requestID:)``.
package struct MediaSessionCommand: Sendable {
    /// The type of the request.
    package let type: String
    let kind: MediaRequestKind?
    /// Creates the request for a media session; throws `invalidArgument`.
    let request:
        @Sendable (isolated MediaController, _ mediaSessionID: Int) throws(CastError) -> any MediaSessionRequest

    private init<Request: MediaSessionRequest>(
        _ kind: MediaRequestKind? = nil,
        _ request: @escaping @Sendable (isolated MediaController, Int) throws(CastError) -> Request
    ) {
        type = Request.type
        self.kind = kind
        self.request = { (media: isolated MediaController, id: Int) throws(CastError) in try request(media, id) }
    }
}

extension MediaSessionCommand {
    // MARK: Playback

    package static let play = MediaSessionCommand(.playback) { _, id in PlayRequest(mediaSessionID: id) }

    package static let pause = MediaSessionCommand(.playback) { _, id in PauseRequest(mediaSessionID: id) }

    package static let stop = MediaSessionCommand(.playback) { _, id in StopMediaRequest(mediaSessionID: id) }

    static let playAgain = MediaSessionCommand(.playback) { _, id in PlayAgainRequest(mediaSessionID: id) }

    package static let skipAd = MediaSessionCommand(.skipAd) { _, id in SkipAdRequest(mediaSessionID: id) }

    package static func seek(to position: Double, resume: ResumeState?) -> MediaSessionCommand {
        MediaSessionCommand(.seek) { media, id throws(CastError) in
            try media.seekRequest(to: position, mediaSessionID: id, resume: resume)
        }
    }

    package static func seek(by seconds: Double, resume: ResumeState?) -> MediaSessionCommand {
        MediaSessionCommand(.seek) { media, id throws(CastError) in
            guard !seconds.isNaN else {
                throw CastError.invalid("The seek interval is not a number", device: media.device)
            }
            guard let status = media.status else {
                throw CastError.noMediaSession(for: SeekRequest.type, device: media.device)
            }
            let now = media.connection.now()
            let position = status.clamped(status.position(at: now) + seconds, at: now)
            return try media.seekRequest(to: position, mediaSessionID: id, resume: resume)
        }
    }

    package static func seekToLive(resume: ResumeState?) -> MediaSessionCommand {
        MediaSessionCommand(.seek) { _, id in
            SeekRequest(mediaSessionID: id, currentTime: MediaController.liveEdge, resumeState: resume)
        }
    }

    package static func setStreamVolume(_ level: Double) -> MediaSessionCommand {
        MediaSessionCommand(.streamVolume) { media, id throws(CastError) in
            guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: media.device) }
            return SetStreamVolumeRequest(mediaSessionID: id, volume: CastVolume(level: min(max(level, 0), 1)))
        }
    }

    package static func setStreamMuted(_ isMuted: Bool) -> MediaSessionCommand {
        MediaSessionCommand(.streamVolume) { _, id in
            SetStreamVolumeRequest(mediaSessionID: id, volume: CastVolume(muted: isMuted))
        }
    }

    package static func setPlaybackRate(_ rate: Double) -> MediaSessionCommand {
        MediaSessionCommand(.rate) { media, id throws(CastError) in
            try media.check(rate: rate)
            return SetPlaybackRateRequest(mediaSessionID: id, playbackRate: rate)
        }
    }

    static func userAction(
        _ action: UserAction,
        about context: UserActionContext?,
        isRevoked: Bool,
        source: String?
    ) -> MediaSessionCommand {
        MediaSessionCommand { _, id in
            UserActionRequest(
                mediaSessionID: id,
                userAction: action,
                userActionContext: context,
                clear: isRevoked ? true : nil,
                source: source
            )
        }
    }

    // MARK: Tracks

    /// Sets the active tracks, the style of text tracks, or both; nil keeps them.
    package static func editTracks(active: [Int]? = nil, style: TextTrackStyle? = nil) -> MediaSessionCommand {
        MediaSessionCommand(active == nil ? .textStyle : .tracks) { _, id in
            EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: active, textTrackStyle: style)
        }
    }

    static func showText(_ isShown: Bool, language: String?) -> MediaSessionCommand {
        MediaSessionCommand(.tracks) { _, id in
            EditTracksInfoRequest(mediaSessionID: id, language: language, enableTextTracks: isShown)
        }
    }

    static func setAudioLanguage(_ language: String) -> MediaSessionCommand {
        MediaSessionCommand { media, id throws(CastError) in
            guard !language.isEmpty else { throw CastError.invalid("The language is empty", device: media.device) }
            return EditAudioTracksRequest(mediaSessionID: id, language: language)
        }
    }

    // MARK: Queue

    package static func updateItems(_ items: [QueueItem]) -> MediaSessionCommand {
        MediaSessionCommand { media, id throws(CastError) in
            try media.requireItems(items)
            guard items.allSatisfy({ $0.itemID != nil }) else {
                throw CastError.invalid("An item to update has no item ID", device: media.device)
            }
            return QueueUpdateRequest(mediaSessionID: id, items: items)
        }
    }

    package static func removeItems(_ itemIDs: [Int]) -> MediaSessionCommand {
        MediaSessionCommand { media, id throws(CastError) in
            try media.requireItems(itemIDs)
            return QueueRemoveRequest(mediaSessionID: id, itemIDs: itemIDs)
        }
    }

    package static func reorderItems(_ itemIDs: [Int], before itemID: Int?) -> MediaSessionCommand {
        MediaSessionCommand { media, id throws(CastError) in
            try media.requireItems(itemIDs)
            if let itemID, itemIDs.contains(itemID) {
                throw CastError.invalid("Item \(itemID) cannot be moved before itself", device: media.device)
            }
            return QueueReorderRequest(mediaSessionID: id, itemIDs: itemIDs, insertBefore: itemID)
        }
    }

    package static func setRepeatMode(_ mode: RepeatMode) -> MediaSessionCommand {
        MediaSessionCommand(.repeatMode) { _, id in QueueUpdateRequest(mediaSessionID: id, repeatMode: mode) }
    }

    static let shuffle = MediaSessionCommand { _, id in QueueUpdateRequest(mediaSessionID: id, shuffle: true) }
}

/// A kind of command of which only the newest matters: a newer one replaces a pending one of the same kind.
///
/// Requests that insert, remove or move queue items are not included, because each of them has its own effect.
enum MediaRequestKind: Hashable {
    case load
    /// PLAY, PAUSE and STOP together.
    case playback
    case seek
    case streamVolume
    case tracks
    case textStyle
    case rate
    case skipAd
    case repeatMode
    case fetchItemIDs
    case fetchItems
    case fetchRange
}
