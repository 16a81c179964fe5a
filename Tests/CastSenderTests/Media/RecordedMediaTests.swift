import CastWire
import Testing

@testable import CastSender

/// What the media state makes of messages that real devices sent.
@Suite("Recorded media messages", .enabled(if: RecordedMessages.isAvailable))
struct RecordedMediaTests {
    private func feed(
        _ name: String,
        into state: inout MediaState,
        at instant: ContinuousClock.Instant = .at(0)
    ) throws
        -> [MediaState.Change]
    {
        state.received(
            MediaStatusMessage(fields: try RecordedMessages.object(name)),
            isReply: false,
            at: instant
        )
    }

    @Test("Every recorded status gives a state", arguments: RecordedMessages.names("media-status-"))
    func every(name: String) throws {
        var state = MediaState()
        _ = try feed(name, into: &state)
        #expect((state.snapshot == nil) == name.contains("empty"))
        guard let snapshot = state.snapshot else { return }
        #expect(snapshot.position(at: .at(1e6)).isFinite)
        // The same message again is about the same session.
        #expect(try feed(name, into: &state).contains(.updated))
        #expect(state.snapshot?.mediaSessionID == snapshot.mediaSessionID)
        #expect(state.snapshot?.media == snapshot.media)
    }

    @Test("A status without media keeps the film it is about")
    func minimal() throws {
        var state = MediaState()
        _ = try feed("media-status-playing-2018", into: &state)
        let before = try #require(state.snapshot)
        _ = try feed("media-status-buffering-minimal", into: &state)
        let after = try #require(state.snapshot)
        #expect(after.mediaSessionID == before.mediaSessionID)
        #expect(after.media == before.media)
        #expect(after.playerState == .buffering)
    }

    @Test("The first answer to a load is loading, with the fuller of its two media")
    func loadAcknowledged() throws {
        var state = MediaState()
        _ = try feed("media-status-load-ack-2025", into: &state)
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.isLoading)
        #expect(snapshot.title == "Spike B")
        #expect(snapshot.idleReason == nil)
    }

    @Test("Loading without a session id of its own")
    func oldLoading() throws {
        var state = MediaState()
        _ = try feed("media-status-loading-15-commands", into: &state)
        #expect(state.snapshot?.isLoading == true)
        #expect(state.snapshot?.media != nil)
    }

    @Test("A DVR stream is live, has no length, and its range grows")
    func live() throws {
        var state = MediaState()
        _ = try feed("media-status-live-dvr", into: &state)
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.isLive)
        #expect(snapshot.duration == nil)
        #expect(snapshot.liveSeekableRange(at: .at(100)) == 0...7285)
        #expect(abs(snapshot.position(at: .at(10)) - 12.100366) < 1e-6)
    }

    @Test("Errors end the session, with duration null and a lower-case stream type too")
    func errors() throws {
        for name in ["media-status-idle-error", "media-status-idle-error-duration-null"] {
            var state = MediaState()
            let changes = try feed(name, into: &state)
            #expect(changes.contains { if case .ended(_, .error?) = $0 { true } else { false } })
            #expect(state.snapshot?.idleReason == .error)
            #expect(state.snapshot?.duration == nil)
        }
    }

    @Test("A failure that came minutes after the load was accepted has its number")
    func lateFailure() throws {
        let payload = DevicePayload(fields: try RecordedMessages.object("load-failed-104"))
        let error = CastError.refused("LOAD", by: payload, device: "TV")
        #expect(error.code == .loadFailed)
        #expect(error.payload?.detailedErrorCode == .mediaSourceNotSupported)
    }

    @Test("An unknown type says nothing about the media")
    func timeTick() throws {
        guard case .unknown = MediaMessage(try RecordedMessages.object("media-custom-time-tick")) else {
            Issue.record("known")
            return
        }
    }
}
