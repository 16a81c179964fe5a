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
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private let orders: AsyncStream<@Sendable @MainActor () async -> Void>.Continuation

    /// - Parameters:
    ///   - store: Where events go. Give it this interpreter by ``CastUIStore/add(_:)``.
    ///   - connection: To the device.
    public init(for store: CastUIStore, connection: CastConnection) {
        self.store = store
        self.connection = connection
        let (stream, orders) = AsyncStream.makeStream(of: (@Sendable @MainActor () async -> Void).self)
        self.orders = orders
        store.send(.session(.running(connection.device, applicationName: nil)))
        keep { for await order in stream { await order() } }
        keep { [weak self] in for await status in connection.statuses { self?.take(status) } }
        keep { [weak self] in
            for await volume in connection.volumeControlValues { self?.store?.send(.volume(volume)) }
        }
        keep { [weak self] in for await group in connection.groupStatuses { self?.store?.send(.group(group)) } }
        keep { [weak self] in
            for await state in connection.states {
                if case .closed(let reason) = state { self?.store?.send(.session(.ended(reason: "\(reason)"))) }
            }
        }
    }

    /// Lets go of everything but the connection.
    public func close() async {
        orders.finish()
        following?.cancel()
        for task in tasks.values { task.cancel() }
        await following?.value
        for task in Array(tasks.values) { await task.value }
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
            keep { [weak store] in
                let error = await Self.failure { () throws(CastError) in try await session?.media.carryOut(command) }
                store?.send(.commandEnded(ticket: ticket, error))
            }
        case .setVolume(let level):
            inOrder { _ = await Self.failure { () throws(CastError) in try await connection.wishVolume(level) } }
        case .setMuted(let muted):
            inOrder { _ = await Self.failure { () throws(CastError) in try await connection.wishMuted(muted) } }
        case .setMemberVolume(let id, let level):
            keep { [weak store] in
                let error = await Self.failure { () throws(CastError) in
                    try await connection.setVolume(level, ofMember: id)
                }
                store?.send(.memberLevelEnded(id: id, error))
            }
        case .setMemberMuted(let id, let muted):
            keep {
                _ = await Self.failure { () throws(CastError) in try await connection.setMuted(muted, ofMember: id) }
            }
        case .endSession(.stop), .endSession(.stopIfAlone):
            guard let sessionID else { return }
            keep {
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
        following = Task { [weak self, connection] in
            guard let session = try? await connection.join(sessionID: sessionID) else { return }
            await self?.follow(session)
        }
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
