// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastCommand
@testable import CastSender

/// A state of the widgets after events of a device, for rendering.
struct TerminalScene {
    private(set) var state = CastUIState()
    var playlist: PlaylistState?
    let now = ContinuousClock.now
    private var media = MediaState()

    static let device = CastDevice(id: "den", friendlyName: "Living Room", endpoints: [])

    init(device: CastDevice = Self.device, isConnected: Bool = true) {
        send(.discoveryStarted)
        guard isConnected else { return }
        send(.session(.starting(device)))
        send(.session(.running(device, applicationName: "Player")))
        send(.volume(.of(CastVolume(level: 0.4, muted: false))))
    }

    mutating func send(_ events: CastUIEvent...) {
        for event in events { _ = state.reduce(event, at: now) }
    }

    mutating func act(_ intents: Intent...) {
        for intent in intents { send(.intent(intent)) }
    }

    /// Receives a MEDIA_STATUS with one status, given as its members without braces.
    mutating func status(_ members: String) throws {
        let text = #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(members)}]}"#
        let object = try #require(JSONValue(parsing: text).objectValue)
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        var pendingValues = PendingMediaValues()
        pendingValues.reported(media.snapshot)
        send(.media(MediaControls(media.snapshot, pendingValues)))
    }

    /// Receives the status of a film of about ten minutes.
    mutating func film(_ state: String = "PLAYING", title: String = "Big Buck Bunny", extra: String = "") throws {
        let title = JSONValue.string(title).jsonString
        try status(
            """
            "playerState":"\(state)","currentTime":149,"playbackRate":1,"supportedMediaCommands":12815,
            "currentItemId":1,"repeatMode":"REPEAT_OFF",
            "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":596,
            "metadata":{"metadataType":1,"title":\(title),"subtitle":"Blender"},
            "tracks":[{"trackId":1,"type":"TEXT","subtype":"SUBTITLES","name":"English","language":"en"},
            {"trackId":2,"type":"TEXT","name":"Español","language":"es"},
            {"trackId":3,"type":"AUDIO","name":"Original"}],
            "breaks":[{"id":"b","position":298,"breakClipIds":["c","d"]}],
            "breakClips":[{"id":"c","title":"Soap","duration":20,"whenSkippable":5},{"id":"d"}]},
            "activeTrackIds":[]\(extra)
            """
        )
    }

    mutating func live(_ range: String?) throws {
        let range = range.map { #","liveSeekableRange":\#($0)"# } ?? ""
        try status(
            """
            "playerState":"PLAYING","currentTime":88,"playbackRate":1,"supportedMediaCommands":12303,
            "media":{"contentId":"live","streamType":"LIVE","metadata":{"title":"News"}}\(range)
            """
        )
    }

    static let queue = #","items":[{"itemId":1},{"itemId":2,"media":{"metadata":{"title":"Sintel"}}},{"itemId":3}]"#

    /// Returns all states with their names.
    static func all() throws -> [(name: String, scene: TerminalScene)] {
        func scene(_ name: String, _ make: (inout TerminalScene) throws -> Void) rethrows -> (String, TerminalScene) {
            var scene = TerminalScene()
            try make(&scene)
            return (name, scene)
        }
        func disconnected(_ name: String, _ make: (inout TerminalScene) -> Void) -> (String, TerminalScene) {
            var scene = TerminalScene(isConnected: false)
            scene.playlist = PlaylistState(title: "Big Buck Bunny")
            make(&scene)
            return (name, scene)
        }
        let ad = #","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":2"#
        return [
            disconnected("searching") { _ in },
            disconnected("connecting") { $0.send(.session(.starting(device))) },
            disconnected("waiting for the user") { $0.send(.session(.starting(device)), .session(.awaitsUser)) },
            scene("no media") { _ in },
            scene("sent to the device") {
                $0.playlist = PlaylistState(
                    title: "Big Buck Bunny",
                    isLoading: true,
                    index: 1,
                    count: 3,
                    next: "Sintel"
                )
            },
            try scene("loading") { try $0.film("LOADING") },
            try scene("buffering") { try $0.film("BUFFERING") },
            try scene("playing") { try $0.film() },
            try scene("paused, muted") {
                try $0.film("PAUSED")
                $0.send(.volume(.of(CastVolume(level: 0.4, muted: true))))
            },
            try scene("ad that counts down") { try $0.film(extra: ad + #","whenSkippable":7}"#) },
            try scene("ad that can be skipped") { try $0.film(extra: ad + #","whenSkippable":1}"#) },
            try scene("ad that cannot be skipped") {
                try $0.film(extra: #","breakStatus":{"breakId":"b","breakClipId":"d"}"#)
            },
            try scene("live at the edge") { try $0.live(#"{"start":10,"end":90}"#) },
            try scene("live, behind") {
                try $0.live(#"{"start":10,"end":90}"#)
                try $0.status(#""playerState":"PLAYING","currentTime":20"#)
            },
            try scene("live alone") { try $0.live(nil) },
            try scene("length unknown") {
                try $0.status(#""playerState":"PLAYING","currentTime":20,"media":{"metadata":{"title":"Radio"}}"#)
            },
            try scene("queue") { try $0.film(extra: queue) },
            try scene("up next") { try $0.film(extra: queue + #","preloadedItemId":2"#) },
            try scene("subtitles, faster, repeating") {
                try $0.film(extra: #","activeTrackIds":[2]"#)
                try $0.status(#""playerState":"PLAYING","playbackRate":1.5,"repeatMode":"REPEAT_ALL""#)
            },
            try scene("choosing tracks") {
                try $0.film()
                $0.act(.openTracks, .selectTrack(.text, 2))
            },
            try scene("connection lost") {
                try $0.film()
                $0.send(.session(.suspended))
            },
            try scene("disconnecting") {
                try $0.film()
                $0.send(.session(.ending))
            },
            try scene("request refused") {
                try $0.film()
                let error = CastError(.invalidRequest, "refused")
                $0.send(.mediaEvent(.changeFailed(.position, error)))
            },
        ]
    }
}

extension VolumeControls {
    static func of(_ volume: CastVolume) -> VolumeControls {
        var pendingValues = PendingVolume()
        pendingValues.reported(volume)
        return VolumeControls(volume, pendingValues)
    }
}

extension TerminalSkin {
    static func test(_ columns: Int, _ rows: Int = 24, _ style: TextStyle = .unicode) -> TerminalSkin {
        TerminalSkin(
            size: TerminalSize(columns: columns, rows: rows),
            style: style,
            localizer: Localizer()
        )
    }

    func lines(_ scene: TerminalScene, displayState: DisplayState = DisplayState()) -> [TerminalLine] {
        lines(scene.state, at: scene.now, playlist: scene.playlist, displayState: displayState)
    }

    func text(_ scene: TerminalScene, displayState: DisplayState = DisplayState()) -> String {
        lines(scene, displayState: displayState).map(\.text).joined(separator: "\n")
    }
}
