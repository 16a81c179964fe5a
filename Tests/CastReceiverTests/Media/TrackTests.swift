// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Tracks")
struct TrackTests {
    private static let tracks: JSONValue = [
        ["trackId": 1, "type": "TEXT", "language": "en-US", "subtype": "SUBTITLES"],
        ["trackId": 2, "type": "TEXT", "language": "de"],
        ["trackId": 3, "type": "AUDIO", "language": "en"],
        ["trackId": 4, "type": "AUDIO", "language": "fr"],
        ["trackId": 5, "type": "VIDEO"],
    ]

    private func trace(active: JSONValue = [3]) -> MediaTrace {
        MediaTrace.playing([
            "media": .object(MediaTrace.film.merging(["tracks": Self.tracks])), "activeTrackIds": active,
        ])
    }

    @Test("every status contains the active tracks")
    func loaded() {
        var trace = trace()
        #expect(trace.currentStatus()?["activeTrackIds"] == [3])
    }

    @Test(
        "EDIT_TRACKS_INFO replaces all active tracks",
        arguments: [[1, 3, 5], [], [1, 2], [4]] as [JSONValue]
    )
    func replaces(ids: JSONValue) {
        var trace = trace()
        let actions = trace.ask("EDIT_TRACKS_INFO", ["activeTrackIds": ids], requestID: 4)
        #expect(actions.statusSummary == ["PLAYING 4"])
        #expect(actions.statuses.first?.status["activeTrackIds"] == ids)
        #expect(actions.statuses.first?.status["media"] == nil)
        guard case .setTracks(let tracks)? = actions.commands.first else {
            Issue.record("no track command for the player")
            return
        }
        #expect(tracks.activeIDs?.json == ids && tracks.tracks.count == 5)
    }

    @Test(
        "unknown tracks, two audio tracks, and invalid values are answered with INVALID_PARAMS",
        arguments: [
            ["activeTrackIds": [9]], ["activeTrackIds": [3, 4]], ["activeTrackIds": [1, 1]],
            ["activeTrackIds": 1], ["activeTrackIds": [[:]]], ["textTrackStyle": 5], [:],
        ] as [JSONObject]
    )
    func refuses(request: JSONObject) {
        var trace = trace()
        #expect(trace.ask("EDIT_TRACKS_INFO", request).refusal == "INVALID_PARAMS")
        #expect(trace.receiver.session?.activeTrackIDs == [3])
    }

    @Test("a text style is merged key by key and reported with the media")
    func style() {
        var trace = trace()
        _ = trace.ask("EDIT_TRACKS_INFO", ["textTrackStyle": ["fontScale": 2, "edgeType": "NONE"]])
        let actions = trace.ask("EDIT_TRACKS_INFO", ["textTrackStyle": ["fontScale": 3]], requestID: 4)
        #expect(
            actions.statuses.first?.status["media"]?["textTrackStyle"] == ["fontScale": 3, "edgeType": "NONE"]
        )
    }

    @Test(
        "enableTextTracks and language select or deselect a text track",
        arguments: [
            (["enableTextTracks": true] as JSONObject, [3, 1] as JSONValue), (["enableTextTracks": false], [3]),
            (["language": "de-AT"], [3, 2]), (["language": "en"], [3, 1]),
        ] as [(JSONObject, JSONValue)]
    )
    func voice(request: JSONObject, expected: JSONValue) {
        var trace = trace()
        let actions = trace.ask("EDIT_TRACKS_INFO", request)
        #expect(actions.statuses.first?.status["activeTrackIds"] == expected)
    }

    @Test("the size of a text style is limited")
    func styleLimit() {
        var trace = trace()
        let text = JSONValue.string(String(repeating: "x", count: 3000))
        let refusals = (0..<10).compactMap { index in
            trace.ask("EDIT_TRACKS_INFO", ["textTrackStyle": ["key\(index)": text]]).refusal
        }
        #expect(refusals == Array(repeating: "INVALID_PARAMS", count: 5))
    }

    @Test("an unavailable language is answered with LANGUAGE_NOT_SUPPORTED")
    func language() {
        var trace = trace()
        #expect(trace.ask("EDIT_TRACKS_INFO", ["language": "sv"]).refusal == "LANGUAGE_NOT_SUPPORTED")
        #expect(trace.ask("EDIT_AUDIO_TRACKS", ["language": "sv"]).refusal == "LANGUAGE_NOT_SUPPORTED")
        let actions = trace.ask("EDIT_AUDIO_TRACKS", ["language": "fr"])
        #expect(actions.statuses.first?.status["activeTrackIds"] == [4])
    }
}
