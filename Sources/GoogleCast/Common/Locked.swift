import Foundation

/// A value that is read and changed by one thread at a time.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is touched under the lock alone.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
