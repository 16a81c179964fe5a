// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Renders the media of a virtual device, on a page or by the clock.
///
/// A player is confined to the device's event loop: all its members are used there, and events are delivered there. No
/// event is delivered from within ``perform(_:)``.
///
/// The events after each command:
/// - `load`: first ``PlayerEvent/metadataLoaded(duration:width:height:)`` or
///   ``PlayerEvent/failed(detailedErrorCode:message:obstacle:)``, within a bounded time, then
///   ``PlayerEvent/playing(position:)`` with autoplay, else ``PlayerEvent/paused(position:)``.
///   ``PlayerEvent/buffering(position:)`` may occur in between and at any later time. A `load` replaces the previous
///   item, which causes no further events.
/// - `play`, `pause`: `playing` or `paused`, even if the state does not change. During a load they change the state
///   that follows it.
/// - `seek`: ``PlayerEvent/seeked(position:)`` (one event may stand for several quick seeks), then `playing` or
///   `paused`; ``PlayerEvent/ended`` if the position is at or after the end.
/// - `setRate`, `setStreamVolume`, `setTracks`, `setDeviceVolume`, `setUpNext`, `setAppPage`: none. These commands
///   always take effect.
/// - `stop`, `show`: none, and no further events of the item.
package protocol MediaPlayer: AnyObject {
    /// Receives the events, each with the ``PlayerItem/generation`` of the item to which it belongs.
    var onEvent: ((PlayerEvent, _ generation: Int) -> Void)? { get set }

    /// Executes a command.
    func perform(_ command: PlayerCommand)
}

/// An event of an item in a player.
package enum PlayerEvent: Sendable, Hashable {
    /// The media can be played. Occurs once per load. `duration` is nil for live media and if unknown.
    case metadataLoaded(duration: Double?, width: Int?, height: Int?)
    /// The duration or the size has changed, for example because a page took over from the clock.
    case metadataChanged(duration: Double?, width: Int?, height: Int?)
    case playing(position: Double)
    case paused(position: Double)
    /// Playback waits for data.
    case buffering(position: Double)
    case seeked(position: Double)
    /// The position in seconds, reported several times per second during playback.
    case position(Double)
    /// The seekable range of live media. `isMoving` is nil if it is unknown whether the start moves.
    case seekableRange(start: Double, end: Double, isMoving: Bool? = nil, isDone: Bool = false)
    /// The media has no end and no seekable range: a live stream that the player does not buffer.
    case unbounded
    /// Whether the browser plays without sound until the user interacts with the page.
    case soundBlocked(Bool)
    /// The user pressed a key on a page. Does not belong to an item.
    case pressed(TelevisionCommand)
    case ended
    /// The media cannot be loaded or played further. `detailedErrorCode` is a Cast error number (media namespace,
    /// detailedErrorCode); `message` describes what was tried and the result.
    case failed(detailedErrorCode: Int, message: String, obstacle: PlaybackObstacle? = nil)
}

/// A command of the device to its player.
package enum PlayerCommand: Sendable, Hashable {
    case load(PlayerItem)
    case play
    case pause
    /// Seeks to a position in seconds from the beginning, or on the time axis of live media.
    case seek(Double)
    /// Sets the playback rate, 0.5 to 2.
    case setRate(Double)
    case setStreamVolume(level: Double, muted: Bool)
    case setTracks(PlayerTracks)
    case setDeviceVolume(level: Double, muted: Bool)
    /// Sets the item that follows automatically; nil for none.
    case setUpNext(PlayerUpNext?)
    /// Sets the page of the running app, which the screen shows in a frame until `show(.idle)`; nil for an app without
    /// a page.
    case setAppPage(ScreenAppPage?)
    /// Ends the item; the screen shows the running app as ready.
    case stop
    /// Ends the item, if there is one, and shows a notice.
    case show(ScreenNotice)
}

/// What the screen shows while no media is loaded.
package enum ScreenNotice: Sendable, Hashable {
    /// No app is running.
    case idle
    /// An app was launched and is not ready yet.
    case launching(appName: String)
    /// An app is running and waits for media.
    case ready(appName: String)
}

