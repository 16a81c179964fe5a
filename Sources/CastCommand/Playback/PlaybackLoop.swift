// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastTransport
import CastUI
import CastWire
import NIOConcurrencyHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The driver of ``PlaybackMachine``: passes events to the machine and executes the actions that it returns.
struct PlaybackLoop {
    let session: CastPlayback
    let media: PlaybackMedia
    let mailbox: EventMailbox<PlaybackEvent>
    /// The remote control on the terminal; nil without a terminal.
    let remote: TerminalRemote?

    var machine: PlaybackMachine
    var items: [PlayItem]
    var target: PlaybackTarget?
    private var snapshot: MediaSnapshot?
    /// The last snapshot of media that played or was paused.
    private var lastPlayed: MediaSnapshot?
    /// Whether the session is moving to another device.
    private var isMoving = false
    /// The devices to follow to; nil if playback stays on its device.
    private var follower: FollowMachine?
    /// Whether the media could not be stopped, so that the final line must not claim it.
    var hasStopFailed = false
    /// The content IDs of the items in the device's queue that are served by this process.
    private var served: Set<String> = []
    /// Whether the connection was lost since the last load, which is the likely cause of later failures.
    var wasInterrupted = false
    /// Records the progress of the list; nil if it is not recorded.
    private var recorder: ListRecorder?
    /// The position at which the first item starts; nil after it has played.
    var startPosition: Double?

    /// The change of the delay of subtitles that the user is making.
    var delayChange = SubtitleDelayChange()
    /// The number of loads so far. An item that was prepared for an earlier load is not sent to the device any more.
    let loadCount = NIOLockedValueBox(0)
    /// How to continue the item at an index that is loaded again; nil after it has played.
    var continuation: (index: Int, state: PlaybackContinuation)?
    /// The failure after which an item is converted.
    private var rejection: (index: Int, failure: CommandFailure)?

    /// The time limit for the details of an error after the status that reports it.
    private static let reasonTimeout = Duration.seconds(1)

    /// The time limit for the session's report after media ended without a reason. The session manager first looks for
    /// the session on other devices.
    private var endTimeout: Duration { request.sessionOptions.transferSearch + Self.reasonTimeout }

    var request: PlayCommandRequest { session.request }
    var console: Console { session.console }

    init(
        session: CastPlayback,
        media: PlaybackMedia,
        mailbox: EventMailbox<PlaybackEvent>,
        remote: TerminalRemote?
    ) {
        self.session = session
        self.media = media
        self.mailbox = mailbox
        self.remote = remote
        items = session.request.items
        startPosition = session.request.startPosition
        machine = PlaybackMachine(
            items: session.request.items.map { .init(isLocal: $0.isServed, isLookedUpLate: $0.isLookedUpLate) },
            waits: session.request.waits,
            timesPictures: session.request.pictureTime != nil,
            repeats: session.request.repeats
        )
    }

    /// Handles events until playback finishes.
    mutating func run(in group: inout TaskGroup<Void>) async -> PlaybackOutcome {
        for await event in mailbox.messages {
            for action in await actions(for: event, in: &group) {
                if case .finish(let outcome) = action { return await finish(outcome) }
                await perform(action, in: &group)
            }
            if machine.isActive, machine.hasPlayed { (startPosition, continuation) = (nil, nil) }
            let (status, index) = (currentStatus, machine.index)
            record(recorder?.changed(status, index: index, at: .now))
            await show()
        }
        return await finish(.left(isInterrupt: true, continuesPlaying: true))
    }

    // MARK: - Events

