// SPDX-License-Identifier: Apache-2.0

public import CastSender

/// Executes effects with `CastSender`, and sends updates of devices, session and media to a store.
///
/// Connections and searches start only as the result of an effect. Effects on a running session are executed by a
/// ``SessionInterpreter``. Call ``close()`` when it is no longer needed. The caller owns the session manager.
@MainActor
public final class SenderInterpreter: EffectInterpreter {
    /// Starts a search for devices. It is called again for each new search.
    public typealias Search = @Sendable () async throws(CastError) -> DeviceBrowser

    let manager: SessionManager
    private let choice: ApplicationChoice
    private let options: LaunchOptions
    private let search: Search
    private weak var store: CastUIStore?
    private let sessionInterpreter: SessionInterpreter
    private var browser: DeviceBrowser?
    /// The number of the latest search; results of earlier ones are ignored.
    private var lastSearch = 0
    private let tasks = OwnedTasks()

    /// Creates an interpreter that observes a session manager.
    ///
    /// - Parameters:
    ///   - store: The store that receives events. Add this interpreter to it with ``CastUIStore/add(_:)``.
    ///   - manager: The manager that owns the session. A session that is already running is shown.
    ///   - choice: The application to launch or join when a session starts.
    ///   - options: The options for launching the application.
    ///   - search: Starts a search for devices.
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
        sessionInterpreter = SessionInterpreter(for: store)
        let events = manager.events
        tasks.run { [weak self] in
            if let session = await manager.session { self?.follow(session) }
            for await event in events { self?.handle(event) }
        }
    }

    /// Ends all tasks and closes the browser. The session continues.
    public func close() async {
        await sessionInterpreter.close()
        await tasks.close()
        await browser?.close()
        browser = nil
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startDiscovery: tasks.run { [weak self] in await self?.startSearch() }
        case .startSession(let device): start(on: device)
        case .endSession(let action): end(action)
        case .remember, .announce, .openSystemSettings, .openHelp, .notify: break
        default: sessionInterpreter.perform(effect, for: store)
        }
    }

    // MARK: Devices

    /// Starts a new search. It replaces the previous one, even if that has not created its browser yet.
    private func startSearch() async {
        lastSearch += 1
        let number = lastSearch
        let previous = browser
        browser = nil
        await previous?.close()
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
            if number == lastSearch, let failure = browser.failure { store?.send(.discoveryFailed(.init(failure))) }
        } catch {
            if number == lastSearch { store?.send(.discoveryFailed(.init(error))) }
        }
    }

    // MARK: Sessions

    private func start(on device: CastDevice) {
        let (progress, reports) = AsyncStream.makeStream(of: LaunchProgress.self)
        tasks.run { [weak self] in
            for await report in progress where report == .awaitingAuthorization {
                self?.store?.send(.session(.awaitsUser))
            }
        }
        tasks.run { [weak self, manager, choice, options] in
            defer { reports.finish() }
            do throws(CastError) {
                try await manager.start(choice, on: device, options: options) { reports.yield($0) }
            } catch {
                // The manager reports all other failures as events.
                if error.code == .sessionExists { self?.store?.send(.session(.failedToStart(device, error))) }
            }
        }
    }

    private func end(_ action: SessionEndAction) {
        tasks.run { [weak self, manager] in
            do throws(CastError) {
                try await manager.end(action)
            } catch {
                // Without a session the manager sends no event, so the end is reported here.
                if error.code == .noSession { self?.store?.send(.session(.ended(reason: nil))) }
            }
        }
    }

    private func handle(_ event: SessionEvent) {
        switch event {
        case .started(let session), .resumed(let session): return follow(session)
        case .willEnd: sessionInterpreter.reportLastMedia()
        case .suspended:
            sessionInterpreter.reportLastMedia()
            sessionInterpreter.pause()
        case .ended, .failedToStart:
            sessionInterpreter.reportLastMedia()
            sessionInterpreter.leave()
        default: break
        }
        if let change = SessionChange(event) { store?.send(.session(change)) }
    }

    /// Shows a running session, over its current connection.
    private func follow(_ session: CastSession) {
        store?.send(.session(.running(session.device, applicationName: session.displayName)))
        sessionInterpreter.follow(session)
    }
}

/// Tasks with a common owner. Each task is released when it ends, and all can be canceled together.
@MainActor
package final class OwnedTasks {
    package typealias Body = @Sendable @MainActor () async -> Void

    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0

    package init() {}

    /// The number of tasks that have not ended.
    package var count: Int { tasks.count }

    /// Starts a task, which ``close()`` cancels.
    package func run(_ body: @escaping Body) {
        lastTask += 1
        let id = lastTask
        tasks[id] = Task { [weak self] in
            await body()
            self?.tasks[id] = nil
        }
    }

    /// Cancels all tasks.
    package func cancel() { for task in tasks.values { task.cancel() } }

    /// Cancels all tasks and returns when they have ended.
    package func close() async {
        cancel()
        for task in Array(tasks.values) { await task.value }
    }
}
