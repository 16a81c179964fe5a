// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

@Suite("Media controller")
struct MediaControllerTests {
    private let film = MediaInformation(contentID: "http://10.0.0.2/film.mp4", contentType: "video/mp4")

    private static func status(
        _ state: String,
        session: Int = 1,
        at time: Double = 0,
        extra: JSONObject = [:]
    ) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": .integer(Int64(session)), "playerState": .string(state), "currentTime": .number(time),
            "playbackRate": 1, "supportedMediaCommands": 12303, "volume": ["level": 1, "muted": false],
        ]
        status.merge(extra)
        return ["type": "MEDIA_STATUS", "status": [.object(status)]]
    }

    private static let loading: JSONObject = status(
        "IDLE",
        extra: [
            "extendedStatus": [
                "playerState": "LOADING", "mediaSessionId": 1, "media": ["contentId": "http://10.0.0.2/film.mp4"],
            ]
        ]
    )

    /// A session in which a film of a minute plays at 10 s.
    private func playing() async throws -> (ModelDevice, CastSession, ScriptedConnection) {
        let model = try await ModelDevice()
        let media: JSONObject = ["media": ["contentId": "film", "duration": 60, "metadata": ["title": "A film"]]]
        let (_, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING", at: 10, extra: media))
        return (model, session, peer)
    }

    @Test("A load request contains all of its options")
    func loadRequest() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let options = MediaController.LoadOptions(
            autoplay: false,
            startTime: 12.5,
            playbackRate: 1.5,
            activeTrackIDs: [1, 2],
            credentials: LaunchOptions.Credentials("c", type: "web"),
            androidTVCredentials: LaunchOptions.Credentials("a"),
            customData: ["x": 1]
        )
        async let loading = session.media.load(film, options: options)
        let request = try await peer.expect("LOAD", in: .media, to: "web-1")
        let load = LoadRequest(fields: request.object)
        #expect(load.media?.contentID == film.contentID)
        #expect(load.autoplay == false)
        #expect(load.currentTime == 12.5)
        #expect(load.playbackRate == 1.5)
        #expect(load.activeTrackIDs == [1, 2])
        #expect(load.credentials == "c")
        #expect(load.credentialsType == "web")
        #expect(load.atvCredentials == "a")
        #expect(load.customData == ["x": 1])
        #expect(load.mediaSessionID == nil)
        try await peer.reply(to: request, Self.loading)
        #expect(try await loading.isLoading)
        await connection.close()
    }

    @Test("A load is accepted with its first status, and playing only when the media plays")
    func milestones() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let playing = session.media.load(film, until: .playing(within: .seconds(30)))
        let request = try await peer.expect("LOAD", in: .media)
        try await peer.reply(to: request, Self.loading)
        try await peer.send(Self.status("BUFFERING"), in: .media, from: "web-1")
        try await peer.send(Self.status("PLAYING", at: 0.5), in: .media, from: "web-1")
        let snapshot = try await playing
        #expect(snapshot.playerState == .playing)
        await connection.close()
    }

    @Test("A LOAD_FAILED after the acknowledgment fails the wait for playback, with its details")
    func failsLater() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        var events = session.media.events.makeAsyncIterator()
        async let playing = failure(of: {
            try await session.media.load(film, until: .playing(within: .seconds(60)))
        })
        let request = try await peer.expect("LOAD", in: .media)
        try await peer.reply(to: request, Self.loading)
        #expect(await events.next() == .started(mediaSessionID: 1))
        try await peer.reply(to: request, ["type": "LOAD_FAILED", "detailedErrorCode": 104])
        let error = try await playing
        #expect(error.code == .loadFailed)
        #expect(error.payload?.detailedErrorCode == .mediaSourceNotSupported)
        #expect(error.reason.contains("104"))
        #expect(await events.next() == .loadFailed(error))
        await connection.close()
    }

    @Test(
        "RMC 18, 19: A rejected load throws the device's error",
        arguments: [
            (["type": "LOAD_FAILED"], .loadFailed),
            (["type": "LOAD_CANCELLED", "itemId": 3], .loadCancelled),
            (["type": "INVALID_PLAYER_STATE"], .invalidPlayerState),
            (["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"], .invalidRequest),
            (["type": "INVALID_REQUEST", "reason": "NOT_SUPPORTED"], .notSupported),
            (["type": "ERROR", "detailedErrorCode": 301, "reason": "APP_ERROR"], .mediaError),
        ] as [(JSONObject, CastError.Code)]
    )
    func refused(answer: JSONObject, code: CastError.Code) async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let loading = failure(of: { try await session.media.load(film) })
        try await peer.reply(to: try await peer.expect("LOAD", in: .media), answer)
        let error = try await loading
        #expect(error.code == code)
        #expect(error.payload?.type == answer.messageType)
        await connection.close()
    }

    @Test("A load whose media never plays fails after the given time")
    func neverPlays() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let code = NIOLockedValueBox<CastError.Code?>(nil)
        async let playing: Void = {
            let error = try await failure(of: {
                try await session.media.load(film, until: .playing(within: .seconds(20)))
            })
            code.withLockedValue { $0 = error.code }
        }()
        try await peer.reply(to: try await peer.expect("LOAD", in: .media), Self.loading)
        // The load may begin to wait for playback at any time after the reply.
        let hasEnded = await model.time.advance(within: .seconds(60)) { code.withLockedValue { $0 != nil } }
        try #require(hasEnded)
        try await playing
        let reported = code.withLockedValue { $0 }
        #expect(reported == .requestTimedOut)
        await connection.close()
    }

    @Test("RMC 17: A load without media is rejected locally", arguments: [[], nil] as [[QueueItem]?])
    func nothingToLoad(_ items: [QueueItem]?) async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let data = QueueData(items: items)
        #expect(try await failure(of: { try await session.media.loadQueue(data) }).code == .invalidArgument)
        try peer.verify()
        await connection.close()
    }

    @Test("RMC 3: Commands without media are rejected locally, and nothing is sent")
    func noMedia() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        #expect(try await failure(of: { try await session.media.play() }).code == .noMediaSession)
        #expect(try await failure(of: { try await session.media.seek(by: 10) }).code == .noMediaSession)
        #expect(try await failure(of: { try await session.media.waitUntilPlaying() }).code == .noMediaSession)
        try peer.verify()
        await connection.close()
    }

    @Test("RMC 6, 8: Every command is sent to the media session with its own keys")
    func commands() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        try await check(peer, "PAUSE", [:]) { try await media.pause() }
        try await check(peer, "PLAY", [:]) { try await media.play() }
        try await check(peer, "SEEK", ["currentTime": 30, "resumeState": "PLAYBACK_PAUSE"]) {
            try await media.seek(to: 30, resume: .pause)
        }
        try await check(peer, "SET_VOLUME", ["volume": ["level": 0]]) { try await media.setStreamVolume(-3) }
        try await check(peer, "SET_VOLUME", ["volume": ["muted": true]]) { try await media.setStreamMuted(true) }
        for rate in [0.5, 1.5, 2] {
            try await check(peer, "SET_PLAYBACK_RATE", ["playbackRate": .number(rate)]) {
                try await media.setPlaybackRate(rate)
            }
        }
        try await check(peer, "EDIT_TRACKS_INFO", ["activeTrackIds": []]) { try await media.editTracks(active: []) }
        try await check(peer, "SKIP_AD", [:]) { try await media.skipAd() }
        try await check(peer, "STOP", [:]) { try await media.stop() }
        await session.connection.close()
    }

    @Test("ADV 6: Skipping an advertisement sends only the media session id")
    func skipping() async throws {
        let (_, session, peer) = try await playing()
        async let skipping = session.media.skipAd()
        let request = try await peer.expect("SKIP_AD", in: .media, to: "web-1")
        #expect(Set(request.object.keys) == ["type", "requestId", "mediaSessionId"])
        try await peer.reply(to: request, Self.status("PLAYING", at: 20))
        _ = try await skipping
        await session.connection.close()
    }

    @Test("RMC 24: After a stop the media is idle with reason canceled, and its information is kept")
    func stopped() async throws {
        let (_, session, peer) = try await playing()
        async let stopping = session.media.stop()
        let request = try await peer.expect("STOP", in: .media, to: "web-1")
        try await peer.reply(to: request, Self.status("IDLE", extra: ["idleReason": "CANCELLED"]))
        let snapshot = try await stopping
        #expect(snapshot?.playerState == .idle)
        #expect(snapshot?.idleReason == .cancelled)
        #expect(snapshot?.title == "A film")
        await session.connection.close()
    }

    private func check(
        _ peer: ScriptedConnection,
        _ type: String,
        _ keys: JSONObject,
        _ command: @escaping @Sendable () async throws -> MediaSnapshot?
    ) async throws {
        async let snapshot = command()
        let request = try await peer.expect(type, in: .media, to: "web-1")
        #expect(request.object["mediaSessionId"] == 1)
        for member in keys.members {
            let sent = try #require(request.object[member.key])
            #expect(same(sent, member.value), "\(type): \(sent)")
        }
        try await peer.reply(to: request, Self.status("PAUSED", at: 20))
        _ = try await snapshot
    }

    /// Compares values, treating 30 and 30.0 as equal.
    private func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if let left = left.objectValue, let right = right.objectValue {
            return left.count == right.count
                && right.members.allSatisfy { member in
                    left[member.key].map { same($0, member.value) } ?? false
                }
        }
        if let left = Double(json: left), let right = Double(json: right) { return left == right }
        return left == right
    }

    @Test("RMC 10: A relative seek starts from the current position and stays within the media")
    func relativeSeek() async throws {
        let (model, session, peer) = try await playing()
        await model.time.advance(by: .seconds(2))
        async let forward = session.media.seek(by: 15)
        var request = try await peer.expect("SEEK", in: .media)
        let position = try #require(request.object["currentTime"].flatMap(Double.init(json:)))
        #expect(abs(position - 27) < 0.2)
        try await peer.reply(to: request, Self.status("PLAYING", at: 27))
        _ = try await forward
        async let end = session.media.seek(by: 500)
        request = try await peer.expect("SEEK", in: .media)
        #expect(request.object["currentTime"].flatMap(Double.init(json:)) == 60)
        try await peer.reply(to: request, Self.status("PLAYING", at: 60))
        _ = try await end
        async let start = session.media.seek(by: -500)
        request = try await peer.expect("SEEK", in: .media)
        #expect(request.object["currentTime"].flatMap(Double.init(json:)) == 0)
        try await peer.reply(to: request, Self.status("PLAYING", at: 0))
        _ = try await start
        await session.connection.close()
    }

    @Test("RMC 11: Invalid positions, rates and volumes are rejected locally")
    func invalidArguments() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        #expect(try await failure(of: { try await media.seek(to: -1) }).code == .invalidArgument)
        #expect(try await failure(of: { try await media.seek(to: .nan) }).code == .invalidArgument)
        #expect(try await failure(of: { try await media.setPlaybackRate(3) }).code == .invalidArgument)
        #expect(try await failure(of: { try await media.setStreamVolume(.nan) }).code == .invalidArgument)
        try peer.verify()
        await session.connection.close()
    }

    @Test("Seeking to infinity seeks to the live edge")
    func liveEdge() async throws {
        let (_, session, peer) = try await playing()
        let range: JSONObject = ["liveSeekableRange": ["start": 0, "end": 100, "isLiveDone": true]]
        try await peer.send(Self.status("PLAYING", at: 50, extra: range), in: .media, from: "web-1")
        var statuses = session.media.statuses.makeAsyncIterator()
        while let snapshot = await statuses.next(), snapshot?.isLive != true {}
        async let seeking = session.media.seek(to: .infinity)
        let request = try await peer.expect("SEEK", in: .media)
        #expect(request.object["currentTime"].flatMap(Double.init(json:)) == 100)
        try await peer.reply(to: request, Self.status("PLAYING", at: 100))
        _ = try await seeking
        await session.connection.close()
    }

    @Test("Another sender's commands change the status, and its failures are events")
    func otherSenders() async throws {
        let (_, session, peer) = try await playing()
        var events = session.media.events.makeAsyncIterator()
        var pausedByOther = Self.status("PAUSED", at: 33)
        pausedByOther["requestId"] = 4711
        try await peer.send(pausedByOther, in: .media, from: "web-1")
        var statuses = session.media.statuses.makeAsyncIterator()
        while let snapshot = await statuses.next(), snapshot?.playerState != .paused {}
        #expect(await session.media.status?.title == "A film")
        try await peer.send(
            ["type": "ERROR", "detailedErrorCode": 301, "itemId": 2],
            in: .media,
            from: "web-1"
        )
        guard case .error(let error) = await events.next() else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .mediaError)
        #expect(error.payload?.itemID == 2)
        await session.connection.close()
    }

    @Test("RMC 23: The end of playback is an event, and an empty status leaves no media loaded")
    func ends() async throws {
        let (_, session, peer) = try await playing()
        var events = session.media.events.makeAsyncIterator()
        try await peer.send(Self.status("IDLE", extra: ["idleReason": "FINISHED"]), in: .media, from: "web-1")
        #expect(await events.next() == .ended(mediaSessionID: 1, .finished))
        try await peer.send(["type": "MEDIA_STATUS", "status": []], in: .media, from: "web-1")
        var statuses = session.media.statuses.makeAsyncIterator()
        while let snapshot = await statuses.next(), snapshot != nil {}
        #expect(await session.media.lastIdleReason == .finished)
        await session.connection.close()
        #expect(await events.next() == nil)
    }

    @Test("During playback without messages, the status is requested every 30 s; while paused, never")
    func refresh() async throws {
        let (model, session, peer) = try await playing()
        await model.time.advance(by: .seconds(29))
        try peer.verify()
        await model.time.advance(by: .seconds(2))
        let request = try await peer.expect("GET_STATUS", in: .media)
        try await peer.reply(to: request, Self.status("PAUSED", at: 40))
        await model.time.advance(by: .seconds(120), resolution: .seconds(1))
        try peer.verify()
        #expect(await session.media.status?.playerState == .paused)
        await session.connection.close()
    }

    @Test("An application that does not answer the status request can still be used")
    func silentApplication() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect(status: ModelDevice.running)
        async let joining = connection.launch("CC1AD845")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        try await peer.expect("GET_STATUS", in: .media)
        #expect(await model.time.advance(within: .seconds(12)) { await connection.machine.requests.count == 0 })
        #expect(try await joining.state == .running)
        await connection.close()
    }
}
