// SPDX-License-Identifier: Apache-2.0

public import CastSender
import CastWire

/// Executes effects on a running session, and sends updates of its device and its media to a store.
///
/// It neither starts nor ends sessions: ``SenderInterpreter`` does, ``ConnectionInterpreter``, or another owner of the
/// session. Pending values are sent in the order in which they were set. Call ``close()`` when it is no longer needed.
/// The session stays with its owner.
@MainActor
public final class SessionInterpreter: EffectInterpreter {
    /// What is shown, and receives requests.
    private enum Target {
        case none
        /// A device without a session.
        case device(CastConnection)
        /// A session. It is kept while it is suspended, so that requests fail with the reason.
        case session(CastSession)

        var session: CastSession? {
            if case .session(let session) = self { return session }
            return nil
        }

        var connection: CastConnection? {
            switch self {
            case .none: nil
            case .device(let connection): connection
            case .session(let session): session.connection
            }
        }
    }

    private weak var store: CastUIStore?
    private var target = Target.none
    /// The task that observes the target; replaced when the session resumes over another connection.
    private var observationTask: Task<Void, Never>?
    private let tasks = OwnedTasks()
    private var operations: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation?

    /// Creates an interpreter without a session; see ``follow(_:observesControls:)``.
    ///
    /// - Parameter store: The store that receives events. Add this interpreter to it with ``CastUIStore/add(_:)``.
    public init(for store: CastUIStore) {
        self.store = store
        let (stream, operations) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.operations = operations
        tasks.run { for await operation in stream { await operation() } }
    }

