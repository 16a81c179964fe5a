// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastTesting
import CastTransport
import CastUI
import CastWire
import Foundation
import HeadlessUIKit
import NIOCore
import NIOEmbedded

@testable import CastCommand
@testable import CastRemote
@testable import CastSender
@testable import GoogleCast

/// A complete sender connected to a scripted device in memory: the engine, the GCK classes with their widgets on
/// screen, and the terminal and the page drawn from the same store.
@MainActor
final class SenderBench {
    private let time = ManualTime()
    private let peer: ScriptedPeer
    private let device: ScriptedConnection
    private let context: GCKCastContext
    private let session: CastSession
    private let client: GCKRemoteMediaClient
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    private let root = UIViewController()
    private let mini: GCKUIMiniMediaControlsViewController
    private let controller = GCKUIMediaController()
    private let volume = GCKUIDeviceVolumeController()
    private let slider = UISlider()
    private let labels = (0..<5).map { _ in UILabel() }
    private var composer = RemoteComposer()
    /// How often ``show(_:)`` was called; decides which of the alternating skins are drawn.
    private var shown = 0
    /// Widgets with a frame or a value that terminates an app on Apple's systems.
    private(set) var badWidgets: Set<String> = []
    private let page = Localizer(locale: Locale(identifier: "en_US"), timeZone: .gmt)

    /// Opens a bench, runs a test with it, and closes it, also when the test throws.
    static func perform(_ body: @MainActor (SenderBench) async throws -> Void) async throws {
        await GCKCastContext.reset()
        let bench = try await SenderBench()
        do {
            try await body(bench)
        } catch {
            await bench.close()
            throw error
        }
        await bench.close()
    }

    /// A condition that did not hold within the limit.
    private struct TimedOut: Error {
        let condition: String
    }

    /// How many skins are drawn after a message.
    enum Drawing {
        /// The skins in turn: one terminal size after every message, the widgets after every eleventh.
        case alternating
        /// Every skin in every size.
        case complete
    }

