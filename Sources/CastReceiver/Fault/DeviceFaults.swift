// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The faults of a running device, which can be added, counted and removed while senders are connected.
///
/// After the device's event loop has shut down, changes have no effect: ``add(_:)`` returns 0, ``remove(_:)`` returns
/// false, and ``active`` is empty.
public struct DeviceFaults: Sendable {
    /// A fault that is in effect.
    public struct Active: Sendable, Hashable {
        /// The id by which the fault can be removed.
        public var id: Int
        /// The fault.
        public var fault: Fault
        /// The number of messages that the fault has affected.
        public var hits: Int
    }

    let injector: FaultInjector

    /// Adds a fault, after the existing ones.
    ///
    /// - Returns: The id of the fault.
    @discardableResult
    public func add(_ fault: Fault) async -> Int {
        await perform(or: 0) { $0.add(fault) }
    }

    /// Removes a fault. Returns false if no fault has this id. Messages that the fault delays arrive when they are due.
    @discardableResult
    public func remove(_ id: Int) async -> Bool {
        await perform(or: false) { $0.remove(id) }
    }

    /// Removes all faults.
    public func removeAll() async {
        await perform(or: ()) { $0.removeAll() }
    }

    /// The faults in effect, oldest first.
    public var active: [Active] {
        get async {
            await perform(or: []) { machine in
                machine.faults.map { Active(id: $0.id, fault: $0.fault, hits: $0.hits) }
            }
        }
    }

    private func perform<Value: Sendable>(
        or fallback: Value,
        _ body: @escaping @Sendable (inout FaultMachine) -> Value
    ) async -> Value {
        let injector = injector
        // Throws only if the event loop has shut down, and the device with it.
        return (try? await injector.eventLoop.submit { injector.withMachine(body) }.get()) ?? fallback
    }
}
