// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastMediaProbe
import CastUI
import CastWire
import Foundation
import NIOCore
import Testing

@testable import CastRemote
@testable import CastSender

/// A page with a manual clock, whose state receives device messages.
struct PageFixture {
    var state: CastUIState
    var now = ContinuousClock.now
    var files: [RemoteFile] = []
    var log: [RemoteLogLine] = []
    var language = "en_US"
    var address = AddressField()
    var uploads: RemotePage.UploadList?
    var options: RemotePage.OpenOptions?
    var progress: CastProgress?
    /// All events so far, in order.
    private(set) var sentEvents: [CastUIEvent] = []
    private var media = MediaState()
    private var pendingValues = PendingMediaValues()

    init() {
        var platformState = PlatformState()
        platformState.network = .present
        platformState.idiom = .web
        state = CastUIState(platformState: platformState)
    }

    static func connected(to name: String = "Den") -> PageFixture {
        var show = PageFixture()
        let device = CastDevice(id: "den", friendlyName: name, endpoints: [])
        show.send(.discoveryStarted, .devices([device]), .session(.starting(device)))
        show.send(.session(.running(device, applicationName: "Player")))
        let volume = CastVolume(level: 0.5, muted: false, controlType: .attenuation, stepInterval: 0.05)
        var pendingValues = PendingVolume()
        pendingValues.reported(volume)
        show.send(.volume(VolumeControls(volume, pendingValues)))
        return show
    }

    mutating func send(_ events: CastUIEvent...) {
        for event in events { _ = state.reduce(event, at: now) }
        sentEvents += events
    }

    mutating func act(_ intents: Intent...) {
        for intent in intents { send(.intent(intent)) }
    }

    mutating func wait(_ seconds: Double) { now = now.advanced(by: .seconds(seconds)) }

    /// Applies a MEDIA_STATUS with one status, given as its members without the braces.
    mutating func status(_ members: String) throws {
        let object = try #require(
            JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(members)}]}"#).objectValue
        )
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: now)
        pendingValues.reported(media.snapshot)
        send(.media(MediaControls(media.snapshot, pendingValues)))
    }

    /// Applies the status of a playing film of 60 seconds, with tracks and a queue.
    mutating func playFilm(
        title: String = "A film",
        at position: Double = 5,
        state: String = "PLAYING",
        extra: String = ""
    ) throws {
        let title = JSONValue.string(title).jsonString
        try status(
            """
            "playerState":"\(state)","currentTime":\(position),"playbackRate":1,"supportedMediaCommands":12303,
            "volume":{"level":1,"muted":false},"currentItemId":1,"repeatMode":"REPEAT_OFF",
            "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
            "metadata":{"metadataType":1,"title":\(title),"studio":"Studio",
            "images":[{"url":"https://example.com/1.jpg"}]},
            "tracks":[{"trackId":1,"type":"TEXT","subtype":"SUBTITLES","name":"English","language":"en"},
            {"trackId":2,"type":"AUDIO","name":"Original","language":"fr"}]},
            "items":[{"itemId":1,"media":{"contentId":"film","metadata":{"title":\(title)}}},
            {"itemId":2,"media":{"contentId":"b","duration":90,"metadata":{"title":"Next one","artist":"Somebody"}}}]\(extra)
            """
        )
    }

    var page: RemotePage {
        RemotePage(
            state: state,
            instant: now,
            localizer: .of(language),
            files: files,
            uploads: uploads,
            log: log,
            address: address,
            progress: progress,
            options: options,
            picture: { _ in "/artwork/0" }
        )
    }

    func html(_ region: RemoteRegion) -> HTML { page.html(of: region) }

    /// All regions in sequence.
    var whole: HTML { .group(RemoteRegion.allCases.map { html($0) }) }
}

extension PageFixture {
    /// Returns the choices for a film with two audio tracks and subtitles.
    static func choices(titled title: String = "Commentary") -> MediaChoices {
        var choices = MediaChoices()
        var tracks = [TrackFacts(index: 0, kind: .video, codec: .h264)]
        (tracks[0].width, tracks[0].height) = (1280, 720)
        for language in ["en", "fr"] {
            var track = TrackFacts(index: tracks.count, kind: .audio, codec: .aac)
            (track.language, track.title) = (language, title)
            tracks.append(track)
        }
        choices.facts = MediaFacts(container: .matroska, duration: 600, tracks: tracks)
        choices.subtitles = [
            MediaChoices.SubtitleOption(path: "/a.en.srt", name: title, language: "en"),
            MediaChoices.SubtitleOption(path: "/b.srt", name: "b.srt"),
        ]
        choices.selectedSubtitles = 0
        return choices
    }

