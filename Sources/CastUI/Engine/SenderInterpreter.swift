public import CastSender

/// Carries out effects with `CastSender`, and tells a store what its devices, session and media say.
///
/// It does nothing by itself: no connection is opened and nothing is looked for but for an effect. Wishes go out in the
/// order in which they were made. End it with ``close()``; the session manager stays the caller's.
@MainActor
public final class SenderInterpreter: EffectInterpreter {
    /// Begins the search. Called again for a new one.
    public typealias Search = @Sendable () async throws(CastError) -> DeviceBrowser

    let manager: SessionManager
    private let choice: ApplicationChoice
    private let options: LaunchOptions
    private let search: Search
    private weak var store: CastUIStore?
    private var browser: DeviceBrowser?
    /// What follows the present session; replaced when it goes on over another connection.
    private var following: Task<Void, Never>?
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var orders: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation?

    /// Follows a session manager, for a store.
    ///
    /// - Parameters:
    ///   - store: Where events go. Give it this interpreter by ``CastUIStore/add(_:)``.
    ///   - manager: Where sessions are. One that runs already is shown.
    ///   - choice: What a session shall be with.
    ///   - options: How the application is started.
    ///   - search: Begins the search.
    public init(
        for store: CastUIStore,
        manager: SessionManager,
        choice: ApplicationChoice,
        options: LaunchOptions = LaunchOptions(),
        search: @escaping Search
    ) {
        self.store = store
        self.manager = manager
        self.choice = choice
        self.options = options
        self.search = search
        let (stream, orders) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.orders = orders
        keep { for await order in stream { await order() } }
        let events = manager.events
        keep { [weak self] in
            if let session = await manager.session { self?.follow(session) }
            for await event in events { self?.take(event) }
        }
    }

    /// Lets go of everything but the session.
    public func close() async {
        orders?.finish()
        following?.cancel()
        for task in tasks.values { task.cancel() }
        await following?.value
        for task in Array(tasks.values) { await task.value }
        await browser?.close()
        browser = nil
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startDiscovery: keep { [weak self] in await self?.startSearch() }
        case .startSession(let device): start(on: device)
        case .endSession(let action): end(action)
        case .wish(let wish): inOrder { await $0.carryOut(wish) }
        case .command(let command, let ticket): keep { [weak self] in await self?.carryOut(command, ticket) }
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
            keep { [weak self] in
                let error = await self?.withSession { session throws(CastError) in
                    try await session.connection.setVolume(level, ofMember: id)
                }
                self?.store?.send(.memberLevelEnded(id: id, error ?? nil))
            }
        case .setMemberMuted(let id, let muted):
            keep { [weak self] in
                _ = await self?.withSession { session throws(CastError) in
                    try await session.connection.setMuted(muted, ofMember: id)
                }
            }
        case .remember, .announce, .openSystemSettings, .openHelp, .tell: break
        }
    }

    // MARK: Devices

    private func startSearch() async {
        await browser?.close()
        do throws(CastError) {
            let browser = try await search()
            guard !Task.isCancelled else { return await browser.close() }
            self.browser = browser
            store?.send(.discoveryStarted)
            await manager.follow(browser.devices)
            for await devices in browser.devices {
                guard self.browser === browser else { return }
                store?.send(.devices(devices))
            }
        } catch {
            store?.send(.discoveryFailed(.blocked(error.reason)))
        }
    }

    // MARK: Sessions

    private func start(on device: CastDevice) {
        let (progress, reports) = AsyncStream.makeStream(of: LaunchProgress.self)
        keep { [weak self] in
            for await report in progress where report == .awaitingAuthorization {
                self?.store?.send(.session(.awaitsPerson))
            }
        }
        keep { [weak self, manager, choice, options] in
            defer { reports.finish() }
            do throws(CastError) {
                try await manager.start(choice, on: device, options: options) { reports.yield($0) }
            } catch {
                // All else is among the manager's events.
                if error.code == .sessionExists { self?.store?.send(.session(.failedToStart(device, error))) }
            }
        }
    }

    private func end(_ action: SessionEndAction) {
        keep { [weak self, manager] in
            do throws(CastError) {
                try await manager.end(action)
            } catch {
                // There was none to end: nobody else will say so.
                if error.code == .noSession { self?.store?.send(.session(.ended(reason: nil))) }
            }
        }
    }

    private func take(_ event: SessionEvent) {
        switch event {
        case .started(let session), .resumed(let session): return follow(session)
        case .suspended, .ended, .failedToStart: following?.cancel()
        default: break
        }
        if let news = SessionNews(event) { store?.send(.session(news)) }
    }

    /// Shows a session that runs, over the connection that it has now.
    private func follow(_ session: CastSession) {
        following?.cancel()
        store?.send(.session(.running(session.device, applicationName: session.displayName)))
        let (connection, media) = (session.connection, session.media)
        let tell: @Sendable @MainActor (CastUIEvent) -> Void = { [weak self] event in self?.tell(event) }
        following = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { for await controls in media.controlValues { await tell(.media(controls)) } }
                group.addTask { for await event in media.events { await tell(.mediaEvent(event)) } }
                group.addTask { for await volume in connection.volumeControlValues { await tell(.volume(volume)) } }
                group.addTask { for await status in connection.groupStatuses { await tell(.group(status)) } }
                group.addTask {
                    guard let queue = try? await media.followQueue() else { return }
                    for await contents in queue.contentValues { await tell(.queue(contents)) }
                }
            }
        }
    }

    /// Tells the store, unless what is told belongs to a session that is over.
    private func tell(_ event: CastUIEvent) {
        if !Task.isCancelled { store?.send(event) }
    }

    // MARK: Media

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
        guard let session = await manager.session else { return nil }
        do throws(CastError) {
            try await body(session)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Tasks

    private func inOrder(_ body: @escaping @Sendable @MainActor (SenderInterpreter) async -> Void) {
        orders?.yield { [weak self] in
            if let self { await body(self) }
        }
    }

    /// Runs something that ``close()`` ends.
    private func keep(_ body: @escaping @Sendable @MainActor () async -> Void) {
        lastTask += 1
        let id = lastTask
        tasks[id] = Task { [weak self] in
            await body()
            self?.tasks[id] = nil
        }
    }
}
