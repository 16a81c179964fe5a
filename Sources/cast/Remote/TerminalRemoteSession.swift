import CastSender
import CastUI
import CastWire

/// The remote control on a terminal from the first word to its goodbye: finds devices, and controls the one that is
/// chosen.
struct TerminalRemoteSession: Sendable {
    let finder: DeviceFinder
    let console: Console
    /// Files, folders and addresses that can be cast.
    let media: [String]
    /// Where files are served; nil is any free port.
    var mediaPorts: PortRange?

    private enum Event: Sendable {
        case device(DeviceEvent)
        case session(SessionEvent)
        case media(MediaSnapshot?)
        /// The device that was named cannot be connected to.
        case unconnected
        case key(Key)
        case signal(ProcessSignals.Event)
        /// Casts something from here, or adds it to the queue.
        case cast(Int, isAdded: Bool)
        case castFailed(CommandFailure)
        /// Time has passed.
        case tick
    }

    private static let application = ApplicationChoice.application(Application.defaultMediaReceiverID)

    /// Runs until q or Ctrl-C. What plays goes on then, unless it comes from this machine.
    func run() async throws -> ExitStatus {
        let offers = try await MainActor.run { try RemoteOffers(media, ports: mediaPorts) }
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
        let mailbox = Mailbox<Event>()
        let remote =
            console.showsProgress
            ? await TerminalRemote(console: console, hasKeys: keys != nil, media: offers.names) { index, isAdded in
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
            await follow(mailbox, manager: manager, remote: remote, offers: offers, in: &group)
            group.cancelAll()
        }
        await remote?.close()
        if let session = await manager.session, await offers.serves(session.media.status?.status.media) {
            // Nobody would serve it any more.
            try? await manager.end(.stop)
        }
        await manager.close()
        await offers.close()
        console.emit(["event": "closed"])
        console.result("The remote said goodbye.")
        return .success
    }

    /// Until somebody wants it to end.
    private func follow(
        _ mailbox: Mailbox<Event>,
        manager: SessionManager,
        remote: TerminalRemote?,
        offers: RemoteOffers,
        in group: inout TaskGroup<Void>
    ) async {
        /// What is to be cast once a device is connected.
        var waiting: (index: Int, isAdded: Bool)?
        var said: PlaybackStatus?
        for await event in mailbox.messages {
            switch event {
            case .device(let event): DeviceListing.say(event, console: console)
            case .session(let event):
                console.say(event)
                switch event {
                case .started(let session), .resumed(let session):
                    if remote == nil {
                        group.addTask { for await status in session.media.statuses { mailbox.post(.media(status)) } }
                    }
                    if let (index, isAdded) = waiting {
                        waiting = nil
                        cast(index, isAdded: isAdded, session, remote, offers, mailbox, in: &group)
                    }
                default: break
                }
            case .media(let snapshot):
                let status = snapshot.map { PlaybackStatus($0) }
                defer { said = status }
                guard let status, status.state != said?.state || status.title != said?.title else { continue }
                let title = DisplayWidth.field(status.title ?? status.contentID ?? "untitled")
                console.result("\(status.state.word): \(title), \(status.positionText)")
            case .unconnected: await remote?.show(.devices)
            case .key(let key):
                guard let action = await remote?.press(key) else { continue }
                if action == .leave { return }
                await remote?.perform(action)
            case .cast(let index, let isAdded):
                if let session = await manager.session {
                    cast(index, isAdded: isAdded, session, remote, offers, mailbox, in: &group)
                } else {
                    waiting = (index, isAdded)
                    await remote?.show(.devices)
                    await remote?.tell(Label(.castChooseDevice, .text(offers.items[index].title)))
                }
            case .castFailed(let failure): for line in failure.lines { console.note(line) }
            case .signal(.interrupted): return
            case .signal(.continued): console.forgetPanel()
            case .signal(.resized), .tick:
                // Nobody chose a device.
                if let state = await remote?.store.state, state.openDialog == nil, state.session == .none {
                    waiting = nil
                }
                await remote?.draw()
            }
        }
    }

    private func cast(
        _ index: Int,
        isAdded: Bool,
        _ session: CastSession,
        _ remote: TerminalRemote?,
        _ offers: RemoteOffers,
        _ mailbox: Mailbox<Event>,
        in group: inout TaskGroup<Void>
    ) {
        group.addTask {
            do {
                let address = session.connection.localAddress
                let media = try await offers.media(at: index, reachableFrom: address) { console.note($0) }
                let plays = await session.media.status.map { $0.playerState != .idle } ?? false
                if isAdded, plays {
                    try await session.media.insert([QueueItem(media: media, autoplay: true)])
                    await remote?.store.send(.intent(.queueAdded(title: offers.items[index].title)))
                } else {
                    _ = try await session.media.load(media)
                }
            } catch {
                mailbox.post(.castFailed(CommandFailure(error)))
            }
        }
    }

    /// Without a terminal there is nobody to choose; the devices are said as they come and go.
    private func follow(_ manager: SessionManager, _ mailbox: Mailbox<Event>) async {
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
