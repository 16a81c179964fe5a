// SPDX-License-Identifier: Apache-2.0

/// A value in an object of its own: one pointer wherever it is stored, passed or returned.
///
/// For large values that are often absent or copied. A change makes a new object.
struct Indirect<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        get { storage.value }
        set { storage = Storage(newValue) }
    }
}

extension Indirect: Equatable where Value: Equatable {
    static func == (lhs: Indirect, rhs: Indirect) -> Bool { lhs.storage === rhs.storage || lhs.value == rhs.value }
}

extension Indirect: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
