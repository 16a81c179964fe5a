import CastWire
import Testing

@testable import CastSender

@Suite("Load progress")
struct LoadProgressTests {
    private func snapshot(
        _ state: PlayerState,
        session: Int = 1,
        idle: IdleReason? = nil,
        loading: Bool = false
    )
        -> MediaSnapshot
    {
        var status = MediaStatus(mediaSessionID: session, playerState: state, idleReason: idle)
        if loading { status.extendedStatus = ExtendedStatus(playerState: .loading) }
        return MediaSnapshot(
            mediaSessionID: session,
            status: status,
            receivedAt: .at(0),
            playback: PlaybackPosition(at: .at(0))
        )
    }

    private func load() -> LoadProgress { LoadProgress(requestID: 7, device: "TV") }

    @Test("Acknowledged while idle, loading, buffering: not yet playing")
    func acknowledged() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.outcome == .pending)
        load.statusReceived(snapshot(.buffering), answers: false)
        #expect(load.outcome == .pending)
        load.statusReceived(snapshot(.playing), answers: false)
        #expect(load.outcome == .playing)
    }

    @Test("What played before the answer is not this load")
    func before() {
        var load = load()
        load.statusReceived(snapshot(.playing, session: 1), answers: false)
        #expect(load.outcome == .pending)
    }

    @Test("A LOAD_FAILED that comes after the acknowledgment fails the load")
    func failsLater() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.failureReceived(CastError(.loadFailed, "no"), requestID: 7) == true)
        #expect(load.outcome == .failed(CastError(.loadFailed, "")))
    }

    @Test("Another sender's failure is not ours")
    func othersFailure() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.failureReceived(CastError(.loadFailed, "no"), requestID: 8) == false)
        #expect(load.outcome == .pending)
    }

    @Test("The details of LOAD_FAILED replace the bare status that came first")
    func statusFirst() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        load.statusReceived(snapshot(.idle, idle: .error), answers: false)
        #expect(load.outcome == .failed(CastError(.loadFailed, "")))
        let details = CastError(.loadFailed, "details", payload: DevicePayload(fields: ["detailedErrorCode": 104]))
        #expect(load.failureReceived(details, requestID: 7) == true)
        guard case .failed(let error) = load.outcome else { return }
        #expect(error.payload?.detailedErrorCode == .mediaSourceNotSupported)
    }

    @Test(
        "How a session ends before it played decides what is thrown",
        arguments: [
            (IdleReason.error, CastError.Code.loadFailed), (.cancelled, .loadCancelled), (.interrupted, .loadCancelled),
        ]
    )
    func endings(reason: IdleReason, code: CastError.Code) {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        load.statusReceived(snapshot(.idle, idle: reason), answers: false)
        guard case .failed(let error) = load.outcome else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == code)
    }

    @Test("Another session in its place, or none, ends the load")
    func replaced() {
        var other = load()
        other.statusReceived(snapshot(.idle, loading: true), answers: true)
        other.statusReceived(snapshot(.playing, session: 2), answers: false)
        #expect(other.outcome == .failed(CastError(.loadCancelled, "")))
        var none = load()
        none.statusReceived(snapshot(.idle, loading: true), answers: true)
        none.statusReceived(nil, answers: false)
        #expect(none.outcome == .failed(CastError(.loadFailed, "")))
    }

    @Test("Something so short that it is over already has been played")
    func short() {
        var load = load()
        load.statusReceived(snapshot(.idle, idle: .finished), answers: true)
        #expect(load.outcome == .playing)
    }

    @Test("Ready and paused counts, for a load without autoplay")
    func paused() {
        var load = load()
        load.statusReceived(snapshot(.paused), answers: true)
        #expect(load.outcome == .playing)
    }
}