/// The player of a device: a page while one is open, otherwise the clock, without a gap when that changes.
///
/// - When a page opens, it takes over at the position of the clock.
/// - When the playing page closes, another page or the clock takes over at the last position.
///
/// Maintains the ``ScreenState`` that pages show. Confined to its event loop.
package final class PlayerSwitch: MediaPlayer {
    private enum Active {
        case clock
        case screen
    }

    private let eventLoop: any EventLoop
    private let clock: ClockPlayer
    private let screen: ScreenPlayer
    private var active = Active.clock
    /// The app that the screen names while no media is loaded.
    private var appName: String?
    /// The generation of the item whose events are accepted.
    private var generation: Int?
    /// The URL of that item, which messages about it contain.
    private var address = ""
    private var state: ScreenState

    package var onEvent: ((PlayerEvent, Int) -> Void)?
    /// Called when the state has changed and pages should show it.
    var onStateChange: ((ScreenState) -> Void)?

    package init(
        eventLoop: any EventLoop,
        deviceName: String,
        form: DeviceForm = .television,
        inspector: any MediaInspector
    ) {
        self.eventLoop = eventLoop
        clock = ClockPlayer(eventLoop: eventLoop, inspector: inspector)
        screen = ScreenPlayer(eventLoop: eventLoop, inspector: inspector)
        state = ScreenState(deviceName: deviceName, form: form)
        clock.onEvent = { [weak self] event, generation in self?.received(event, generation: generation) }
        screen.onEvent = { [weak self] event, generation in self?.received(event, generation: generation) }
        screen.onPublish = { [weak self] in self?.publish() }
    }

    /// Whether a page plays.
    package var isOnScreen: Bool { active == .screen }

    /// The state that pages show.
    package var screenState: ScreenState {
        var state = state
        state.revision = screen.revision
        state.target = screen.target
        state.position = (isOnScreen ? screen.currentPosition : clock.currentPosition) ?? state.position
        return state
    }

    package func setDeviceName(_ name: String) {
        state.deviceName = name
        publish()
    }

    package func perform(_ command: PlayerCommand) {
        eventLoop.preconditionInEventLoop()
        switch command {
        case .load(let item):
            generation = item.generation
            address = item.url
            state.scene = .media(.loading)
            state.position = item.startTime ?? 0
            state.duration = item.duration
        case .stop:
            finish(showing: readyScene)
        case .show(let notice):
            if case .idle = notice {
                appName = nil
                state.appPage = nil
            }
            if case .launching(let name) = notice { appName = name }
            if case .ready(let name) = notice { appName = name }
            finish(showing: .notice(notice))
        case .setDeviceVolume(let level, let muted):
            state.deviceVolumeLevel = level
            state.isDeviceMuted = muted
        case .setUpNext(let upNext): state.upNext = upNext
        case .setAppPage(let page): state.appPage = page
        case .play, .pause, .seek, .setRate, .setStreamVolume, .setTracks:
            break
        }
        (isOnScreen ? screen as any MediaPlayer : clock).perform(command)
        publish()
    }

    private var readyScene: ScreenState.Scene { .notice(appName.map { .ready(appName: $0) } ?? .idle) }

    private func finish(showing scene: ScreenState.Scene) {
        generation = nil
        state.scene = scene
        state.upNext = nil
        state.position = 0
        state.duration = nil
    }

    private func publish() {
        onStateChange?(screenState)
    }
}

// MARK: - Pages

extension PlayerSwitch {
    /// Lets a page play, in place of the clock or of another page.
    func pageDidTakeOver() {
        let handover = isOnScreen ? screen.handOver() : clock.handOver()
        active = .screen
        if let handover { screen.resume(handover) }
        publish()
    }

    /// Continues playback by the clock after the last page that could play has closed.
    func lastPageDidLeave() {
        guard isOnScreen else { return }
        let handover = screen.handOver()
        active = .clock
        if let handover { clock.resume(handover) }
    }

    /// Handles a report of the playing page.
    func received(_ report: ScreenReport) {
        guard isOnScreen else { return }
        screen.received(report)
    }
}

// MARK: - Events

extension PlayerSwitch {
    private func received(_ event: PlayerEvent, generation: Int) {
        guard generation == self.generation else { return }
        let before = state
        switch event {
        case .metadataLoaded(let duration, _, _), .metadataChanged(let duration, _, _):
            state.duration = duration
        case .playing(let position): enter(.playing, at: position)
        case .paused(let position): enter(.paused, at: position)
        case .buffering(let position): enter(.buffering, at: position)
        case .seeked(let position), .position(let position): state.position = position
        case .ended: finish(showing: readyScene)
        case .failed(let code, let message, let obstacle):
            let redacted = message.withoutSecrets(of: address)
            finish(showing: .error(detailedErrorCode: code, message: redacted, obstacle: obstacle))
        case .seekableRange, .unbounded, .soundBlocked, .pressed: break
        }
        // A change of only the position is sent with the next periodic message.
        if state.scene != before.scene || state.duration != before.duration { publish() }
        onEvent?(event, generation)
    }

    private func enter(_ phase: MediaPhase, at position: Double) {
        // Until playback has started, buffering is part of loading.
        if phase == .buffering, state.scene == .media(.loading) { return }
        state.scene = .media(phase)
        state.position = position
    }
}