    private init() async throws {
        let time = time
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        peer = try await ScriptedPeer(acceptor: network)
        let start = ContinuousClock.now
        let connection = ConnectionEnvironment(
            connector: network,
            eventLoop: time.eventLoop,
            now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) },
            firstRequestID: { 100 }
        )
        let found = CastDevice(id: "1234", friendlyName: "Test TV", endpoints: [peer.endpoint])
        var environment = ContextEnvironment(
            session: SessionEnvironment(connection: connection, wallClock: { 1_000_000 })
        ) { (criteria) throws(CastError) in
            var criteria = criteria
            criteria.appIDs = []
            return DeviceBrowser.start(
                from: [OneDevice(device: found)],
                criteria: criteria,
                environment: connection,
                queryDelay: { .zero }
            )
        }
        environment.sleep = { duration in
            let loop: any EventLoop = time.eventLoop
            try await loop.scheduleTask(in: TimeAmount(duration)) {}.futureResult.get()
        }
        environment.introduction = IntroductionStore(hasShown: { true }, setShown: { _ in })
        environment.localizer = { Localizer(locale: Locale(identifier: "en_US"), timeZone: .gmt) }
        environment.gate = { DiscoveryGate(isGated: false, hasOpened: { true }, setOpened: {}) }
        let criteria = GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
        GCKCastContext.create(GCKCastOptions(discoveryCriteria: criteria), environment)
        let context = GCKCastContext.sharedInstance()
        self.context = context

        let listed = try await Self.advance(time, until: "the device is listed") {
            context.discoveryManager.device(withUniqueID: "cast:1234")
        }
        let accepting = Task { [peer] in
            let device = try await peer.accept(within: Self.limit)
            try await Self.script(device, in: time)
            return device
        }
        guard context.sessionManager.startSession(with: listed) else { throw TimedOut(condition: "a session starts") }
        device = try await accepting.value
        session = try await Self.advance(time, until: "the session is open") {
            context.sessionManager.currentCastSession?.engine
        }
        client = try await Self.advance(time, until: "the session has a media client") {
            context.sessionManager.currentCastSession?.remoteMediaClient
        }
        _ = try await Self.advance(time, until: "the widgets show the session and its media") { [client] in
            context.widgets.state.session.isConnected && client.mediaStatus != nil ? true : nil
        }

        mini = context.createMiniMediaControlsViewController()
        window.rootViewController = root
        window.makeKeyAndVisible()
        root.addChild(mini)
        mini.view.frame = CGRect(x: 0, y: 780, width: 390, height: 64)
        root.view.addSubview(mini.view)
        mini.didMove(toParent: root)
        controller.streamPositionSlider = slider
        controller.streamPositionLabel = labels[0]
        controller.streamDurationLabel = labels[1]
        controller.streamTimeRemainingLabel = labels[2]
        controller.smartSubtitleLabel = labels[3]
        controller.skipAdLabel = labels[4]
        controller.streamProgressView = UIProgressView()
        controller.repeatModeButton = GCKUIMultistateButton()
        volume.volumeSlider = UISlider()
    }

    private struct Request: Hashable {
        let type: String
        let namespace: CastNamespace
    }

    /// The answers to requests that a sender makes without user action; requests caused by user actions are rejected.
    private nonisolated static let answers: [Request: JSONObject] = {
        var answers = [
            Request(type: "GET_STATUS", namespace: .receiver): DeviceMessages.receiverStatus.answer,
            Request(type: "LAUNCH", namespace: .receiver): DeviceMessages.receiverStatus.answer,
            Request(type: "GET_STATUS", namespace: .media): DeviceMessages.film.answer,
            Request(type: "GET_STATUS", namespace: .multizone): DeviceMessages.multizoneMessages[0].answer,
            Request(type: "QUEUE_GET_ITEM_IDS", namespace: .media): DeviceMessages.queueItemIDs.answer,
            Request(type: "QUEUE_GET_ITEMS", namespace: .media): DeviceMessages.queueItems.answer,
        ]
        let rejection: JSONObject = ["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"]
        let rejected = [
            "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "SET_PLAYBACK_RATE", "QUEUE_UPDATE", "QUEUE_REMOVE",
            "QUEUE_REORDER", "EDIT_TRACKS_INFO", "SKIP_AD",
        ]
        for type in rejected { answers[Request(type: type, namespace: .media)] = rejection }
        for namespace in [CastNamespace.receiver, .multizone] {
            answers[Request(type: "SET_VOLUME", namespace: namespace)] = rejection
        }
        return answers
    }()

    /// Makes the device answer requests, also those that arrived before this call.
    private nonisolated static func script(_ device: ScriptedConnection, in time: ManualTime) async throws {
        for (request, answer) in answers { device.whenever(request.type, in: request.namespace) { _ in [answer] } }
        await time.settle()
        while let early = try? await device.nextRequest(within: .milliseconds(1)) {
            guard let answer = answers[Request(type: early.type, namespace: early.message.namespace)] else { continue }
            try await device.reply(to: early, answer)
        }
    }

    /// The limit for a condition, in real time. It is long because other processes may use the machine.
    private static let limit: Duration = .seconds(30)

    /// Advances time until a condition has a value.
    ///
    /// Work on other executors is not controlled by the event loop's time, so the limit is in real time.
    private static func advance<Value>(
        _ time: ManualTime,
        by step: TimeAmount = .milliseconds(20),
        until name: String,
        _ condition: () -> Value?
    ) async throws -> Value {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let value = condition() { return value }
            if step > .zero { await time.eventLoop.advanceTime(by: step) }
            await time.settle()
            if let value = condition() { return value }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw TimedOut(condition: name)
    }

    private func close() async {
        window.rootViewController = nil
        window.isHidden = true
        await GCKCastContext.reset()
        await peer.close()
    }

    // MARK: What the device sends

    /// Sends a message from the device and draws what the sender shows a second later.
    func receive(_ message: JSONObject, in namespace: CastNamespace, drawing: Drawing = .alternating) async throws {
        try await send(message, in: namespace)
        await time.eventLoop.advanceTime(by: .seconds(1))
        await time.settle()
        show(drawing)
    }

    /// Sends a message from the device, and waits until the engine and the media client have processed it.
    private func send(_ message: JSONObject, in namespace: CastNamespace) async throws {
        await time.eventLoop.advanceTime(by: .milliseconds(1))
        try await device.send(message, in: namespace, from: namespace == .media ? "web-1" : CastMessage.receiverID)
        await time.settle()
        guard message.messageType == "MEDIA_STATUS", message["status"]?.arrayValue?.isEmpty == false else { return }
        // Time advanced since the previous status, so a snapshot received now comes from this message.
        _ = try await Self.advance(time, by: .zero, until: "the media client has the status") {
            guard let snapshot = session.media.controls.snapshot, snapshot.receivedAt == session.connection.now() else {
                return nil as Bool?
            }
            return client.mediaStatus != nil && client.timeSinceLastMediaStatusUpdate == 0 ? true : nil
        }
    }

    /// Ends the media session, so that the next status starts a new one regardless of earlier ids.
    ///
    /// The engine ignores statuses of media sessions that were replaced.
    private func endMedia() async throws {
        try await send(["type": "MEDIA_STATUS", "requestId": 0, "status": []], in: .media)
        _ = try await Self.advance(time, by: .seconds(1), until: "the media session has ended") {
            session.media.controls.snapshot == nil && client.mediaStatus == nil ? true : nil
        }
    }

    /// Ends the media session and starts the standard film.
    func restartMedia() async throws {
        try await endMedia()
        try await send(DeviceMessages.film, in: .media)
    }

    /// Whether the sender shows the standard film when the device reports it again, without a new connection or load.
    ///
    /// The position may differ by the engine's tolerance for late statuses.
    func recovers() async throws -> Bool {
        // The engine ignores statuses of media session 1 once another one has replaced it.
        if session.media.controls.snapshot?.mediaSessionID != 1 { try await endMedia() }
        try await send(DeviceMessages.film, in: .media)
        show(.alternating)
        return context.sessionManager.hasConnectedCastSession() && showsFilm
            && abs(client.approximateStreamPosition() - 10.5) <= LinearPosition.tolerance
    }

    /// Whether the sender is still connected, and shows new media exactly as the device reports it.
    ///
    /// A receiver status and a group status are sent and drawn too, but not checked.
    func isAlive() async throws -> Bool {
        try await send(DeviceMessages.receiverStatus, in: .receiver)
        try await send(DeviceMessages.multizoneMessages[0], in: .multizone)
        try await restartMedia()
        show(.complete)
        return context.sessionManager.hasConnectedCastSession() && showsFilm
            && client.approximateStreamPosition() == 10.5
    }

    private var showsFilm: Bool {
        client.mediaStatus?.mediaSessionID == 1 && client.mediaStatus?.streamPosition == 10.5
            && client.mediaStatus?.mediaInformation?.streamDuration == 600
            && context.widgets.state.media?.snapshot?.title == "A film"
    }

    // MARK: Views

    private var store: CastUIStore { context.widgets.store }

    /// Passes the engine's values to the store at once; its own interpreter does so asynchronously.
    private func updateStore() {
        store.send(.media(session.media.controls))
        store.send(.volume(session.connection.volumeControls))
        store.send(.group(session.connection.groupStatus))
    }

    /// Draws the skins. The intervals are coprime with the number of extreme values.
    private func show(_ drawing: Drawing) {
        shown += 1
        updateStore()
        // Each intent is a request that stays pending for a while.
        if shown % 41 == 1 { act() }
        switch drawing {
        case .alternating:
            drawTerminal(Self.sizes[shown % Self.sizes.count], hasAside: shown % 2 == 0)
        case .complete:
            for size in Self.sizes {
                for hasAside in [false, true] { drawTerminal(size, hasAside: hasAside) }
            }
        }
        drawPage()
        if drawing == .complete || shown % 11 == 0 { drawWidgets() }
        readStatus()
        if drawing == .complete || shown % 11 == 0 { archive() }
    }

    /// Performs user actions on the current UI.
    private func act() {
        if store.state.openExpanded == nil { context.presentDefaultExpandedMediaControls() }
        let intents: [Intent] = [
            .openTracks, .selectTrack(.text, 1), .applyTracks, .tap(.forward(30)), .tap(.rewind(10)), .nudgeVolume(1),
            .seek(to: 1e9), .seekToLive, .moveItem(2, toIndex: 0), .openDialog,
        ]
        for intent in intents { store.send(.intent(intent)) }
    }

    private static let sizes = [
        TerminalSize(columns: 20, rows: 6), TerminalSize(columns: 40, rows: 12), TerminalSize(columns: 120, rows: 30),
    ]

    private func drawTerminal(_ size: TerminalSize, hasAside: Bool) {
        let skin = TerminalSkin(size: size, style: size.columns == 40 ? .ascii : .unicode, localizer: page)
        let now = context.widgets.now()
        let displayState = TerminalSkin.DisplayState(list: size.columns == 20 ? .members : .queue)
        _ = hasAside ? skin.lines(store.state, at: now, displayState: displayState) : skin.lines(store.state, at: now)
        guard let snapshot = store.state.media?.snapshot else { return }
        let status = PlaybackStatus(snapshot, at: now)
        _ = status.positionText + JSONValue.object(status.json).jsonString
        for item in snapshot.queueWindow { _ = QueueEntry(id: item.itemID ?? 0, item: item).row(isCurrent: true) }
    }

    private func drawPage() {
        let page = RemotePage(state: store.state, instant: context.widgets.now(), localizer: page)
        if let message = composer.message(page) { _ = message.json.jsonString }
        _ = page.imageURLs
    }

    private func drawWidgets() {
        mini.view.layoutIfNeeded()
        window.layoutIfNeeded()
        check(window)
        var presented = root.presentedViewController
        while let controller = presented {
            controller.view.layoutIfNeeded()
            check(controller.view)
            presented = controller.presentedViewController
        }
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.mediaInfo = client.mediaStatus?.mediaInformation
        selector.selectedTrackIDs = client.mediaStatus?.activeTrackIDs
        selector.loadViewIfNeeded()
    }

    /// Collects views with a frame or value that is not finite, for which Core Animation raises an exception.
    private func check(_ view: UIView) {
        let frame = view.frame
        var numbers = [frame.minX, frame.minY, frame.width, frame.height].map { Double($0) }
        if let slider = view as? UISlider {
            numbers += [slider.minimumValue, slider.maximumValue, slider.value].map { Double($0) }
        }
        if let bar = view as? UIProgressView { numbers.append(Double(bar.progress)) }
        if !numbers.allSatisfy(\.isFinite) { badWidgets.insert("\(type(of: view)): \(numbers)") }
        for subview in view.subviews { check(subview) }
    }

    /// Reads what an app reads from the GCK classes.
    private func readStatus() {
        _ = client.approximateStreamPosition() + client.timeSinceLastMediaStatusUpdate
        _ = client.approximateLiveSeekableRangeStart() + client.approximateLiveSeekableRangeEnd()
        let queue = client.mediaQueue
        for index in [0, queue.itemCount, .max] {
            _ = queue.item(at: index, fetchIfNeeded: false)
            _ = queue.indexOfItem(withID: queue.itemID(at: index))
        }
        guard let status = client.mediaStatus else { return }
        for index in [0, status.queueItemCount, .max] {
            guard let item = status.queueItem(at: index) else { continue }
            _ = item.hash
            _ = status.queueIndex(forItemID: item.itemID)
        }
        _ = (status.nextQueueItem, status.currentQueueItem, status.queueHasPreviousItem)
        _ = (status.copy() as? GCKMediaStatus)?.isMediaCommandSupported(kGCKMediaCommandPause)
        _ = status.queueData?.hash
        _ = status.videoInfo?.hash
        _ = status.adBreakStatus?.hash
        guard let media = status.mediaInformation else { return }
        _ = media.hash
        _ = GCKMediaInformationBuilder(mediaInformation: media).build().isEqual(media)
    }

    private func archive() {
        guard let media = client.mediaStatus?.mediaInformation else { return }
        _ = NSKeyedArchiver.archived(media)
    }
}

extension NSKeyedArchiver {
    fileprivate static func archived(_ object: Any) -> Data? {
        try? archivedData(withRootObject: object, requiringSecureCoding: false)
    }
}

extension JSONObject {
    /// The message as the reply to a request; the peer adds the request id.
    fileprivate var answer: JSONObject {
        var copy = self
        copy["requestId"] = nil
        return copy
    }
}

/// A provider that reports one device and keeps it.
private struct OneDevice: DeviceProvider {
    let device: CastDevice

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        await report(.seen(device, as: device.id))
        try? await Task.sleep(for: .seconds(3600))
    }
}
