// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastUI
import CastWire

/// Runs the remote control on a terminal: finds devices, and controls the one that the user chooses.
struct TerminalRemoteSession: Sendable {
    let finder: DeviceFinder
    let console: Console
    /// The files, folders and URLs that can be cast.
    let media: [String]
    /// The ports for serving files; nil for any free port.
    var mediaPorts: PortRange?

    private enum Event: Sendable {
        case device(DeviceEvent)
        case session(SessionEvent)
        case media(MediaSnapshot?)
        /// The specified device cannot be connected to.
        case unconnected
        case key(Key)
        case signal(ProcessSignals.Event)
        /// Cast an item of ``media``, or add it to the queue.
        case cast(Int, isAdded: Bool)
        case castFailed(CommandFailure)
        /// The delay of subtitles takes effect, unless another key followed the one with this revision.
        case subtitlesDelayDue(Int)
        /// Time has passed.
        case tick
    }

    private static let application = ApplicationChoice.application(ApplicationStatus.defaultMediaReceiverID)

    /// Runs until q or Ctrl-C. Playback then continues, unless the media is served by this machine.
    func run() async throws -> ExitStatus {
        let mediaList = try await MainActor.run { try TerminalRemoteMedia(media, ports: mediaPorts) }
        let signals = ProcessSignals()
        let keys = console.showsProgress && TerminalDevice.isInputTerminal ? KeyInput() : nil
        if keys != nil { KeyMode.enter() }
        defer {
            signals.close()
            keys?.close()
            KeyMode.leave()
        }
        var options = SessionManagerOptions()
        options.connection = finder.options
        options.suspendsInBackground = false
        let manager = SessionManager(options: options)
        let mailbox = EventMailbox<Event>()
        let remote =
            console.showsProgress
            ? await TerminalRemote(console: console, hasKeys: keys != nil, media: mediaList.names) { index, isAdded in
                mailbox.post(.cast(index, isAdded: isAdded))
            } : nil
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in signals.events { mailbox.post(.signal(event)) } }
            if let keys { group.addTask { for await key in keys.keys { mailbox.post(.key(key)) } } }
            let events = manager.events
            group.addTask { for await event in events { mailbox.post(.session(event)) } }
            if remote == nil {
                group.addTask { await follow(manager, mailbox) }
            } else {
                group.addTask {
                    while !Task.isCancelled {
                        mailbox.post(.tick)
                        try? await Task.sleep(for: TerminalRemote.redraw)
                    }
                }
            }
            if case .onlyOne = finder.choice { await remote?.show(.devices) }
            await remote?.attach(to: manager, choice: Self.application) { () throws(CastError) in
                try await finder.search()
            }
            group.addTask {
                guard finder.choice != .onlyOne else { return }
                if await !finder.start(Self.application, with: manager, console: console) { mailbox.post(.unconnected) }
            }
            await follow(mailbox, manager: manager, remote: remote, mediaList: mediaList, in: &group)
            group.cancelAll()
        }
        await remote?.close()
        if let session = await manager.session, await mediaList.serves(session.media.status?.status.media) {
            // The file is no longer served after this command exits.
            try? await manager.end(.stop)
        }
        await manager.close()
        await mediaList.close()
        console.emit(["event": "closed"])
        console.result("Stopped the remote control.")
        return .success
    }

    /// Handles events until the user quits.
    private func follow(
        _ mailbox: EventMailbox<Event>,
        manager: SessionManager,
        remote: TerminalRemote?,
        mediaList: TerminalRemoteMedia,
        in group: inout TaskGroup<Void>
    ) async {
        /// The item to cast once a device is connected.
        var pendingCast: (index: Int, isAdded: Bool)?
        var lastStatus: PlaybackStatus?
        var delayChange = SubtitleDelayChange()
        for await event in mailbox.messages {
            switch event {
            case .device(let event): DeviceListing.printEvent(event, console: console)
            case .session(let event):
                console.printEvent(event)
                switch event {
                case .started(let session), .resumed(let session):
                    if remote == nil {
                        group.addTask { for await status in session.media.statuses { mailbox.post(.media(status)) } }
                    }
                    if let (index, isAdded) = pendingCast {
                        pendingCast = nil
                        cast(index, isAdded: isAdded, session, remote, mediaList, mailbox, in: &group)
                    }
                default: break
                }
            case .media(let snapshot):
                let status = snapshot.map { PlaybackStatus($0) }
                defer { lastStatus = status }
                guard let status, status.state != lastStatus?.state || status.title != lastStatus?.title else {
                    continue
                }
                let title = DisplayWidth.field(status.title ?? status.contentID ?? "untitled")
                console.result("\(status.state.word): \(title), \(status.positionText)")
            case .unconnected: await remote?.show(.devices)
            case .key(let key):
                guard let action = await remote?.press(key) else { continue }
                if action == .leave { return }
                guard action == .subtitlesEarlier || action == .subtitlesLater else {
                    await remote?.perform(action)
                    continue
                }
                guard let item = await currentItem(manager, mediaList),
                    let delay = await mediaList.subtitlesDelay(item.index)
                else {
                    await remote?.perform(action)
                    continue
                }
                let revision = delayChange.press(
                    isLater: action == .subtitlesLater,
                    current: delay,
                    item: item.index
                )
                if let pending = delayChange.pending {
                    let text = SubtitleDelayChange.text(pending)
                    await remote?.notify(ControlLabel(.subtitlesDelayValue, .text(text)))
                }
                group.addTask {
                    try? await Task.sleep(for: SubtitleDelayChange.patience)
                    mailbox.post(.subtitlesDelayDue(revision))
                }
            case .subtitlesDelayDue(let revision):
                guard delayChange.isDue(revision), let item = await currentItem(manager, mediaList),
                    let delay = delayChange.take(for: item.index)
                else { continue }
                await mediaList.setSubtitlesDelay(item.index, delay)
                reload(item, mediaList, mailbox, in: &group)
            case .cast(let index, let isAdded):
                if let session = await manager.session {
                    cast(index, isAdded: isAdded, session, remote, mediaList, mailbox, in: &group)
                } else {
                    pendingCast = (index, isAdded)
                    await remote?.show(.devices)
                    await remote?.notify(ControlLabel(.castChooseDevice, .text(mediaList.items[index].title)))
                }
            case .castFailed(let failure): for line in failure.lines { console.note(line) }
            case .signal(.interrupted): return
            case .signal(.continued): console.forgetPanel()
            case .signal(.resized), .tick:
                // The dialog was closed without choosing a device.
                if let state = await remote?.store.state, state.openDialog == nil, state.session == .none {
                    pendingCast = nil
                }
                await remote?.draw()
            }
        }
    }

    /// The item of the list that the device plays.
    private struct CurrentItem {
        var index: Int
        var session: CastSession
        var snapshot: MediaSnapshot
    }

    /// Returns the item of the list that the device plays; nil for media of other senders, and for a queue, which a
    /// load would replace.
    private func currentItem(_ manager: SessionManager, _ mediaList: TerminalRemoteMedia) async -> CurrentItem? {
        guard let session = await manager.session, let snapshot = await session.media.status,
            let index = await mediaList.index(of: snapshot.media), (snapshot.status.items?.count ?? 1) < 2
        else { return nil }
        return CurrentItem(index: index, session: session, snapshot: snapshot)
    }

    /// Loads an item again, at its position and with the same tracks.
    private func reload(
        _ item: CurrentItem,
        _ mediaList: TerminalRemoteMedia,
        _ mailbox: EventMailbox<Event>,
        in group: inout TaskGroup<Void>
    ) {
        group.addTask {
            do {
                let prepared = try await mediaList.prepare(item.index, for: item.session) { _ in }
                let status = PlaybackStatus(item.snapshot)
                _ = try await item.session.media.load(
                    prepared.information,
                    options: .init(
                        autoplay: status.state != .paused,
                        startTime: status.isLive ? nil : status.position,
                        activeTrackIDs: item.snapshot.activeTrackIDs ?? []
                    )
                )
            } catch {
                mailbox.post(.castFailed(CommandFailure(error)))
            }
        }
    }

    private func cast(
        _ index: Int,
        isAdded: Bool,
        _ session: CastSession,
        _ remote: TerminalRemote?,
        _ mediaList: TerminalRemoteMedia,
        _ mailbox: EventMailbox<Event>,
        in group: inout TaskGroup<Void>
    ) {
        group.addTask {
            do {
                let item = try await mediaList.prepare(index, for: session) { console.note($0) }
                let plays = await session.media.status.map { $0.playerState != .idle } ?? false
                if isAdded, plays {
                    try await session.media.insert([
                        QueueItem(media: item.information, autoplay: true, activeTrackIDs: item.activeTrackIDs)
                    ])
                    await remote?.store.send(.intent(.queueAdded(title: mediaList.items[index].title)))
                } else {
                    _ = try await session.media.load(
                        item.information,
                        options: .init(activeTrackIDs: item.activeTrackIDs)
                    )
                }
            } catch {
                mailbox.post(.castFailed(CommandFailure(error)))
            }
        }
    }

    /// Reports devices as they appear and disappear, without a terminal on which the user could choose one.
    private func follow(_ manager: SessionManager, _ mailbox: EventMailbox<Event>) async {
        do {
            let browser = try await finder.search()
            await manager.follow(browser.devices)
            for await event in browser.events { mailbox.post(.device(event)) }
            await browser.close()
        } catch {
            for line in CommandFailure(error).lines { console.note(line) }
        }
    }
}