    private mutating func actions(
        for event: PlaybackEvent,
        in group: inout TaskGroup<Void>
    ) async -> [PlaybackAction] {
        switch event {
        case .found(let device):
            await remote?.store.send(.session(.starting(device)))
            return []
        case .awaitsUser(let device):
            await remote?.store.send(.session(.awaitsUser))
            if remote == nil { console.note("Accept the request on \(device.friendlyName) to continue.") }
            return []
        case .connected(let target):
            console.emit(["event": "connected", "device": .object(target.device.briefJSON)])
            await follow(target, in: &group)
            startRecording(on: target, in: &group)
            return machine.begin(at: request.startIndex)
        case .resumed(let earlier):
            items = [earlier.item]
            snapshot = earlier.snapshot
            session.onResumed()
            console.emit(earlier.json)
            await follow(earlier.target, in: &group)
            return machine.beginWithCurrentMedia(PlaybackStatus(earlier.snapshot))
        case .connectFailed(let failure), .serverFailed(let failure): return machine.connectionLost(failure)
        case .loaded(let index, let snapshot):
            guard index == machine.index else { return [] }
            self.snapshot = snapshot
            noteRelay(of: index)
            return machine.loaded(PlaybackStatus(snapshot))
        case .notPrepared(let index, let failure):
            guard index == machine.index else { return [] }
            guard let rejection, rejection.index == index else { return machine.loadFailed(failure) }
            // The item cannot be converted either. The error of the device is the one that the user can act on.
            console.note("\(title(index)) could not be converted: \(failure.message)")
            return machine.loadFailed(rejection.failure)
        case .loadFailed(let index, let failure):
            guard index == machine.index, machine.isLoading else { return [] }
            return converted(after: failure) ?? machine.loadFailed(annotated(failure, index))
        case .queueLoaded(let index, let contentIDs, let snapshot):
            guard index == machine.index else { return [] }
            self.snapshot = snapshot
            for index in items.indices { noteRelay(of: index) }
            served = Set(items.indices.filter { machine.items[$0].isLocal }.compactMap { contentIDs[$0] })
            return machine.queueLoaded(PlaybackStatus(snapshot), contentIDs: contentIDs)
        case .queueExtended(let contentIDs, let id):
            guard id == snapshot?.mediaSessionID else { return [] }
            for index in contentIDs.keys { noteRelay(of: index) }
            served.formUnion(contentIDs.filter { machine.items[$0.key].isLocal }.values)
            machine.queueExtended(contentIDs: contentIDs)
            return []
        case .queueRefused(let index): return index == machine.index ? machine.queueRefused() : []
        case .itemOmitted(let index, let failure): return machine.itemOmitted(index, failure)
        case .queueFailed(let failure):
            guard machine.isActive else { return [] }
            return converted(after: failure) ?? machine.playbackFailed(annotated(failure, machine.index))
        case .skipFailed(let steps): return machine.skipFailed(by: steps)
        case .playbackFailed(let index, let failure):
            guard index == machine.index, machine.isActive else { return [] }
            return converted(after: failure) ?? machine.playbackFailed(annotated(failure, index))
        case .media(let snapshot):
            let earlier = self.snapshot.map { PlaybackStatus($0) }
            self.snapshot = snapshot
            if let snapshot, [.playing, .paused].contains(snapshot.playerState) { lastPlayed = snapshot }
            return statusChanged(after: earlier)
        case .mediaEvent(.ended(let id, let reason)): return machine.ended(id, reason)
        case .mediaEvent(.error(let error)):
            guard machine.isActive else { return [] }
            let report = error.payload?.itemID.map { QueueReport(currentItemID: $0) }
            let failure = CommandFailure(error)
            return converted(after: failure, report)
                ?? machine.playbackFailed(annotated(failure, machine.index), report)
        case .mediaEvent: return []
        case .sessionEnded(let reason): return ended(reason)
        case .session(let event):
            return await sessionChanged(event)
        case .devices(let devices):
            moveIfNeeded(devices, in: &group)
            return []
        case .moveFailed(let device, let failure):
            follower?.moveFailed()
            console.note("\(title(machine.index)) was not moved to \(device.friendlyName): \(failure.message)")
            return []
        case .fetchOverdue(let index):
            return index == machine.index && media.traffic(index)?.requests == 0 ? machine.notFetched() : []
        case .reasonOverdue:
            return machine.unexplainedFailure.flatMap { converted(after: $0) } ?? machine.reasonOverdue()
        case .slideOverdue(let number): return machine.slideOverdue(number)
        case .subtitlesDelayDue(let revision): return await subtitlesDelayDue(revision, in: &group)
        case .key(let key): return await handle(key, in: &group)
        case .signal(.interrupted): return interrupted()
        case .signal(.resized): return []
        case .signal(.continued):
            console.forgetPanel()
            return []
        case .tick: return statusChanged()
        case .recordDue: return []
        }
    }

