import CastWire
import Testing

@Suite(
    "What recorded messages of media applications say",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.whenMissing))
)
struct MediaTraceTests {
    private func message(_ name: String) throws -> MediaStatusMessage {
        guard case .status(let message) = MediaMessage(try Trace.named("media-status-\(name)").object()) else {
            throw PayloadError(.missing, key: "type")
        }
        return message
    }

    private func status(_ name: String) throws -> MediaStatus {
        try #require(try message(name).statuses.first)
    }

    @Test("No media session, to everyone and as an answer")
    func empty() throws {
        #expect(try message("empty-broadcast").statuses == [])
        #expect(try message("empty-broadcast").requestID == 0)
        #expect(try message("empty-direct").statuses == [])
        #expect(try message("empty-direct").requestID == 372)
    }

    @Test("Idle and loading, on firmware that does not name the new session; the content type is null")
    func loading15() throws {
        let status = try status("loading-15-commands")
        #expect(status.playerState == .idle)
        #expect(status.idleReason == nil)
        #expect(status.extendedStatus?.playerState == .loading)
        #expect(status.extendedStatus?.mediaSessionID == nil)
        #expect(status.media?.contentType == nil)
        #expect(status.media?.fields["contentType"] == .null)
        #expect(status.supportedMediaCommands == [.pause, .seek, .streamVolume, .streamMute])
    }

    @Test("An audio file is reported as a video track; the content type is what the sender said")
    func playing2018() throws {
        let status = try status("playing-2018")
        #expect(try message("playing-2018").requestID == 287)
        #expect(status.media?.contentType == "music")
        #expect(status.media?.tracks?.map(\.type) == [.video])
        #expect(status.media?.breaks == [])
        #expect(status.media?.breakClips == [])
        #expect(status.media?.knownDuration == 1.896)
        #expect(status.items?.first?.itemID == 1)
        #expect(status.items?.first?.autoplay == true)
        #expect(status.items?.first?.customData == [:])
        #expect(status.activeTrackIDs == [])
        #expect(status.supportedMediaCommands == MediaCommands.basic.union(.streamTransfer))
    }

    @Test("A status without media is about the media known already")
    func bufferingMinimal() throws {
        let status = try status("buffering-minimal")
        #expect(status.media == nil)
        #expect(status.mediaSessionID == 1)
        #expect(status.playerState == .buffering)
        #expect(status.repeatMode == .off)
    }

    @Test("The second load of an application, with an address outside ASCII")
    func loadingUTF8() throws {
        let status = try status("loading-utf8")
        #expect(status.mediaSessionID == 2)
        #expect(status.extendedStatus?.mediaSessionID == 2)
        #expect(status.media?.contentID == "http://172.18.0.32/media/エモリア紹介.mp4")
        #expect(status.media?.mediaCategory == .video)
        #expect(status.media?.metadata?.metadataType == .generic)
    }

    @Test("An image has no stream")
    func image() throws {
        let media = try #require(try status("loading-image").media)
        #expect(media.streamType == StreamType.none)
        #expect(media.mediaCategory == .image)
        #expect(media.metadata?.title == "d-livingroom: Home")
    }

    @Test("The first answer to a load comes before any byte is fetched")
    func loadAcknowledged() throws {
        let status = try status("load-ack-2025")
        #expect(try message("load-ack-2025").requestID == 3)
        #expect(status.playerState == .idle)
        #expect(status.extendedStatus?.playerState == .loading)
        #expect(status.extendedStatus?.media?.contentID == status.media?.contentID)
    }

    @Test("An error leaves a status without media and repeat mode")
    func idleError() throws {
        let status = try status("idle-error")
        #expect(status.idleReason == .error)
        #expect(status.media == nil)
        #expect(status.repeatMode == nil)
    }

    @Test("The legacy duplicate of the metadata type survives")
    func activeTracks() throws {
        let metadata = try #require(try status("loading-with-active-tracks").media?.metadata)
        #expect(metadata.metadataType == .generic)
        #expect(metadata.fields["type"] == 0)
        #expect(metadata.images == [])
    }

    @Test("The type under responseType, a stream type in lower case, a duration of null")
    func durationNull() throws {
        let message = try message("idle-error-duration-null")
        #expect(message.fields["type"] == nil)
        #expect(message.requestID == 28)
        let media = try #require(message.statuses.first?.media)
        #expect(media.streamType == .buffered)
        #expect(media.fields["streamType"] == "buffered")
        #expect(media.duration == nil)
        #expect(media.knownDuration == nil)
        #expect(message.statuses.first?.idleReason == .error)
    }

