import NIOCore

/// The faults of a running device: added, counted and taken back while senders are connected.
public struct DeviceFaults: Sendable {
    /// A fault in force.
    public struct Active: Sendable, Hashable {
        /// By which it is removed.
        public var id: Int
        public var fault: Fault
        /// How many messages it hit so far.
        public var hits: Int
    }

    let injector: FaultInjector

    /// Puts a fault into force, after those that are.
    ///
    /// - Returns: Its number.
    @discardableResult
    public func add(_ fault: Fault) async -> Int {
        await perform(or: 0) { $0.add(fault) }
    }

    /// Takes a fault back; false when there is none of this number. What it delays arrives when it is due.
    @discardableResult
    public func remove(_ id: Int) async -> Bool {
        await perform(or: false) { $0.remove(id) }
    }

    /// Takes all of them back.
    public func removeAll() async {
        await perform(or: ()) { $0.removeAll() }
    }

    /// Those in force, the oldest first.
    public var active: [Active] {
        get async {
            await perform(or: []) { machine in
                machine.rules.map { Active(id: $0.id, fault: $0.fault, hits: $0.hits) }
            }
        }
    }

    private func perform<Value: Sendable>(
        or missing: Value,
        _ body: @escaping @Sendable (inout FaultMachine) -> Value
    ) async -> Value {
        let injector = injector
        // Fails only when the event loop is gone, and the device with it.
        return (try? await injector.eventLoop.submit { injector.withMachine(body) }.get()) ?? missing
    }
}