    /// Handles a key. Keys that concern the list are handled here, all others by the remote control.
    private mutating func handle(_ key: Key, in group: inout TaskGroup<Void>) async -> [PlaybackAction] {
        guard let action = await remote?.press(key) else { return [] }
        switch action {
        case .leave: return machine.leaveRequested()
        case .stop: return machine.stopRequested()
        case .next where machine.hasNext: return machine.nextRequested()
        case .previous where machine.hasPrevious: return machine.previousRequested()
        // A picture is paused already, so that the key would have no effect on the device.
        case .playPause where machine.isSlideShown: return machine.holdRequested()
        case .subtitlesEarlier, .subtitlesLater:
            await changeSubtitlesDelay(isLater: action == .subtitlesLater, in: &group)
            return []
        default:
            await remote?.perform(action)
            return []
        }
    }

    /// Changes the delay of the subtitles of the current item by a step.
    private mutating func changeSubtitlesDelay(isLater: Bool, in group: inout TaskGroup<Void>) async {
        guard let current = media.subtitlesDelay(machine.index), !request.resumes else {
            await remote?.perform(isLater ? .subtitlesLater : .subtitlesEarlier)
            return
        }
        waitForDelay(delayChange.press(isLater: isLater, current: current, item: machine.index), in: &group)
    }

    private func waitForDelay(_ revision: Int, in group: inout TaskGroup<Void>) {
        let mailbox = mailbox
        group.addTask {
            try? await Task.sleep(for: SubtitleDelayChange.patience)
            mailbox.post(.subtitlesDelayDue(revision))
        }
    }

    /// Loads the current item again with the requested delay of its subtitles.
    private mutating func subtitlesDelayDue(
        _ revision: Int,
        in group: inout TaskGroup<Void>
    ) async -> [PlaybackAction] {
        guard delayChange.isDue(revision) else { return [] }
        guard !machine.isLoading else {
            waitForDelay(revision, in: &group)
            return []
        }
        guard let delay = delayChange.take(for: machine.index), machine.canReload, let snapshot else { return [] }
        await media.setSubtitlesDelay(machine.index, delay)
        let status = PlaybackStatus(snapshot)
        let state = PlaybackContinuation(
            position: status.isLive ? nil : status.position,
            activeTrackIDs: snapshot.activeTrackIDs ?? [],
            isPlaying: status.state != .paused
        )
        continuation = (machine.index, state)
        console.emit(["event": "subtitlesDelay", "delay": .number(delay)])
        return machine.reloadRequested()
    }

    private mutating func statusChanged(after earlier: PlaybackStatus? = nil) -> [PlaybackAction] {
        guard let snapshot else { return [] }
        let status = PlaybackStatus(snapshot)
        if let until = request.until, status.state == .playing, status.position >= until { return machine.reachedEnd() }
        return machine.statusChanged(status, QueueReport(snapshot), after: earlier)
    }

    /// Subscribes to the events of the target.
    private mutating func follow(_ target: PlaybackTarget, in group: inout TaskGroup<Void>) async {
        self.target = target
        let mailbox = mailbox
        await remote?.attach(to: target.manager)
        group.addTask { for await snapshot in target.session.media.statuses { mailbox.post(.media(snapshot)) } }
        group.addTask { for await event in target.session.media.events { mailbox.post(.mediaEvent(event)) } }
        group.addTask { for await event in target.manager.events { mailbox.post(.session(event)) } }
        group.addTask {
            for await state in target.session.states {
                if case .ended(let reason) = state { mailbox.post(.sessionEnded(reason)) }
            }
        }
        followDevices(for: target, in: &group)
    }