    /// Returns a page that is connected to a group of two members, one with a hostile name.
    static func group() -> PageFixture {
        var show = PageFixture.connected(to: "Downstairs")
        let members = [("a", "Kitchen", 0.1), ("b<i>", "<b>Bath</b>", 0.2)].compactMap { id, name, level in
            GroupMember(MultizoneDevice(deviceID: id, name: name, volume: CastVolume(level: level, muted: false)))
        }
        show.send(.group(GroupStatus(members: members)))
        return show
    }

    /// Returns pages in all states that a page can show.
    static func everything() throws -> [(name: String, show: PageFixture)] {
        var shows: [(String, PageFixture)] = [("nothing", PageFixture())]
        var searching = PageFixture()
        searching.send(.discoveryStarted)
        searching.act(.openDialog)
        shows.append(("searching", searching))
        searching.wait(6)
        searching.send(.deadlineReached)
        shows.append(("no devices", searching))
        var chooser = PageFixture()
        let device = CastDevice(id: "den", friendlyName: "Den", endpoints: [])
        chooser.send(.discoveryStarted, .devices([device]))
        chooser.act(.introduce(canPoint: true))
        chooser.files = [RemoteFile(id: "1", name: "a.mp4", path: "/a.mp4", contentType: "video/mp4")]
        shows.append(("introduction", chooser))
        chooser.act(.dismissIntroduction, .openDialog)
        shows.append(("chooser", chooser))
        chooser.act(.selectDevice("den"))
        shows.append(("connecting", chooser))
        chooser.send(.session(.awaitsUser))
        shows.append(("waiting", chooser))
        chooser.send(.session(.failedToStart(device, CastError(.connectFailed, "refused", device: "Den"))))
        shows.append(("failed", chooser))
        var playing = PageFixture.connected()
        shows.append(("connected", playing))
        playing.files = chooser.files
        playing.log = [RemoteLogLine(number: 1, time: 0, text: .text("x"), isProblem: true)]
        try playing.playFilm()
        shows.append(("mini", playing))
        playing.act(.openExpanded, .queueAdded(title: "x"))
        shows.append(("player", playing))
        playing.act(.openTracks)
        shows.append(("tracks", playing))
        playing.act(.cancelTracks, .openDialog)
        shows.append(("controls in the dialog", playing))
        try playing.playFilm(at: 40)
        shows.append(("up next", playing))
        var group = PageFixture.group()
        shows.append(("group", group))
        group.act(.openDialog)
        shows.append(("group in the dialog", group))
        var live = PageFixture.connected()
        try live.status(
            """
            "playerState":"PLAYING","currentTime":95,"playbackRate":1,"supportedMediaCommands":12303,
            "media":{"contentId":"live","contentType":"application/x-mpegurl","streamType":"LIVE",
            "metadata":{"title":"News"}},
            "liveSeekableRange":{"start":0,"end":100,"isMovingWindow":true,"isLiveDone":false}
            """
        )
        live.act(.openExpanded)
        shows.append(("live", live))
        var choosing = playing
        choosing.uploads = RemotePage.UploadList(
            files: [],
            subtitles: [RemoteFile(id: "2", name: "b.srt", path: "/b.srt", contentType: "text/plain")],
            maximumSize: 1
        )
        choosing.act(.dismissDialog)
        choosing.options = RemotePage.OpenOptions(title: "a.mp4", opener: "options-1", choices: nil)
        shows.append(("reading the choices", choosing))
        choosing.options?.choices = Self.choices()
        shows.append(("choices", choosing))
        return shows.map { (name: $0.0, show: $0.1) }
    }
}

extension HTML {
    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func first(where condition: (Element) -> Bool) -> Element? { elements.first(where: condition) }
}

extension HTML.Element {
    var content: String { children.map(\.content).joined() }

    /// The name that a screen reader announces.
    var accessibleName: String {
        let name = self["aria-label"] ?? content
        return (name.isEmpty ? self["title"] ?? "" : name).filter { !$0.isWhitespace || $0 == " " }
    }
}

extension Localizer {
    static func of(_ language: String, _ catalog: StringCatalog = StringCatalog()) -> Localizer {
        Localizer(locale: Locale(identifier: language), timeZone: .gmt, catalog: catalog)
    }
}
