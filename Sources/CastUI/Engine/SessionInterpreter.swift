public import CastSender
import CastWire

/// Carries out what is wanted of a session that runs, and tells a store what its device and its media say.
///
/// Who starts and ends sessions is somebody else's matter: ``SenderInterpreter``, or a layer with an order of its own.
/// Wishes go out in the order in which they were made. End it with ``close()``; the session stays its owner's.
@MainActor
public final class SessionInterpreter: EffectInterpreter {
    private weak var store: CastUIStore?
    /// The session that is shown. While it is suspended it stays: requests fail then, and say why.
    private var session: CastSession?
    /// What follows the session; replaced when it goes on over another connection.
    private var following: Task<Void, Never>?
    private let tasks = OwnedTasks()
    private var orders: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation?

    /// - Parameter store: Where events go. Give it this interpreter by ``CastUIStore/add(_:)``.
    public init(for store: CastUIStore) {
        self.store = store
        let (stream, orders) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.orders = orders
        tasks.run { for await order in stream { await order() } }
    }

    /// Lets go of everything but the session.
    public func close() async {
        orders?.finish()
        leave()
        await tasks.close()
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .wish(let wish): inOrder { await $0.carryOut(wish) }
        case .command(let command, let ticket): tasks.run { [weak self] in await self?.carryOut(command, ticket) }
        case .setVolume(let level):
            inOrder { interpreter in
                await interpreter.withSession { session throws(CastError) in
                    try await session.connection.wishVolume(level)
                }
            }
        case .setMuted(let muted):
            inOrder { interpreter in
                await interpreter.withSession { session throws(CastError) in
                    try await session.connection.wishMuted(muted)
                }
            }
        case .setMemberVolume(let id, let level):
            tasks.run { [weak self] in
                let error = await self?.withSession { session throws(CastError) in
                    try await session.connection.setVolume(level, ofMember: id)
                }
                self?.store?.send(.memberLevelEnded(id: id, error ?? nil))
            }
        case .setMemberMuted(let id, let muted):
            tasks.run { [weak self] in
                _ = await self?.withSession { session throws(CastError) in
                    try await session.connection.setMuted(muted, ofMember: id)
                }
            }
        default: break
        }
    }

    // MARK: The session

    /// Follows a session that runs, over the connection that it has now. The store must have been told that it runs.
    public func follow(_ session: CastSession) {
        following?.cancel()
        self.session = session
        store?.send(.otherSenders(session.joinedOthers))
        let (connection, media) = (session.connection, session.media)
        store?.send(.volume(connection.volumeControls))
        store?.send(.media(media.controls))
        let tell: @Sendable @MainActor (CastUIEvent) -> Void = { [weak self] event in self?.tell(event) }
        following = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { for await controls in media.controlValues { await tell(.media(controls)) } }
                group.addTask { for await event in media.events { await tell(.mediaEvent(event)) } }
                group.addTask { for await volume in connection.volumeControlValues { await tell(.volume(volume)) } }
                group.addTask { for await status in connection.groupStatuses { await tell(.group(status)) } }
                group.addTask {
                    guard let queue = try? await media.followQueue(cacheSize: Self.queueCache) else { return }
                    for await contents in queue.contentValues {
                        await tell(.queue(contents))
                        await Self.fetchNeighbours(of: await media.status?.status.currentItemID, in: queue, contents)
                    }
                }
            }
        }
    }

    /// How many items of a queue are kept.
    private nonisolated static let queueCache = 100
    /// Of how many items before and after the present one a list shows more than a number.
    private nonisolated static let neighbours = (before: 10, after: 50)

    /// Asks for the items that somebody who looks at the queue sees first. They come as contents of their own.
    private nonisolated static func fetchNeighbours(
        of itemID: Int?,
        in queue: MediaQueue,
        _ contents: MediaQueueContents
    ) async {
        let current = itemID.flatMap(contents.index) ?? 0
        let window = max(0, current - neighbours.before)..<min(contents.count, current + neighbours.after)
        for index in window where contents.item(at: index) == nil { _ = await queue.cachedItem(at: index) }
    }

    /// Tells the store what the media's controls show now, ahead of the stream of them.
    public func refresh() {
        if following != nil, let session { store?.send(.media(session.media.controls)) }
    }

    /// Call it before the store is told that the session is about to end, has ended or is suspended: by then what played
    /// may be gone from its media.
    public func conclude() {
        if let last = session?.lastMedia { store?.send(.lastMedia(last)) }
    }

    /// Follows no more until ``follow(_:)`` is called again: there is no connection.
    public func pause() {
        following?.cancel()
        following = nil
    }

    /// Lets go of the session.
    public func leave() {
        pause()
        session = nil
    }

    /// Tells the store, unless what is told belongs to a session that is over.
    private func tell(_ event: CastUIEvent) {
        guard !Task.isCancelled else { return }
        // What played goes with the connection; the session says so in a moment.
        if case .media(let controls?) = event, controls.snapshot == nil, case .suspended? = session?.state { return }
        store?.send(event)
    }

    // MARK: Requests

    private func carryOut(_ wish: MediaWish) async {
        let error = await withSession { session throws(CastError) in try await session.media.wish(wish) }
        if let error { store?.send(.mediaEvent(.wishFailed(wish.property, error))) }
    }

    private func carryOut(_ command: MediaCommand, _ ticket: Int) async {
        let error = await withSession { session throws(CastError) in try await session.media.carryOut(command) }
        store?.send(.commandEnded(ticket: ticket, error))
    }

    /// Does something with the session; what came of it, where that is bad.
    @discardableResult
    private func withSession(
        _ body: @escaping @Sendable (CastSession) async throws(CastError) -> Void
    ) async -> CastError? {
        guard let session else { return nil }
        do throws(CastError) {
            try await body(session)
            return nil
        } catch {
            return error
        }
    }

    private func inOrder(_ body: @escaping @Sendable @MainActor (SessionInterpreter) async -> Void) {
        orders?.yield { [weak self] in
            if let self { await body(self) }
        }
    }
}
