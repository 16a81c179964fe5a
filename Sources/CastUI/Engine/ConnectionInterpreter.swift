// SPDX-License-Identifier: Apache-2.0

public import CastSender
import CastWire

/// Executes effects on the application that is running on a device, regardless of which sender launched it, and sends
/// its updates to a store.
///
/// This interpreter is for a remote control that uses a device in its current state: the device counts as connected
/// while the interpreter is open, also while no application is running. It launches no application and does not search
/// for devices. It joins the running application, and effects on it and on the device are executed by a
/// ``SessionInterpreter``. Call ``close()`` when it is no longer needed. The caller owns the connection and closes it.
@MainActor
public final class ConnectionInterpreter: EffectInterpreter {
    /// The running application, as far as it is shown.
    private struct Application: Equatable {
        var sessionID: String?
        var name: String?
    }

    private let connection: CastConnection
    private weak var store: CastUIStore?
    private var application = Application()
    /// The task that joins the running application; nil if the application has no media.
    private var joining: Task<Void, Never>?
    private let sleep: @Sendable (Duration) async throws -> Void
    private let sessionInterpreter: SessionInterpreter
    private let tasks = OwnedTasks()

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
        sessionInterpreter = SessionInterpreter(for: store)
        store.send(.session(.running(connection.device, applicationName: nil)))
        sessionInterpreter.observe(connection)
        tasks.run { [weak self] in for await status in connection.statuses { self?.handle(status) } }
        tasks.run { [weak self] in
            for await state in connection.states {
                if case .closed(let reason) = state { self?.store?.send(.session(.ended(reason: "\(reason)"))) }
            }
        }
    }

    /// Ends all tasks and releases the session. The connection stays open.
    public func close() async {
        joining?.cancel()
        tasks.cancel()
        await sessionInterpreter.close()
        await joining?.value
        await tasks.close()
    }

    public func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .endSession(.stop), .endSession(.stopIfAlone):
            guard let sessionID = application.sessionID else { return }
            tasks.run { [connection] in try? await connection.stopApp(sessionID: sessionID) }
        case .endSession, .startSession, .startDiscovery, .remember, .announce, .openSystemSettings, .openHelp,
            .notify:
            break
        default: sessionInterpreter.perform(effect, for: store)
        }
    }

    // MARK: Running application

    private func handle(_ status: ReceiverStatus) {
        let running = status.runningApplication
        let previous = application
        application = Application(sessionID: running?.sessionID, name: running?.displayName)
        if application.sessionID != previous.sessionID {
            joining?.cancel()
            joining = nil
            store?.send(.media(nil))
            store?.send(.queue(nil))
            sessionInterpreter.observe(connection)
        }
        if application != previous {
            store?.send(.session(.running(connection.device, applicationName: application.name)))
        }
        guard joining == nil, let running, let sessionID = running.sessionID, running.isJoinable,
            running.namespaces.contains(.media)
        else { return }
        joining = Task { [weak self, connection, sleep] in
            guard let session = await Self.joined(to: sessionID, over: connection, sleep), !Task.isCancelled else {
                return
            }
            self?.sessionInterpreter.observe(session)
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
}