    /// Follows the devices on the network: the device may reappear at another address, and the session may be moved.
    private mutating func followDevices(for target: PlaybackTarget, in group: inout TaskGroup<Void>) {
        // A device that is chosen by address is not searched for.
        if case .host = request.finder.choice { return }
        guard request.waits else { return }
        let (finder, mailbox) = (request.finder, mailbox)
        follower = request.follows.map { FollowMachine(from: target.session.device.id, names: $0) }
        let reportsDevices = follower != nil
        group.addTask {
            guard let browser = try? await finder.browser() else { return }
            await target.manager.follow(browser.devices)
            if reportsDevices { for await devices in browser.devices { mailbox.post(.devices(devices)) } }
            try? await Task.sleep(for: .seconds(365 * 24 * 3600))
            await browser.close()
        }
    }

    /// Moves playback to a device that the user has turned on.
    private mutating func moveIfNeeded(_ devices: [CastDevice], in group: inout TaskGroup<Void>) {
        guard let target, follower != nil else { return }
        let isVideo = snapshot?.media?.contentType?.hasPrefix("audio/") != true && !target.session.device.isAudioOnly
        let candidates = devices.filter { !$0.isGroup }.map { device in
            FollowMachine.Device(
                id: device.id,
                name: device.friendlyName,
                isSuitable: !isVideo || device.hasVideoOutput
            )
        }
        let isPlaying = (machine.status?.state == .playing || machine.isSlideShown) && !isMoving
        guard let next = follower?.devicesChanged(candidates, isPlaying: isPlaying, at: .now),
            let device = devices.first(where: { $0.id == next.id })
        else { return }
        console.note("\(device.friendlyName) was turned on. Moving \(title(machine.index)) there…")
        media.admit(device)
        let mailbox = mailbox
        group.addTask {
            do throws(CastError) {
                try await target.manager.transfer(to: device)
            } catch {
                mailbox.post(.moveFailed(device, CommandFailure(error)))
            }
        }
    }

    /// Handles a lost or restored connection and a transfer. The states of the session report its end.
    private mutating func sessionChanged(_ event: SessionEvent) async -> [PlaybackAction] {
        guard let target else { return [] }
        switch event {
        case .suspended(_, .transferring):
            isMoving = true
            machine.moving()
        case .suspended(_, let reason):
            wasInterrupted = true
            console.emit(["event": "connectionLost", "reason": .string("\(reason)")])
            console.note("Reconnecting to \(target.device.name) (\(reason))…")
        case .resumed where isMoving:
            isMoving = false
            // The sender that initiated the transfer owns the application now.
            self.target?.isOwner = follower?.isMoving == true
            follower?.moved(to: target.session.device.id)
            media.admit(target.session.device)
            console.emit(["event": "moved", "device": .object(target.device.briefJSON)])
            let served = items[machine.index].isServed ? " Its media is served by this machine." : ""
            console.note("\(title(machine.index)) was moved to \(target.device.name).\(served)")
            snapshot = await target.session.media.status
            return machine.moved(snapshot.map { PlaybackStatus($0) })
        case .resumed:
            console.emit(["event": "reconnected", "device": .object(target.device.briefJSON)])
            console.note("Reconnected to \(target.device.name).")
            return machine.reconnected()
        case .notStored(let error): console.detail("cast play --resume is not available for this session: \(error)")
        default: break
        }
        return []
    }

    /// Records an item whose media turned out to need the relay, so that it cannot continue to play after this command.
    private mutating func noteRelay(of index: Int) {
        guard !request.resumes, media.traffic(index) != nil, machine.serve(index), !request.waits else { return }
        console.note("\(title(index)) needs a relay, so this command runs until playback ends.")
    }

    private mutating func interrupted() -> [PlaybackAction] {
        guard target == nil else { return machine.interrupted() }
        return machine.connectionLost(
            CommandFailure(code: "interrupted", exitStatus: .interrupted, message: "interrupted before playback")
        )
    }

