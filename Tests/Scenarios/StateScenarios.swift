// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")
private let speech = MediaInformation(contentID: "http://192.0.2.1/speech.wav", contentType: "audio/wav")
/// Media that do not end while a test acts on them: simulated time passes meanwhile, and a minute of it takes half a second.
private let endless = StagedMedia(duration: 86_400)

/// An application whose media has no URL, and which rejects all other media.
private struct VideoSite: ReceiverApplication {
    static let appID = "233637DE"
    static let installed = InstalledApplication(
        ApplicationInformation(appIDs: [appID], name: "Video Site", namespaces: [.media])
    ) { _ in VideoSite() }

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        guard case .text(let text) = message.payload, let request = try? JSONValue(parsing: text),
            let id = request["requestId"].flatMap(Int.init(json:))
        else { return }
        if request["type"] == "LOAD" {
            return context.send(
                .text("{\"type\":\"LOAD_FAILED\",\"requestId\":\(id)}"),
                in: message.namespace,
                to: message.sender
            )
        }
        let status: JSONObject = [
            "type": "MEDIA_STATUS", "requestId": .integer(Int64(id)),
            "status": [
                [
                    "mediaSessionId": 1, "playerState": "PAUSED", "currentTime": 42, "supportedMediaCommands": 15,
                    "media": ["contentId": "dQw4w9WgXcQ", "contentType": "video/mp4", "duration": 300],
                ]
            ],
        ]
        context.send(.text(status.jsonString), in: message.namespace, to: message.sender)
    }
}

@Suite("The state of a device, saved and restored", .serialized)
struct StateScenarios {
    private func item(_ index: Int) -> QueueItem {
        QueueItem(
            media: MediaInformation(
                contentID: "http://192.0.2.1/\(index).mp4",
                contentType: "video/mp4",
                metadata: MediaMetadata(fields: ["metadataType": 0, "title": .string("Item \(index)")]),
                tracks: [MediaTrack(trackID: 7, type: .text), MediaTrack(trackID: 8, type: .text)],
                customData: ["number": .integer(Int64(index))]
            ),
            startTime: 3,
            customData: .integer(Int64(index))
        )
    }