    @Test("Chromecast Audio: the stream's volume has a control type, items are given, a key ends in a colon")
    func chromecastAudio() throws {
        let status = try status("chromecast-audio")
        #expect(status.volume?.controlType == .attenuation)
        #expect(status.volume?.stepInterval == 0.05000000074505806)
        #expect(status.media?.streamType == .buffered)
        let item = try #require(status.items?.first)
        #expect(item.customData?["payload"]?["title:"] == "Example Track Title")
        #expect(item.customData?["payload"]?["thumb"] == .null)
        #expect(item.media?.duration == 389.355102)
    }

    @Test("The picture is known before it plays; the stream type is missing")
    func videoInfo() throws {
        let status = try status("videoinfo")
        #expect(status.videoInfo?.width == 1280)
        #expect(status.videoInfo?.height == 720)
        #expect(status.videoInfo?.hdrType == .standard)
        #expect(status.playerState == .buffering)
        #expect(status.media?.streamType == nil)
    }

    @Test("A custom receiver: other commands, the old name of the volume's step, a content type that is none")
    func pandora() throws {
        let message = try message("pandora")
        #expect(message.fields["type"] == nil)
        let status = try #require(message.statuses.first)
        #expect(status.supportedMediaCommands?.rawValue == 29)
        #expect(status.supportedMediaCommands?.contains(.skipForward) == true)
        #expect(status.supportedMediaCommands?.contains(.seek) == false)
        #expect(status.volume?.stepInterval == 0.05)
        #expect(status.volume?.level == 0.6999999284744263)
        #expect(status.media?.contentType == "BUFFERED")
        #expect(status.media?.metadata?.albumArtist == "The Artist")
        #expect(status.media?.customData?["status"]?["content_info"]?["casterName"] == "Steven Feldman")
    }

    @Test("Metadata types of applications' own")
    func metadataType103() throws {
        let metadata = try #require(try status("metadata-type-103").media?.metadata)
        #expect(metadata.metadataType == 103)
        #expect(metadata.title == "And We Danced")
        #expect(metadata.releaseDate == "1994-11-05T13:15:30Z")
    }

    @Test("A message type that nobody knows is no error")
    func timeTick() throws {
        let object = try Trace.named("media-custom-time-tick").object()
        #expect(MediaMessage(object) == .unknown(type: "TIME_TICK"))
        #expect(object["timeElapsed"] == 142)
    }

    @Test("A live stream of two hours, whose range does not say whether it moves")
    func liveDVR() throws {
        let status = try status("live-dvr")
        let range = try #require(status.liveSeekableRange)
        #expect(range.start == 0)
        #expect(range.end == 7185)
        #expect(range.isMovingWindow == nil)
        #expect(range.isLiveDone == false)
        #expect(status.currentTime == 2.100366)
    }

    @Test("Spotify: a command that no public list names, no queue, 13 digits in its own data")
    func spotify() throws {
        let message = try message("spotify")
        #expect(message.requestID == 1_830_132_622)
        let status = try #require(message.statuses.first)
        #expect(status.supportedMediaCommands?.rawValue == 1_039_823)
        #expect(status.supportedMediaCommands?.contains(.lyrics) == true)
        #expect(status.repeatMode == nil)
        #expect(status.currentItemID == nil)
        #expect(status.media?.entity == "spotify:track:1H7wITTESh5yB1KmrLhu5E")
        #expect(status.media?.metadata?.metadataType == .musicTrack)
        #expect(status.media?.metadata?.images?.map(\.width) == [640, 64, 300])
        let state = status.media?.customData?["playerPlaybackState"]
        #expect(state?["timestamp"] == .integer(1_756_489_326_468))
    }

    @Test("LOAD_FAILED with a number and no item")
    func loadFailed() throws {
        guard case .loadFailed(let failed) = MediaMessage(try Trace.named("load-failed-104").object()) else {
            Issue.record("LOAD_FAILED expected")
            return
        }
        #expect(failed.detailedErrorCode == .mediaSourceNotSupported)
        #expect(failed.itemID == nil)
        #expect(failed.requestID == 1)
    }

    @Test("Another sender's LOAD, with a session id that receivers ignore")
    func senderLoad() throws {
        guard case .load(let load) = MediaRequest(try Trace.named("sender-load-live-tts").object()) else {
            Issue.record("LOAD expected")
            return
        }
        #expect(load.sessionID == "bd4d6669-bb05-429a-bba2-fffa99bb821a")
        #expect(load.media?.streamType == .live)
        #expect(load.media?.contentType == "audio/mpeg")
        #expect(load.autoplay == true)
        #expect(load.requestID == 509)
        #expect(load.customData == [:])
        #expect(load.mediaSessionID == nil)
    }
}