    private mutating func ended(_ reason: SessionEndReason) -> [PlaybackAction] {
        switch reason {
        case .replaced, .relaunched: return machine.sessionEnded(isReplaced: true)
        case .notResumed(let failure, _): return machine.connectionLost(notResumed(failure))
        case .launchFailed(let error): return machine.connectionLost(CommandFailure(error))
        case .connectionLost(let reason): return machine.connectionLost(connectionLost(reason))
        case .stopped, .left, .appClosed, .closedByApp, .transferred: return machine.sessionEnded(isReplaced: false)
        }
    }

    /// The failure for a connection that was lost during playback and a session that could not be resumed.
    private func notResumed(_ failure: ResumeFailure) -> CommandFailure {
        let name = target?.device.name ?? "the device"
        return CommandFailure(
            code: "sessionLost",
            exitStatus: .unreachable,
            message: "the connection to \(name) was lost, and the session could not be resumed: \(failure)",
            hint: "make sure the device is turned on and on the same network, then play the media again",
            device: target?.device.name
        )
    }

    private func connectionLost(_ reason: CloseReason) -> CommandFailure {
        let name = target?.device.name ?? "the device"
        return CommandFailure(
            code: reason == .heartbeatLost ? "heartbeatLost" : "connectionClosed",
            exitStatus: .unreachable,
            message: "the connection to \(name) was lost: \(reason)",
            hint: "make sure the device is turned on and on the same network, then play the media again",
            device: target?.device.name
        )
    }

    /// Loads the current item again, converted, if the device did not play it as it is; nil if there is no other form.
    private mutating func converted(after failure: CommandFailure, _ report: QueueReport? = nil) -> [PlaybackAction]? {
        let index = machine.index
        // Errors with other codes are not about the media: another sender took over, or the device did not answer.
        guard failure.code == CastError.Code.loadFailed.name || failure.code == CastError.Code.mediaError.name,
            !request.resumes, machine.concernsCurrentItem(report), concernsMedia(of: index)
        else { return nil }
        let annotated = annotated(failure, index)
        guard media.convertAfterRejection(index, cause(of: failure, index)) else { return nil }
        if machine.isActive, machine.hasPlayed, let lastPlayed {
            let status = PlaybackStatus(lastPlayed)
            let state = PlaybackContinuation(
                position: status.position,
                activeTrackIDs: lastPlayed.activeTrackIDs,
                isPlaying: status.state != .paused
            )
            continuation = (index, state)
        }
        rejection = (index, annotated)
        console.emit(["event": "rejected", "index": .integer(Int64(index)), "reason": .string(failure.message)])
        return machine.rejected()
    }

    /// Whether the loaded media is that of an item, and not media that another sender has added.
    private func concernsMedia(of index: Int) -> Bool {
        guard machine.isActive, let url = (snapshot ?? lastPlayed)?.media?.contentID else { return true }
        return media.serves(url, index)
    }

    private func cause(of failure: CommandFailure, _ index: Int) -> MediaFailureCause {
        let traffic = request.resumes ? nil : media.traffic(index)
        let code = failure.detail["detailedErrorCode"].flatMap(DetailedErrorCode.init(json:))
        return MediaFailureCause(code, traffic: traffic)
    }

    /// Adds to a media failure that a device reported whether it requested the file, and advice.
    private func annotated(_ failure: CommandFailure, _ index: Int) -> CommandFailure {
        var failure = failure
        let cause = cause(of: failure, index)
        if let observation = cause.observation { failure.message += " \(observation)" }
        if cause == .neverRequested, wasInterrupted {
            failure.hint = "play it again, because the connection was interrupted"
        } else {
            failure.hint = cause.hint(isLocal: items[index].isServed) ?? failure.hint
        }
        return failure
    }

    // MARK: - Actions

