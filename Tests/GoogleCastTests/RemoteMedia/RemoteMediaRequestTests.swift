// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: connection and requests")
@MainActor
struct RemoteMediaRequestTests {
    @Test("RM2 connecting sends one GET_STATUS and reports media that already plays")
    func connects() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        #expect(bench.client.connected)
        #expect(bench.client.mediaStatus?.playerState == .playing)
        #expect(bench.listener.calls.prefix(3) == ["started 1, status of 1", "status playing", "metadata A film"])
        await bench.settle()
        // The one GET_STATUS was received when the session started.
        try bench.device.verify()
        await bench.close()
    }

    @Test("RM3, RM5 play without media fails with 32 in a later main-thread turn, and nothing is sent")
    func noMedia() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let request = bench.client.play()
        #expect(request.inProgress)
        request.delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 32"] })
        #expect(!request.inProgress)
        #expect(request.error?.code == GCKErrorCode.noMediaSession.rawValue)
        try bench.device.verify()
        await bench.close()
    }

    @Test("RM4 without a connection every request fails with 12 in a later main-thread turn")
    func notConnected() async throws {
        let client = GCKRemoteMediaClient()
        let outcomes = Outcomes()
        let requests = [
            client.play(), client.stop(), client.requestStatus(), client.queueNextItem(),
            client.loadMedia(GCKMediaInformationBuilder(entity: "e").build()), client.setTextTrackStyle(nil),
            client.pause(withCustomData: NSObject()),
        ]
        for request in requests { request.delegate = outcomes }
        #expect(outcomes.words.isEmpty)
        #expect(!client.connected)
        for _ in 0..<100 where outcomes.words.count < requests.count { await Task.yield() }
        #expect(outcomes.words == Array(repeating: "failed 12", count: requests.count))
    }

    @Test(
        "RM18, RM19, A20 a request that the receiver rejects has the code, the detailed code and the reason",
        arguments: [
            ("LOAD_FAILED", 30), ("INVALID_PLAYER_STATE", 31), ("INVALID_REQUEST", 4), ("LOAD_CANCELLED", 5),
            ("ERROR", 34),
        ]
    )
    func refused(_ type: String, _ code: Int) async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("LOAD") {
            bench.client.loadMedia(GCKMediaInformationBuilder(entity: "e").build())
        }
        request.delegate = outcomes
        try await bench.device.reply(
            to: message,
            [
                "type": .string(type), "detailedErrorCode": 104, "reason": "VIDEO_DEVICE_REQUIRED",
                "customData": ["why": "x"],
            ]
        )
        #expect(await bench.until { outcomes.words == ["failed \(code)"] })
        let error = try #require(request.error)
        #expect(error.userInfo[kGCKErrorDetailedCodeKey] as? Int == 104)
        #expect(error.userInfo[kGCKErrorReasonKey] as? String == "VIDEO_DEVICE_REQUIRED")
        #expect((error.userInfo[kGCKErrorCustomDataKey] as? [String: Any])?["why"] as? String == "x")
        await bench.close()
    }

    @Test("RM20, R4 a second seek aborts the first as replaced; a second insertion replaces none")
    func replaced() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let first = Outcomes()
        let second = Outcomes()
        let options = GCKMediaSeekOptions()
        options.interval = 20
        bench.client.seek(with: options).delegate = first
        bench.client.seek(with: options).delegate = second
        try await bench.device.expect("SEEK", in: .media)
        let seek = try await bench.device.expect("SEEK", in: .media)
        #expect(await bench.until { first.words == ["aborted replaced"] })
        try await bench.device.reply(to: seek, MediaBench.status(at: 20))
        #expect(await bench.until { second.words == ["completed"] })

        let builder = GCKMediaQueueItemBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: "e").build()
        let third = Outcomes()
        bench.client.queueInsert(builder.build(), beforeItemWithID: 0).delegate = third
        bench.client.queueInsert(builder.build(), beforeItemWithID: 0).delegate = third
        for _ in 0..<2 {
            let insertion = try await bench.device.expect("QUEUE_INSERT", in: .media)
            try await bench.device.reply(to: insertion, MediaBench.status(at: 20))
        }
        #expect(await bench.until { third.words == ["completed", "completed"] })
        await bench.close()
    }

    @Test("RM21, R3 canceling aborts at once, and the late response has no effect")
    func cancelled() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("PAUSE") { bench.client.pause() }
        request.delegate = outcomes
        request.cancel()
        #expect(outcomes.words == ["aborted cancelled"])
        try await bench.device.reply(to: message, MediaBench.status("PAUSED"))
        #expect(await bench.until { bench.client.mediaStatus?.playerState == .paused })
        await bench.settle()
        #expect(outcomes.words == ["aborted cancelled"])
        await bench.close()
    }

    @Test("RM22 the end of the session fails every request once, before it is reported, and clears the status")
    func end() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let requests = [bench.client.pause(), bench.client.setStreamVolume(0.5), bench.client.queueNextItem()]
        for request in requests { request.delegate = outcomes }
        for type in ["PAUSE", "SET_VOLUME", "QUEUE_UPDATE"] { try await bench.device.expect(type, in: .media) }
        bench.listener.calls = []
        bench.client.disconnect(GCKError(code: .channelNotConnected), isOver: true)
        #expect(outcomes.words == ["failed 12", "failed 12", "failed 12"])
        #expect(bench.listener.calls.first == "status nil")
        #expect(bench.client.mediaStatus == nil)
        #expect(!bench.client.connected)
        #expect(bench.client.timeSinceLastMediaStatusUpdate.isNaN)
        await bench.session.connection.close()
        await bench.settle()
        #expect(outcomes.words.count == 3)
        #expect(bench.listener.calls.filter { $0 == "status nil" }.count == 1)
        await bench.close()
    }

    @Test("A client is used again after a suspension, with its listeners, and reports the new status")
    func suspended() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        bench.client.disconnect(GCKError(code: .networkError), isOver: false)
        #expect(bench.client.mediaStatus == nil)
        try await bench.send(MediaBench.status("PAUSED"))
        #expect(bench.client.mediaStatus == nil)
        bench.listener.calls = []
        bench.client.connect(to: bench.session.media)
        #expect(await bench.until { bench.client.mediaStatus?.playerState == .paused })
        #expect(bench.listener.calls.first == "status paused")
        await bench.close()
    }

    @Test("Changes can be awaited; the sequences end with the client")
    func changes() async throws {
        var client: GCKRemoteMediaClient? = GCKRemoteMediaClient()
        var bench: MediaBench? = try await MediaBench.open(client: try #require(client))
        var changes = try #require(client?.changes).makeAsyncIterator()
        await changes.next()
        #expect(client?.mediaStatus == nil)
        try await bench?.send(MediaBench.playing)
        await changes.next()
        #expect(client?.mediaStatus?.playerState == .playing)
        bench?.client.disconnect(GCKError(code: .networkError), isOver: false)
        await changes.next()
        #expect(client?.connected == false)
        await bench?.close()
        while await changes.next() != nil, client != nil {
            client = nil
            bench = nil
        }
        #expect(await changes.next() == nil)
    }

    @Test("Extreme numbers and texts of a megabyte are rejected by the client or the device")
    func absurd() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let client = bench.client
        for type in ["QUEUE_GET_ITEMS", "QUEUE_REMOVE", "QUEUE_REORDER", "QUEUE_UPDATE", "EDIT_TRACKS_INFO", "SEEK"] {
            bench.device.whenever(type, in: .media) { _ in [["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"]] }
        }
        let long = String(repeating: "ü", count: 500_000)
        let item = GCKMediaQueueItemBuilder()
        item.mediaInformation = GCKMediaInformationBuilder(contentURL: URL(fileURLWithPath: long)).build()
        item.startTime = -.infinity
        item.activeTrackIDs = [NSNumber(value: Double.nan), NSNumber(value: UInt64.max)]
        let absurdSeek = GCKMediaSeekOptions()
        absurdSeek.interval = .greatestFiniteMagnitude
        let requests = [
            client.queueFetchItems(forIDs: [-5, NSNumber(value: Double.nan), NSNumber(value: UInt64.max)]),
            client.queueRemoveItems(withIDs: [-1]), client.queueRemoveItem(withID: .max),
            client.queueReorderItems(withIDs: [NSNumber(value: Double.infinity)], insertBeforeItemWithID: .max),
            client.queueJumpToItem(withID: .max), client.setActiveTrackIDs([NSNumber(value: -Double.infinity)]),
            client.seek(with: absurdSeek), client.setStreamVolume(.infinity), client.setPlaybackRate(-.infinity),
            client.queueInsert(item.build(), beforeItemWithID: .max), client.play(withCustomData: long),
            client.pause(withCustomData: Date()), client.stop(withCustomData: [1: 2]),
        ]
        let outcomes = Outcomes()
        for request in requests { request.delegate = outcomes }
        #expect(await bench.until { outcomes.words.count == requests.count })
        #expect(Set(outcomes.words) == ["failed 4", "failed 11"])
        try bench.device.verify()
        try await bench.send(MediaBench.status("PAUSED"))
        #expect(await bench.until { client.mediaStatus?.playerState == .paused })
        await bench.close()
    }

    @Test("A load error after the response, and the error of an item, fail no request")
    func unsolicited() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("LOAD") {
            bench.client.loadMedia(GCKMediaInformationBuilder(entity: "e").build())
        }
        request.delegate = outcomes
        try await bench.device.reply(to: message, MediaBench.status("BUFFERING", media: MediaBench.film))
        #expect(await bench.until { outcomes.words == ["completed"] })
        let (pause, _) = try await bench.sent("PAUSE") { bench.client.pause() }
        try await bench.device.reply(to: message, ["type": "LOAD_FAILED", "detailedErrorCode": 104])
        try await bench.send(["type": "ERROR", "itemId": 3, "detailedErrorCode": 901])
        try await bench.send(MediaBench.status("IDLE", extra: ["idleReason": "ERROR"]))
        #expect(await bench.until { bench.client.mediaStatus?.idleReason == .error })
        #expect(pause.inProgress && outcomes.words == ["completed"])
        await bench.close()
    }

    @Test("A call off the main thread ends the program and names the method")
    func offMain() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let client = await MainActor.run { Unchecked(value: GCKRemoteMediaClient()) }
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                let call: @MainActor () -> Void = { _ = client.value.pause() }
                let unchecked = unsafeBitCast(call, to: (@Sendable () -> Void).self)
                Thread {
                    unchecked()
                    done.resume()
                }.start()
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("GCKThreadException: GCKRemoteMediaClient.pause()"))
    }

    @Test("A command is sent to idle media, which still has its session")
    func idle() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status("IDLE", media: MediaBench.film, extra: ["idleReason": "FINISHED"])
        )
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("PLAY") { bench.client.play() }
        request.delegate = outcomes
        #expect(message.object["mediaSessionId"] == 1)
        try await bench.device.reply(to: message, ["type": "INVALID_PLAYER_STATE"])
        #expect(await bench.until { outcomes.words == ["failed 31"] })
        await bench.close()
    }

    @Test(
        "RM22 a lost connection fails pending requests with 1, the end of the application with 12",
        arguments: [true, false]
    )
    func lost(_ isConnectionLost: Bool) async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let (request, _) = try await bench.sent("PAUSE") { bench.client.pause() }
        request.delegate = outcomes
        if isConnectionLost {
            try await bench.device.close()
        } else {
            let gone = ReceiverStatusMessage(status: ReceiverStatus(applications: []), requestID: 0)
            try await bench.device.send(gone.fields, in: .receiver)
        }
        #expect(await bench.until { outcomes.words == [isConnectionLost ? "failed 1" : "failed 12"] })
        #expect(await bench.until { bench.client.mediaStatus == nil })
        await bench.close()
    }

    @Test("A request without a response fails with 2")
    func timeout() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let (request, _) = try await bench.sent("PAUSE") { bench.client.pause() }
        request.delegate = outcomes
        await bench.time.advance(by: .seconds(20))
        #expect(await bench.until { outcomes.words == ["failed 2"] })
        await bench.close()
    }

    @Test("RM42 a message above 64 KiB fails with 11 and is not sent")
    func tooBig() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let big = String(repeating: "x", count: 70_000)
        bench.client.play(withCustomData: big).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 11"] })
        let builder = GCKMediaInformationBuilder(entity: "e")
        builder.customData = ["big": big]
        bench.client.loadMedia(builder.build()).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 11", "failed 11"] })
        try bench.device.verify()
        await bench.close()
    }

    @Test("Custom data that is not JSON fails with 4 if there is a media session, else the request fails with 32")
    func customData() async throws {
        let outcomes = Outcomes()
        let bench = try await MediaBench.open()
        bench.client.pause(withCustomData: NSObject()).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 32"] })
        let options = GCKMediaLoadOptions()
        options.customData = NSObject()
        bench.client.loadMedia(GCKMediaInformationBuilder(entity: "e").build(), with: options).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 32", "failed 4"] })
        try await bench.send(MediaBench.playing)
        bench.client.pause(withCustomData: ["x": Double.nan]).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 32", "failed 4", "failed 4"] })
        try bench.device.verify()
        await bench.close()
    }

    @Test("R1, R2 a request has the ID of its message, and completes after the status that answers it")
    func order() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("PAUSE") { bench.client.pause() }
        #expect(message.object.requestID == request.requestID)
        request.delegate = outcomes
        bench.listener.calls = []
        var callsBefore: [String] = []
        outcomes.onOutcome = { callsBefore = bench.listener.calls }
        try await bench.device.reply(to: message, MediaBench.status("PAUSED"))
        #expect(await bench.until { outcomes.words == ["completed"] })
        #expect(callsBefore == ["status paused"])
        await bench.close()
    }

    @Test("Requests are sent in the order of their calls, also while the main thread is blocked")
    func orderOfCalls() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let device = bench.device
        let requests = (0..<30).map { bench.client.setStreamVolume(Float($0) / 100) }
        // The main thread is blocked until the device has received all of them.
        let arrived = DispatchSemaphore(value: 0)
        let levels = Task.detached {
            var levels: [Double] = []
            for _ in 0..<30 {
                let message = try await device.expect("SET_VOLUME", in: .media)
                levels.append(message.object["volume"]?["level"].flatMap { Double(json: $0) } ?? -1)
            }
            arrived.signal()
            return levels
        }
        #expect(arrived.blockingWait(seconds: 5))
        #expect(try await levels.value == (0..<30).map { Double($0) / 100 })
        #expect(requests.count == 30)
        await bench.close()
    }
}

extension DispatchSemaphore {
    /// Blocks the thread, as the test requires. Returns false after a timeout.
    func blockingWait(seconds: Int) -> Bool { wait(timeout: .now() + .seconds(seconds)) == .success }
}

/// Moves a value to another thread, as an app in Swift 5 mode can.
private struct Unchecked<Value>: @unchecked Sendable {
    // Safe because the tests check exactly such uses.
    let value: Value
}
