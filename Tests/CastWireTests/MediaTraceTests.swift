// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Messages of media applications")
struct MediaTraceTests {
    private func message(_ name: String, in data: TestData) throws -> MediaStatusMessage {
        guard case .status(let message) = MediaMessage(try Trace.object("media-status-\(name)", in: data)) else {
            throw PayloadError(.missing, key: "type")
        }
        return message
    }

    private func status(_ name: String, in data: TestData) throws -> MediaStatus {
        try #require(try message(name, in: data).statuses.first)
    }

    @Test("A status without media sessions, as a broadcast and as a reply", arguments: TestData.available)
    func empty(_ data: TestData) throws {
        #expect(try message("empty-broadcast", in: data).statuses == [])
        #expect(try message("empty-broadcast", in: data).requestID == 0)
        #expect(try message("empty-direct", in: data).statuses == [])
        try data.expect(message("empty-direct", in: data).requestID, fixture: 41)
    }

    @Test(
        "Loading on firmware that does not report the new session ID; the content type is null",
        arguments: TestData.available
    )
    func loading15(_ data: TestData) throws {
        let status = try status("loading-15-commands", in: data)
        #expect(status.playerState == .idle)
        #expect(status.idleReason == nil)
        #expect(status.extendedStatus?.playerState == .loading)
        #expect(status.extendedStatus?.mediaSessionID == nil)
        #expect(status.media?.contentType == nil)
        #expect(status.media?.fields["contentType"] == .null)
        #expect(status.supportedMediaCommands == [.pause, .seek, .streamVolume, .streamMute])
    }

    @Test(
        "An audio file is reported as a video track; the content type is that of the sender",
        arguments: TestData.available
    )
    func playing2018(_ data: TestData) throws {
        let status = try status("playing-2018", in: data)
        try data.expect(message("playing-2018", in: data).requestID, fixture: 58)
        #expect(status.media?.contentType == "music")
        #expect(status.media?.tracks?.map(\.type) == [.video])
        #expect(status.media?.breaks == [])
        #expect(status.media?.breakClips == [])
        data.expect(status.media?.knownDuration, fixture: 2.352)
        #expect(status.items?.first?.itemID == 1)
        #expect(status.items?.first?.autoplay == true)
        #expect(status.items?.first?.customData == [:])
        #expect(status.activeTrackIDs == [])
        #expect(status.supportedMediaCommands == MediaCommands.basic.union(.streamTransfer))
    }

    @Test("A status without media refers to the known media", arguments: TestData.available)
    func bufferingMinimal(_ data: TestData) throws {
        let status = try status("buffering-minimal", in: data)
        #expect(status.media == nil)
        #expect(status.mediaSessionID == 1)
        #expect(status.playerState == .buffering)
        #expect(status.repeatMode == .off)
    }

    @Test("The second load of an application, with a URL outside ASCII", arguments: TestData.available)
    func loadingUTF8(_ data: TestData) throws {
        let status = try status("loading-utf8", in: data)
        #expect(status.mediaSessionID == 2)
        #expect(status.extendedStatus?.mediaSessionID == 2)
        data.expect(status.media?.contentID, fixture: "http://192.0.2.12/video/Überfahrt nach 北海.mp4")
        #expect(status.media?.contentID?.allSatisfy(\.isASCII) == false)
        #expect(status.media?.mediaCategory == .video)
        #expect(status.media?.metadata?.metadataType == .generic)
    }

    @Test("An image has no stream", arguments: TestData.available)
    func image(_ data: TestData) throws {
        let media = try #require(try status("loading-image", in: data).media)
        #expect(media.streamType == StreamType.none)
        #expect(media.mediaCategory == .image)
        data.expect(media.metadata?.title, fixture: "Kitchen panel")
    }

    @Test("The first reply to a LOAD is sent before the media is fetched", arguments: TestData.available)
    func loadAcknowledged(_ data: TestData) throws {
        let status = try status("load-ack-2025", in: data)
        try data.expect(message("load-ack-2025", in: data).requestID, fixture: 5)
        #expect(status.playerState == .idle)
        #expect(status.extendedStatus?.playerState == .loading)
        #expect(status.extendedStatus?.media?.contentID == status.media?.contentID)
    }

    @Test("After an error, the status has no media and no repeat mode", arguments: TestData.available)
    func idleError(_ data: TestData) throws {
        let status = try status("idle-error", in: data)
        #expect(status.idleReason == .error)
        #expect(status.media == nil)
        #expect(status.repeatMode == nil)
    }

    @Test("The legacy duplicate of the metadata type is preserved", arguments: TestData.available)
    func activeTracks(_ data: TestData) throws {
        let metadata = try #require(try status("loading-with-active-tracks", in: data).media?.metadata)
        #expect(metadata.metadataType == .generic)
        #expect(metadata.fields["type"] == 0)
        #expect(metadata.images == [])
    }

    @Test("Type in responseType, stream type in lower case, duration null", arguments: TestData.available)
    func durationNull(_ data: TestData) throws {
        let message = try message("idle-error-duration-null", in: data)
        #expect(message.fields["type"] == nil)
        data.expect(message.requestID, fixture: 17)
        let media = try #require(message.statuses.first?.media)
        #expect(media.streamType == .buffered)
        #expect(media.fields["streamType"] == "buffered")
        #expect(media.duration == nil)
        #expect(media.knownDuration == nil)
        #expect(message.statuses.first?.idleReason == .error)
    }

