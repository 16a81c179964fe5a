// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

/// The media state derived from messages of devices.
@Suite("Media messages of devices")
struct RecordedMediaTests {
    private func feed(
        _ name: String,
        of data: TestData,
        into state: inout MediaState,
        at instant: ContinuousClock.Instant = .at(0)
    ) throws
        -> [MediaState.Change]
    {
        state.received(
            MediaStatusMessage(fields: try data.message(name)),
            isReply: false,
            at: instant
        )
    }

    @Test("Every status yields a state", arguments: TestMessage.all("media-status-"))
    func every(message: TestMessage) throws {
        var state = MediaState()
        _ = try feed(message.name, of: message.data, into: &state)
        #expect((state.snapshot == nil) == message.name.contains("empty"))
        guard let snapshot = state.snapshot else { return }
        #expect(snapshot.position(at: .at(1e6)).isFinite)
        // The same message again belongs to the same session.
        #expect(try feed(message.name, of: message.data, into: &state).contains(.updated))
        #expect(state.snapshot?.mediaSessionID == snapshot.mediaSessionID)
        #expect(state.snapshot?.media == snapshot.media)
    }

    @Test("A status without media keeps the current media", arguments: TestData.available)
    func minimal(_ data: TestData) throws {
        var state = MediaState()
        _ = try feed("media-status-playing-2018", of: data, into: &state)
        let before = try #require(state.snapshot)
        _ = try feed("media-status-buffering-minimal", of: data, into: &state)
        let after = try #require(state.snapshot)
        #expect(after.mediaSessionID == before.mediaSessionID)
        #expect(after.media == before.media)
        #expect(after.playerState == .buffering)
    }

    @Test(
        "The first reply to a load reports loading, with the more complete of its two media",
        arguments: TestData.available
    )
    func loadAcknowledged(_ data: TestData) throws {
        var state = MediaState()
        _ = try feed("media-status-load-ack-2025", of: data, into: &state)
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.isLoading)
        let media = try data.message("media-status-load-ack-2025")["status"]?[0]?["media"]
        #expect(snapshot.title != nil && snapshot.title == media?["metadata"]?["title"]?.stringValue)
        #expect(snapshot.idleReason == nil)
    }

    @Test("Loading without a session id of its own is recognized", arguments: TestData.available)
    func oldLoading(_ data: TestData) throws {
        var state = MediaState()
        _ = try feed("media-status-loading-15-commands", of: data, into: &state)
        #expect(state.snapshot?.isLoading == true)
        #expect(state.snapshot?.media != nil)
    }

    @Test("A DVR stream is live, has no duration, and its range grows", arguments: TestData.available)
    func live(_ data: TestData) throws {
        var state = MediaState()
        _ = try feed("media-status-live-dvr", of: data, into: &state)
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.isLive)
        #expect(snapshot.duration == nil)
        let status = try data.message("media-status-live-dvr")["status"]?[0]
        let end = try #require(status?["liveSeekableRange"]?["end"].flatMap(Double.init(json:)))
        let time = try #require(status?["currentTime"].flatMap(Double.init(json:)))
        #expect(snapshot.liveSeekableRange(at: .at(100)) == 0...(end + 100))
        #expect(abs(snapshot.position(at: .at(10)) - (time + 10)) < 1e-6)
    }

    @Test(
        "Errors end the session, including those with a null duration or a lowercase stream type",
        arguments: TestData.available
    )
    func errors(_ data: TestData) throws {
        for name in ["media-status-idle-error", "media-status-idle-error-duration-null"] {
            var state = MediaState()
            let changes = try feed(name, of: data, into: &state)
            #expect(changes.contains { if case .ended(_, .error?) = $0 { true } else { false } })
            #expect(state.snapshot?.idleReason == .error)
            #expect(state.snapshot?.duration == nil)
        }
    }

    @Test("A failure minutes after the load was accepted has its error code", arguments: TestData.available)
    func lateFailure(_ data: TestData) throws {
        let payload = DevicePayload(fields: try data.message("load-failed-104"))
        let error = CastError.refused("LOAD", by: payload, device: "TV")
        #expect(error.code == .loadFailed)
        #expect(error.payload?.detailedErrorCode == .mediaSourceNotSupported)
    }

    @Test("A message of an unknown type does not change the media", arguments: TestData.available)
    func timeTick(_ data: TestData) throws {
        guard case .unknown = MediaMessage(try data.message("media-custom-time-tick")) else {
            Issue.record("the message has a known type")
            return
        }
    }
}
