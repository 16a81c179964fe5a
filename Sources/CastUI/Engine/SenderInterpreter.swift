public import CastSender

/// Carries out effects with `CastSender`, and tells a store what its devices, session and media say.
///
/// It does nothing by itself: no connection is opened and nothing is looked for but for an effect. What a session that
/// runs has to do with it is ``SessionInterpreter``'s. End it with ``close()``; the session manager stays the caller's.
@MainActor
public final class SenderInterpreter: EffectInterpreter {
    /// Begins the search. Called again for a new one.
    public typealias Search = @Sendable () async throws(CastError) -> DeviceBrowser

    let manager: SessionManager
    private let choice: ApplicationChoice
    private let options: LaunchOptions
    private let search: Search
    private weak var store: CastUIStore?
    private let running: SessionInterpreter
    private var browser: DeviceBrowser?
    /// Which search counts: the last one that was asked for.
    private var lastSearch = 0
    private let tasks = OwnedTasks()

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
        running = SessionInterpreter(for: store)
        let events = manager.events
        tasks.run { [weak self] in
            if let session = await manager.session { self?.follow(session) }
            for await event in events { self?.take(event) }
        }
    }

    /// Lets go of everything but the session.
    public func close() async {
        await running.close()
        await tasks.close()
        await browser?.close()
        browser = nil
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startDiscovery: tasks.run { [weak self] in await self?.startSearch() }
        case .startSession(let device): start(on: device)
        case .endSession(let action): end(action)
        case .remember, .announce, .openSystemSettings, .openHelp, .tell: break
        default: running.perform(effect, for: store)
        }
    }

    // MARK: Devices

    /// Searches anew. A search that was begun before ends, also one that has not come to a browser yet.
    private func startSearch() async {
        lastSearch += 1
        let number = lastSearch
        let former = browser
        browser = nil
        await former?.close()
        guard number == lastSearch else { return }
        do throws(CastError) {
            let browser = try await search()
            guard !Task.isCancelled, number == lastSearch else { return await browser.close() }
            self.browser = browser
            store?.send(.discoveryStarted)
            await manager.follow(browser.devices)
            for await devices in browser.devices {
                guard number == lastSearch else { return }
                store?.send(.devices(devices))
            }
        } catch {
            if number == lastSearch { store?.send(.discoveryFailed(.blocked(error.reason))) }
        }
    }

    // MARK: Sessions

    private func start(on device: CastDevice) {
        let (progress, reports) = AsyncStream.makeStream(of: LaunchProgress.self)
        tasks.run { [weak self] in
            for await report in progress where report == .awaitingAuthorization {
                self?.store?.send(.session(.awaitsPerson))
            }
        }
        tasks.run { [weak self, manager, choice, options] in
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
        tasks.run { [weak self, manager] in
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
        case .willEnd: running.conclude()
        case .suspended:
            running.conclude()
            running.pause()
        case .ended, .failedToStart:
            running.conclude()
            running.leave()
        default: break
        }
        if let news = SessionNews(event) { store?.send(.session(news)) }
    }

    /// Shows a session that runs, over the connection that it has now.
    private func follow(_ session: CastSession) {
        store?.send(.session(.running(session.device, applicationName: session.displayName)))
        running.follow(session)
    }
}
