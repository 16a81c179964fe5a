// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

/// A context whose session shows statuses that a test sets, with a manual clock.
@MainActor
final class PanelBench: EffectInterpreter {
    let stage: CastStage
    let widgets: ContextWidgets
    /// The effects that controls requested since the last call of `take()`.
    private(set) var effects: [CastUIEffect] = []
    private var media = MediaState()
    private var pendingValues = PendingMediaValues()
    private static let device = CastDevice(id: "den", friendlyName: "Den", endpoints: [])

    /// Creates a bench on a stage in memory, with a running session by default.
    static func perform(isConnected: Bool = true, _ body: @MainActor (PanelBench) async throws -> Void) async throws {
        try await CastStage.perform(.memory) { stage in
            stage.begin()
            let bench = PanelBench(stage)
            if isConnected { bench.connect() }
            try await body(bench)
        }
    }

    private init(_ stage: CastStage) {
        self.stage = stage
        widgets = stage.context.widgets
        widgets.store.add(self)
    }

    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .change, .command, .setVolume, .setMuted: effects.append(effect)
        default: break
        }
    }

    /// Returns and removes the recorded effects.
    func take() -> [CastUIEffect] {
        defer { effects = [] }
        return effects
    }

    func send(_ events: CastUIEvent...) { for event in events { widgets.store.send(event) } }

    func connect() {
        send(.session(.starting(Self.device)), .session(.running(Self.device, applicationName: "Player")))
        send(.media(controls))
    }

    func end() { send(.session(.ending), .session(.ended(reason: nil))) }

    var controls: MediaControls { MediaControls(media.snapshot, pendingValues) }

    /// Sends a media status. `members` are its JSON members without the enclosing braces.
    func status(_ members: String) throws {
        let object = try #require(
            JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(members)}]}"#).objectValue
        )
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: widgets.now())
        pendingValues.reported(media.snapshot)
        send(.media(controls))
    }

    /// Sends the status of a video of one minute at a position.
    func film(
        _ state: String = "PLAYING",
        at position: Double = 5,
        commands: Int = 12_303,
        item: Int = 1,
        rate: Double = 1,
        metadata: String = #"{"metadataType":1,"title":"A film","studio":"Studio"}"#,
        extra: String = ""
    ) throws {
        try status(
            """
            "playerState":"\(state)","currentTime":\(position),"playbackRate":\(rate),
            "supportedMediaCommands":\(commands),"volume":{"level":1,"muted":false},"currentItemId":\(item),"repeatMode":"REPEAT_OFF",
            "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
            "metadata":\(metadata)}\(extra)
            """
        )
    }

    /// Sends the status of a playing live stream, with or without a seekable range.
    func live(
        _ state: String = "PLAYING",
        range: String? = nil,
        duration: Double? = nil,
        commands: Int = 12_303
    ) throws {
        try status(
            """
            "playerState":"\(state)","currentTime":95,"playbackRate":1,"supportedMediaCommands":\(commands),
            "media":{"contentId":"live","contentType":"application/x-mpegurl","streamType":"LIVE"\(duration.map { #","duration":\#($0)"# } ?? ""),
            "metadata":{"title":"News"}}\(range.map { #","liveSeekableRange":\#($0)"# } ?? "")
            """
        )
    }

    /// The break status of an ad that can be skipped after 4 seconds.
    static let ad = #","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":1,"whenSkippable":4}"#
    static let tracks =
        #"{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,"tracks":["#
        + #"{"trackId":1,"type":"TEXT","subtype":"SUBTITLES","name":"English"},{"trackId":2,"type":"AUDIO"}]}"#

    /// Taps a control.
    func tap(_ control: UIControl) { control.sendActions(for: .touchUpInside) }
}

/// All bindable controls, bound to one controller.
@MainActor
final class BoundControls {
    let controller = GCKUIMediaController()
    let play = UIButton()
    let pause = UIButton()
    let toggle = GCKUIMultistateButton()
    let stop = UIButton()
    let forward = UIButton()
    let rewind = UIButton()
    let pauseQueue = UIButton()
    let next = UIButton()
    let previous = UIButton()
    let repeatMode = GCKUIMultistateButton()
    let slider = UISlider()
    let progress = UIProgressView()
    let position = UILabel()
    let duration = UILabel()
    let remaining = UILabel()
    let tracks = UIButton()
    let subtitle = UILabel()
    let indicator = UIActivityIndicatorView()
    let skipLabel = UILabel()
    let skip = UIButton()
    let back10 = UIButton()
    let ahead10 = UIButton()

    init() {
        controller.playButton = play
        controller.pauseButton = pause
        controller.playPauseToggleButton = toggle
        controller.stopButton = stop
        controller.forward30SecondsButton = forward
        controller.rewind30SecondsButton = rewind
        controller.pauseQueueButton = pauseQueue
        controller.nextButton = next
        controller.previousButton = previous
        controller.repeatModeButton = repeatMode
        controller.streamPositionSlider = slider
        controller.streamProgressView = progress
        controller.streamPositionLabel = position
        controller.streamDurationLabel = duration
        controller.streamTimeRemainingLabel = remaining
        controller.tracksButton = tracks
        controller.smartSubtitleLabel = subtitle
        controller.mediaLoadingIndicator = indicator
        controller.skipAdLabel = skipLabel
        controller.skipAdButton = skip
        controller.bindControlView(back10, toRewindForTime: 10)
        controller.bindControlView(ahead10, toForwardForTime: 10)
    }

    var all: [(String, UIControl)] {
        [
            ("play", play), ("pause", pause), ("toggle", toggle), ("stop", stop), ("forward", forward),
            ("rewind", rewind), ("pauseQueue", pauseQueue), ("next", next), ("previous", previous),
            ("repeat", repeatMode), ("slider", slider), ("tracks", tracks), ("skip", skip), ("back10", back10),
            ("ahead10", ahead10),
        ]
    }

    /// The names of the enabled controls.
    var enabled: Set<String> { Set(all.filter { $0.1.isEnabled }.map(\.0)) }
}
