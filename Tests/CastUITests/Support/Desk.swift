import CastUI
import CastWire
import NIOCore
import Testing

@testable import CastSender

/// A state at a time that is turned by hand, fed with what devices say, as JSON.
struct Desk {
    var state: CastUIState
    var now: ContinuousClock.Instant = .origin
    /// Everything that was ever wanted, in order.
    var effects: [CastUIEffect] = []
    private var media = MediaState()
    var wishes = MediaWishes()

    init(options: CastUIOptions = CastUIOptions(), surroundings: Surroundings = .onNetwork) {
        state = CastUIState(options: options, surroundings: surroundings)
    }

    /// A desk whose session runs on a device.
    static func connected(
        to device: CastDevice = .den,
        options: CastUIOptions = CastUIOptions(),
        surroundings: Surroundings = .onNetwork
    ) -> Desk {
        var desk = Desk(options: options, surroundings: surroundings)
        desk.send(.discoveryStarted, .devices([device]), .session(.starting(device)))
        desk.send(.session(.running(device, applicationName: "Player")))
        desk.effects = []
        return desk
    }

    /// What the events led to.
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

    /// Lets time go by, with the alarms that come.
    @discardableResult
    mutating func wait(_ seconds: Double) -> [CastUIEffect] {
        let before = effects.count
        let end = now.advanced(by: .seconds(seconds))
        var rounds = 0
        while let alarm = state.alarm, alarm <= end, rounds < 100 {
            now = max(now, alarm)
            send(.alarm)
            rounds += 1
        }
        #expect(rounds < 100, "the alarm never stops")
        now = end
        return Array(effects[before...])
    }

    /// A MEDIA_STATUS with one status: its members, without the braces.
    @discardableResult
    mutating func status(_ members: String) throws -> [CastUIEffect] {
        let object = try #require(
            JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(members)}]}"#).objectValue
        )
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        wishes.reported(media.snapshot)
        return send(.media(controls))
    }

    /// Nothing is loaded any more.
    @discardableResult
    mutating func noMedia() throws -> [CastUIEffect] {
        let object = try #require(JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[]}"#).objectValue)
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        wishes.reported(media.snapshot)
        return send(.media(controls))
    }

    var controls: MediaControls { MediaControls(media.snapshot, wishes) }

    /// A film that plays, of a minute, at a place.
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

    /// A live stream that plays, with a range or without one.
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

extension Surroundings {
    static var onNetwork: Surroundings {
        var surroundings = Surroundings()
        surroundings.network = .present
        return surroundings
    }

    /// A phone whose system guards the local network.
    static func phone(_ permission: Permission = .notAsked) -> Surroundings {
        var surroundings = onNetwork
        surroundings.permission = permission
        surroundings.idiom = .phone
        return surroundings
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
        let volume = Volume(level: level, muted: muted, controlType: control, stepInterval: step)
        var wishes = VolumeWishes()
        wishes.reported(volume)
        if let failure, case .send(_, let ticket) = wishes.level.wish(1 - level / 2, now: .uptimeNanoseconds(0)) {
            _ = wishes.level.failed(ticket, failure, now: .uptimeNanoseconds(0))
        }
        return VolumeControls(volume, wishes)
    }
}

extension Label {
    /// As it reads in English.
    var english: String { Localizer.of("en_US").text(self) }
}

extension [CastUIEffect] {
    /// What was announced, in English.
    var announcements: [String] {
        compactMap { effect in
            guard case .announce(let phrase, _) = effect else { return nil }
            return Localizer.of("en_US").text(phrase)
        }
    }
}
