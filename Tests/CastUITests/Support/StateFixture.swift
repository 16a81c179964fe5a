// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import NIOCore
import Testing

@testable import CastSender

/// A user interface state with a manual clock, which receives device messages as JSON.
struct StateFixture {
    var state: CastUIState
    var now: ContinuousClock.Instant = .origin
    /// All effects so far, in order.
    var effects: [CastUIEffect] = []
    private var media = MediaState()
    var pendingValues = PendingMediaValues()

    init(options: CastUIOptions = CastUIOptions(), platformState: PlatformState = .onNetwork) {
        state = CastUIState(options: options, platformState: platformState)
    }

    /// Returns a desk that is connected to a device.
    static func connected(
        to device: CastDevice = .den,
        options: CastUIOptions = CastUIOptions(),
        platformState: PlatformState = .onNetwork
    ) -> StateFixture {
        var desk = StateFixture(options: options, platformState: platformState)
        desk.send(.discoveryStarted, .devices([device]), .session(.starting(device)))
        desk.send(.session(.running(device, applicationName: "Player")))
        desk.effects = []
        return desk
    }

    /// Sends events and returns their effects.
    @discardableResult
    mutating func send(_ events: CastUIEvent...) -> [CastUIEffect] {
        let before = effects.count
        for event in events { effects += state.reduce(event, at: now) }
        return Array(effects[before...])
    }

    @discardableResult
    mutating func act(_ intents: Intent...) -> [CastUIEffect] {
        let before = effects.count
        for intent in intents { send(.intent(intent)) }
        return Array(effects[before...])
    }

    /// Advances the clock, and sends the timer events that become due.
    @discardableResult
    mutating func wait(_ seconds: Double) -> [CastUIEffect] {
        let before = effects.count
        let end = now.advanced(by: .seconds(seconds))
        var rounds = 0
        while let deadline = state.nextDeadline, deadline <= end, rounds < 100 {
            now = max(now, deadline)
            send(.deadlineReached)
            rounds += 1
        }
        #expect(rounds < 100, "the deadline never clears")
        now = end
        return Array(effects[before...])
    }

    /// Applies a MEDIA_STATUS with one status, given as its members without the braces.
    @discardableResult
    mutating func status(_ members: String) throws -> [CastUIEffect] {
        let object = try #require(
            JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(members)}]}"#).objectValue
        )
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        pendingValues.reported(media.snapshot)
        return send(.media(controls))
    }

    /// Applies a MEDIA_STATUS without media.
    @discardableResult
    mutating func noMedia() throws -> [CastUIEffect] {
        let object = try #require(JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[]}"#).objectValue)
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        pendingValues.reported(media.snapshot)
        return send(.media(controls))
    }

    var controls: MediaControls { MediaControls(media.snapshot, pendingValues) }

    /// Applies the status of a playing film of 60 seconds, at a position.
    mutating func playFilm(
        at position: Double = 5,
        state: String = "PLAYING",
        commands: Int = 12_303,
        extra: String = ""
    ) throws {
        try status(
            """
            "playerState":"\(state)","currentTime":\(position),"playbackRate":1,"supportedMediaCommands":\(commands),
            "volume":{"level":1,"muted":false},"currentItemId":1,"repeatMode":"REPEAT_OFF",
            "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
            "metadata":{"metadataType":1,"title":"A film","studio":"Studio",
            "images":[{"url":"https://example.com/1.jpg"},{"url":"https://example.com/2.jpg"}]}}\(extra)
            """
        )
    }

    /// Applies the status of a playing live stream, with or without a seekable range.
    mutating func playLive(range: String? = nil, duration: Double? = nil, commands: Int = 12_303) throws {
        try status(
            """
            "playerState":"PLAYING","currentTime":95,"playbackRate":1,"supportedMediaCommands":\(commands),
            "media":{"contentId":"live","contentType":"application/x-mpegurl","streamType":"LIVE"\(duration.map { #","duration":\#($0)"# } ?? ""),
            "startAbsoluteTime":46800,"metadata":{"title":"News"}}
            \(range.map { #","liveSeekableRange":\#($0)"# } ?? "")
            """
        )
    }

    var panel: MediaPanel { state.panel(at: now) }
    var expanded: ExpandedControllerView? { state.expanded(at: now) }
    var mini: MiniControllerView? { state.mini(at: now) }
    var dialog: CastDialogView? { state.dialog(at: now) }
}

extension PlatformState {
    static var onNetwork: PlatformState {
        var platformState = PlatformState()
        platformState.network = .present
        return platformState
    }

    /// The platform state of a phone whose system requires permission for the local network.
    static func phone(_ permission: Permission = .notRequested) -> PlatformState {
        var platformState = onNetwork
        platformState.permission = permission
        platformState.idiom = .phone
        return platformState
    }
}

extension CastDevice {
    static func named(_ name: String, id: String? = nil) -> CastDevice {
        CastDevice(id: id ?? name.lowercased(), friendlyName: name, endpoints: [])
    }

    static let den = named("Den")
    static let kitchen = named("Kitchen")
}

extension ContinuousClock.Instant {
    static let origin = ContinuousClock.now
}

extension VolumeControls {
    static func level(
        _ level: Double,
        muted: Bool = false,
        control: VolumeControlType = .attenuation,
        step: Double? = nil,
        failure: CastError? = nil
    ) -> VolumeControls {
        let volume = CastVolume(level: level, muted: muted, controlType: control, stepInterval: step)
        var pendingValues = PendingVolume()
        pendingValues.reported(volume)
        if let failure,
            case .send(_, let ticket) = pendingValues.level.request(1 - level / 2, now: .uptimeNanoseconds(0))
        {
            _ = pendingValues.level.failed(ticket, failure, now: .uptimeNanoseconds(0))
        }
        return VolumeControls(volume, pendingValues)
    }
}

extension ControlLabel {
    /// The English text.
    var english: String { Localizer.of("en_US").text(self) }
}

extension [CastUIEffect] {
    /// The announced texts, in English.
    var announcements: [String] {
        compactMap { effect in
            guard case .announce(let phrase, _) = effect else { return nil }
            return Localizer.of("en_US").text(phrase)
        }
    }
}
