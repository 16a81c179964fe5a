// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Weakly held listeners in the order of their registration. A listener is contained at most once.
struct WeakList<Listener> {
    private struct Entry {
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    /// A snapshot of the registered listeners. Callers that iterate it must check ``contains(_:)`` before each call,
    /// because a listener may have been removed meanwhile. Listeners that are added during the iteration are not
    /// called.
    var all: [Listener] { entries.compactMap { $0.object as? Listener } }

    func contains(_ listener: Listener) -> Bool {
        let object = listener as AnyObject
        return entries.contains { $0.object === object }
    }

    mutating func add(_ listener: Listener) {
        let object = listener as AnyObject
        entries.removeAll { $0.object == nil }
        guard !entries.contains(where: { $0.object === object }) else { return }
        entries.append(Entry(object: object))
    }

    mutating func remove(_ listener: Listener) {
        let object = listener as AnyObject
        entries.removeAll { $0.object == nil || $0.object === object }
    }
}

/// A weak reference that can be created before the object that it refers to.
@MainActor
final class WeakBox<Object: AnyObject> {
    weak var value: Object?
}

/// A value protected by a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: `value` is only accessed while the lock is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
