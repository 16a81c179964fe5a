// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

/// A context with a window, whose widgets show the state that a test sets.
@MainActor
final class WidgetBench {
    let stage: CastStage
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let root = UIViewController()
    private var media = MediaState()
    private(set) var posted: [NSNotification.Name] = []
    private var observers: [any NSObjectProtocol] = []

    var context: GCKCastContext { stage.context }
    var widgets: ContextWidgets { context.widgets }

    static func perform(
        _ configure: (CastStage) -> Void = { _ in },
        _ body: @MainActor (WidgetBench) async throws -> Void
    ) async throws {
        try await CastStage.perform { stage in
            configure(stage)
            stage.begin()
            let bench = WidgetBench(stage)
            defer { bench.close() }
            try await body(bench)
        }
    }

    init(_ stage: CastStage) {
        self.stage = stage
        GCKUIStyle.sharedInstance().reset()
        window.rootViewController = root
        window.makeKeyAndVisible()
        let names: [NSNotification.Name] = [
            .gckuiCastDialogWillShow, .gckuiCastDialogDidHide, .gckExpandedMediaControlsTriggered,
        ]
        observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: stage.context, queue: nil) {
                [weak self] note in
                let name = note.name
                MainActor.assumeIsolated { self?.posted.append(name) }
            }
        }
    }

    private func close() {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        window.rootViewController = nil
        window.isHidden = true
        GCKUIStyle.sharedInstance().reset()
    }

    // MARK: Device events

    func send(_ events: CastUIEvent...) { for event in events { widgets.store.send(event) } }

    func act(_ intents: Intent...) { for intent in intents { widgets.act(intent) } }

    static let den = CastDevice(id: "den", friendlyName: "Den", endpoints: [])

    /// Reports a running session.
    func connect(to device: CastDevice = den) {
        send(.discoveryStarted, .devices([device]), .session(.starting(device)))
        send(.session(.running(device, applicationName: "Player")), .volume(Self.volume(0.5)))
    }

    static func volume(
        _ level: Double,
        muted: Bool = false,
        control: VolumeControlType = .attenuation
    ) -> VolumeControls {
        let volume = CastVolume(level: level, muted: muted, controlType: control, stepInterval: nil)
        var pendingValues = PendingVolume()
        pendingValues.reported(volume)
        return VolumeControls(volume, pendingValues)
    }

    /// Makes the next status the first one of a new application.
    func forgetMedia() { media = MediaState() }

    /// Reports a MEDIA_STATUS with one entry. `members` are its JSON members without the enclosing braces; nil reports
    /// an empty status.
    func status(_ members: String?) throws {
        let status = members.map { #"{"mediaSessionId":1,\#($0)}"# } ?? ""
        let object = try #require(JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[\#(status)]}"#).objectValue)
        _ = media.received(MediaStatusMessage(fields: object), isReply: false, at: widgets.now())
        var pendingValues = PendingMediaValues()
        pendingValues.reported(media.snapshot)
        send(.media(MediaControls(media.snapshot, pendingValues)))
    }

    /// Reports a playing video of one minute.
    func playFilm(
        at position: Double = 15,
        state: String = "PLAYING",
        title: String = "A film",
        extra: String = "",
        beside: String = ""
    ) throws {
        let name = String(decoding: try JSONEncoder().encode([title]), as: UTF8.self).dropFirst().dropLast()
        try status(
            """
            "playerState":"\(state)","currentTime":\(position),"playbackRate":1,"supportedMediaCommands":12303,
            "volume":{"level":1,"muted":false},"currentItemId":1,"repeatMode":"REPEAT_OFF",
            "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
            "metadata":{"metadataType":1,"title":\(name),"studio":"Studio"}\(extra)}\(beside)
            """
        )
    }

    /// Reports a live stream, with or without a seekable range.
    func playLive(range: String? = nil) throws {
        try status(
            """
            "playerState":"PLAYING","currentTime":95,"playbackRate":1,"supportedMediaCommands":12303,
            "media":{"contentId":"live","contentType":"application/x-mpegurl","streamType":"LIVE",
            "startAbsoluteTime":46800,"metadata":{"title":"News"}}
            \(range.map { #","liveSeekableRange":\#($0)"# } ?? "")
            """
        )
    }

    // MARK: Views

    /// Adds a view to the window.
    func show(_ view: UIView) {
        root.view.addSubview(view)
        window.layoutIfNeeded()
    }

    /// Adds a view controller's view to the window.
    func show(_ controller: UIViewController, in frame: CGRect) {
        root.addChild(controller)
        controller.view.frame = frame
        root.view.addSubview(controller.view)
        controller.didMove(toParent: root)
        window.layoutIfNeeded()
    }

    var dialog: CastDialogViewController? { root.presentedViewController as? CastDialogViewController }

    var expanded: GCKUIExpandedMediaControlsViewController {
        context.defaultExpandedMediaControlsViewController
    }
}

extension UIControl {
    func tap() {
        guard isEnabled, !isHidden else { return }
        sendActions(for: .touchUpInside)
    }
}

extension UIView {
    /// This view and all its descendants.
    var all: [UIView] { [self] + subviews.flatMap(\.all) }

    /// The visible texts.
    var texts: [String] {
        if isHidden { return [] }
        let own = (self as? UILabel)?.text ?? (self as? UIButton)?.title(for: .normal)
        return [own].compactMap { $0 } + (self is UIButton ? [] : subviews.flatMap(\.texts))
    }
}