    /// Ends all tasks and releases the session, which continues.
    public func close() async {
        operations?.finish()
        leave()
        await tasks.close()
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .change(let change): enqueue { await $0.apply(change) }
        case .command(let command, let ticket): tasks.run { [weak self] in await self?.execute(command, ticket) }
        case .setVolume(let level):
            enqueue { interpreter in
                await interpreter.withConnection { device throws(CastError) in
                    try await device.setPendingVolume(level)
                }
            }
        case .setMuted(let muted):
            enqueue { interpreter in
                await interpreter.withConnection { device throws(CastError) in
                    try await device.setPendingMuted(muted)
                }
            }
        case .setMemberVolume(let id, let level):
            tasks.run { [weak self] in
                let error = await self?.withConnection { device throws(CastError) in
                    try await device.setVolume(level, ofMember: id)
                }
                self?.store?.send(.memberLevelEnded(id: id, error ?? nil))
            }
        case .setMemberMuted(let id, let muted):
            tasks.run { [weak self] in
                _ = await self?.withConnection { device throws(CastError) in
                    try await device.setMuted(muted, ofMember: id)
                }
            }
        default: break
        }
    }

    // MARK: Observing

    /// Observes a running session, over its current connection.
    ///
    /// Send ``SessionChange/running(_:applicationName:)`` to the store before this call.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - observesControls: Whether to observe its media controls. An owner that receives them itself passes false and
    ///     calls ``controlsReceived(_:)``.
    public func follow(_ session: CastSession, observesControls: Bool = true) {
        store?.send(.otherSenders(session.joinedOthers))
        observe(session, observesControls: observesControls)
    }

    /// Sends media controls to the store while a session is observed.
    public func controlsReceived(_ controls: MediaControls) {
        if observationTask != nil { notify(.media(controls)) }
    }

    /// Observes a session, without reporting other senders: the session of a remote control always has others.
    func observe(_ session: CastSession, observesControls: Bool = true) {
        observationTask?.cancel()
        target = .session(session)
        let (connection, media) = (session.connection, session.media)
        store?.send(.volume(connection.volumeControls))
        store?.send(.media(media.controls))
        let notify = notification
        observationTask = Task {
            await withDiscardingTaskGroup { group in
                if observesControls {
                    group.addTask { for await controls in media.controlValues { await notify(.media(controls)) } }
                }
                group.addTask { for await event in media.events { await notify(.mediaEvent(event)) } }
                group.addTask { await Self.observe(connection, notify) }
                group.addTask {
                    guard let queue = try? await media.followQueue(cacheSize: Self.queueCache) else { return }
                    for await contents in queue.contentValues {
                        await notify(.queue(contents))
                        await Self.fetchNeighbors(of: await media.status?.status.currentItemID, in: queue, contents)
                    }
                }
            }
        }
    }

    /// Observes a device without a session: its volume, and its members if it is a group.
    func observe(_ connection: CastConnection) {
        observationTask?.cancel()
        target = .device(connection)
        let notify = notification
        observationTask = Task { await Self.observe(connection, notify) }
    }

    private nonisolated static func observe(_ connection: CastConnection, _ notify: @escaping Notification) async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await volume in connection.volumeControlValues { await notify(.volume(volume)) } }
            group.addTask { for await status in connection.groupStatuses { await notify(.group(status)) } }
        }
    }

    private typealias Notification = @Sendable @MainActor (CastUIEvent) -> Void

    private var notification: Notification {
        { [weak self] event in self?.notify(event) }
    }

    /// The number of queue items that are cached.
    private nonisolated static let queueCache = 100
    /// The number of items before and after the current one that are fetched, so that a list can show their titles.
    private nonisolated static let neighbors = (before: 10, after: 50)

    /// Fetches the items around the current one, which a queue view shows first. They arrive as new queue contents.
    private nonisolated static func fetchNeighbors(
        of itemID: Int?,
        in queue: MediaQueue,
        _ contents: MediaQueueContents
    ) async {
        let current = itemID.flatMap(contents.index) ?? 0
        let window = max(0, current - neighbors.before)..<min(contents.count, current + neighbors.after)
        for index in window where contents.item(at: index) == nil { _ = await queue.cachedItem(at: index) }
    }

    /// Sends the last media status to the store. Call it before the store receives that the session is ending, has
    /// ended or is suspended: by then the session may have lost its media status.
    public func reportLastMedia() {
        if let last = target.session?.lastMedia { store?.send(.lastMedia(last)) }
    }

    /// Stops observing until ``follow(_:observesControls:)`` is called again, because the connection was lost.
    public func pause() {
        observationTask?.cancel()
        observationTask = nil
    }

    /// Stops observing and releases the session.
    public func leave() {
        pause()
        target = .none
    }

    /// Sends an event to the store, unless the observing task was canceled.
    private func notify(_ event: CastUIEvent) {
        guard !Task.isCancelled else { return }
        // A lost connection clears the media status. The suspension of the session, which follows, handles it.
        if case .media(let controls?) = event, controls.snapshot == nil, case .suspended? = target.session?.state {
            return
        }
        store?.send(event)
    }

    // MARK: Requests

    private func apply(_ change: MediaChange) async {
        let error = await withSession { session throws(CastError) in try await session.media.set(change) }
        if let error { store?.send(.mediaEvent(.changeFailed(change.property, error))) }
    }

    private func execute(_ command: MediaCommand, _ ticket: Int) async {
        let error = await withSession { session throws(CastError) in try await session.media.execute(command) }
        store?.send(.commandEnded(ticket: ticket, error))
    }

    /// Runs an operation on the session and returns its error; nil if it succeeded or there is no session.
    private func withSession(
        _ body: @escaping @Sendable (CastSession) async throws(CastError) -> Void
    ) async -> CastError? {
        guard let session = target.session else { return nil }
        return await Self.failure { () throws(CastError) in try await body(session) }
    }

    /// Runs an operation on the device and returns its error; nil if it succeeded or there is no device.
    @discardableResult
    private func withConnection(
        _ body: @escaping @Sendable (CastConnection) async throws(CastError) -> Void
    ) async -> CastError? {
        guard let connection = target.connection else { return nil }
        return await Self.failure { () throws(CastError) in try await body(connection) }
    }

    private nonisolated static func failure(_ body: @Sendable () async throws(CastError) -> Void) async -> CastError? {
        do throws(CastError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// Runs a body after those submitted earlier.
    private func enqueue(_ body: @escaping @Sendable @MainActor (SessionInterpreter) async -> Void) {
        operations?.yield { [weak self] in
            if let self { await body(self) }
        }
    }
}

extension MediaController {
    /// Executes a command and returns when the device has replied.
    func execute(_ command: MediaCommand) async throws(CastError) {
        switch command {
        case .stop: try await stop()
        case .next: try await next()
        case .previous: try await previous()
        case .seekToLive: try await seekToLive()
        case .skipAd: try await skipAd()
        case .jump(let id): try await jump(to: id)
        case .remove(let ids): try await removeItems(ids)
        case .move(let id, let other): try await moveItem(id, before: other)
        case .setAutoplay(let autoplay, let id):
            var item = QueueItem(fields: JSONObject())
            item.itemID = id
            item.autoplay = autoplay
            try await updateItems([item])
        }
    }
}