    @Test(
        "Chromecast Audio: stream volume with a control type, items, and a key that ends with a colon",
        arguments: TestData.available
    )
    func chromecastAudio(_ data: TestData) throws {
        let status = try status("chromecast-audio", in: data)
        #expect(status.volume?.controlType == .attenuation)
        #expect(status.volume?.stepInterval == 0.05000000074505806)
        #expect(status.media?.streamType == .buffered)
        let item = try #require(status.items?.first)
        data.expect(item.customData?["payload"]?["title:"], fixture: "Evening Ferry")
        #expect(item.customData?["payload"]?["thumb"] == .null)
        data.expect(item.media?.duration, fixture: 241.711027)
        #expect(item.media?.duration == status.media?.duration)
    }

    @Test("videoInfo is reported before playback, and the stream type is missing", arguments: TestData.available)
    func videoInfo(_ data: TestData) throws {
        let status = try status("videoinfo", in: data)
        data.expect(status.videoInfo?.width, fixture: 1920)
        data.expect(status.videoInfo?.height, fixture: 800)
        #expect(status.videoInfo?.hdrType == .standard)
        #expect(status.playerState == .buffering)
        #expect(status.media?.streamType == nil)
    }

    @Test(
        "A custom receiver: other commands, the old name of the volume step, an invalid content type",
        arguments: TestData.available
    )
    func pandora(_ data: TestData) throws {
        let message = try message("pandora", in: data)
        #expect(message.fields["type"] == nil)
        let status = try #require(message.statuses.first)
        #expect(status.supportedMediaCommands?.rawValue == 29)
        #expect(status.supportedMediaCommands?.contains(.skipForward) == true)
        #expect(status.supportedMediaCommands?.contains(.seek) == false)
        #expect(status.volume?.stepInterval == 0.05)
        data.expect(status.volume?.level, fixture: 0.30000001192092896)
        #expect(status.media?.contentType == "BUFFERED")
        data.expect(status.media?.metadata?.albumArtist, fixture: "The Tidewaters")
        let info = status.media?.customData?["status"]?["content_info"]
        data.expect(info?["casterName"], fixture: "Example Person")
    }

    @Test("Application-specific metadata types", arguments: TestData.available)
    func metadataType103(_ data: TestData) throws {
        let metadata = try #require(try status("metadata-type-103", in: data).media?.metadata)
        #expect(metadata.metadataType == 103)
        data.expect(metadata.title, fixture: "Low Tide")
        data.expect(metadata.releaseDate, fixture: "2011-03-14T09:26:53Z")
    }

    @Test("An unknown message type is not an error", arguments: TestData.available)
    func timeTick(_ data: TestData) throws {
        let object = try Trace.object("media-custom-time-tick", in: data)
        #expect(MediaMessage(object) == .unknown(type: "TIME_TICK"))
        data.expect(object["timeElapsed"], fixture: 61)
    }

    @Test("A live stream of two hours whose range lacks isMovingWindow", arguments: TestData.available)
    func liveDVR(_ data: TestData) throws {
        let status = try status("live-dvr", in: data)
        let range = try #require(status.liveSeekableRange)
        #expect(range.start == 0)
        data.expect(range.end, fixture: 7190)
        #expect(range.isMovingWindow == nil)
        #expect(range.isLiveDone == false)
        data.expect(status.currentTime, fixture: 3.250417)
    }

    @Test(
        "Spotify: an undocumented command, no queue, a number of 13 digits in its custom data",
        arguments: TestData.available
    )
    func spotify(_ data: TestData) throws {
        let message = try message("spotify", in: data)
        data.expect(message.requestID, fixture: 1_234_567_890)
        let status = try #require(message.statuses.first)
        #expect(status.supportedMediaCommands?.rawValue == 1_039_823)
        #expect(status.supportedMediaCommands?.contains(.lyrics) == true)
        #expect(status.repeatMode == nil)
        #expect(status.currentItemID == nil)
        data.expect(status.media?.entity, fixture: "example:track:0000000000000000000001")
        #expect(status.media?.metadata?.metadataType == .musicTrack)
        #expect(status.media?.metadata?.images?.map(\.width) == [640, 64, 300])
        let state = status.media?.customData?["playerPlaybackState"]
        data.expect(state?["timestamp"], fixture: .integer(1_700_000_000_123))
    }

    @Test("LOAD_FAILED with an error code and without an item", arguments: TestData.available)
    func loadFailed(_ data: TestData) throws {
        guard case .loadFailed(let failed) = MediaMessage(try Trace.object("load-failed-104", in: data)) else {
            Issue.record("LOAD_FAILED expected")
            return
        }
        #expect(failed.detailedErrorCode == .mediaSourceNotSupported)
        #expect(failed.itemID == nil)
        data.expect(failed.requestID, fixture: 6)
    }

    @Test("Another sender's LOAD, with a session ID that receivers ignore", arguments: TestData.available)
    func senderLoad(_ data: TestData) throws {
        guard case .load(let load) = MediaRequest(try Trace.object("sender-load-live-tts", in: data)) else {
            Issue.record("LOAD expected")
            return
        }
        data.expect(load.sessionID, fixture: "a0000001-0000-4000-8000-0000000000da")
        #expect(load.media?.streamType == .live)
        #expect(load.media?.contentType == "audio/mpeg")
        #expect(load.autoplay == true)
        data.expect(load.requestID, fixture: 74)
        #expect(load.customData == [:])
        #expect(load.mediaSessionID == nil)
    }
}
