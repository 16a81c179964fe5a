public import CastSender
import CastWire

/// Carries out effects on whatever runs on a device, whoever started it, and tells a store what that says.
///
/// For a remote control that comes to a device as it is: the device counts as connected as long as this runs, also
/// while nothing runs there. Nothing is launched, and nothing is looked for. End it with ``close()``; the connection stays the
/// caller's.
@MainActor
public final class ConnectionInterpreter: EffectInterpreter {
    private let connection: CastConnection
    private weak var store: CastUIStore?
    /// What the running application plays in; nil while nothing plays media there.
    private var session: CastSession?
    /// The run of the application that is followed, or about to be.
    private var sessionID: String?
    private var following: Task<Void, Never>?
    private let sleep: @Sendable (Duration) async throws -> Void
    private let tasks = OwnedTasks()
    private let orders: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation

    /// - Parameters:
    ///   - store: Where events go. Give it this interpreter by ``CastUIStore/add(_:)``.
    ///   - connection: To the device.
    public convenience init(for store: CastUIStore, connection: CastConnection) {
        self.init(for: store, connection: connection) { try await Task.sleep(for: $0) }
    }

    /// - Parameter sleep: How it waits before it tries again to join.
    package init(
        for store: CastUIStore,
        connection: CastConnection,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.store = store
        self.connection = connection
        self.sleep = sleep
        let (stream, orders) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.orders = orders
        store.send(.session(.running(connection.device, applicationName: nil)))
        tasks.run { for await order in stream { await order() } }
        tasks.run { [weak self] in for await status in connection.statuses { self?.take(status) } }
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

    /// Lets go of everything but the connection.
    public func close() async {
        orders.finish()
        following?.cancel()
        tasks.cancel()
        await following?.value
        await tasks.close()
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        let (connection, session) = (connection, session)
        switch effect {
        case .wish(let wish):
            inOrder { [weak store] in
                let error = await Self.failure { () throws(CastError) in try await session?.media.wish(wish) }
                if let error { store?.send(.mediaEvent(.wishFailed(wish.property, error))) }
            }
        case .command(let command, let ticket):
            tasks.run { [weak store] in
                let error = await Self.failure { () throws(CastError) in try await session?.media.carryOut(command) }
                store?.send(.commandEnded(ticket: ticket, error))
            }
        case .setVolume(let level):
            inOrder { _ = await Self.failure { () throws(CastError) in try await connection.wishVolume(level) } }
        case .setMuted(let muted):
            inOrder { _ = await Self.failure { () throws(CastError) in try await connection.wishMuted(muted) } }
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
            .tell:
            break
        }
    }

    // MARK: What runs

    private func take(_ status: ReceiverStatus) {
        let running = status.runningApplication
        guard running?.sessionID != sessionID || following == nil else { return }
        following?.cancel()
        following = nil
        session = nil
        sessionID = running?.sessionID
        store?.send(.media(nil))
        store?.send(.queue(nil))
        store?.send(.session(.running(connection.device, applicationName: running?.displayName)))
        guard let running, let sessionID, running.isJoinable, running.namespaces.contains(.media) else { return }
        following = Task { [weak self, connection, sleep] in
            let session = await Self.joined(to: sessionID, over: connection, sleep)
            if let session { await self?.follow(session) }
        }
    }

    private nonisolated static let firstDelay = Duration.seconds(1)
    private nonisolated static let longestDelay = Duration.seconds(30)

    /// The session, once it can be joined; tried less and less often for as long as the application runs. Nil when it is
    /// given up: the task was cancelled, or there is no connection any more.
    private nonisolated static func joined(
        to sessionID: String,
        over connection: CastConnection,
        _ sleep: @Sendable (Duration) async throws -> Void
    ) async -> CastSession? {
        var delay = firstDelay
        while !Task.isCancelled {
            if let session = try? await connection.join(sessionID: sessionID) { return session }
            if case .closed = connection.state { return nil }
            do { try await sleep(delay) } catch { return nil }
            delay = min(delay * 2, longestDelay)
        }
        return nil
    }

    private func follow(_ session: CastSession) async {
        guard !Task.isCancelled else { return }
        self.session = session
        let media = session.media
        let tell: @Sendable @MainActor (CastUIEvent) -> Void = { [weak self] event in
            if !Task.isCancelled { self?.store?.send(event) }
        }
        await withDiscardingTaskGroup { group in
            group.addTask { for await controls in media.controlValues { await tell(.media(controls)) } }
            group.addTask { for await event in media.events { await tell(.mediaEvent(event)) } }
            group.addTask {
                guard let queue = try? await media.followQueue() else { return }
                for await contents in queue.contentValues { await tell(.queue(contents)) }
            }
        }
    }

    // MARK: Tasks

    /// What comes of something, where that is bad.
    private nonisolated static func failure(_ body: @Sendable () async throws(CastError) -> Void) async -> CastError? {
        do throws(CastError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// Does it after whatever was ordered before.
    private func inOrder(_ body: @escaping @Sendable @MainActor () async -> Void) { orders.yield(body) }
}
