public import CastSender
import CastWire

/// Executes effects on the application that is running on a device, regardless of which sender launched it, and sends
/// its updates to a store.
///
/// This interpreter is for a remote control that uses a device in its current state: the device counts as connected
/// while the interpreter is open, also while no application is running. It launches no application and does not search
/// for devices. Call ``close()`` when it is no longer needed. The caller owns the connection and closes it.
@MainActor
public final class ConnectionInterpreter: EffectInterpreter {
    private let connection: CastConnection
    private weak var store: CastUIStore?
    /// The joined session of the running application; nil while no application with media is joined.
    private var session: CastSession?
    /// The session id of the running application, which is joined or being joined.
    private var sessionID: String?
    private var observationTask: Task<Void, Never>?
    private let sleep: @Sendable (Duration) async throws -> Void
    private let tasks = OwnedTasks()
    private let operations: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation

    /// Creates an interpreter for a connected device.
    ///
    /// - Parameters:
    ///   - store: The store that receives events. Add this interpreter to it with ``CastUIStore/add(_:)``.
    ///   - connection: The connection to the device.
    public convenience init(for store: CastUIStore, connection: CastConnection) {
        self.init(for: store, connection: connection) { try await Task.sleep(for: $0) }
    }

    /// - Parameter sleep: Waits before the next attempt to join.
    package init(
        for store: CastUIStore,
        connection: CastConnection,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.store = store
        self.connection = connection
        self.sleep = sleep
        let (stream, operations) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.operations = operations
        store.send(.session(.running(connection.device, applicationName: nil)))
        tasks.run { for await operation in stream { await operation() } }
        tasks.run { [weak self] in for await status in connection.statuses { self?.handle(status) } }
        tasks.run { [weak self] in
            for await volume in connection.volumeControlValues { self?.store?.send(.volume(volume)) }
        }
        tasks.run { [weak self] in for await group in connection.groupStatuses { self?.store?.send(.group(group)) } }
        tasks.run { [weak self] in
            for await state in connection.states {
                if case .closed(let reason) = state { self?.store?.send(.session(.ended(reason: "\(reason)"))) }
            }
        }
    }

    /// Ends all tasks and releases the session. The connection stays open.
    public func close() async {
        operations.finish()
        observationTask?.cancel()
        tasks.cancel()
        await observationTask?.value
        await tasks.close()
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        let (connection, session) = (connection, session)
        switch effect {
        case .change(let change):
            enqueue { [weak store] in
                let error = await Self.failure { () throws(CastError) in try await session?.media.set(change) }
                if let error { store?.send(.mediaEvent(.changeFailed(change.property, error))) }
            }
        case .command(let command, let ticket):
            tasks.run { [weak store] in
                let error = await Self.failure { () throws(CastError) in try await session?.media.execute(command) }
                store?.send(.commandEnded(ticket: ticket, error))
            }
        case .setVolume(let level):
            enqueue { _ = await Self.failure { () throws(CastError) in try await connection.setPendingVolume(level) } }
        case .setMuted(let muted):
            enqueue { _ = await Self.failure { () throws(CastError) in try await connection.setPendingMuted(muted) } }
        case .setMemberVolume(let id, let level):
            tasks.run { [weak store] in
                let error = await Self.failure { () throws(CastError) in
                    try await connection.setVolume(level, ofMember: id)
                }
                store?.send(.memberLevelEnded(id: id, error))
            }
        case .setMemberMuted(let id, let muted):
            tasks.run {
                _ = await Self.failure { () throws(CastError) in try await connection.setMuted(muted, ofMember: id) }
            }
        case .endSession(.stop), .endSession(.stopIfAlone):
            guard let sessionID else { return }
            tasks.run {
                _ = await Self.failure { () throws(CastError) in try await connection.stopApp(sessionID: sessionID) }
            }
        case .endSession, .startSession, .startDiscovery, .remember, .announce, .openSystemSettings, .openHelp,
            .notify:
            break
        }
    }

    // MARK: Running application

    private func handle(_ status: ReceiverStatus) {
        let running = status.runningApplication
        guard running?.sessionID != sessionID || observationTask == nil else { return }
        observationTask?.cancel()
        observationTask = nil
        session = nil
        sessionID = running?.sessionID
        store?.send(.media(nil))
        store?.send(.queue(nil))
        store?.send(.session(.running(connection.device, applicationName: running?.displayName)))
        guard let running, let sessionID, running.isJoinable, running.namespaces.contains(.media) else { return }
        observationTask = Task { [weak self, connection, sleep] in
            let session = await Self.joined(to: sessionID, over: connection, sleep)
            if let session { await self?.follow(session) }
        }
    }

    private nonisolated static let initialDelay = Duration.seconds(1)
    private nonisolated static let maximumDelay = Duration.seconds(30)

    /// Joins an application, with increasing delays between attempts, for as long as it is running.
    ///
    /// - Returns: nil if the task was canceled or the connection was closed.
    private nonisolated static func joined(
        to sessionID: String,
        over connection: CastConnection,
        _ sleep: @Sendable (Duration) async throws -> Void
    ) async -> CastSession? {
        var delay = initialDelay
        while !Task.isCancelled {
            if let session = try? await connection.join(sessionID: sessionID) { return session }
            if case .closed = connection.state { return nil }
            do { try await sleep(delay) } catch { return nil }
            delay = min(delay * 2, maximumDelay)
        }
        return nil
    }

    private func follow(_ session: CastSession) async {
        guard !Task.isCancelled else { return }
        self.session = session
        let media = session.media
        let notify: @Sendable @MainActor (CastUIEvent) -> Void = { [weak self] event in
            if !Task.isCancelled { self?.store?.send(event) }
        }
        await withDiscardingTaskGroup { group in
            group.addTask { for await controls in media.controlValues { await notify(.media(controls)) } }
            group.addTask { for await event in media.events { await notify(.mediaEvent(event)) } }
            group.addTask {
                guard let queue = try? await media.followQueue() else { return }
                for await contents in queue.contentValues { await notify(.queue(contents)) }
            }
        }
    }

    // MARK: Tasks

    /// Runs an operation and returns its error; nil if it succeeded.
    private nonisolated static func failure(_ body: @Sendable () async throws(CastError) -> Void) async -> CastError? {
        do throws(CastError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// Runs a body after those submitted earlier.
    private func enqueue(_ body: @escaping @Sendable @MainActor () async -> Void) { operations.yield(body) }
}