    private mutating func perform(_ action: PlaybackAction, in group: inout TaskGroup<Void>) async {
        guard let target else { return }
        let mailbox = mailbox
        switch action {
        case .load(let index):
            wasInterrupted = false
            load(index, on: target, in: &group)
        case .loadQueue(let index):
            wasInterrupted = false
            loadQueue(from: index, on: target, in: &group)
        case .skip(let steps):
            group.addTask {
                do throws(CastError) {
                    _ = try await steps > 0 ? target.session.media.next() : target.session.media.previous()
                } catch {
                    if error.isRefusal { mailbox.post(.skipFailed(by: steps)) }
                }
            }
        case .awaitReason, .awaitEnd:
            let timeout = action == .awaitEnd ? endTimeout : Self.reasonTimeout
            group.addTask {
                try? await Task.sleep(for: timeout)
                mailbox.post(.reasonOverdue)
            }
        case .timeSlide(let number):
            guard let time = request.pictureTime else { return }
            group.addTask {
                try? await Task.sleep(for: time)
                mailbox.post(.slideOverdue(number))
            }
        case .prefetch(let index):
            let (media, session) = (media, target.session)
            group.addTask { await media.prefetch(index, for: session) }
        case .stop:
            if let failure = await failure({ try await target.stop() }) {
                hasStopFailed = true
                console.note("\(target.device.name) could not be stopped: \(failure.message)")
            }
        case .report(let report): printReport(report)
        case .finish: break
        }
    }

    /// Leaves the device in the state that the outcome requires, and reports the outcome.
    private mutating func finish(_ outcome: PlaybackOutcome) async -> PlaybackOutcome {
        record(recorder?.ended(outcome, currentStatus, index: machine.index))
        await remote?.close()
        guard let target else { return outcome }
        switch outcome {
        case .finished, .failed:
            // The app was launched for this list only. A session that has ended need not be stopped.
            if target.isOwner, target.session.state == .running {
                _ = await failure { try await target.session.stop() }
            }
        case .stopped, .left(_, continuesPlaying: false): await target.session.leave()
        case .left(_, continuesPlaying: true): await removeServed(from: target.session.media)
        case .started, .stoppedElsewhere, .takenOver, .leftLoading:
            // Closes only the socket, because an app may exit when its last sender sends CLOSE.
            break
        }
        await target.manager.close()
        await target.connection.close()
        printOutcome(outcome, on: target)
        return outcome
    }

    /// Removes local files from a queue that continues to play after this process exits.
    private func removeServed(from media: MediaController) async {
        guard !served.isEmpty, let listing = try? await media.listQueue() else { return }
        let itemIDs = listing.items.filter { served.contains($0.media?.contentID ?? "") }.compactMap(\.itemID)
        if !itemIDs.isEmpty { _ = try? await media.removeItems(itemIDs) }
    }

    // MARK: - Progress of the list

    /// The status of the current item, extrapolated to this moment; the last one after its end; nil while it is loading.
    private var currentStatus: PlaybackStatus? {
        guard let last = machine.status, let snapshot else { return machine.status }
        let current = PlaybackStatus(snapshot)
        return current.isActive && current.mediaSessionID == last.mediaSessionID ? current : last
    }

    private mutating func startRecording(on target: PlaybackTarget, in group: inout TaskGroup<Void>) {
        guard var list = request.recordedList else { return }
        switch request.finder.choice {
        case .host(let address): (list.progress.device, list.progress.isAddress) = (address.endpoint.description, true)
        case .named, .onlyOne: list.progress.device = target.session.device.id
        }
        recorder = ListRecorder(list.progress, items: items, offset: list.offset)
        let mailbox = mailbox
        group.addTask {
            while !Task.isCancelled {
                try? await Task.sleep(for: ListRecorder.period)
                mailbox.post(.recordDue)
            }
        }
    }

    private mutating func record(_ progress: ListProgress?) {
        guard var progress, let list = request.recordedList else { return }
        progress.date = Date.now.timeIntervalSince1970
        do {
            try list.file.save(progress)
        } catch {
            console.detail("The progress of the list cannot be recorded: \(error)")
            recorder = nil
        }
    }
}

/// Returns the failure of an operation; nil if it succeeded.
private func failure(_ body: () async throws -> Void) async -> CommandFailure? {
    do {
        try await body()
        return nil
    } catch {
        return CommandFailure(error)
    }
}