    @Test(
        "a queue is restored with items, position, pause, rate, tracks, repeat mode and volume",
        arguments: Stage.Kind.allCases
    )
    func queue(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let options = MediaController.LoadOptions(
                startTime: 20,
                playbackRate: 1.5,
                activeTrackIDs: [8],
                queueData: QueueData(name: "Evening")
            )
            let items = (0..<30).map { item($0) }
            _ = try await stage.passing {
                try await session.media.loadQueue(
                    items,
                    startIndex: 12,
                    repeatMode: .all,
                    options: options,
                    until: .playing()
                )
            }
            _ = try await stage.passing { try await session.media.pause() }
            try await connection.setVolume(0.25)
            let state = try await stage.passing { try await connection.captureState() }
            let position = try #require(state.playback?.position)
            #expect(state.playback?.isPaused == true)
            #expect(state.playback?.queue?.items.count == 30)
            #expect(state.playback?.queue?.items.allSatisfy { $0.itemID == nil && $0.orderID == nil } == true)
            #expect(state.limitations(localAddress: connection.localAddress) == [])

            // Through the file format, and from an idle device at another volume.
            let saved = try DeviceState(text: state.text)
            #expect(saved == state)
            try await stage.passing { try await session.stop() }
            try await connection.setVolume(0.75)
            try await connection.setMuted(true)
            let notes = try await stage.passing { try await connection.restore(saved) }
            #expect(notes == [])
            let restored = try await connection.joinRunningApp()
            let snapshot = try #require(await restored.media.status)
            #expect(snapshot.playerState == .paused)
            #expect(abs(stage.position(snapshot) - position) < 0.01, "\(stage.position(snapshot)) for \(position)")
            #expect(snapshot.playbackRate == 1.5)
            #expect(snapshot.title == "Item 12")
            #expect(snapshot.media?.customData?["number"] == 12)
            #expect(snapshot.activeTrackIDs == [8])
            #expect(snapshot.repeatMode == .all)
            #expect(snapshot.queueData?.name == "Evening")
            let listing = try await stage.passing { try await restored.media.listQueue() }
            #expect(listing.items.map { $0.media?.metadata?.title } == (0..<30).map { "Item \($0)" })
            #expect(listing.items.allSatisfy { $0.startTime == 3 }, "the items start as before when they repeat")
            let volume = await connection.status.volume
            #expect(volume?.level.map { abs($0 - 0.25) < 0.001 } == true)
            #expect(volume?.muted == false)
            await connection.close()
        }
    }

    @Test("media that plays continues at its position", arguments: Stage.Kind.allCases)
    func playing(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let state = try await stage.passing { try await connection.captureState() }
            #expect(state.playback?.queue == nil, "a single item is not a queue")
            #expect(state.playback?.isPaused == false)
            _ = try await stage.passing { try await session.media.load(speech, until: .playing()) }
            _ = try await stage.passing { try await connection.restore(state) }
            let snapshot = try #require(await session.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            #expect(snapshot.playerState == .playing)
            #expect((30...40).contains(stage.position(snapshot)), "\(stage.position(snapshot))")
            await connection.close()
        }
    }

    @Test("a live stream is restored without a position", arguments: Stage.Kind.allCases)
    func live(_ kind: Stage.Kind) async throws {
        let url = "http://192.0.2.1/live.m3u8"
        let staged = StagedMedia(live: [url: LiveWindow(start: 0, end: 120, isMoving: true)])
        try await Stage.perform(kind, media: staged) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let channel = MediaInformation(contentID: url, contentType: "application/x-mpegURL", streamType: .live)
            _ = try await stage.passing { try await session.media.load(channel, until: .playing()) }
            let state = try await stage.passing { try await connection.captureState() }
            #expect(state.playback != nil && state.playback?.position == nil)
            try await stage.passing { try await session.stop() }
            let notes = try await stage.passing { try await connection.restore(state) }
            #expect(notes == [.liveStream])
            let snapshot = try #require(await connection.joinRunningApp().media.status)
            #expect(snapshot.isLive)
            #expect(snapshot.isAtLiveEdge(at: stage.now()), "\(stage.position(snapshot))")
            await connection.close()
        }
    }

    @Test("an app whose media has no URL is launched, and a note says what is missing", arguments: Stage.Kind.allCases)
    func otherApp(_ kind: Stage.Kind) async throws {
        let configuration = DeviceConfiguration(name: "Scenario TV", applications: [VideoSite.installed])
        try await Stage.perform(kind, configuration: configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(VideoSite.appID) }
            var state = try await stage.passing { try await connection.captureState() }
            #expect(state.application == .init(id: VideoSite.appID, name: "Video Site"))
            #expect(state.playback?.media.contentID == "dQw4w9WgXcQ")
            #expect(state.limitations() == [.mediaNotRestorable(application: "Video Site")])
            try await stage.passing { try await session.stop() }
            let notes = try await stage.passing { [state] in try await connection.restore(state) }
            #expect(notes == [.mediaNotRestorable(application: "Video Site")])
            #expect(await connection.status.runningApplication?.appID == VideoSite.appID)

            // Media with a URL is loaded, but this app rejects it.
            state.playback?.media.contentID = "http://192.0.2.1/site.mp4"
            let rejected = try await stage.passing { [state] in try await connection.restore(state) }
            guard case .mediaRejected(application: "Video Site", _) = rejected.first else {
                Issue.record("\(rejected)")
                return
            }
            await connection.close()
        }
    }

    @Test("media that the device no longer plays is an error with its reason", arguments: Stage.Kind.allCases)
    func gone(_ kind: Stage.Kind) async throws {
        let url = "http://192.0.2.1/gone.mp4"
        try await Stage.perform(kind, media: StagedMedia(failures: [url: 905])) { stage in
            let connection = try await stage.connect()
            let state = DeviceState(
                deviceID: "",
                deviceName: "",
                capturedAt: 0,
                application: .init(id: defaultMediaReceiver),
                playback: .init(media: MediaInformation(contentID: url, contentType: "video/mp4"), position: 5)
            )
            let error = try await stage.passing {
                await #expect(throws: CastError.self) { try await connection.restore(state) }
            }
            #expect(error?.code == .loadFailed, "\(error.map { "\($0)" } ?? "")")
            await connection.close()
        }
    }

    @Test("the state of an idle device stops the app that runs now", arguments: Stage.Kind.allCases)
    func idle(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let state = try await stage.passing { try await connection.captureState() }
            #expect(state.application == nil && state.playback == nil)
            _ = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await connection.restore(state) }
            #expect(await connection.status.runningApplication == nil)
            await connection.close()
        }
    }

    // MARK: - Announcements

    @Test(
        "after an announcement, the earlier media continues at its position and volume",
        arguments: Stage.Kind.allCases,
        [true, false]
    )
    func announcement(_ kind: Stage.Kind, isPaused: Bool) async throws {
        try await Stage.perform(kind, media: StagedMedia(duration: 0.6)) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let options = MediaController.LoadOptions(autoplay: !isPaused, startTime: 0.25)
            _ = try await stage.passing { try await session.media.load(film, options: options, until: .playing()) }
            if isPaused { #expect(await session.media.status?.playerState == .paused) }
            try await connection.setVolume(0.5)
            let announcement = try await stage.passing { try await connection.announce(speech, volume: 0.875) }
            #expect(announcement.end == .finished)
            #expect(announcement.restoreError == nil && announcement.notes.isEmpty)
            let snapshot = try #require(await session.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            if isPaused {
                #expect(snapshot.playerState == .paused)
                #expect(abs(stage.position(snapshot) - 0.25) < 0.01)
            }
            #expect(await connection.status.volume?.level == 0.5)
            await connection.close()
        }
    }

    @Test("if nothing played, the app of the announcement is closed", arguments: Stage.Kind.allCases)
    func announcementOnIdleDevice(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, media: StagedMedia(duration: 0.5)) { stage in
            let connection = try await stage.connect()
            try await connection.setVolume(0.5)
            try await connection.setMuted(true)
            let announcement = try await stage.passing { try await connection.announce(speech, volume: 0.875) }
            #expect(announcement.end == .finished)
            #expect(await connection.status.runningApplication == nil)
            #expect(await connection.status.volume?.level == 0.5)
            #expect(await connection.status.volume?.muted == true)
            await connection.close()
        }
    }

    @Test("an announcement that cannot be played is an error, and the media continues", arguments: Stage.Kind.allCases)
    func failedAnnouncement(_ kind: Stage.Kind) async throws {
        let staged = StagedMedia(failures: [speech.contentID ?? "": 905])
        try await Stage.perform(kind, media: staged) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            let error = try await stage.passing {
                await #expect(throws: CastError.self) { _ = try await connection.announce(speech) }
            }
            #expect(error?.device == connection.device.friendlyName)
            #expect(await session.media.status?.media?.contentID == film.contentID)
            #expect(await session.media.status?.playerState == .playing)
            await connection.close()
        }
    }

    @Test("media of another sender that replaces an announcement keeps playing", arguments: Stage.Kind.allCases)
    func takenOver(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, media: endless) { stage in
            let first = try await stage.connect()
            let second = try await stage.connect()
            let session = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            let other = MediaInformation(contentID: "http://192.0.2.1/other.mp4", contentType: "video/mp4")
            let end = try await stage.passing {
                async let announcing = first.announce(speech, volume: 0.875)
                let theirs = try await second.joinRunningApp()
                for await snapshot in theirs.media.statuses
                where snapshot?.media?.contentID == speech.contentID && snapshot?.playerState == .playing { break }
                try await theirs.media.load(other, until: .playing())
                return try await announcing.end
            }
            #expect(end == .takenOver)
            #expect(await session.media.status?.media?.contentID == other.contentID)
            await first.close()
            await second.close()
        }
    }

    @Test("the earlier media continues after an announcement is canceled", arguments: Stage.Kind.allCases)
    func canceledAnnouncement(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, media: endless) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            let end = try await stage.passing {
                try await withThrowingTaskGroup(of: Announcement.End?.self) { group in
                    group.addTask { try await connection.announce(speech).end }
                    group.addTask {
                        for await snapshot in session.media.statuses
                        where snapshot?.media?.contentID == speech.contentID && snapshot?.playerState == .playing {
                            break
                        }
                        return nil
                    }
                    _ = try await group.next()
                    group.cancelAll()
                    return try await group.next() ?? nil
                }
            }
            #expect(end == .canceled)
            #expect(await session.media.status?.media?.contentID == film.contentID)
            await connection.close()
        }
    }
}
