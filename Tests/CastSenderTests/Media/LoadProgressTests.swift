// SPDX-License-Identifier: Apache-2.0

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

    @Test("A load that is acknowledged, loading or buffering is still pending")
    func acknowledged() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.outcome == .pending)
        load.statusReceived(snapshot(.buffering), answers: false)
        #expect(load.outcome == .pending)
        load.statusReceived(snapshot(.playing), answers: false)
        #expect(load.outcome == .playing)
    }

    @Test("Playback before the reply does not belong to the load")
    func before() {
        var load = load()
        load.statusReceived(snapshot(.playing, session: 1), answers: false)
        #expect(load.outcome == .pending)
    }

    @Test("A LOAD_FAILED after the acknowledgment fails the load")
    func failsLater() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.failureReceived(CastError(.loadFailed, "no"), requestID: 7) == true)
        #expect(load.outcome == .failed(CastError(.loadFailed, "")))
    }

    @Test("Another sender's failure does not affect the load")
    func othersFailure() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        #expect(load.failureReceived(CastError(.loadFailed, "no"), requestID: 8) == false)
        #expect(load.outcome == .pending)
    }

    @Test("The details of LOAD_FAILED replace an earlier failure from a status")
    func statusFirst() {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        load.statusReceived(snapshot(.idle, idle: .error), answers: false)
        #expect(load.outcome == .failed(CastError(.loadFailed, "")))
        let details = CastError(.loadFailed, "details", payload: DevicePayload(fields: ["detailedErrorCode": 104]))
        #expect(load.failureReceived(details, requestID: 7) == true)
        guard case .failed(let error) = load.outcome else {
            Issue.record("the load has not failed")
            return
        }
        #expect(error.payload?.detailedErrorCode == .mediaSourceNotSupported)
    }

    @Test(
        "The idle reason of a session that never played decides the error",
        arguments: [
            (IdleReason.error, CastError.Code.loadFailed), (.cancelled, .loadCancelled), (.interrupted, .loadCancelled),
        ]
    )
    func endings(reason: IdleReason, code: CastError.Code) {
        var load = load()
        load.statusReceived(snapshot(.idle, loading: true), answers: true)
        load.statusReceived(snapshot(.idle, idle: reason), answers: false)
        guard case .failed(let error) = load.outcome else {
            Issue.record("the load has not failed")
            return
        }
        #expect(error.code == code)
    }

    @Test("A load ends when its session is replaced or disappears")
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

    @Test("Media that has already finished counts as played")
    func short() {
        var load = load()
        load.statusReceived(snapshot(.idle, idle: .finished), answers: true)
        #expect(load.outcome == .playing)
    }

    @Test("A load without autoplay succeeds when it is paused")
    func paused() {
        var load = load()
        load.statusReceived(snapshot(.paused), answers: true)
        #expect(load.outcome == .playing)
    }
}
